#!/usr/bin/env python3
"""Runs clmm over the examples with random time limits: every run ends with an exit code that the
documentation knows, without a crash or an internal error, and its JSON is whole.

    random_limits.py [RUNS [SEED]]

$CLMM is the program."""

import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
CLMM = os.environ.get("CLMM", str(ROOT / "build/release/bin/clmm"))
EXAMPLES = sorted(
    str(path.relative_to(ROOT))
    for folder in ("examples", "tests/golden/thin-air", "tests/golden/availability-model")
    for path in (ROOT / folder).glob("*.litmus")
)
KNOWN_CODES = {0, 1, 2, 3}


def command(rng, scratch):
    """Of one run: a command line, and whether its output is JSON."""
    limit = ["--timeout", f"{rng.uniform(0.001, 0.08):.4f}"]
    one = rng.choice(EXAMPLES)
    kind = rng.random()
    if kind < 0.6:
        tests = rng.choices(EXAMPLES, k=4) if rng.random() < 0.5 else [one] * 6
        extra = rng.choice([[], ["--executions"], ["--witness", "never"], ["--ambiguities"]])
        jobs = f"-j{rng.choice([1, 1, 2, 3])}"
        return ["check", *tests, *limit, jobs, "--json", *extra], True
    if kind < 0.7:
        return ["graph", one, *limit, "--select", rng.choice(["all", "race", "forbidden"]),
                "-o", scratch, "-f", "dot"], False
    if kind < 0.8:
        return ["explain", one, *limit], False
    if kind < 0.9:
        return ["repair", one, *limit, "--changes", "1"], False
    return ["report", one, *limit, "-o", os.path.join(scratch, "page.html")], False


def problem_of(words, is_json, run):
    if run.returncode not in KNOWN_CODES:
        return f"exit code {run.returncode}"
    if "internal error" in run.stderr:
        return "an internal error"
    if is_json:
        try:
            json.loads(run.stdout)
        except ValueError as error:
            return f"JSON that is none: {error}"
    return ""


def main():
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    rng = random.Random(seed)
    codes, failed = {}, 0
    with tempfile.TemporaryDirectory() as scratch:
        for number in range(runs):
            words, is_json = command(rng, scratch)
            run = subprocess.run([CLMM, *words], cwd=ROOT, capture_output=True, text=True)
            codes[run.returncode] = codes.get(run.returncode, 0) + 1
            if problem := problem_of(words, is_json, run):
                failed += 1
                print(f"run {number}: {problem}: clmm {' '.join(words)}\n{run.stderr}")
    print(f"{runs} runs, seed {seed}: exit codes {dict(sorted(codes.items()))}, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
