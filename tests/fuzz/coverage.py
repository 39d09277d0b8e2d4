#!/usr/bin/env python3
"""What the harnesses reach with all that they have kept, by folder.

  coverage.py FUZZER CORPORA [--unreached FOLDER]

Prints a table: of each folder's functions those that were entered, of their edges (ways from one block to the next) those that
were taken. Functions that the compiler has put into others count as parts of these. With --unreached: the functions of a folder
that were not entered, by file.
"""

import argparse
import os
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def functions(fuzzer, corpora):
    """(PC, edges, taken) of each function."""
    told = subprocess.run([fuzzer, "coverage", corpora], stdout=subprocess.PIPE, text=True, check=True)
    return [(word, int(edges), int(taken)) for word, edges, taken in map(str.split, told.stdout.splitlines())]


def places(fuzzer, pcs):
    """(name, file) of each."""
    told = subprocess.run(["llvm-symbolizer", "--no-inlines", "--demangle", f"--obj={fuzzer}"], input="\n".join(pcs), stdout=subprocess.PIPE,
                          text=True, check=True)
    for block in told.stdout.strip().split("\n\n"):
        name, _, place = block.partition("\n")
        yield name, place.rsplit(":", 2)[0]


def folder_of(file):
    """`runtime-exec/kernels` of its files; nothing for what is not clmm's own or is generated."""
    path = Path(os.path.normpath(file))
    if not path.is_relative_to(ROOT):
        return None
    parts = path.relative_to(ROOT).parts
    if parts[0] in ("build", "tests") or len(parts) < 2:
        return None
    return "/".join(parts[:2]) if parts[0] == "runtime-exec" else parts[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("fuzzer")
    parser.add_argument("corpora")
    parser.add_argument("--unreached", metavar="FOLDER")
    options = parser.parse_args()
    counted = functions(options.fuzzer, options.corpora)
    sums, missed = defaultdict(lambda: [0, 0, 0, 0]), defaultdict(set)
    for (_, edges, taken), (name, file) in zip(counted, places(options.fuzzer, [pc for pc, *_ in counted]), strict=True):
        folder = folder_of(file)
        if folder is None:
            continue
        for i, more in enumerate((1, taken > 0, edges, taken)):
            sums[folder][i] += more
        if taken == 0:
            missed[folder].add((str(Path(file).name), name))
    if options.unreached:
        for file, name in sorted(missed[options.unreached]):
            print(f"{file}: {name}")
        return
    print("| folder | functions | entered | edges | taken |\n|---|---:|---:|---:|---:|")
    total = [sum(column) for column in zip(*sums.values())]
    for folder, (all_functions, entered, edges, taken) in [*sorted(sums.items()), ("together", total)]:
        print(f"| {folder} | {all_functions:,} | {100 * entered / all_functions:.0f} % | {edges:,} | {100 * taken / edges:.0f} % |")


if __name__ == "__main__":
    sys.exit(main())
