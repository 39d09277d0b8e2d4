#!/usr/bin/env python3
"""Explicit engine, SMT engine and naive oracle on all generated tests of two threads, and on drawn larger ones, shard by shard.

  tests/cross/three-ways/three_ways.py RECORD [--shards N] [--tests N] [--minutes M] [--only FILTER] [--explicit] [--program CROSS]

Without --only these are the oracle's own tests of two threads and drawn ones. `--only '*Vocabularies*/0'` is all that `clmm generate`
makes of two threads with up to four accesses: loads and stores of all orders, scopes, regions and placements (966,915 under
each model); /1 and /2 have up to three and four accesses with a fence, exchanges, plain accesses and branches besides.
--explicit leaves out the SMT engine, which takes most of the time.

RECORD is a file of one JSON object a line, one for each shard that is done: what is in it is not asked again, so the command can
be ended and begun again. At the end, and after each shard with -v, it says how many tests each model was asked for, and how many
the three do not agree on; exit code 1 where there are any. Shard I of N is every Nth test from the Ith on: with another N
another record is needed. Shards are taken in an order that spreads over all of them, so that a part of them is a sample.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
LINE = re.compile(r"^(.*): (\d+) tests, (\d+) differ$", re.MULTILINE)
STRIDE = 7919  # a prime, which no number of shards that is not its multiple shares


def ask(program, shard, options):
    environment = {**os.environ, "CLMM_CROSS_SHARD": f"{shard}/{options.shards}", "CLMM_CROSS_TESTS": str(options.tests)}
    if options.explicit:
        environment["CLMM_CROSS_ENGINES"] = "explicit"
    ran = subprocess.run([program, f"--gtest_filter={options.only}"], env=environment, capture_output=True, text=True)
    found = {what: [int(tests), int(differ)] for what, tests, differ in LINE.findall(ran.stdout)}
    if not found or (ran.returncode != 0 and not any(differ for _, differ in found.values())):
        sys.exit(f"three_ways: shard {shard} ended with {ran.returncode}\n{ran.stdout[-2000:]}{ran.stderr[-2000:]}")
    return found, ran.stdout if ran.returncode != 0 else ""


def told(done):
    tests, differ = Counter(), Counter()
    for found in done.values():
        for what, (asked, different) in found.items():
            tests[what] += asked
            differ[what] += different
    for what in tests:
        print(f"{what}: {tests[what]} tests, {differ[what]} differ")
    print(f"{len(done)} shards: {sum(tests.values())} tests, {sum(differ.values())} differ", flush=True)
    return sum(differ.values())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("record", type=Path)
    parser.add_argument("--shards", type=int, default=100_000)
    parser.add_argument("--tests", type=int, default=100_000, help="drawn larger tests, in all shards")
    parser.add_argument("--only", default="*/AllThree.*", help="tests of the program, as gtest takes them")
    parser.add_argument("--explicit", action="store_true", help="not the SMT engine")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--program", default=str(ROOT / "build/release/tests/cross"))
    parser.add_argument("-v", action="store_true")
    options = parser.parse_args()
    done = {}
    about = {"shards": options.shards, "drawn": options.tests, "only": options.only, "explicit": options.explicit}
    if options.record.exists():
        for line in options.record.read_text().splitlines():
            entry = json.loads(line)
            if any(entry[name] != value for name, value in about.items()):
                sys.exit(f"three_ways: {options.record} has other shards, for it began with other options: {entry}")
            done[entry["shard"]] = entry["found"]
    end = time.monotonic() + 60 * options.minutes
    for number in range(options.shards):
        shard = number * STRIDE % options.shards
        if shard in done:
            continue
        if time.monotonic() > end:
            break
        done[shard], text = ask(options.program, shard, options)
        with options.record.open("a") as record:
            print(json.dumps({"shard": shard, **about, "found": done[shard]}), file=record, flush=True)
        if text:
            print(text, flush=True)
        if options.v:
            told(done)
    return 1 if told(done) else 0


if __name__ == "__main__":
    sys.exit(main())
