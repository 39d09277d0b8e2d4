"""What a model's program says of executions of which some facts are known: sets of pairs that are certainly in a
relation, and of those that may be, by loops over events. Written from docs/cat.md and docs/file-formats.md alone."""

SETS_BY_KIND = {
    "_": None, "R": {"read"}, "W": {"write"}, "M": {"read", "write"},
    "F": {"fence", "barrier-entry", "barrier-exit"}, "B": {"barrier-entry", "barrier-exit"},
    "BE": {"barrier-entry"}, "BX": {"barrier-exit"},
}


class Contradiction(Exception):
    """No execution of the test has the facts."""


def compose(left, right):
    after = {}
    for a, b in right:
        after.setdefault(a, set()).add(b)
    return {(a, c) for a, b in left for c in after.get(b, ())}


def closure(pairs):
    after = {}
    for a, b in pairs:
        after.setdefault(a, set()).add(b)
    closed = set()
    for start in after:
        seen, pending = set(), list(after[start])
        while pending:
            at = pending.pop()
            if at not in seen:
                seen.add(at)
                pending.extend(after.get(at, ()))
        closed.update((start, end) for end in seen)
    return closed


def is_cyclic(pairs):
    return any(a == b for a, b in closure(pairs))


class Facts:
    """A conjunction of literals with all that the test makes of it, whatever the model."""

    def __init__(self, structure, literals):
        self.test = structure
        self.true, self.false = set(structure.constraints), set()  # terms
        self.on, self.off = set(), set()  # events that take place, or do not
        self.rf, self.no_rf = set(), set()
        self.mo, self.no_mo = set(), set()
        self.loc = set()
        self.no_loc, self.no_bar = set(), set()
        self.bar = set()
        self.order = [set() for _ in structure.orders]
        self.no_order = [set() for _ in structure.orders]
        for literal in literals:
            self.take(literal)
        before = None
        while before != (before := self.size()):
            self.follow()

    def size(self):
        return [len(x) for x in (self.true, self.false, self.on, self.off, self.rf, self.no_rf, self.mo, self.no_mo,
                                 self.loc, *self.order)]

    def take(self, literal):
        kind, positive, a, b, k = literal
        if kind == "executed":
            (self.on if positive else self.off).add(a)
        elif kind == "rf":
            (self.rf if positive else self.no_rf).add((a, b))
        elif kind == "mo":
            (self.mo if positive else self.no_mo).add((a, b))
        elif kind == "loc":
            (self.loc if positive else self.no_loc).update({(a, b), (b, a)})
        elif kind == "bar":
            (self.bar if positive else self.no_bar).add((a, b))
        else:
            (self.order if positive else self.no_order)[k].add((a, b))

    def truth(self, term):
        if term in self.true:
            return True
        if term in self.false:
            return False
        op, _, a, b, _, payload = self.test.terms[term]
        if op == "constant":
            return payload != 0
        if op == "not":
            inner = self.truth(a)
            return None if inner is None else not inner
        if op in ("both", "either"):
            sides = (self.truth(a), self.truth(b))
            decides = op == "either"
            if decides in sides:
                return decides
            return None if None in sides else not decides
        return None

    def split(self):
        """A conjunction holds: so do its parts, and so on."""
        pending = [(t, True) for t in self.true] + [(t, False) for t in self.false]
        while pending:
            term, value = pending.pop()
            op, _, a, b, _, payload = self.test.terms[term]
            parts = []
            if op == "constant" and (payload != 0) != value:
                raise Contradiction
            if op == "not":
                parts = [(a, not value)]
            elif (op, value) in (("both", True), ("either", False)):
                parts = [(a, value), (b, value)]
            elif op in ("both", "either"):  # one side left
                for one, other in ((a, b), (b, a)):
                    if self.truth(one) is (not value):
                        parts.append((other, value))
            for part, truth in parts:
                known = self.true if truth else self.false
                if part not in known:
                    known.add(part)
                    pending.append((part, truth))

    def follow(self):
        test = self.test
        for a, b in self.rf | self.mo | self.loc | self.bar | set().union(*self.order, set()):
            self.on |= {a, b}
        self.true |= {test.events[e]["guard"] for e in self.on}
        self.false |= {test.events[e]["guard"] for e in self.off}
        self.split()
        for e, event in enumerate(test.events):
            holds = self.truth(event["guard"])
            if holds is not None:
                (self.on if holds else self.off).add(e)
        if self.on & self.off or self.true & self.false:
            raise Contradiction
        self.follow_locations()
        self.follow_sources()
        self.follow_orders()

    def meet(self, a, b):
        """Whether two events that take place touch the same location."""
        x, y = (dict(self.test.events[e]["targets"]) for e in (a, b))
        if not set(x) & set(y):
            return False
        if (a, b) in self.loc or a == b:
            return True
        if (a, b) in self.no_loc:
            return False
        if len(x) == len(y) == 1 or (x == y and len(x) == 1):
            return True
        if x == y:
            return True
        here = {l for l in x if self.truth(x[l]) or len(x) == 1}
        there = {l for l in y if self.truth(y[l]) or len(y) == 1}
        if here & there:
            return True
        if all(self.truth(x[l]) is False or self.truth(y[l]) is False for l in set(x) & set(y)):
            return False
        return None

    def follow_locations(self):
        self.loc |= {(b, a) for a, b in self.rf | self.mo | self.loc} | self.rf | self.mo
        self.loc |= closure(self.loc)
        for pairs in (self.rf, self.mo):
            for a, b in pairs:
                if self.meet(a, b) is False:
                    raise Contradiction

    def may_read(self, w, r):
        return ((w, r) not in self.no_rf and w not in self.off and r not in self.off
                and self.test.compatible(w, r) and self.meet(w, r) is not False
                and not any(b == r and a != w for a, b in self.rf))

    def follow_sources(self):
        if self.rf & self.no_rf:
            raise Contradiction
        for r in self.test.reads & self.on:
            sources = [w for w in self.test.writes if self.may_read(w, r)]
            if not sources:
                raise Contradiction
            if len(sources) == 1:
                self.rf.add((sources[0], r))

    def follow_orders(self):
        test = self.test
        here = sorted(test.writes & self.on)
        for a in here:
            for b in here:
                if a == b or not self.meet(a, b):
                    continue
                if test.events[a]["initial"] or (b, a) in self.no_mo:
                    self.mo.add((a, b))
        self.mo |= closure(self.mo)
        for k, order in enumerate(self.order):
            order |= {(b, a) for a, b in self.no_order[k] if self.are_ordered(k, a, b)}
            order |= closure(order)
        if any(is_cyclic(order) for order in self.order):
            raise Contradiction
        if any(a == b or test.events[b]["initial"] or (a, b) in self.no_mo for a, b in self.mo):
            raise Contradiction

    def are_ordered(self, k, a, b):
        return False  # membership is the model's business

    # ---- what certainly is, and what may be ----

    def may_be_on(self):
        return set(range(len(self.test.events))) - self.off

    def together(self, pairs):
        return {(a, b) for a, b in pairs if a not in self.off and b not in self.off and self.test.compatible(a, b)}


class Rules:
    """Evaluates nodes of the program under facts; a set is kept as pairs (e, e)."""

    def __init__(self, structure, facts):
        self.test, self.facts = structure, facts
        self.known = {}
        self.recursive = {node: (set(), set()) for node, _ in structure.recursive}

    def breaks(self, check):
        node = self.least(check["node"])
        must, may = node
        if check["negated"]:  # the check asks for a cycle, a reflexive pair, a pair
            return {"acyclic": not is_cyclic(may), "irreflexive": all(a != b for a, b in may), "empty": not may}[
                check["kind"]]
        return {"acyclic": is_cyclic(must), "irreflexive": any(a == b for a, b in must), "empty": bool(must)}[
            check["kind"]]

    def least(self, node):
        """Recursive nodes grow from nothing until nothing is new."""
        while True:
            self.known = {}
            value = self.node(node)
            grown = {of: self.node(body) for of, body in self.test.recursive if of in self.needed(node)}
            if all(grown[of] == self.recursive[of] for of in grown):
                return value
            self.recursive.update(grown)

    def needed(self, root):
        if root not in self.test.cones:
            cone, pending = set(), [root]
            bodies = dict(self.test.recursive)
            while pending:
                node = pending.pop()
                if node is None or node in cone:
                    continue
                cone.add(node)
                _, _, left, right, payload = self.test.nodes[node]
                pending += [left, right, bodies.get(node)]
                if self.test.nodes[node][0] == "total-order":
                    pending.append(self.test.orders[payload])
            self.test.cones[root] = cone
        return self.test.cones[root]

    def node(self, number):
        if number not in self.known:
            self.known[number] = self.compute(number)
        return self.known[number]

    def compute(self, number):
        op, is_set, left, right, payload = self.test.nodes[number]
        if op == "empty":
            return set(), set()
        if op == "recursive":
            return self.recursive[number]
        if op == "base":
            return self.base(payload, is_set)
        if op == "total-order":
            return self.total_order(payload)
        must, may = self.node(left)
        if right is not None:
            other_must, other_may = self.node(right)
        on = {(e, e) for e in self.facts.on}
        live = {(e, e) for e in self.facts.may_be_on()}
        if op == "unite":
            return must | other_must, may | other_may
        if op == "intersect":
            return must & other_must, may & other_may
        if op == "subtract":
            return must - other_may, may - other_must
        if op == "complement":
            if is_set:
                return on - may, live - must
            everything = {(a, b) for a, _ in on for b, _ in on}
            possible = self.facts.together({(a, b) for a, _ in live for b, _ in live})
            return everything - may, possible - must
        if op == "sequence":
            return compose(must, other_must), self.facts.together(compose(may, other_may))
        if op == "inverse":
            return {(b, a) for a, b in must}, {(b, a) for a, b in may}
        if op == "closure":
            return closure(must), self.facts.together(closure(may))
        if op == "reflexive-closure":
            return closure(must) | on, self.facts.together(closure(may)) | live
        if op == "optional":
            return must | on, may | live
        if op == "product":
            return ({(a, b) for a, _ in must for b, _ in other_must},
                    self.facts.together({(a, b) for a, _ in may for b, _ in other_may}))
        if op == "identity-on":
            return must, may
        if op == "domain":
            return {(a, a) for a, _ in must}, {(a, a) for a, _ in may}
        if op == "range":
            return {(b, b) for _, b in must}, {(b, b) for _, b in may}
        raise ValueError(f"an operator {op} that nobody knows")

    def fixed(self, pairs):
        """Pairs that the test fixes hold where both events take place."""
        return {(a, b) for a, b in pairs if a in self.facts.on and b in self.facts.on}, self.facts.together(pairs)

    def total_order(self, k):
        facts = self.facts
        over_must, over_may = self.node(self.test.orders[k])
        may = {(a, b) for a, _ in over_may for b, _ in over_may if a != b and (b, a) not in facts.order[k]}
        must = {(a, b) for a, b in facts.order[k] if (a, a) in over_must and (b, b) in over_must}
        return must, facts.together(may)

    def base(self, name, is_set):
        test, facts = self.test, self.facts
        events = range(len(test.events))
        if isinstance(name, dict):
            pairs = {(e, e) for e in name["members"]} if is_set else {tuple(p) for p in name["pairs"]}
            return self.fixed(pairs)
        if name in SETS_BY_KIND:
            kinds = SETS_BY_KIND[name]
            return self.fixed({(e, e) for e in events if kinds is None or test.events[e]["kind"] in kinds})
        if name == "IW":
            return self.fixed({(e, e) for e in events if test.events[e]["initial"]})
        if name == "id":
            return self.fixed({(e, e) for e in events})
        if name == "int":
            unit = [event["unit"] for event in test.events]
            return self.fixed({(a, b) for a in events for b in events if unit[a] is not None and unit[a] == unit[b]})
        if name == "RMW":
            must, may = self.fixed(test.relations["rmw"])
            return {(e, e) for p in must for e in p}, {(e, e) for p in may for e in p}
        if name in test.relations:
            return self.fixed(test.relations[name])
        if name == "rf":
            return facts.rf, {(w, r) for w in test.writes for r in test.reads if facts.may_read(w, r)}
        if name == "loc":
            touching = [e for e in facts.may_be_on() if test.events[e]["targets"]]
            may = facts.together({(a, b) for a in touching for b in touching if facts.meet(a, b) is not False})
            must = {(a, b) for a, b in may if a in facts.on and b in facts.on and facts.meet(a, b)}
            return must, may
        if name == "mo":
            may = {(a, b) for a in test.writes for b in test.writes
                   if a != b and not test.events[b]["initial"] and facts.meet(a, b) is not False
                   and (b, a) not in facts.mo and (a, b) not in facts.no_mo}
            return facts.mo, facts.together(may)
        if name == "bar":
            may = {(a, b) for a, b, when in test.barriers
                   if facts.truth(when) is not False and (a, b) not in facts.no_bar}
            must = {(a, b) for a, b, when in test.barriers
                    if a in facts.on and b in facts.on and ((a, b) in facts.bar or facts.truth(when))}
            return must, facts.together(may)
        raise ValueError(f"a relation {name} that nobody knows")
