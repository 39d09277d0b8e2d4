#!/usr/bin/env python3
"""Oclgrind's own tests of kernels, run by `clmm exec --check all`: findings and outputs side by side.

    git clone https://github.com/jrprice/Oclgrind && git -C Oclgrind checkout 5597a379b4f7d74c4af5532260df0366c277259f
    CLMM=clmm oclgrind.py Oclgrind/tests/kernels [--only PART] [--all]

clmm reads the launch files NAME.sim itself. NAME.ref says which errors are to be told, and which numbers memory holds at the end, which
are compared with what the launch file has shown. A line for each test that differs, or with --all for each; the last ones count.
"""

import argparse
import collections
import os
import re
import subprocess
import sys

CLMM = os.environ.get("CLMM", "clmm")
# clCreateBuffer makes no buffer of no bytes, which this launch file asks for: one of an element takes its place.
IN_PLACE = {"misc/lvalue_loads": ["--arg", "nop[1]"]}


def expected_of(path):
    """Errors, and the numbers of what is dumped."""
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    errors = [line[6:] for line in lines if line.startswith("ERROR ")]
    numbers = dict(re.findall(r"^(?:EXACT|MATCH) +(\w+\[\d+\]) = *(\S+)", "\n".join(lines), re.M))
    return errors, numbers


def kind(text):
    """What both tools mean by a message."""
    for word, pattern in (("race", r"race"), ("divergence", r"diverge|work-items of the group (reach|do not give)"), ("uninitialised", r"[Uu]ninit|no value|never written"),
                          ("read-only", r"read-only|write_only|read_only|write-only|for kernels to (read|write) only"), ("bounds", r"exceeds static array|Invalid (read|write) of size|out of bounds|beyond|null"),
                          ("alignment", r"align"), ("events", r"wait")):
        if re.search(pattern, text):
            return word
    return "other: " + text[:60]


def shown(output):
    """`int data[4] = {1, 2, …}` as numbers by place: components of vectors in a row."""
    values = {}
    for name, text in re.findall(r"^\S[^=\n]* (\w+)\[\d+\] = \{(.*?)\}$", output, re.M | re.S):
        for i, number in enumerate(re.findall(r"[-+\w.]+", text)):
            values[f"{name}[{i}]"] = number
    return values


def compared(folder, test):
    errors, numbers = expected_of(os.path.join(folder, test + ".ref"))
    done = subprocess.run([CLMM, "exec", os.path.join(folder, test + ".sim"), "--check", "all", "--all", "--timeout", "20", *IN_PLACE.get(test, [])],
                          capture_output=True, text=True, errors="replace", check=False)
    values = shown(done.stdout)
    found = re.findall(r"error: (.*)", done.stderr)
    theirs, ours = sorted({kind(each) for each in errors}), sorted({kind(each) for each in found})
    wrong = [f"{place}: {number} is {values.get(place)}" for place, number in numbers.items()
             if not same(number, values.get(place))]
    return theirs, ours, wrong, done


def same(theirs, ours):
    """Hexadecimal where the launch file says so; then, and of wider types, without a sign."""
    if ours is None:
        return False
    try:
        return (int(theirs, 0) - int(ours, 0)) % (1 << 64) in (0, 256, 65536, 1 << 32)
    except ValueError:
        return abs(float(theirs) - float(ours)) <= 1e-4 * abs(float(ours))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder")
    parser.add_argument("--only", default="", help="tests whose names have this in them")
    parser.add_argument("--all", action="store_true", help="those that agree too")
    parser.add_argument("--show", action="store_true", help="what clmm says")
    options = parser.parse_args()
    with open(os.path.join(options.folder, "TESTS"), encoding="utf-8") as file:
        tests = [each for each in file.read().split() if options.only in each]
    counts = collections.Counter()
    for test in tests:
        if test.startswith("interactive/") or not os.path.exists(os.path.join(options.folder, test + ".ref")):
            counts["of the debugger, or without expectation"] += 1
            continue
        theirs, ours, wrong, done = compared(options.folder, test)
        answer = "findings differ" if theirs != ours else "numbers differ" if wrong and not theirs else "agrees"
        counts[answer] += 1
        if answer != "agrees" or options.all:
            print(f"{answer:16} {test:44} Oclgrind: {', '.join(theirs) or '-':24} clmm: {', '.join(ours) or '-':24} {'; '.join(wrong[:3])}")
        if options.show:
            print(done.stdout[:600] + done.stderr[:2500])
    print(", ".join(f"{text} {count}" for text, count in sorted(counts.items())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
