#!/usr/bin/env python3
"""Proofs of forbidden conditions are accepted by the checker, and damaged ones are not.

  proofs.py [--damage N] [--jobs N] [-m MODEL] FILE.litmus|FOLDER...

Asks `clmm check --proof` and `--dump=structure` of every test, and the checker of each proof. Of every proof
that needs lemmas, --damage N makes N damaged ones: it is cut short, without its lemmas, with a lemma that claims
everything, with the wrong question, of another test, of an event or an axiom that is not there. All of these are
rejected. And N with one literal of a lemma left out or about another event: those are counted, not judged, since what
is left may follow from the same axiom and be a proof as good as the one that it was.
$CLMM is the program.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import proof_check  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
CLMM = os.environ.get("CLMM", str(ROOT / "build/release/bin/clmm"))


def tests_in(names):
    for name in map(Path, names):
        yield from sorted(name.rglob("*.litmus")) if name.is_dir() else [name]


def ask(*words):
    return subprocess.run([CLMM, "check", *words], capture_output=True, text=True, errors="replace")


def is_accepted(structure, head, lines, shown=None):
    try:
        proof_check.check_proof(structure, head, lines, shown)
    except proof_check.Rejected:
        return False
    return True


def certain_damage(head, lines):
    """Proofs that are none, whatever the test is."""
    lemmas, end = lines[:-1], lines[-1]
    yield "cut short", head, lines[:-1]
    yield "a lemma lost on the way", head, lemmas[1:] + [end]
    yield "without lemmas", head, [{"end": 0}]
    yield "a lemma that claims everything", head, [{"never": []}, {"end": 1}]
    yield "of another test", {**head, "hash": "0" + head["hash"][1:]} if head["hash"][0] != "0" else {
        **head, "hash": "1" + head["hash"][1:]}, lines
    yield "of another question", {**head, "forbidden": not head["forbidden"]}, lines
    yield "of a model with a switch set", {**head, "model": head["model"] + "+thin-air=sb"}, lines
    yield "of a model without an axiom", {**head, "model": head["model"] + " without coherence"}, lines
    other = "sb" if head["forbid-thin-air"] == "none" else "none"
    yield "of other values out of thin air", {**head, "forbid-thin-air": other}, lines
    yield "that does not say what is excluded", {k: v for k, v in head.items() if k != "forbid-thin-air"}, lines
    yield "of an event that is not there", head, [{"never": ["rf 0 9999"]}, *lemmas, {"end": len(lines)}]
    yield "of an axiom that is not there", head, [{**lemma, "axiom": "no-such-axiom"} for lemma in lemmas] + [end]


def changed_literals(structure, head, lines, rng, count):
    """A literal left out, or of another event."""
    lemmas, end = lines[:-1], lines[-1]
    places = [(i, j) for i, lemma in enumerate(lemmas) for j in range(len(lemma["never"]))]
    for i, j in rng.sample(places, min(count, len(places))):
        literals = list(lemmas[i]["never"])
        words = literals.pop(j).split()
        if rng.random() < 0.5:
            words[1] = str(rng.randrange(len(structure["events"])))
            literals.insert(j, " ".join(words))
        if literals != lemmas[i]["never"]:
            yield head, [*lemmas[:i], {**lemmas[i], "never": literals}, *lemmas[i + 1:], end]


def try_test(job):
    """(proofs, lemmas, damaged, damaged and accepted, problems)"""
    test, models, damage, seed = job
    options = [word for model in models for word in ("-m", model)]
    problems, damaged, kept, lemma_count, proofs = [], 0, 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "proof.jsonl"
        run = ask(str(test), *options, "--verdict", "--witness", "never", "--timeout", "20", "--proof", str(file))
        if run.returncode not in (0, 1, 3):
            return 0, 0, 0, 0, [f"exit code {run.returncode}"] if run.returncode != 2 else []
        found = proof_check.read_proofs(file.read_text())
        if not found:
            return 0, 0, 0, 0, []
        structures = {}
        for line in ask(str(test), *options, "--dump", "structure").stdout.splitlines():
            data = json.loads(line)
            structures[data["model"]] = data
    rng = random.Random(f"{seed} {test.name}")
    for head, lines in found:
        structure = structures[head["model"]]
        proofs += 1
        lemma_count += len(lines) - 1
        shown = set()  # no lemma of the test is looked at twice
        try:
            proof_check.check_proof(structure, head, lines, shown)
        except proof_check.Rejected as problem:
            problems.append(f"{head['model']}: rejected: {problem}")
            continue
        if not damage or is_accepted(structure, head, [{"end": 0}]):
            continue  # the values alone forbid it: there is nothing to damage
        for what, *bad in certain_damage(head, lines):
            damaged += 1
            if is_accepted(structure, *bad, shown):
                problems.append(f"{head['model']}: accepted though {what}")
        for bad in changed_literals(structure, head, lines, rng, damage):
            damaged += 1
            kept += is_accepted(structure, *bad, shown)
    return proofs, lemma_count, damaged, kept, problems


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--damage", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--least", type=int, default=1, help="proofs that there are at least")
    parser.add_argument("-m", dest="models", action="append", default=[])
    parser.add_argument("tests", nargs="+")
    options = parser.parse_args()
    jobs = [(test, options.models, options.damage, options.seed) for test in tests_in(options.tests)]
    totals, failed = [0, 0, 0, 0], 0
    with ProcessPoolExecutor(options.jobs) as pool:
        for job, (*counts, problems) in zip(jobs, pool.map(try_test, jobs)):
            totals = [a + b for a, b in zip(totals, counts)]
            failed += len(problems)
            for problem in problems:
                print(f"{job[0]}: {problem}")
    proofs, lemmas, damaged, kept = totals
    print(f"{len(jobs)} tests, {proofs} proofs of {lemmas} lemmas, {failed} problems; {damaged} damaged proofs, of which "
          f"{kept} prove it as well; seed {options.seed}")
    return 1 if failed or proofs < options.least else 0


if __name__ == "__main__":
    sys.exit(main())
