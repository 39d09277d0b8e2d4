#!/usr/bin/env python3
"""Whether mcompare7 reads what `clmm check` writes of the golden tests.

A reader after the grammar of herdtools' logs (tools/lexLog_tools.mll), which stops at anything else,
as theirs does: blocks `Test`, `States`, a line for each state, the verdict, witnesses, condition.
What it reads must be all that was written: each test, and as many states as are announced.

  herd_logs.py [FILE|DIR]...    default: tests/golden's tests that need no arguments
"""

import os
import re
import subprocess
import sys
from pathlib import Path

NUM = r"[0-9]+"
HEXANUM = r"0x[0-9a-fA-F]+"
NAME = r"[a-zA-Z][a-zA-Z0-9_.]*"
LOC = rf"(?:{NAME}|\$(?:[a-zA-Z]+|[0-9]+))"
TESTNAME = r"[a-zA-Z0-9_/.\-+\[\]]+"
SET = rf"\{{(?: |,|-?(?:{NUM}|{HEXANUM}))*\}}"
OFFSET = rf"{NAME}[-+](?:{HEXANUM}|{NUM})"  # near a location
VALUE = rf"(?:-?(?:{HEXANUM}|{NUM})|{OFFSET}|{NAME}(?::{NAME})?|{SET}|:[a-zA-Z]+)"
TEST = re.compile(rf"Test[ \t]+({TESTNAME})(?:[ \t]+({NAME}))?$")
STATES = re.compile(rf"States(?:[ \t]+({NUM}))?$|Histogram(?:[ \t]+\(({NUM})[ \t]+states[ \t]*\))?$")
COUNT = re.compile(rf"{NUM}[ \t]*(?::>|\*>)?")
BINDING = re.compile(
    rf"[ \t]*(?:{NUM}:{NAME}|{LOC}\[{NUM}\]|\[?{LOC}\]?)[ \t]*=[ \t]*{VALUE}[ \t]*;")
# Names that herd has no counterpart of: a variable of program scope on one device, arrays of arrays and
# of structs.
OURS = re.compile(rf"[ \t]*{NAME}(?:@dev{NUM}|\[{NUM}\]|\.{NAME})*[ \t]*=[ \t]*{VALUE}[ \t]*;")
END_OF_STATE = re.compile(r"[ \t]*(?:#.*)?$")
VERDICT = re.compile(r"(?:Loop[ \t]+)?(?:Undef|Succeeded|Failed|Ok|No|\?\?)")
POSITIVE = re.compile(rf"Positive:[ \t]*{NUM},?[ \t]*Negative:[ \t]*{NUM}[ \t]*$")


class Unreadable(Exception):
    pass


class Log:
    def __init__(self, text):
        self.lines = text.split("\n")
        self.at = 0
        self.tests = []
        self.ours = set()

    def stop(self, what):
        raise Unreadable(f"line {self.at + 1}: {what}: {self.lines[self.at]!r}")

    def read(self):
        while self.at < len(self.lines):
            head = TEST.match(self.lines[self.at])
            self.at += 1
            if head:
                if head[2] not in ("Allowed", "Forbidden", "Required"):
                    self.at -= 1
                    self.stop("kind")
                self.block(head[1])
        return self.tests

    def block(self, name):
        while not STATES.match(self.lines[self.at]):
            if TEST.match(self.lines[self.at]):
                self.stop(f"no states of {name}")
            self.at += 1
        announced = next((group for group in STATES.match(self.lines[self.at]).groups() if group), None)
        self.at += 1
        states = 0
        while not VERDICT.match(self.lines[self.at]):
            if self.lines[self.at].strip(" \t") == "" and states > 0:
                self.at += 1
                continue
            self.state(name)
            states += 1
        # Without states theirs reads none either where an empty line or the verdict follows.
        if announced is not None and int(announced) != states:
            self.stop(f"{announced} states announced, {states} read")
        self.at += 1
        self.rest()
        self.tests.append((name, states))

    def state(self, test):
        line = self.lines[self.at]
        at = 0
        count = COUNT.match(line)
        if count:
            at = count.end()
        # `0:r0=1;` begins with a number that is no count: theirs takes the longest match.
        if BINDING.match(line):
            at = 0
        while binding := BINDING.match(line, at) or OURS.match(line, at):
            if not BINDING.match(line, at):
                self.ours.add(test)
            at = binding.end()
        if not END_OF_STATE.match(line, at):
            self.stop("state")
        self.at += 1

    def rest(self):
        if self.lines[self.at].startswith("Witnesses"):
            self.at += 1
            if not POSITIVE.match(self.lines[self.at]):
                self.stop("witnesses")
            self.at += 1
        while self.lines[self.at].startswith(("Flag ", "Bad executions")):
            self.at += 1
        if not self.lines[self.at].startswith("Condition "):
            self.stop("condition")
        if "&" in self.lines[self.at]:
            self.stop("address in a condition")
        self.at += 1


def inputs():
    if len(sys.argv) > 1:
        return sys.argv[1:]
    golden = sorted(Path("tests/golden").glob("*/*.litmus"))
    return [str(path) for path in golden
            if not path.with_suffix(".args").exists() and not path.with_suffix(".cat").exists()]


def main():
    clmm = os.environ.get("CLMM", "build/release/bin/clmm")
    found = 0
    ours = 0
    folders = {}
    for path in inputs():
        folders.setdefault(os.path.dirname(path) if os.path.isfile(path) else path, []).append(path)
    for folder, paths in folders.items():
        run = subprocess.run([clmm, "check", "--states", "all", "--witness", "never", "--timeout", "60", *paths],
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
        text = run.stdout.decode()
        # What clmm prints of races, between the blocks, is none of herd's; a line of it is skipped.
        try:
            log = Log(text + "\n")
            tests = log.read()
        except (Unreadable, IndexError) as problem:
            print(f"herd_logs: {folder}: {problem}")
            return 1
        written = len(re.findall(r"^Test .* (?:Allowed|Forbidden|Required)$", text, re.M))
        if written != len(tests):
            print(f"herd_logs: {folder}: {written} tests written, {len(tests)} read")
            return 1
        found += written
        ours += len(log.ours)
    print(f"{found - ours} tests read as mcompare7 reads them, {ours} have names that are clmm's own")
    return 0 if found > 0 else 1


sys.exit(main())
