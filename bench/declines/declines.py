#!/usr/bin/env python3
"""How many tests the explicit engine decides by itself, and why it declines the others.

  declines.py [--least PERCENT] [--jobs N] FILE.litmus|FOLDER...

Each test is asked as the golden runner asks it (arguments of NAME.args, model NAME.cat), but of `--engine explicit`.
Prints the reasons, how often each is given, and by which tests; then the share that is decided. Exit code 1: fewer
than --least percent are. Tests that are wrong input are left out, and counted. $CLMM is the program,
build/release/bin/clmm unless set.
"""

import argparse
import collections
import os
import re
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CLMM = Path(os.environ.get("CLMM", ROOT / "build/release/bin/clmm")).resolve()
DECLINED = re.compile(r"the explicit engine does not decide this test: ([^;\n\[]*)")
OUT_OF_TIME = re.compile(r"^Unknown .*time", re.M)
# What says which engine is asked, and how much is printed.
IRRELEVANT = {"--engine": 1, "--witness": 1, "--states": 1, "--dump": 1, "--sarif": 1, "--json": 0,
              "-v": 0, "--verbose": 0, "-q": 0, "--quiet": 0}


def tests_in(names):
    for name in map(Path, names):
        yield from sorted(name.rglob("*.litmus")) if name.is_dir() else [name]


def arguments_of(test):
    """What the golden runner would add: the model beside the test, then the arguments."""
    arguments = []
    if (model := test.with_suffix(".cat")).exists():
        arguments += ["--model", str(model)]
    if (beside := test.with_suffix(".args")).exists():
        words = iter(shlex.split(beside.read_text(), comments=True))
        for word in words:
            if word not in IRRELEVANT:
                arguments.append(word)
            elif IRRELEVANT[word]:
                next(words, None)
    return arguments


def ask(test):
    """None where the engine decides; else the reason why not."""
    test = test.resolve()
    folder = test.parent.parent  # paths in arguments begin with the topic
    run = subprocess.run([CLMM, "check", "--engine", "explicit", "--states", "none", "--witness", "never",
                          "--timeout", "10", test, *arguments_of(test)], cwd=folder, capture_output=True, text=True, errors="replace")
    if run.returncode == 2:
        return "wrong input"
    if run.returncode not in (0, 1, 3):
        return f"exit code {run.returncode}"
    if found := DECLINED.search(run.stdout):
        return found.group(1)
    # What ends with the time is no answer either.
    return "more than 10 seconds" if OUT_OF_TIME.search(run.stdout) else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--least", type=float, default=0, metavar="PERCENT")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("tests", nargs="+")
    options = parser.parse_args()

    tests = list(tests_in(options.tests))
    with ThreadPoolExecutor(options.jobs) as pool:
        reasons = list(pool.map(ask, tests))
    by_reason = collections.defaultdict(list)
    for test, reason in zip(tests, reasons):
        by_reason[reason].append(test)
    decided = len(by_reason.pop(None, []))
    wrong = len(by_reason.pop("wrong input", []))
    for reason, declined in sorted(by_reason.items(), key=lambda each: (-len(each[1]), each[0])):
        print(f"{len(declined):5}  {reason}")
        for test in declined:
            print(f"         {os.path.relpath(test)}")
    asked = len(tests) - wrong
    share = 100 * decided / asked if asked else 100
    print(f"{decided} of {asked} tests decided, {share:.2f} %; {wrong} are wrong input")
    return 1 if share < options.least else 0


if __name__ == "__main__":
    sys.exit(main())
