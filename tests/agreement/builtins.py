#!/usr/bin/env python3
"""Calls of built-in functions with every mixture of scalars and vectors: clmm takes those that clang takes.

    CLMM=clmm builtins.py TABLE [--seed N] [--count N] [--all] [--function NAME]... [--keep DIR]

TABLE is the program builtin_table, which prints the functions. A call is a statement on a line of its own, and all calls
are in one kernel: clang, `clmm exec` and `clmm check` read it once each, and say which lines are wrong. What they
say otherwise is an error, unless EXPECTED names it with its reason.
"""

import itertools
import os
import pathlib
import random
import re
import shutil
import sys
import tempfile

from asking import CLMM, parser_of, run

# clang-tidy brings the second name.
CLANG = os.environ.get("CLANG") or shutil.which("clang") or shutil.which("clang-14") or "clang"
ELEMENTS = ["char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "half", "float", "double"]
LANES = [1, 2, 3, 4, 8, 16]
WIDTHS = {"char": 1, "short": 2, "int": 4, "long": 8, "half": 2, "float": 4, "double": 8}
SIGNED = {1: "char", 2: "short", 4: "int", 8: "long"}
WITH_POINTERS = {"fract": 1, "modf": 1, "sincos": 1, "frexp": 1, "lgamma_r": 1, "remquo": 2}
SHUFFLES = {"shuffle", "shuffle2"}

# Differences that are meant: who takes the call, which calls, and why.
FLOATING = re.compile(r"(half|float|double)\d*$")
EXPECTED = {
    "a pointer to another type": (
        "clang", lambda name, types, message: types[-1].endswith("*"),
        "clang warns and converts the pointer; OpenCL C has no such form"),
    "parts of upsample that are converted": (
        "clang", lambda name, types, message: name == "upsample",
        "the text wants the low part unsigned and of the high one's width: another one is a mistake"),
    "scalars beside floating-point values": (
        "clmm", lambda name, types, message: "ambiguous" in message and any(map(FLOATING.match, types)),
        "clamp(x, 0, 1) of a float x is ambiguous beside the forms for integers, and fmax(x, 0.0) beside those for "
        "doubles, which not all devices have: the scalars become the widest floating-point type among the arguments"),
}


def vector(element, lanes):
    return element if lanes == 1 else f"{element}{lanes}"


def variants(element, lanes):
    """The types of an argument in a call about vectors of so many such elements."""
    width = WIDTHS[element.lstrip("u") if element != "ulong" else "long"]
    signed = SIGNED[width]
    other = 2 if lanes != 2 else 4
    found = [vector(element, lanes), element, vector(signed, lanes), vector("u" + signed, lanes), "int", "uint", "float",
             "double", "bool", vector("int", lanes), vector("float", lanes), vector(element, other), "size_t"]
    return list(dict.fromkeys(found))


def calls_of(name, count):
    for element, lanes in itertools.product(ELEMENTS, LANES):
        pointer = WITH_POINTERS.get(name)
        for types in itertools.product(variants(element, lanes), repeat=count if pointer is None else pointer):
            if pointer is None:
                yield name, types
            else:
                for target in (vector(element, lanes), vector("int", lanes), element):
                    yield name, (*types, target + "*")


def text_of(call):
    name, types = call
    return f"{name}({', '.join(('&' if each.endswith('*') else '') + 'v_' + each.rstrip('*') for each in types)})"


def kernel_text(calls):
    types = [vector(element, lanes) for element in ELEMENTS for lanes in LANES] + ["bool", "size_t"]
    head = ["#pragma OPENCL EXTENSION cl_khr_fp16 : enable", "#pragma OPENCL EXTENSION cl_khr_fp64 : enable",
            "kernel void k(void) {", *(f"{each} v_{each} = 0;" for each in types)]
    return "\n".join([*head, *(text_of(each) + ";" for each in calls), "}", ""]), len(head)


def wrong_lines(output, file):
    """The first message of each line."""
    found = {}
    for line, message in re.findall(rf"^{re.escape(str(file))}:(\d+):\d+: (?:fatal )?error: (.*)$", output, re.M):
        found.setdefault(int(line), message)
    return found


def ask_clang(file):
    code, output, errors = run([CLANG, "-x", "cl", "-cl-std=CL3.0", "-fsyntax-only", "-target", "spir64", "-w",
                                "-ferror-limit=0", "-fno-caret-diagnostics", "-fshow-overloads=best",
                                "-Xclang", "-finclude-default-header", "-Xclang", "-cl-ext=+all", str(file)])
    return wrong_lines(errors, file)


def ask_clmm(verb, file):
    code, output, errors = run([CLMM, verb, str(file), "--kernel", "k", "--global", "1", "--local", "1",
                                *(["--max-events", "4000"] if verb == "check" else [])])
    if code not in (0, 1, 2, 3):
        sys.exit(f"{verb} ended with {code}: {errors[:600]}")
    return wrong_lines(errors, file)


def reason_of(call, taken_by, message):
    return next((name for name, (who, holds, _) in EXPECTED.items() if who == taken_by and holds(*call, message)), None)


def chosen(options, table):
    calls = [call for name, count in table if not options.function or name in options.function
             for call in dict.fromkeys(calls_of(name, count))]
    if options.all or options.function:
        return calls
    # As many of each function.
    rng = random.Random(options.seed)
    by_name = {}
    for call in calls:
        by_name.setdefault(call[0], []).append(call)
    share = max(1, options.count // len(by_name))
    return [call for each in by_name.values() for call in rng.sample(each, min(share, len(each)))]


def main():
    parser = parser_of(count=6000)
    parser.add_argument("table")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--function", action="append")
    options = parser.parse_args()
    if shutil.which(CLANG) is None:
        print(f"skipped: no {CLANG}")
        return 77
    lines = run([options.table])[1].split("\n")
    table = [(name, int(least)) for name, least, _ in (line.split() for line in lines if line)]
    calls = chosen(options, table)
    failures, differences = 0, {}
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(options.keep or temporary)
        folder.mkdir(exist_ok=True)
        for begin in range(0, len(calls), 20000):
            part = calls[begin:begin + 20000]
            file = folder / f"calls{begin}.cl"
            text, head = kernel_text(part)
            file.write_text(text)
            clang = ask_clang(file)
            answers = {verb: ask_clmm(verb, file) for verb in ("exec", "check")}
            for verb, wrong in answers.items():
                for line, call in enumerate(part, head + 1):
                    if (line in clang) == (line in wrong):
                        continue
                    taken_by = "clmm" if line in clang else "clang"
                    reason = reason_of(call, taken_by, clang.get(line, ""))
                    if reason is not None:
                        differences[reason] = differences.get(reason, 0) + 1
                        continue
                    failures += 1
                    if failures <= 200:
                        print(f"{verb}: {text_of(call)}: {taken_by} takes it; "
                              f"{clang.get(line) or wrong.get(line)}")
    for reason, count in sorted(differences.items()):
        print(f"{count} expected: {reason}: {EXPECTED[reason][2]}")
    print(f"{len(calls)} calls of {len({call[0] for call in calls})} functions: {failures} judged otherwise than by clang")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
