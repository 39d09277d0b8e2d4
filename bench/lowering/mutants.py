#!/usr/bin/env python3
"""The mutants of docs/lowering-mutants.md: each mapping that is right, made weaker in one place.

  mutants.py decide FOLDER [MAPPING...]   decide them, and keep in the folder what is found; goes on where it ended
  mutants.py page FOLDER                  print the page of what the folder has
  mutants.py check [MAPPING[:OPERATION]...]
                                          decide those of these mappings (default: a small one), of lines about an
                                          operation alone, and hold the page against that; exit code 1 where they differ

A mutant is held against the sets of tests that are about its line, smaller ones first, until a test breaks. $CLMM is
the program."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import table

CLMM = os.environ.get("CLMM", "build/release/bin/clmm")
PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "lowering-mutants.md"
QUICK = ["c11-x86-mfence"]  # what a test holds each time
HEAD = re.compile(r"^(\d+)  (?:(\S+): (.*)|\d+ lines of table (\w+))$")
NO_TEST = ["open", "no test has the line"]  # other lines come before it, or no test has the operation
PARTS = 16  # one of so many tests is asked first
WITH_PLAIN = ["opencl-vulkan"]  # where only accesses that are not atomic have to be made available and visible
ORDERS = ["relaxed", "acquire", "release", "acq_rel", "seq_cst"]


def mappings():
    return [name for name in table.right_ones() if table.kind_of(name) != table.AMDGPU]


def clmm(*arguments):
    done = subprocess.run([CLMM, "lower", *arguments], capture_output=True, text=True)
    if done.returncode not in (0, 1, 3):
        sys.exit(f"{CLMM} lower {' '.join(arguments)}: {done.stderr}")
    return done.stdout.splitlines()


class Mutant:
    def __init__(self, head, change):
        self.number, self.place, self.line, self.table = HEAD.match(head).groups()
        self.change = change.strip()
        self.which = 1  # of those that read the same
        operation, *words = (self.line or f"table{self.table}").split("=>")[0].replace(",", " ").split()
        self.operation, _, self.kind = operation.partition(".")
        self.orders = [each for each in words if each in ORDERS] or ORDERS

    def key(self):
        """What it is, wherever it stands."""
        return (self.line or f"table {self.table}") + " | " + self.change + f" | {self.which}"


def mutants_of(name):
    """… of a mapping, or `MAPPING:OPERATION`."""
    name, _, operation = name.partition(":")
    lines = clmm("--mapping", name, "--show", "--mutants")
    made, seen = [], {}
    for head, change in zip(lines[::2], lines[1::2]):
        made.append(Mutant(head, change))
        made[-1].which = seen[made[-1].key()] = seen.get(made[-1].key(), 0) + 1
    return [each for each in made if not operation or f"{each.operation}.{each.kind}".startswith(operation)]


def sets_for(mutant, name):
    """Sets of tests, small ones first."""
    own = sets_about(mutant)
    if name in WITH_PLAIN:
        own += [[each for each in tests if each != "--no-plain"] for tests in own if "--no-plain" in tests]
    return own


def sets_about(mutant):
    """… whatever the mapping is."""
    few = ["--orders", ",".join(each for each in ORDERS if each in {"relaxed", "acquire", "release", *mutant.orders})]
    pair = ["--threads", "2", "--no-plain"]
    # By what a line is about: read-modify-writes of a kind, compare-exchanges, fences …
    if mutant.operation == "rmw":
        own = pair + ["--rmw", mutant.kind or "exchange"] + few
        return [["--size", "3", "--fences", "1"] + own, ["--size", "4", "--fences", "0"] + own]
    if mutant.operation == "cas":
        own = pair + ["--rmw", "none", "--cas"] + few
        return [["--size", "3", "--fences", "0"] + own, ["--shard", f"1/{PARTS}", "--size", "4", "--fences", "0"] + own]
    if mutant.operation == "fence":
        own = ["--size", "4", "--fences", "2", "--rmw", "none", "--no-plain"]
        return [own + ["--threads", "2"], own]
    if mutant.operation == "barrier":
        own = ["--threads", "2", "--fences", "0", "--rmw", "none", "--barriers", "--places", "--regions"]
        own += ["--scopes", "work_group,device"]
        return [["--size", "2"] + own, ["--size", "3", "--orders", "relaxed"] + own]
    if mutant.table and mutant.change.split()[0] in ORDERS:
        own = pair + ["--rmw", "exchange"]
        few = ["--orders", ",".join({"relaxed": 0, "acquire": 0, "release": 0, mutant.change.split()[0]: 0})]
        return [["--size", "3", "--fences", "1"] + own + few, ["--size", "4", "--fences", "0"] + own + few]
    if mutant.table:
        own = ["--size", "4", "--fences", "0", "--rmw", "none", "--places", "--orders", "relaxed,acquire,release"]
        own += pair + ["--scopes", "work_group,device,all_devices"]
        swapped = {"4": "3", "none": "exchange"}  # read-modify-writes may be the only ones with scopes
        return [own, [swapped.get(each, each) for each in own]]
    return [["--size", "4", "--threads", "2", "--fences", "0", "--rmw", "none"],
            ["--size", "4", "--fences", "0", "--rmw", "none"],
            ["--size", "3", "--fences", "2"],
            ["--size", "4", "--fences", "1", "--rmw", "none", "--no-plain"],
            ["--size", "5", "--threads", "2", "--fences", "0", "--rmw", "none", "--no-plain"]]


def decide(name, keep):
    """By key: [verdict, what says so], with `keep` called after each set of tests."""
    mapping = name.partition(":")[0]
    found = {}
    waiting = {}
    for mutant in mutants_of(name):
        for stage, tests in enumerate(sets_for(mutant, mapping)):
            if stage > 0 and tests[0] != "--shard":  # most are refuted by a part of the tests
                waiting.setdefault((stage, ("--shard", f"1/{PARTS}", *tests)), []).append(mutant)
            waiting.setdefault((stage, tuple(tests)), []).append(mutant)
    for (_, tests), mutants in sorted(waiting.items(), key=lambda each: (each[0][0], each[0][1][0] != "--shard")):
        left = [each for each in mutants if found.get(each.key(), ["as good", 0])[0] == "as good"]
        if not left:
            continue
        numbers = ",".join(each.number for each in left)
        command = ["--mapping", mapping, "--mutant", numbers, "-j", "1", *tests]
        command += table.READINGS.get(mapping, "").split()
        take(clmm(*command), left, found, "--shard" not in tests)
        keep(found)
    return found


def take(lines, mutants, found, is_whole):
    by_number = {each.number: each for each in mutants}
    for head, said in zip(lines, lines[2:]):
        start = HEAD.match(head)
        if not start or start[1] not in by_number:
            continue
        key, said = by_number[start[1]].key(), said.strip()
        refuted = re.match(r"refuted by (.*), test \d+$", said)
        good = re.match(r"as good up to this size: (\d+) tests$", said)
        known = found.get(key, ["as good", 0])
        if refuted:
            found[key] = ["refuted", refuted[1]]
        elif not is_whole:
            continue
        elif good:
            found[key] = ["as good", known[1] + int(good[1])]
        elif said.startswith("no code"):
            found[key] = ["no code", said]
        elif said != "unknown: no test of these has the line":
            found[key] = ["open", said]


def rows(name, found):
    for mutant in mutants_of(name):
        verdict, why = found.get(mutant.key(), NO_TEST)
        said = {"refuted": f"`{why}`", "as good": f"as good: {why} tests"}.get(verdict, why)
        where = mutant.line.split("=>")[0].strip() if mutant.line else f"table {mutant.table}"
        yield f"| `{name.partition(':')[0]}` | `{where}` | `{mutant.change}` | {said} |".replace(" -> ", " → ")


def page(folder):
    kept = {name: json.loads((folder / f"{name}.json").read_text()) for name in mappings()
            if (folder / f"{name}.json").exists()}
    print((PAGE.parent / "lowering" / "mutants-head.md").read_text())
    print("| mapping | mutants | refuted | as good | neither |\n|---|--:|--:|--:|--:|")
    sums = [0, 0, 0, 0]
    for name, found in kept.items():
        verdicts = [found.get(each.key(), NO_TEST)[0] for each in mutants_of(name)]
        counts = [len(verdicts), verdicts.count("refuted"), verdicts.count("as good")]
        counts.append(counts[0] - counts[1] - counts[2])
        sums = [a + b for a, b in zip(sums, counts)]
        print(f"| `{name}` | " + " | ".join(map(str, counts)) + " |")
    print("| all | " + " | ".join(map(str, sums)) + " |\n")
    print("| mapping | line | without | what says so |\n|---|---|---|---|")
    for name, found in kept.items():
        print("\n".join(rows(name, found)))
    left = [name for name in mappings() if name not in kept]
    if left:
        print("\nNot run: " + ", ".join(f"`{name}`" for name in left) + ".")


def main():
    what = sys.argv[1:]
    if len(what) > 1 and what[0] == "decide":
        folder = Path(what[1])
        folder.mkdir(parents=True, exist_ok=True)
        for name in what[2:] or mappings():
            done = folder / f"{name}.json"
            if not done.exists():
                done.write_text(json.dumps(decide(name, lambda _: None), indent=1))
                print(name, flush=True)
    elif len(what) == 2 and what[0] == "page":
        page(Path(what[1]))
    elif what[:1] == ["check"]:
        text = PAGE.read_text().splitlines()
        missing = [row for name in what[1:] or QUICK for row in rows(name, decide(name, lambda _: None))
                   if row not in text]
        for row in missing:
            print(f"{PAGE.name} has not: {row}", file=sys.stderr)
        sys.exit(1 if missing else 0)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
