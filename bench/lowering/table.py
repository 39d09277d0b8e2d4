#!/usr/bin/env python3
"""The table of docs/lowering.md: shipped mappings on all tests of a size.

  table.py --size N [--time SECONDS] [--jobs J] [MAPPING...] [-- ARGS of clmm lower]

prints a line of Markdown for each mapping: what was decided, how many tests, in which time of the processors,
tests a minute of one processor. A mapping that takes longer than the time given is a line that says so. $CLMM is
the program."""

import argparse
import json
import os
import resource
import subprocess
import sys

CLMM = os.environ.get("CLMM", "build/release/bin/clmm")


def mappings():
    text = subprocess.run([CLMM, "lower", "--mappings"], capture_output=True, text=True, check=True).stdout
    return [line.split()[0] for line in text.splitlines()]


def verdict(found):
    counts = found["counts"]
    if counts["broken"]:
        return f"broken ({counts['broken']})"
    if "ended" in found:
        return "no counterexample until " + found["ended"]
    if counts["unknown"] or counts["not_lowered"]:
        return f"sound but for {counts['unknown']} unknown, {counts['not_lowered']} not lowered"
    return "sound"


def processor_time():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main():
    before, own = sys.argv[1:], []
    if "--" in before:
        at = before.index("--")
        before, own = before[:at], before[at + 1 :]
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--size", type=int, required=True)
    options.add_argument("--time", type=int, default=300)
    options.add_argument("--jobs", type=int, default=2)
    options.add_argument("mappings", nargs="*")
    chosen = options.parse_args(before)
    print("| mapping | source | tests | CPU seconds | a CPU minute | |\n|---|---|---|---|---|---|")
    for name in chosen.mappings or mappings():
        command = [CLMM, "lower", "--mapping", name, "--size", str(chosen.size), "--json"]
        command += ["--timeout", str(chosen.time), "-j", str(chosen.jobs)] + own
        start = processor_time()
        done = subprocess.run(command, capture_output=True, text=True)
        took = max(processor_time() - start, 0.01)
        if done.returncode not in (0, 1, 3):
            sys.exit(f"{' '.join(command)}: {done.stderr}")
        found = json.loads(done.stdout)
        tests = found["counts"]["tests"]
        print(
            f"| `{name}` | {found['source_model']} | {tests} | {took:.1f} | {tests / took * 60:.0f} | {verdict(found)} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
