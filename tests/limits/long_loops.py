#!/usr/bin/env python3
"""Loops and calls that constants decide and that nobody can follow to their end: clmm ends within
100 ms of its time limit, in processor time, and says Unknown and why.

$CLMM is the program."""

import os
import pathlib
import resource
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
CLMM = os.environ.get("CLMM", str(ROOT / "build/release/bin/clmm"))
LIMITS = (0.05, 0.3)
SPARE = 0.1  # seconds
REASONS = ("timeout", "for longer than is followed", "may go on beyond")

BODIES = {
    "nested": "for (int i = 0; i < 4000; i++) for (int j = 0; j < 4000; j++) s += i ^ j;",
    "deep": "for (int i = 0; i < 1000000000; i++) for (int j = 0; j < 1000000000; j++) { }",
    "while": "int i = 0; while (i < 4000) { int j = 0; while (j < 4000) { s += j; j++; } i++; }",
    "do": "int i = 0; do { int j = 0; do { s -= j; j++; } while (j < 4000); i++; } while (i < 4000);",
    "calls": "s = twice(60);",
    "calls in loops": "for (int i = 0; i < 4000; i++) s += twice(12);",
    "array": "int a[16]; for (int i = 0; i < 16; i++) a[i] = i; "
             "for (int i = 0; i < 4000; i++) for (int j = 0; j < 4000; j++) a[j & 15] += a[i & 15];",
}
FUNCTION = "int twice(int n) { return n <= 0 ? 1 : twice(n - 1) + twice(n - 1); }\n"


def litmus(body):
    return ("OPENCL loops\n{ int x = 0; }\n" + FUNCTION +
            "P0@wg 0, dev 0 (global int* x) { int s = 0; " + body + " *x = s; }\n"
            "P1@wg 0, dev 0 (global int* x) { int r0 = *x; }\nexists (1:r0=1)\n")


def kernel(body):
    return FUNCTION + "kernel void k(global int* x) { int s = 0; " + body + " x[0] = s; }\n"


def used():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def problem_of(words, limit):
    before = used()
    run = subprocess.run([CLMM, "check", *words, "--timeout", str(limit), "-j1"],
                         capture_output=True, text=True)
    time = used() - before
    if run.returncode != 3 or "Unknown" not in run.stdout and "unknown" not in run.stdout:
        return f"exit code {run.returncode}\n{run.stdout}{run.stderr}"
    if not any(reason in run.stdout + run.stderr for reason in REASONS):
        return f"no reason\n{run.stdout}{run.stderr}"
    return f"{time:.3f} s of processor time" if time > limit + SPARE else ""


def main():
    failed = 0
    with tempfile.TemporaryDirectory() as scratch:
        for name, body in BODIES.items():
            test = os.path.join(scratch, "loops.litmus")
            plain = os.path.join(scratch, "loops.cl")
            pathlib.Path(test).write_text(litmus(body))
            pathlib.Path(plain).write_text(kernel(body))
            for words in ([test], [plain, "--global", "1", "--arg", "x[1]"]):
                for limit in LIMITS:
                    # The least of three: what a shared machine takes once is not the program's.
                    for _ in range(3):
                        problem = problem_of(words, limit)
                        if "processor time" not in problem:
                            break
                    if problem:
                        failed += 1
                        print(f"{name}, {os.path.basename(words[0])}, {limit} s: {problem}")
    print(f"{4 * len(BODIES)} runs, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
