#!/usr/bin/env python3
"""Time limits are kept: whole commands on members of the scaling families that take longer than their limit.

  kept_limits.py [--runs N] [--model MODEL] [TEST...]

For each test (a family's letter with a size) and limit: how long the command took, the least and the middle of some runs,
and how much more than the limit that is. A run that ended before its limit has decided the test; it is counted apart.
Exit code 1: the least time of some test is more than 5 % and 10 ms above its limit, a run ended in an unknown way, or one
that was interrupted claims to be complete. $CLMM and $GENERATE name the programs.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CLMM = os.environ.get("CLMM", str(ROOT / "build/release/bin/clmm"))
GENERATE = os.environ.get("GENERATE", str(ROOT / "build/release/bench/scaling_generate"))
TESTS = ["a60", "b16", "c60", "d40", "e60", "f40", "g9", "h9", "k8", "g40"]
LIMITS = [0.02, 0.05, 0.2, 0.5]


def one_run(file, model, limit):
    """(seconds, problem, whether it was interrupted)"""
    begin = time.perf_counter()
    run = subprocess.run([CLMM, "check", "-j1", "--witness", "never", "--json", "--model", model, "--timeout", str(limit),
                          str(file)], capture_output=True, text=True)
    seconds = time.perf_counter() - begin
    if run.returncode not in (0, 1, 3):
        return seconds, f"exit code {run.returncode}", False
    try:
        result = json.loads(run.stdout)["results"][0]
    except (ValueError, KeyError, IndexError) as error:
        return seconds, f"JSON that is none: {error}", False
    interrupted = run.returncode == 3
    if interrupted and result.get("complete", False):
        return seconds, "an interrupted search that claims to be complete", True
    return seconds, "", interrupted


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--model", default="rc11")
    parser.add_argument("tests", nargs="*")
    options = parser.parse_args()
    start_up = min(one_run(ROOT / "examples/message-passing.litmus", "opencl-3.0", 10)[0] for _ in range(5))
    print(f"milliseconds; a small test takes {start_up * 1e3:.0f}, which is taken off")
    print(f"{'test':6} {'limit':>6} {'least':>7} {'middle':>7} {'more':>6}")
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for test in options.tests or TESTS:
            file = Path(folder) / f"{test}.litmus"
            made = subprocess.run([GENERATE, test[0], test[1:], "c"], capture_output=True, text=True)
            if made.returncode != 0:
                sys.exit(made.stderr)
            file.write_text(made.stdout)
            for limit in LIMITS:
                runs = [one_run(file, options.model, limit) for _ in range(options.runs)]
                problems = sorted({problem for _, problem, _ in runs if problem})
                times = sorted(seconds - start_up for seconds, _, interrupted in runs if interrupted)
                if not times and not problems:
                    print(f"{test:6} {limit * 1e3:6.0f}  decided")
                    break
                more = times[0] - limit if times else 0
                late = more > max(0.05 * limit, 0.01)
                failed += bool(problems) or late
                print(f"{test:6} {limit * 1e3:6.0f} {times[0] * 1e3 if times else 0:7.0f} "
                      f"{times[len(times) // 2] * 1e3 if times else 0:7.0f} {more * 1e3:6.0f}"
                      f"{' late' if late else ''} {'; '.join(problems)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
