#!/usr/bin/env python3
"""Single inputs that once broke clmm, or made it say what it could not know, and that no other test holds.

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
PATIENCE = 120
TEST = """OPENCL t
{ [x]=0; }
P0 @wg 0, dev 0 (global atomic_int *x) { atomic_store_explicit(x, 1, memory_order_relaxed); }
exists (x=1)
"""
failures = []


def expect(condition, what):
    if not condition:
        failures.append(what)
        print(f"points: {what}", file=sys.stderr)


def clmm(folder, *words):
    """(exit code, standard output, standard error)"""
    run = subprocess.run([CLMM, *words], cwd=folder, capture_output=True, timeout=PATIENCE, stdin=subprocess.DEVNULL, check=False)
    return run.returncode, run.stdout.decode(errors="surrogateescape"), run.stderr.decode(errors="surrogateescape")


def wide(threads, accesses):
    """Every thread writes and reads every place: nobody knows all of it within a moment."""
    places = [f"x{i}" for i in range(accesses)]
    parameters = ", ".join(f"global atomic_int *{place}" for place in places)
    text = "OPENCL wide\n{ " + " ".join(f"[{place}]=0;" for place in places) + " }\n"
    for thread in range(threads):
        text += f"P{thread} @wg {thread}, dev 0 ({parameters}) {{\n"
        for i, place in enumerate(places):
            text += f"  atomic_store_explicit({place}, {thread + 1}, memory_order_relaxed);\n"
            text += f"  int r{i} = atomic_load_explicit({places[(i + 1) % accesses]}, memory_order_relaxed);\n"
        text += "}\n"
    zeros = [f"{thread}:r{i}=0" for thread in range(threads) for i in range(accesses)]
    return text + "exists (" + " /\\ ".join(zeros) + ")\n"


def names_that_are_no_utf8(folder):
    """A file may be called so; JSON has no such text."""
    for text, codes in ((TEST, (0, 1)), ("broken", (2,))):
        name = os.fsdecode(b"\xff\xfe-\x80.litmus")
        (folder / name).write_text(text)
        for words in (["check", "--json"], ["explain", "--json"], ["repair", "--json"], ["compare", "--json", "-m", "rc11", "-m", "c11"],
                      ["run", "--json", "--device", "host", "--instances", "10"], ["check", "--sarif", "out.sarif"],
                      ["check", "--junit", "out.xml"], ["lower", "--json", "--mapping", "opencl-amdgpu-gfx942"], ["graph", "-o", "out.dot"],
                      ["report", "-o", "out.html"]):
            code, out, err = clmm(folder, words[0], name, *words[1:])
            expect(code in codes, f"{words} of a name that is no UTF-8 ended with {code}: {err[-300:]!r}")
            if "--json" in words and out:
                try:
                    json.loads(out)
                except ValueError as error:
                    expect(False, f"{words} of a name that is no UTF-8: {error}")


def lists(folder):
    """A list that names nothing is a mistake, not a success."""
    for text in ("", "\n\n", "# nothing\n"):
        (folder / "list").write_text(text)
        for command in ("check", "report", "compare", "run"):
            code, _, err = clmm(folder, command, "@list", *(["-o", "page.html"] if command == "report" else []))
            expect(code == 2, f"{command} of a list {text!r} ended with {code}")
            expect("no file is named in the list list" in err, f"{command} of a list {text!r}: {err}")
    (folder / "list").write_text("t.litmus\n")
    (folder / "t.litmus").write_text(TEST)
    expect(clmm(folder, "check", "@list")[0] == 0, "a list of one file")


def long_lines(folder):
    """What is wrong is shown with what stands around it, not with megabytes."""
    filler = "x" * 3_000_000
    name = "x" * 1_500_000
    kernels = [f"kernel void k(global int *a) {{ a[0] = {filler}; }}\n", f"kernel void k(global int *a) {{ a[0] = = 1; /* {filler} */ }}\n",
               f"/* {filler} */ kernel void k(global int *a) {{ a[0] = y; }}\n", f'kernel void k(global int *a) {{ printf("{filler}", = ); }}\n',
               # A name that is nearly declared: what is like it is not looked for letter by letter.
               f"kernel void k(global int *a) {{ int {name}y = 0; a[0] = {name}z; }}\n"]
    for text in kernels:
        (folder / "k.cl").write_text(text)
        for words in (["exec"], ["check"]):
            code, _, err = clmm(folder, *words, "k.cl", "--global", "1", "--args", "a[1]")
            expect(code == 2, f"{words[0]} of a long line ended with {code}")
            expect("k.cl:1:" in err and "^" in err, f"{words[0]} of a long line: no place: {err[:300]}")
            expect(len(err) < 20_000, f"{words[0]} of a long line prints {len(err)} bytes")


def searches_that_are_cut_short(folder):
    """Of what is not known nothing is said."""
    (folder / "wide.litmus").write_text(wide(6, 5))
    sure = ("no undefined behaviour", "has no execution", "is not forbidden", "no race")
    for words in (["graph", "wide.litmus", "-s", "all", "-o", "out"], ["graph", "wide.litmus", "-s", "forbidden"],
                  ["graph", "wide.litmus", "-s", "racy"], ["explain", "wide.litmus", "-s", "0:r0=6"]):
        code, out, err = clmm(folder, *words, "--timeout", "0.05")
        expect(code == 3, f"{words}, cut short, ended with {code}: {err[-300:]}")
        for word in sure:
            expect(word not in out + err, f"{words}, cut short, is sure: {word}")


def kernels(folder):
    """Text, words of the command line, exit code."""
    launch = ["--global", "4", "--local", "4", "--args", "a[8]"]
    conditional = "a[0]"
    for i in range(150):
        conditional = f"(a[{i % 8}] > {i} ? {conditional} : {i})"
    cases = [
        ("kernel void k(global int *a) { long x = 1; int y = 2; a[0] = (int)sub_group_reduce_add(a[0] ? x : y);"
         " a[1] = sub_group_reduce_add((uchar)1) + sub_group_scan_inclusive_max((short)2); }", [], (0,)),
        (f"kernel void k(global int *a) {{ a[get_global_id(0)] = {conditional}; }}", [], (0,)),
        ("kernel void k(global int *a) { int8 x[4]; double16 y[3]; x[1] = (int8)(1); y[2] = (double16)(2);"
         " a[get_global_id(0)] = x[1].s0 + (int)y[2].s1; }", ["--check", "align"], (0,)),
        ("kernel void k(global int *a) { a[9] = 1; }", ["--out", "typo"], (2,)),
        ("kernel void k(global int *a, global int *b) { a[0] = b[0]; }", ["--schedule", "random"], (2,)),
        # What stands side by side in a list is not nested; what is nested behind a list is.
        ("constant int t[] = {" + "1, " * 5000 + "1}; kernel void k(global int *a) { a[get_global_id(0)] = t[5000]; }", [], (0,)),
        ("constant int t[][2] = {" + "{1 + 2, 3}, " * 5000 + "{1, 2}}; kernel void k(global int *a) { a[get_global_id(0)] = t[4999][1]; }",
         [], (0,)),
        ("enum e { " + ", ".join(f"e{i}" for i in range(5000)) + " }; kernel void k(global int *a) { a[get_global_id(0)] = e4999; }", [], (0,)),
        ("kernel void k(global int *a) { a[0] = 1" + " + (int){1}" * 50_000 + "; }", [], (2,)),
        ("kernel void k(global int *a) { a[0] = a[0] ? (int){1} : " * 1 + "a[1] ? (int){1} : " * 50_000 + "1; }", [], (2,)),
        ("kernel void k(global int *a) { a[0] = " + "({ " * 50_000 + "1;" + " });" * 50_000 + " }", [], (2,)),
        ("struct s { int m; int m; }; kernel void k(global int *a) { struct s x; x.m = 1; a[0] = x.m; }", [], (2,)),
        ("kernel void k(global int *a) { while (1) { } }", ["--schedule", "random", "--timeout", "0.2"], (3,)),
    ]
    for text, words, codes in cases:
        (folder / "k.cl").write_text(text)
        code, _, err = clmm(folder, "exec", "k.cl", *launch, *words)
        expect(code in codes, f"exec {words} of {text[:100]} ended with {code}: {err[-300:]}")


def main():
    with tempfile.TemporaryDirectory() as name:
        for part in (names_that_are_no_utf8, lists, long_lines, searches_that_are_cut_short, kernels):
            folder = Path(name) / part.__name__
            folder.mkdir()
            part(folder)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
