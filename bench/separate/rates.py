#!/usr/bin/env python3
"""How many tests `clmm separate` makes and decides: the table in docs/performance.md.

  rates.py [quick]

prints a line of Markdown for each bound: the tests up to names, the processor time (user and system) to make them all and
decide almost none, to decide them under both models with one job and with two; the time that passed with two, and their
memory at most; and what one job makes and decides a second of processor time. On an idle machine with two processors
the last line has the time in which all tests of two threads and four accesses are decided. `quick` leaves
out the largest. $CLMM is the program."""

import os
import re
import shlex
import subprocess
import sys
import tempfile
import time

CLMM = os.environ.get("CLMM", "build/release/bin/clmm")
PAIR = "opencl-3.0 opencl-3.0+local-scope=as-written"
ALL = "--scopes work_group,device,all_devices --regions --places"
BOUNDS = [  # what it is, and what clmm is given
    ("orders", "--threads 2 --size 2"),
    ("orders", "--threads 2 --size 3"),
    ("orders", "--threads 2 --size 4"),
    ("orders", "--threads 2 --size 5"),
    ("orders", "--threads 3 --size 4"),
    ("orders, scopes, regions, placements", f"--threads 2 --size 2 {ALL}"),
    ("orders, scopes, regions, placements", f"--threads 2 --size 3 {ALL}"),
    ("orders, scopes, regions, placements", f"--threads 2 --size 4 {ALL}"),
]


def took(words):
    """Seconds of processor time, how many tests were looked at, seconds that passed, memory in MiB."""
    with tempfile.TemporaryFile() as out:
        began = time.monotonic()
        process = subprocess.Popen([CLMM, *shlex.split(words)], stdout=out, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        passed = time.monotonic() - began
        out.seek(0)
        said = re.search(rb"^(\d+) tests?: (\d+) decided, (\d+) larger", out.read(), re.M)
    if os.waitstatus_to_exitcode(status) != 0 or said is None or int(said[1]) != int(said[2]) + int(said[3]):
        sys.exit(f"rates.py: clmm {words}: not every test is decided")
    return usage.ru_utime + usage.ru_stime, int(said[1]), passed, usage.ru_maxrss / 1024


def main():
    if sys.argv[1:] not in ([], ["quick"]):
        print(__doc__, file=sys.stderr)
        return 2
    print("| vocabulary | threads | accesses | tests | made in | decided in, one job | two jobs "
          "| passed | memory | made a second | decided a second |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
    for what, words in BOUNDS[:-1] if sys.argv[1:] else BOUNDS:
        command = f"separate {PAIR} --fences 0 {words}"
        made, *_ = took(f"{command} --jobs 1 --shard 1/1000000000")
        one, tests, *_ = took(f"{command} --jobs 1")
        two, _, passed, memory = took(f"{command} --jobs 2")
        given = dict(zip(words.split()[::2], words.split()[1::2]))
        print(f"| {what} | {given['--threads']} | {given['--size']} | {tests:,} | {made:.2f} s | {one:.2f} s | {two:.2f} s "
              f"| {passed:.2f} s | {memory:.0f} MiB | {tests / made:,.0f} | {tests / one:,.0f} |", flush=True)
    return 0


sys.exit(main())
