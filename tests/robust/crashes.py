#!/usr/bin/env python3
"""A test of a hundred crashes, at each stage of the work on it and in each way: the 99 others have the results that
they have without it, JSON is valid, the page has all of them, and the exit code tells of it.

$CLMM is the program.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CLMM = os.environ.get("CLMM", str(ROOT / "build/release/bin/clmm"))
INTERNAL = 70
COUNT = 100
STAGES = ["begun", "read", "deciding", "decided", "told"]
WAYS = ["abort", "segv", "kill", "throw", "memory"]


def files():
    """Tests that are quickly decided, each with a name of its own; the middle one has outcomes to decide."""
    found = sorted(path for folder in ("coherence", "seq-cst", "inclusive-scope", "rmw-atomicity", "synchronises-with",
                                       "release-sequence", "regions", "barrier")
                   for path in (ROOT / "tests/golden" / folder).glob("*.litmus"))
    chosen = [str(path) for path in found[:COUNT]]
    assert len(chosen) == COUNT, f"{len(chosen)} tests"
    return chosen


def run(words):
    ended = subprocess.run([CLMM, *words], capture_output=True, text=True, timeout=250)
    return ended.returncode, ended.stdout, ended.stderr


def results_of(text):
    """By file; without the times that a run took."""
    return {each["file"]: each for each in json.loads(text)["results"]}


def main():
    tests = files()
    victim = tests[COUNT // 2]
    code, text, _ = run(["check", "--json", "-j", "2", *tests])
    whole = results_of(text)
    assert len(whole) == COUNT and code != INTERNAL, f"{len(whole)} results, exit code {code}"
    problems = []

    def expect(what, holds):
        if not holds:
            problems.append(what)

    for stage in STAGES:
        for way in WAYS:
            what = f"{way} at {stage}"
            word = f"{way}@{stage}:{Path(victim).name}"
            code, text, said = run(["check", "--json", "-j", "2", "--provoke", word, *tests])
            expect(f"{what}: exit code {code}", code == INTERNAL)
            expect(f"{what}: no message", f"internal error: {victim}" in said)
            try:
                left = results_of(text)
            except ValueError as wrong:
                problems.append(f"{what}: {wrong}")
                continue
            expect(f"{what}: {len(left)} results", len(left) == COUNT)
            changed = [name for name in whole if name != victim and left.get(name) != whole[name]]
            expect(f"{what}: other results differ: {changed[:3]}", not changed)
            expect(f"{what}: the test has a verdict", "verdict" not in left.get(victim, {}) or "error" in str(left[victim]))
    with tempfile.TemporaryDirectory() as folder:
        for stage in STAGES:
            page = Path(folder) / f"{stage}.html"
            word = f"abort@{stage}:{Path(victim).name}"
            code, _, _ = run(["report", "-j", "2", "--provoke", word, "-o", str(page), *tests[COUNT // 2 - 3:COUNT // 2 + 4]])
            text = page.read_text() if page.exists() else ""
            expect(f"report: {stage}: exit code {code}", code == INTERNAL)
            expect(f"report: {stage}: the page is not whole",
                   text.rstrip().endswith("</html>") and text.count("internal error") >= 1
                   and all(Path(name).stem in text for name in tests[COUNT // 2 - 3:COUNT // 2 + 4]))
    print(*problems, sep="\n")
    print(f"{len(STAGES) * len(WAYS)} crashes among {COUNT} tests, {len(STAGES)} pages, {len(problems)} problems")
    return 1 if problems else 0


sys.exit(main())
