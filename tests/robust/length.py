#!/usr/bin/env python3
"""Long texts: four times as many lines, names or operators take some four times as long, or are refused with a reason.

  length.py            the test: processor time at two sizes
  length.py --table    seconds and MiB of the largest size that is taken, by family and command

$CLMM is the program.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CLMM = os.environ.get("CLMM", str(ROOT / "build/release/bin/clmm"))
# Even the short ones have more events than `check` takes, so that reading is what is measured.
SHORT, LONG = 2_500, 10_000
# Linear is 4 times, quadratic 16 times.
MOST = 9
# Below it, what the start and the models take is most of the time.
SECONDS = 0.4
PATIENCE = 240


def kernel(body, before=""):
    return before + "kernel void k(global int *a) {\n" + body + "}\n"


def lines(count, text, step=1):
    return "".join(text % {"i": i, "j": i % 8} for i in range(0, count, step))


FAMILIES = {
    "statements": lambda n: kernel(lines(n, "  a[%(j)d] += %(i)d;\n")),
    "short lines": lambda n: kernel(lines(n, ";\n")),
    "one line": lambda n: kernel(lines(n, "a[%(j)d]=1;") + "\n"),
    "blank lines and comments": lambda n: kernel(lines(n, "\n  // nothing\n")),
    "variables": lambda n: kernel(lines(n, "  int v%(i)d = %(i)d;\n")),
    "variables of program scope": lambda n: kernel("", lines(n, "constant int c%(i)d = %(i)d;\n")),
    "functions": lambda n: kernel("  a[0] = f0(1);\n", lines(n, "int f%(i)d(int x) { return x; }\n")),
    "functions, called": lambda n: kernel(lines(n, "  a[0] = f%(i)d(1);\n"), lines(n, "int f%(i)d(int x) { return x; }\n")),
    "prototypes": lambda n: kernel("", lines(n, "int p%(i)d(int x);\n")),
    "macros": lambda n: kernel(lines(n, "  a[0] = M%(i)d;\n"), lines(n, "#define M%(i)d %(i)d\n")),
    "one long macro": lambda n: kernel("  M\n", "#define M " + lines(n, "a[0] = 1; ") + "\n"),
    "lines that go on": lambda n: kernel("  a[0] = 1 \\\n" + "\\\n" * n + ";\n"),
    "#if": lambda n: kernel(lines(n, "#if %(i)d > 5\n  a[0] = 1;\n#endif\n")),
    "typedefs": lambda n: kernel("", lines(n, "typedef int t%(i)d;\n")),
    "members": lambda n: kernel("  struct s x; x.m0 = 1;\n", "struct s {\n" + lines(n, " int m%(i)d;\n") + "};\n"),
    "structs": lambda n: kernel("", lines(n, "struct s%(i)d { int m; };\n")),
    "enumerators": lambda n: kernel("  a[0] = e1;\n", "enum e { " + lines(n, "e%(i)d, ") + "};\n"),
    "elements of an array": lambda n: kernel("  a[0] = t[1];\n", "constant int t[] = { " + lines(n, "%(i)d, ") + "};\n"),
    "branches": lambda n: kernel(lines(n, "  if (a[%(j)d]) a[0] = %(i)d;\n")),
    "loops": lambda n: kernel(lines(n, "  for (int i = 0; i < 1; ++i) a[0] = i;\n")),
    "cases": lambda n: kernel("  switch (a[0]) {\n" + lines(n, "  case %(i)d: a[1] = 1; break;\n") + "  }\n"),
    "blocks": lambda n: kernel(lines(n, "  { int x = a[0]; a[1] = x; }\n")),
    "printf": lambda n: kernel(lines(n, '  printf("%%d of %(i)d\\n", a[0]);\n')),
    "names that nothing declares": lambda n: kernel(lines(n, "  a[0] = y%(i)d;\n")),
    "lines that are no C": lambda n: kernel(lines(n, "  a[0] = = %(i)d;\n")),
    "operators": lambda n: kernel("  a[0] = 1" + " + a[1]" * n + ";\n"),
    "operands &&": lambda n: kernel("  a[0] = 1" + " && a[1]" * n + ";\n"),
    "compound literals": lambda n: kernel("  a[0] = 1" + " + (int){1}" * n + ";\n"),
    "statement expressions in one another": lambda n: kernel("  a[0] = " + "({ " * n + "1;" + " });" * (n - 1) + " });\n"),
    "dimensions": lambda n: kernel("  int x" + "[1]" * n + ";\n"),
    "attributes": lambda n: kernel("  int x " + "__attribute__((aligned(4))) " * n + ";\n"),
    "a long name": lambda n: kernel("  int " + "x" * n + " = 1;\n"),
    "a long string": lambda n: kernel('  printf("' + "x" * n + '");\n'),
}
LAUNCH = ["--global", "1", "--args", "a[16]"]
COMMANDS = {"check": ["check"], "exec": ["exec"], "--dump=tree": ["check", "--dump=tree"]}


def used():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def run(path, words):
    """(exit code, seconds of the processor, the first line of what is wrong)"""
    before = used()
    done = subprocess.run([CLMM, words[0], str(path), *words[1:], *LAUNCH], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, timeout=PATIENCE, check=False)
    first = done.stderr.decode(errors="replace").split("\n", 1)[0]
    return done.returncode, used() - before, first.split(": ", 1)[-1][:80]


def written(folder, family, count):
    path = folder / f"{count}.cl"
    path.write_text(FAMILIES[family](count))
    return path


def problem(folder, family, words):
    code, seconds, said = run(written(folder, family, LONG), words)
    if code not in (0, 1, 2) or (code == 2 and "error: " not in f"{said}: "):
        return f"exit code {code}: {said}"
    if seconds > SECONDS and seconds > MOST * run(written(folder, family, SHORT), words)[1]:
        # Other work on the machine may double what one run takes.
        short, long = (min(run(written(folder, family, count), words)[1] for _ in range(3)) for count in (SHORT, LONG))
        if long > MOST * short:
            return f"{short:.2f} s for {SHORT}, {long:.2f} s for {LONG}"
    return None


def table(folder, count):
    print(f"{count} of each; seconds of the processor, and what is said of what is refused\n")
    print("| family | " + " | ".join(f"`{name}`" for name in COMMANDS) + " | |\n|" + "---|" * (len(COMMANDS) + 2))
    for family in FAMILIES:
        results = [run(written(folder, family, count), words) for words in COMMANDS.values()]
        refused = dict.fromkeys(result[2] for result in results if result[0] not in (0, 1))
        print(f"| {family} | " + " | ".join(f"{result[1]:.1f}" for result in results) + f" | {'; '.join(refused)} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--table", type=int, metavar="N", help="lines, names or operators")
    options = parser.parse_args()
    failures = 0
    with tempfile.TemporaryDirectory() as name:
        if options.table:
            return table(Path(name), options.table)
        for family in FAMILIES:
            for command, words in COMMANDS.items():
                wrong = problem(Path(name), family, words)
                if wrong:
                    failures += 1
                    print(f"length: {family} under {command}: {wrong}", file=sys.stderr)
    print(f"{len(FAMILIES)} families under {len(COMMANDS)} commands")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
