#!/usr/bin/env python3
"""Loops and calls that constants decide and that nobody can follow to their end: clmm ends, says Unknown
and why. (How often a time limit is asked for meanwhile: tests/unit/litmus/cut_test.cpp.)

$CLMM is the program."""

import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
CLMM = os.environ.get("CLMM", str(ROOT / "build/release/bin/clmm"))
LIMITS = (0.05, 0.3)
NEVER = 100  # seconds after which a run that does not end is taken for one that never does
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


def problem_of(words, limit):
    try:
        run = subprocess.run([CLMM, "check", *words, "--timeout", str(limit), "-j1"],
                             capture_output=True, text=True, timeout=NEVER)
    except subprocess.TimeoutExpired:
        return "does not end"
    if run.returncode != 3 or "Unknown" not in run.stdout and "unknown" not in run.stdout:
        return f"exit code {run.returncode}\n{run.stdout}{run.stderr}"
    if not any(reason in run.stdout + run.stderr for reason in REASONS):
        return f"no reason\n{run.stdout}{run.stderr}"
    return ""


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
                    if problem := problem_of(words, limit):
                        failed += 1
                        print(f"{name}, {os.path.basename(words[0])}, {limit} s: {problem}")
    print(f"{4 * len(BODIES)} runs, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
