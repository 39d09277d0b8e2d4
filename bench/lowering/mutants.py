#!/usr/bin/env python3
"""The table of mutants of docs/lowering.md: correct mappings, each made weaker in one place.

  mutants.py [--time SECONDS] [--full] [MAPPING...]

runs clmm lower --mutants of each mapping on several sets of tests, each for so many seconds at most (default 20),
and prints a line of Markdown for each mapping: how many mutants, how many of them some test breaks, how many all
tests of a set leave as good while none breaks them, and how many have neither. Behind the table stand those that
no test broke. Without --full the large sets are sampled: such a set refutes, and leaves nothing as good. Without
names: the shipped mappings whose status says that they are correct. $CLMM is the program."""

import argparse
import os
import re
import subprocess
import sys

CLMM = os.environ.get("CLMM", "build/release/bin/clmm")
ALL = ["--threads", "2", "--no-plain"]
# What the tests are, and one of how many is taken.
SETS = [
    (["--size", "4", "--fences", "0", "--rmw", "none"], 1),
    (["--size", "2", "--fences", "0", "--rmw", "exchange,add,sub,or,xor,and", "--cas"], 1),
    (["--size", "4", "--fences", "2", "--rmw", "none"], 30),
    (["--size", "4", "--fences", "0", "--rmw", "exchange"], 80),
    (["--size", "4", "--fences", "0", "--rmw", "none", "--cas"], 80),
]
MUTANT = re.compile(r"^(\S.*: .* -> .*)$")


def mappings():
    text = subprocess.run([CLMM, "lower", "--mappings"], capture_output=True, text=True, check=True).stdout
    return [line.split()[0] for line in text.splitlines() if line.endswith("correct)")]


def run(name, tests, part, seconds):
    """By mutant: `refuted`, `good` or `unknown`."""
    command = [CLMM, "lower", "--mapping", name, "--mutants", "-j", "1", "--timeout", str(seconds)]
    command += ALL + tests + (["--shard", f"1/{part}"] if part > 1 else [])
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode not in (0, 1, 3):
        sys.exit(f"{' '.join(command)}: {done.stderr}")
    found, lines = {}, done.stdout.splitlines()
    for line, below in zip(lines, lines[1:]):
        if MUTANT.match(line) and below.startswith("  "):
            is_good = below.startswith("  as good") and part == 1
            found[line] = "refuted" if below.startswith("  refuted") else "good" if is_good else "unknown"
    return found


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--time", type=int, default=20)
    options.add_argument("--full", action="store_true")
    options.add_argument("mappings", nargs="*")
    chosen = options.parse_args()
    print("| mapping | mutants | refuted | as good | neither |\n|---|--:|--:|--:|--:|")
    left, sums = [], [0, 0, 0]
    for name in chosen.mappings or mappings():
        verdicts = {}
        for tests, part in SETS:
            for mutant, verdict in run(name, tests, 1 if chosen.full else part, chosen.time).items():
                verdicts.setdefault(mutant, set()).add(verdict)
        counts = [0, 0, 0]
        for mutant, all_of_it in verdicts.items():
            kind = 0 if "refuted" in all_of_it else 1 if "good" in all_of_it else 2
            counts[kind] += 1
            if kind != 0:
                left.append(f"{name}: {mutant} ({['', 'as good', 'neither'][kind]})")
        sums = [a + b for a, b in zip(sums, counts)]
        print(f"| `{name}` | {sum(counts)} | " + " | ".join(map(str, counts)) + " |", flush=True)
    print(f"| all | {sum(sums)} | " + " | ".join(map(str, sums)) + " |\n\n" + "\n".join(left))


if __name__ == "__main__":
    main()
