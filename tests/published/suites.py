#!/usr/bin/env python3
"""suites.py: what clmm says of public suites of litmus tests, held against what was published of them.

  suites.py dartagnan FOLDER     a checkout of Dartagnan: litmus/ with the verdicts of its own tests
  suites.py herdtools7 FOLDER    a checkout of herdtools7: herd's logs of instructions, kinds of the catalogue
  suites.py riscv FOLDER         a checkout of litmus-tests-riscv: what hardware showed is to be allowed

For each part of a suite one line: how many tests there are, how many clmm reads, how many verdicts are published,
agree, and differ. Differences that settled.csv explains count as settled. The others are listed, with exit code 1.
With --unread the reasons why tests are not read follow, the most frequent first.
$CLMM is the program, build/release/bin/clmm unless set.
"""

import argparse
import collections
import csv
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple, Optional

HERE = Path(__file__).resolve().parent
CLMM = os.environ.get("CLMM", str(HERE.parent.parent / "build/release/bin/clmm"))
SETTLED = HERE / "settled.csv"
# Of litmus7's logs: how often the condition was satisfied.
COUNTED = re.compile(r"^Test (\S+) .*?^Positive: ([0-9]+)", re.M | re.S)
OBSERVATION = re.compile(r"^Observation\s+(\S+)\s+(Always|Sometimes|Never)", re.M)
FINAL = re.compile(r"^\s*final\b", re.M)
# What catalogues call the kinds of their tests.
KINDS = {"allow": True, "allowed": True, "require": True, "required": True, "forbid": False, "forbidden": False}


class Part(NamedTuple):
    """Tests of one language, by name, with what was published: True where the condition can be satisfied
    (of races: where there is none), None where nothing is said."""

    name: str
    options: list
    question: str  # the field of clmm's answer
    tests: dict


class Answer(NamedTuple):
    value: Optional[bool]
    unread: Optional[str]


# ---- what clmm says ----


def ask(files, options, timeout):
    """clmm's answers by file."""
    with tempfile.NamedTemporaryFile("w", suffix=".list") as listed:
        listed.write("".join(f"{path}\n" for path in files))
        listed.flush()
        run = subprocess.run(
            [CLMM, "check", f"@{listed.name}", "--json", "--verdict", "--witness", "never",
             "--timeout", str(timeout), *options],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    results = json.loads(run.stdout)["results"]
    assert len(results) == len(files), f"{len(files)} tests, {len(results)} answers"
    return dict(zip(files, results))


def answer_of(result, question):
    if result["verdict"] == "rejected":
        errors = [one for one in result["diagnostics"] if one["severity"] == "error"]
        return Answer(None, re.sub(r"'[^']*'|[0-9]+", "…", errors[0]["message"]) if errors else "rejected")
    if question == "race-free":
        return Answer(None if result["racy"] is None else not result["racy"], None)
    if question == "holds":
        return Answer({"holds": True, "fails": False}.get(result["verdict"]), None)
    return Answer(result["allowed"], None)


# ---- suites ----


def dartagnan(root):
    expected = root / "dartagnan/src/test/resources"
    parts = [
        ("OPENCL", "OPENCL", "opencl-scoped", ["--variant", "work-item-scope=inert"], "holds"),
        ("OPENCL-DR", "OPENCL", "opencl-scoped", ["--variant", "work-item-scope=inert"], "race-free"),
        ("RC11", "C11", "rc11", [], "holds"),
        ("TSO", "X86", "x86-tso", [], "holds"),
        ("ARM8", "AARCH64", "armv8", [], "holds"),
        ("RISCV", "RISCV", "rvwmo", [], "holds"),
        ("PPC", "PPC", "power", [], "holds"),
        ("PTXv6_0", "PTX", "ptx-6.0", [], "holds"),
        ("PTXv7_5", "PTX", "ptx-7.5", [], "holds"),
        ("VULKAN", "VULKAN", "vulkan", [], "holds"),
        ("VULKAN-DR", "VULKAN", "vulkan", [], "race-free"),
    ]
    for table, _, model, options, question in parts:
        tests = {}
        for line in (expected / f"{table}-expected.csv").read_text().splitlines():
            name, comma, value = line.strip().partition(",")
            if comma and not name.startswith("//") and (root / name).exists():
                tests[root / name] = value.strip() == "1"
        # Of `final (P) with …` it tells whether P can be satisfied, whatever the test expects of its models.
        final = {test: value for test, value in tests.items() if FINAL.search(test.read_text(errors="replace"))}
        others = {test: value for test, value in tests.items() if test not in final}
        yield Part(table, ["-m", model, *options], question, others)
        yield Part(f"{table}, final", ["-m", model, *options], "allowed", final)


def kinds(path):
    """The published kinds of a catalogue's tests, by name."""
    found = {}
    for line in path.read_text().splitlines():
        words = line.split()
        if len(words) == 2 and words[1].lower() in KINDS and not line.startswith("#"):
            found[words[0]] = KINDS[words[1].lower()]
    return found


def name_of(test):
    """The name in a test's first line, or of its file if there is none."""
    words = test.read_text(errors="replace").split(None, 2)
    return words[1].strip('"') if len(words) > 1 else test.stem


def logged(test):
    """What herd's log beside a test says of its condition: the proposition is satisfied in some execution."""
    log = Path(f"{test}.expected")
    found = OBSERVATION.search(log.read_text(errors="replace")) if log.exists() else None
    return None if found is None else found.group(2) != "Never"


def herdtools7(root):
    for language in ("AArch64", "C", "PPC", "RISCV", "X86_64"):
        folder = root / "herd/tests/instructions" / language
        tests = {test: logged(test) for test in sorted(folder.rglob("*.litmus"))}
        yield Part(f"instructions/{language}", [], "allowed", tests)
    for table in sorted((root / "catalogue").glob("*/tests/kinds.txt")):
        published = kinds(table)
        tests = {test: published.get(name_of(test)) for test in sorted(table.parent.rglob("*.litmus"))}
        yield Part(f"catalogue/{table.parent.parent.name}", [], "allowed", tests)


def riscv(root):
    seen = {}
    for log in sorted((root / "hw-results").glob("*.log")):
        for name, times in COUNTED.findall(log.read_text(errors="replace")):
            seen[name] = seen.get(name, False) or int(times) > 0
    tests = {}
    for test in sorted((root / "tests").rglob("*.litmus")):
        # Of a state that no machine has shown nothing is known.
        tests[test] = seen.get(name_of(test)) or None
    for folder in sorted({test.parent.relative_to(root / "tests").parts[0] for test in tests}):
        inside = {test: value for test, value in tests.items() if test.is_relative_to(root / "tests" / folder)}
        yield Part(folder, [], "allowed", inside)


SUITES = {"dartagnan": dartagnan, "herdtools7": herdtools7, "riscv": riscv}


# ---- report ----


def read_settled(suite):
    if not SETTLED.exists():
        return {}
    with open(SETTLED, encoding="utf-8") as table:
        return {(row["part"], row["test"]): row["reason"] for row in csv.DictReader(table) if row["suite"] == suite}


class Counts:
    def __init__(self):
        self.read = self.undecided = self.published = self.agree = self.settled = 0
        self.differ = []
        self.unread = collections.Counter()


def count(part, answers, settled, root):
    counts = Counts()
    for test, expected in part.tests.items():
        answer = answer_of(answers[test], part.question)
        if answer.unread:
            counts.unread[answer.unread] += 1
            continue
        counts.read += 1
        counts.undecided += answer.value is None
        if expected is None:
            continue
        counts.published += 1
        name = test.relative_to(root).as_posix()
        if answer.value == expected:
            counts.agree += 1
        elif (part.name, name) in settled:
            counts.settled += 1
        else:
            counts.differ.append(f"{name}: published {expected}, clmm {answer.value}")
    return counts


COLUMNS = "{:<28}{:>8}{:>8}{:>11}{:>11}{:>8}{:>9}{:>8}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suite", choices=SUITES)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", metavar="WORD", help="parts whose name has this word")
    parser.add_argument("--timeout", type=float, default=20, help="seconds a test (20)")
    parser.add_argument("--unread", action="store_true", help="why tests are not read")
    parser.add_argument("--settled", type=Path, help="another table of settled differences")
    arguments = parser.parse_args()
    if arguments.settled:
        globals()["SETTLED"] = arguments.settled
    root = arguments.folder.resolve()
    settled = read_settled(arguments.suite)
    differ = 0
    print(COLUMNS.format("part", "tests", "read", "undecided", "published", "agree", "settled", "differ"))
    for part in SUITES[arguments.suite](root):
        if not part.tests or (arguments.only and arguments.only not in part.name):
            continue
        answers = ask(list(part.tests), part.options, arguments.timeout)
        found = count(part, answers, settled, root)
        differ += len(found.differ)
        print(COLUMNS.format(part.name, len(part.tests), found.read, found.undecided, found.published, found.agree,
                             found.settled, len(found.differ)), flush=True)
        for line in found.differ:
            print(f"  {line}")
        if arguments.unread:
            for reason, times in found.unread.most_common(12):
                print(f"  not read {times}: {reason}")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
