#!/usr/bin/env python3
"""Checks proofs of `clmm check --proof`: that no execution of a test makes its condition true (or, of a forall, false).

  proof_check.py PROOF.jsonl STRUCTURE.json...

A proof is a list of lemmas: literals that no execution of the model has together. Two things are shown, by loops over
sets of pairs, and without any code of clmm:

  1. every lemma follows from an axiom: where its literals hold, the axiom fails, whatever else the execution does;
  2. the lemmas leave nothing: every way to choose sources of reads and orders of writes that would give the wanted
     state has all literals of a lemma.

The structures are what `clmm check --dump=structure` prints of the same tests. Exit code 0: all proofs are accepted.
"""

import json
import sys
from pathlib import Path

from model_rules import Contradiction, Facts, Rules, is_cyclic
from values import Values


# What a proof is of: the test, the model with its switches and without which axioms, and what is excluded besides.
IDENTITY = ("hash", "model", "forbid-thin-air")


class Rejected(Exception):
    """What is wrong with the proof."""


class Structure:
    def __init__(self, data):
        self.events, self.terms, self.locations = data["events"], data["terms"], data["locations"]
        self.relations = {name: {tuple(pair) for pair in pairs} for name, pairs in data["relations"].items()}
        self.barriers, self.constraints = data["barriers"], data["constraints"]
        self.condition, self.filter, self.bounds = data["condition"], data["filter"], data["bounds"]
        program = data["program"]
        self.nodes, self.recursive, self.orders = program["nodes"], program["recursive"], program["orders"]
        self.axioms = [check for check in program["checks"] if check["axiom"]]
        self.forbidden = data["forbid-thin-air"]
        self.reads = {e for e, event in enumerate(self.events) if event["kind"] == "read"}
        self.writes = {e for e, event in enumerate(self.events) if event["kind"] == "write"}
        self.cones = {}
        self.claims = [self.conjuncts(event["guard"]) for event in self.events]
        n = range(len(self.events))
        self.compatible_pairs = {(a, b) for a in n for b in n if not self.contradict(a, b)}
        self.implied = [(a, b) for a in n for b in n if a != b and self.claims[b] <= self.claims[a]]
        self.exclusive = [(a, b) for a in n for b in n if a != b and (a, b) not in self.compatible_pairs]

    def conjuncts(self, term):
        op, _, a, b, _, _ = self.terms[term]
        return {term} | (self.conjuncts(a) | self.conjuncts(b) if op == "both" else set())

    def contradict(self, a, b):
        both = self.claims[a] | self.claims[b]
        return any(self.terms[t][0] == "not" and self.terms[t][2] in both or
                   self.terms[t][0] == "constant" and not self.terms[t][5] for t in both)

    def compatible(self, a, b):
        return (a, b) in self.compatible_pairs

    def demanded(self):
        """Values of reads that the condition names: value by read."""
        found = {}
        for term in self.conjuncts(self.condition):
            op, _, a, b, _, _ = self.terms[term]
            for one, other in ((a, b), (b, a)) if op == "equal" else ():
                if self.terms[one][0] == "read" and self.terms[other][0] == "constant":
                    found[self.terms[one][5]] = self.terms[other][5]
        return found

    def thin_air_edges(self):
        if self.forbidden == "sb":
            return self.relations["sb"]
        return self.relations["data"] | self.relations["addr"] | self.relations["control"]


def literal_of(text, structure):
    """(kind, positive, a, b, order)"""
    words = text.removeprefix("-").split()
    counts = {"executed": 1, "rf": 2, "mo": 2, "loc": 2, "bar": 2, "order": 3}
    if not words or counts.get(words[0]) != len(words) - 1 or not all(word.isdigit() for word in words[1:]):
        raise Rejected(f"'{text}' is no literal")
    numbers = [int(word) for word in words[1:]] + [0]
    if any(number >= len(structure.events) for number in numbers[:min(2, counts[words[0]])]):
        raise Rejected(f"'{text}' names an event that is not there")
    order = int(words[3]) if words[0] == "order" else 0
    if words[0] == "order" and order >= len(structure.orders):
        raise Rejected(f"'{text}' names an order that is not there")
    return words[0], not text.startswith("-"), numbers[0], numbers[1], order


def check_lemma(structure, lemma, text):
    """That no execution of the model has these literals."""
    try:
        facts = Facts(structure, lemma)
    except Contradiction:
        return
    if structure.forbidden != "none" and is_cyclic(structure.thin_air_edges() & {
            (a, b) for a in facts.on for b in facts.on} | facts.rf):
        return
    name = text.get("axiom")
    axioms = [check for check in structure.axioms if name is None or check["name"] == name]
    if not axioms:
        raise Rejected(f"the model has no axiom '{name}'")
    rules = Rules(structure, facts)
    if not any(rules.breaks(check) for check in axioms):
        raise Rejected(f"no axiom fails where {', '.join(text['never']) or 'nothing'} is known")


class Candidate:
    """Sources, choices and orders, as far as they are chosen."""

    def __init__(self, structure, wanted, other=None):
        self.test, self.wanted = structure, wanted
        # So values that depend on themselves are known, too.
        self.demanded = structure.demanded() if wanted else {}
        self.rf = dict(other.rf) if other else {}
        self.excluded = set(other.excluded) if other else set()
        self.choices = dict(other.choices) if other else {}
        self.assumed = dict(other.assumed) if other else {}  # events with guards of unknown value
        self.last = dict(other.last) if other else {}
        self.before = [set(pairs) for pairs in other.before] if other else [set() for _ in range(
            1 + len(structure.orders))]
        self.refresh()

    def refresh(self):
        self.value = Values(self.test.terms, self.leaf)
        self.here = [self.takes_place(e) for e in range(len(self.test.events))]
        self.is_torn = not self.compare_guards()

    def compare_guards(self):
        """An event takes place only where those do whose guards its own contains, and none that one contradicts."""
        here, test = self.here, self.test
        for a, b in test.implied:
            if here[a] and here[b] is None:
                here[b] = True
        for a, b in test.exclusive:
            if here[a] and here[b] is None:
                here[b] = False
        for a, b in test.implied:
            if here[b] is False and here[a] is None:
                here[a] = False
        return not any(here[a] and here[b] is False for a, b in test.implied) and not any(
            here[a] and here[b] for a, b in test.exclusive)

    def leaf(self, op, number):
        if op == "read":
            if number in self.demanded:
                return self.demanded[number]
            event = self.test.events[number]
            if number in self.rf:
                return self.value(self.test.events[self.rf[number]]["value"])
            return 0 if self.value(event["guard"]) == 0 else None
        if op == "choice":
            return self.choices.get(number)
        if number in self.last:
            return self.value(self.test.events[self.last[number]]["value"])
        return None

    def takes_place(self, e):
        known = self.value(self.test.events[e]["guard"])
        return self.assumed.get(e) if known is None else bool(known)

    def meet(self, a, b):
        x, y = (dict(self.test.events[e]["targets"]) for e in (a, b))
        shared = [l for l in x if l in y]
        truths = []
        for location in shared:
            sides = [self.value(x[location]), self.value(y[location])]
            truths.append(False if 0 in sides else None if None in sides else True)
        return True if True in truths else None if None in truths else False

    def truth(self, literal):
        kind, positive, a, b, k = literal
        value = self.positive_truth(kind, a, b, k)
        return value if positive or value is None else not value

    def positive_truth(self, kind, a, b, k):
        if kind == "executed":
            return self.here[a]
        if kind == "rf":
            if b in self.rf:
                return self.rf[b] == a
            return False if (a, b) in self.excluded or self.here[b] is False or self.here[a] is False or \
                self.meet(a, b) is False else None
        both = False if False in (self.here[a], self.here[b]) else None if None in (self.here[a], self.here[b]) else True
        if both is False:
            return False
        if kind == "bar":
            whens = [self.value(when) for x, y, when in self.test.barriers if (x, y) == (a, b)]
            when = False if not whens else None if whens[0] is None else bool(whens[0])
            return False if when is False else both and when
        if kind == "order":
            return self.ordered(1 + k, a, b, both)
        meets = a == b or self.meet(a, b)
        if meets is False or kind == "loc":
            return False if meets is False else both and meets
        if meets is None:
            return False if (b, a) in self.before[0] else None
        if self.test.events[b]["initial"]:
            return False
        if self.test.events[a]["initial"]:
            return both
        return self.ordered(0, a, b, both)

    def ordered(self, k, a, b, both):
        if a == b or (b, a) in self.before[k]:
            return False
        return both if (a, b) in self.before[k] else None

    def order(self, k, a, b):
        """False: it would close a circle."""
        if a == b or (b, a) in self.before[k]:
            return False
        pairs = self.before[k]
        above = {x for x, y in pairs if y == a} | {a}
        below = {y for x, y in pairs if x == b} | {b}
        pairs |= {(x, y) for x in above for y in below}
        return True

    def is_impossible(self):
        value, test = self.value, self.test
        if self.is_torn:
            return True
        if any(value(term) == 0 for term in (*test.constraints, test.filter)):
            return True
        if any(value(reached) for reached in test.bounds):
            return True
        condition = value(test.condition)
        if condition is not None and bool(condition) != self.wanted:
            return True
        for r, demanded in self.demanded.items():
            source = self.rf.get(r)
            found = 0 if self.here[r] is False else None if source is None else value(test.events[source]["value"])
            if found not in (None, demanded):
                return True
        for r, w in self.rf.items():
            if self.here[r] is False or self.here[w] is False or self.meet(w, r) is False:
                return True
        return False


class Search:
    """Looks for an execution of the test that has the wanted state and breaks no lemma."""

    def __init__(self, structure, wanted, lemmas):
        self.test, self.lemmas, self.steps = structure, lemmas, 0
        self.root = Candidate(structure, wanted)
        self.finals = {t[5] for t in structure.terms if t[0] == "final"}

    def survivor(self):
        pending = [self.root]
        while pending:
            self.steps += 1
            if self.steps > 400_000:
                raise Rejected("too many executions to look at")
            candidate = pending.pop()
            alive = self.propagate(candidate)
            if alive is None:
                continue
            branches = self.branches(candidate, alive)
            if branches is None:
                return candidate
            pending.extend(branches)
        return None

    def propagate(self, candidate):
        """Lemmas that may still be broken, fewest open literals first; None: the candidate is impossible."""
        while True:
            if candidate.is_impossible():
                return None
            alive, changed = [], False
            for lemma in self.lemmas:
                truths = [(candidate.truth(literal), literal) for literal in lemma]
                if any(truth is False for truth, _ in truths):
                    continue
                still_open = [literal for truth, literal in truths if truth is None]
                if not still_open:
                    return None
                alive.append(still_open)
                if len(still_open) == 1:
                    forced = self.force_off(candidate, still_open[0])
                    if forced is None:
                        return None
                    changed = changed or forced
            if not changed:
                return sorted(alive, key=len)
            candidate.refresh()

    def force_off(self, candidate, literal):
        """Whether anything is new; None: that cannot be."""
        kind, positive, a, b, k = literal
        if not positive:
            return False
        if kind == "rf" and (a, b) not in candidate.excluded:
            candidate.excluded.add((a, b))
            return True
        if kind in ("mo", "order") and candidate.here[a] and candidate.here[b] and (
                kind == "order" or candidate.meet(a, b)):
            number = 0 if kind == "mo" else 1 + k
            return True if candidate.order(number, b, a) else None
        return False

    def branches(self, candidate, alive):
        """None: nothing is left to choose that a lemma or the condition asks about."""
        for r in sorted(self.test.reads):
            if candidate.here[r] and r not in candidate.rf:
                return self.sources(candidate, r)
        open_terms = [t for t, of in enumerate(self.test.terms) if of[0] == "choice" and of[1] == 1 and
                      of[5] not in candidate.choices]
        undecided = [e for e, here in enumerate(candidate.here) if here is None]
        demands = (*self.test.constraints, self.test.filter, *self.test.bounds)
        if open_terms and (undecided or alive or any(candidate.value(term) is None for term in demands)):
            return [self.changed(candidate, choices=(self.test.terms[open_terms[0]][5], v)) for v in (0, 1)]
        if undecided:
            return [self.changed(candidate, assumed=(undecided[0], here)) for here in (True, False)]
        if candidate.value(self.test.condition) is None:
            for location in sorted(self.finals - set(candidate.last)):
                return self.last_writes(candidate, location)
        for literal in (literal for lemma in alive for literal in lemma):
            kind, _, a, b, k = literal
            if kind in ("mo", "order") and candidate.here[a] and candidate.here[b]:
                number = 0 if kind == "mo" else 1 + k
                made = []
                for pair in ((a, b), (b, a)):
                    other = Candidate(self.test, candidate.wanted, candidate)
                    if other.order(number, *pair):
                        made.append(other)
                return made
        return None

    def changed(self, candidate, choices=None, assumed=None):
        other = Candidate(self.test, candidate.wanted, candidate)
        if choices:
            other.choices[choices[0]] = choices[1]
        if assumed:
            other.assumed[assumed[0]] = assumed[1]
        other.refresh()
        return other

    def sources(self, candidate, r):
        made = []
        for w in sorted(self.test.writes):
            if (w, r) in candidate.excluded or candidate.here[w] is False or candidate.meet(w, r) is False:
                continue
            other = Candidate(self.test, candidate.wanted, candidate)
            other.rf[r] = w
            if candidate.here[w] is None:
                other.assumed[w] = True
            other.refresh()
            made.append(other)
        return made

    def last_writes(self, candidate, location):
        at = [w for w in sorted(self.test.writes) if candidate.here[w] and any(
            l == location and candidate.value(when) != 0 for l, when in self.test.events[w]["targets"])]
        made = []
        if not at:
            raise Rejected(f"location {location} has no write")
        written = [w for w in at if not self.test.events[w]["initial"]] or at
        for w in written:
            other = Candidate(self.test, candidate.wanted, candidate)
            other.last[location] = w
            if all(other.order(0, x, w) for x in written if x != w and candidate.meet(x, w)):
                other.refresh()
                made.append(other)
        return made


def check_proof(structure_data, head, lines, shown=None):
    """Raises Rejected where the proof does not show what it says. `shown`: lemmas of this structure that were shown
    before, which grows."""
    shown = set() if shown is None else shown
    for field in IDENTITY:
        if head.get(field) != structure_data[field]:
            raise Rejected(f"the proof is of another {field}")
    if head.get("forbidden") is not (not structure_data["forall"]):
        raise Rejected("the proof is of another question")
    if not lines or lines[-1] != {"end": len(lines) - 1}:
        raise Rejected("the proof has no end")
    structure = Structure(structure_data)
    lemmas = []
    for line in lines[:-1]:
        if not isinstance(line.get("never"), list):
            raise Rejected("a line is no lemma")
        lemmas.append([literal_of(text, structure) for text in line["never"]])
        text = json.dumps(line)
        if text not in shown:
            check_lemma(structure, lemmas[-1], line)
            shown.add(text)
    survivor = Search(structure, head["forbidden"], lemmas).survivor()
    if survivor is not None:
        sources = ", ".join(f"e{r} reads e{w}" for r, w in sorted(survivor.rf.items()))
        raise Rejected(f"an execution is left: {sources or 'one without reads'}")


def read_proofs(text):
    """(head, lines) each; raises Rejected where the text is none."""
    proofs = []
    try:
        for line in text.splitlines():
            data = json.loads(line)
            if not isinstance(data, dict):
                raise Rejected("a line is no object")
            if "proof" in data:
                proofs.append((data, []))
            elif not proofs:
                raise Rejected("lemmas without a head")
            else:
                proofs[-1][1].append(data)
    except ValueError as error:
        raise Rejected(f"no JSON: {error}") from error
    return proofs


def main(words):
    if len(words) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    structures = {}
    for name in words[1:]:
        for line in Path(name).read_text().splitlines():
            data = json.loads(line)
            structures[tuple(data[field] for field in IDENTITY)] = data
    rejected = 0
    try:
        proofs = read_proofs(Path(words[0]).read_text())
    except Rejected as problem:
        print(f"rejected: {problem}")
        return 1
    for head, lines in proofs:
        name = head.get("name")
        try:
            of = structures.get(tuple(head.get(field) for field in IDENTITY))
            if of is None:
                raise Rejected("its structure is not given")
            check_proof(of, head, lines)
        except Rejected as problem:
            rejected += 1
            print(f"{name}: rejected: {problem}")
        else:
            print(f"{name}: accepted, {len(lines) - 1} lemmas")
    return 1 if rejected else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
