#!/usr/bin/env python3
"""All tests of a size as real compilers make them: the table of docs/compilers.md.

  compilers.py decide FOLDER [--time SECONDS] [--jobs J] [--shard K/N] [COMPILER...]
  compilers.py page FOLDER [COMPILER...]

`decide` gives each compiler (default: clang 19 for each machine, clang 15 for SPIR-V, at -O0 and -O2) each set of tests that is about its
language (SETS), and keeps in the folder how far it came, so that it may be ended and given again. `page` prints what
the folder has as a table. $CLMM is the program."""

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path

import table

PROCESSORS = ["x86_64", "aarch64", "riscv64", "ppc64le"]
GPUS = ["nvptx64", "gfx90a", "gfx90a_tgsplit", "gfx942", "gfx942_tgsplit", "gfx1100", "gfx1100_cu", "gfx1200", "gfx1200_cu"]
COMPILERS = [f"clang-19:{machine} -O{level}" for machine in PROCESSORS + GPUS for level in (2, 0)]
COMPILERS += [f"clang-19:aarch64 -O{level} -march=armv8.3-a" for level in (2, 0)]
COMPILERS += [f"clang-15:spir64 -O{level}" for level in (2, 0)]

# Name, what `clmm lower --size` is given, and whether it is about C or OpenCL C.
SETS = [
    ("two fences", "--size 3", "C"),
    ("read-modify-writes that compute", "--size 3 --fences 0 --rmw add,or,and", "C"),
    ("compare-exchanges", "--size 3 --fences 0 --rmw none --cas", "C"),
    ("scopes and places", "--size 3 --fences 0 --scopes work_group,device --places --orders relaxed,acquire,release,acq_rel", "OPENCL"),
    ("fences", "--size 3 --threads 2 --fences 2 --rmw none --scopes device", "OPENCL"),
    ("regions and barriers", "--size 3 --threads 2 --fences 1 --rmw none --regions --barriers --places --scopes work_group", "OPENCL"),
    ("compare-exchanges", "--size 3 --threads 2 --fences 0 --rmw none --cas --scopes device", "OPENCL"),
]


def language_of(compiler):
    machine = re.search(r":(\w+)", compiler)
    return "C" if machine and machine[1] in PROCESSORS else "OPENCL"


def kept_as(folder, compiler, number):
    name = re.sub(r"[^\w.-]+", "_", compiler)
    return table.Kept(folder, name, number)


def decide(chosen):
    for number, (what, tests, language) in enumerate(SETS):
        for compiler in chosen.compilers or COMPILERS:
            kept = kept_as(chosen.folder, compiler, number)
            known = kept.read()
            if language != language_of(compiler) or (known is not None and "ended" not in known):
                continue
            command = [table.CLMM, "lower", "--compiler", compiler, "--json", "-j", str(chosen.jobs)]
            command += ["--timeout", str(chosen.time), "--shard", chosen.shard] + tests.split()
            known = kept.go_on(command, known)
            print(f"{what}, {compiler}: {known['counts']}", flush=True)


def page(chosen):
    print("| tests | compiler | tests | sound | undefined | broken | not compiled, not read | unknown |")
    print("|---|---|--:|--:|--:|--:|--:|--:|")
    for number, (what, tests, language) in enumerate(SETS):
        for compiler in chosen.compilers or COMPILERS:
            known = kept_as(chosen.folder, compiler, number).read()
            if language != language_of(compiler):
                continue
            if known is None or "ended" in known:
                print(f"| {what}: `{tests}` | `{compiler}` | not run | | | | | |")
                continue
            keys = ["tests", "sound", "undefined", "broken", "not_lowered", "unknown"]
            counts = " | ".join(str(known["counts"][key]) for key in keys)
            print(f"| {what}: `{tests}` | `{compiler}` | {counts} |")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("what", choices=["decide", "page"])
    options.add_argument("folder", type=Path)
    options.add_argument("--time", type=int, default=300)
    options.add_argument("--jobs", type=int, default=2)
    options.add_argument("--shard", default="1/1")
    options.add_argument("compilers", nargs="*", metavar="COMPILER")
    chosen = options.parse_intermixed_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    (decide if chosen.what == "decide" else page)(chosen)


if __name__ == "__main__":
    sys.exit(main())
