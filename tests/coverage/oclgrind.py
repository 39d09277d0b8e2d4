#!/usr/bin/env python3
"""Oclgrind's own tests of kernels, run by `clmm exec --check all`: findings and outputs side by side.

    git clone https://github.com/jrprice/Oclgrind && git -C Oclgrind checkout 5597a379b4f7d74c4af5532260df0366c277259f
    CLMM=clmm oclgrind.py Oclgrind/tests/kernels [--only PART] [--all]

A launch file NAME.sim says the file, the kernel, the sizes and the arguments in order, as its readers know; it is turned into
the options of `clmm exec`. NAME.ref says which errors are to be told, and which numbers memory holds at the end. A line for each test
that differs, or with --all for each; the last ones count.
"""

import argparse
import collections
import os
import re
import struct
import subprocess
import sys
import tempfile

CLMM = os.environ.get("CLMM", "clmm")
FORMATS = {"char": "b", "uchar": "B", "short": "h", "ushort": "H", "int": "i", "uint": "I", "long": "q", "ulong": "Q", "float": "f", "double": "d"}


class Launch:
    """A .sim file: comments begin with #."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            lines = file.read().split("\n")
        self.options = lines[0].removeprefix("# ARGS:").split() if lines[0].startswith("# ARGS:") else []
        words = re.sub(r"#.*", "", "\n".join(lines)).split("<", 1)
        first = words[0].split()
        self.file, self.kernel = first[0], first[1]
        self.sizes, self.local = first[2:5], first[5:8]
        rest = "<" + words[1] if len(words) > 1 else ""
        self.arguments = [(head.split(), values.split()) for head, values in re.findall(r"<([^>]*)>([^<]*)", rest)]


def parameters_of(path, kernel):
    """Names and types, as the message about arguments that are missing has them."""
    done = subprocess.run([CLMM, "exec", path, "--kernel", kernel, "--global", "1"], capture_output=True, text=True, check=False)
    found = re.findall(r"'(\w+)' of type '([^']*)'", done.stderr)
    return found if found else []


def numbers_of(head, values, format_of, count):
    """The numbers of an argument, by its fill=, range= or what stands behind it."""
    is_float = format_of in "fd"
    parse = float if is_float else (lambda text: int(text, 16 if "hex" in head else 0))
    for word in head:
        if word.startswith("fill="):
            return [parse(word[5:])] * count
        if word.startswith("range="):
            start, step, _ = (parse(each) for each in word[6:].split(":"))
            return [start + i * step for i in range(count)]
    return [parse(each) for each in values]


def argument(name, type_name, head, values, folder):
    if "null" in head:
        return [f"{name}=null"], None
    size = next(int(word[5:]) for word in head if word.startswith("size="))
    is_pointer = "*" in type_name
    element = next((word for word in head if word in FORMATS), None)
    base = re.search(r"(u?(?:char|short|int|long)|float|double)\d*(?:\s+const)?\*?$", type_name)
    format_of = FORMATS.get(element or (base.group(1) if base else "uchar"), "B")
    count = size // struct.calcsize(format_of)
    if is_pointer and "local" in type_name:
        lanes = re.search(r"[a-z](\d+)\*", type_name)
        return [f"{name}[{count // int(lanes.group(1) if lanes else 1)}]"], None
    numbers = numbers_of(head, values, format_of, count)
    if not is_pointer and not base:
        file = os.path.join(folder, f"{name}.raw")
        with open(file, "wb") as out:
            out.write(struct.pack(f"<{count}{format_of}", *numbers))
        return [f"{name}=@{file}"], None
    if is_pointer and size == 0:  # clCreateBuffer makes none of no bytes
        return [f"{name}[1]"], None
    if not is_pointer:
        return [f"{name}={numbers[0]}" if len(numbers) == 1 else f"{name}={{{','.join(map(str, numbers))}}}"], None
    kind = "read_only:" if "ro" in head else "write_only:" if "wo" in head else ""
    file = os.path.join(folder, f"{name}.raw")
    with open(file, "wb") as out:
        out.write(struct.pack(f"<{count}{format_of}", *numbers) if "noinit" not in head else bytes(size))
    unit = struct.calcsize(format_of)
    lanes = re.search(r"[a-z](\d+)\s*(?:const)?\*", type_name)
    known = FORMATS.get(base.group(1)) if base else None
    unit = (struct.calcsize(known) if known else unit) * int(lanes.group(1) if lanes else 1)
    text = f"{name}[{size // unit}]=any" if "noinit" in head else f"{kind}{name}=@{file}"
    return [text], ((name, format_of) if "dump" in head else None)


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


def run(folder, test, out_folder):
    launch = Launch(os.path.join(folder, test + ".sim"))
    path = os.path.join(folder, os.path.dirname(test), launch.file)
    words, dumped = [], {}
    for (name, type_name), (head, values) in zip(parameters_of(path, launch.kernel), launch.arguments):
        text, shown = argument(name, type_name, head, values, out_folder)
        words += ["--arg", *text]
        if shown:
            dumped[shown[0]] = shown[1]
    done = subprocess.run([CLMM, "exec", path, "--kernel", launch.kernel, "--global", ",".join(launch.sizes), "--local", ",".join(launch.local),
                           "--check", "all", "--all", "--timeout", "20", *words,
                           *(word for name in dumped for word in ("--out", f"{name}=@{out_folder}/{name}.out.raw"))],
                          capture_output=True, text=True, errors="replace", check=False)
    values = {}
    for name, format_of in dumped.items():
        file = os.path.join(out_folder, name + ".out.raw")
        if os.path.exists(file):
            with open(file, "rb") as bytes_of:
                for i, (each,) in enumerate(struct.iter_unpack("<" + format_of, bytes_of.read())):
                    values[f"{name}[{i}]"] = each
    return done, values


def compared(folder, test, out_folder):
    errors, numbers = expected_of(os.path.join(folder, test + ".ref"))
    done, values = run(folder, test, out_folder)
    found = re.findall(r"error: (.*)", done.stderr)
    theirs, ours = sorted({kind(each) for each in errors}), sorted({kind(each) for each in found})
    wrong = [f"{place}: {number} is {values.get(place)}" for place, number in numbers.items()
             if not same(number, values.get(place))]
    return theirs, ours, wrong, done


def same(theirs, ours):
    """Hexadecimal where the launch file says so."""
    if isinstance(ours, float):
        return abs(float(theirs) - ours) <= 1e-4 * abs(ours)
    return ours is not None and (int(theirs, 16 if theirs.startswith("0x") else 10) - ours) % (1 << 64) in (0, 256, 65536, 1 << 32)


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
        with tempfile.TemporaryDirectory() as out_folder:
            theirs, ours, wrong, done = compared(options.folder, test, out_folder)
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
