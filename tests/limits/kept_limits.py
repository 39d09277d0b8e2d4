#!/usr/bin/env python3
"""Time limits are kept: whole commands on members of the scaling families that take longer than their limit.

  kept_limits.py [--runs N] [--model MODEL] [TEST...] [-- OPTIONS]

For each test (a family's letter with a size) and limit: how long the command took, the least and the middle of some runs,
and how much processor time it used beyond the limit: of the time beyond it, the share that the command had of its whole
time, since a busy machine takes time away. A run that ended before its limit has decided the test; it is counted apart.
OPTIONS after -- are given to clmm. Exit code 1: the least such time of some test is more than 5 % of its limit and more than 10 ms, a run ended in an unknown way, or one
that was interrupted claims to be complete. $CLMM and $GENERATE name the programs.
"""

import argparse
import json
import os
import resource
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


def processor_time():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def one_run(file, model, limit, extra=()):
    """(seconds, share of a processor, problem, whether it was interrupted)"""
    begin, used = time.perf_counter(), processor_time()
    run = subprocess.run([CLMM, "check", "-j1", "--witness", "never", "--json", "--model", model, "--timeout", str(limit),
                          *extra, str(file)], capture_output=True, text=True)
    seconds = time.perf_counter() - begin
    share = min(1, (processor_time() - used) / seconds)
    if run.returncode not in (0, 1, 3):
        return seconds, share, f"exit code {run.returncode}", False
    try:
        result = json.loads(run.stdout)["results"][0]
    except (ValueError, KeyError, IndexError) as error:
        return seconds, share, f"JSON that is none: {error}", False
    interrupted = run.returncode == 3
    if interrupted and result.get("complete", False):
        return seconds, share, "an interrupted search that claims to be complete", True
    return seconds, share, "", interrupted


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--model", default="rc11")
    parser.add_argument("tests", nargs="*")
    words = sys.argv[1:]
    cut = words.index("--") if "--" in words else len(words)
    options, extra = parser.parse_args(words[:cut]), words[cut + 1:]
    start_up = min(one_run(ROOT / "examples/message-passing.litmus", "opencl-3.0", 10)[0] for _ in range(5))
    print(f"milliseconds; a small test takes {start_up * 1e3:.0f}, which is taken off")
    print(f"{'test':6} {'limit':>6} {'least':>7} {'middle':>7} {'beyond':>7}")
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for test in options.tests or TESTS:
            file = Path(folder) / f"{test}.litmus"
            made = subprocess.run([GENERATE, test[0], test[1:], "c"], capture_output=True, text=True)
            if made.returncode != 0:
                sys.exit(made.stderr)
            file.write_text(made.stdout)
            for limit in LIMITS:
                runs = [one_run(file, options.model, limit, extra) for _ in range(options.runs)]
                problems = sorted({problem for *_, problem, _ in runs if problem})
                times = sorted(seconds - start_up for seconds, *_, interrupted in runs if interrupted)
                more = min((max(0, seconds - start_up - limit) * share for seconds, share, _, interrupted in runs
                            if interrupted), default=0)
                if not times and not problems:
                    print(f"{test:6} {limit * 1e3:6.0f}  decided")
                    break
                late = more > max(0.05 * limit, 0.01)
                failed += bool(problems) or late
                print(f"{test:6} {limit * 1e3:6.0f} {times[0] * 1e3 if times else 0:7.0f} "
                      f"{times[len(times) // 2] * 1e3 if times else 0:7.0f} {more * 1e3:7.0f}"
                      f"{' late' if late else ''} {'; '.join(problems)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
