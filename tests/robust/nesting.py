#!/usr/bin/env python3
"""Nested, chained and impossible texts: each ends with its exit code and message, none with a signal or an internal error.

$CLMM is the program. Sizes are far beyond the limits, so that what is not limited would use up the stack.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CLMM = os.environ.get("CLMM", str(ROOT / "build/release/bin/clmm"))
DEEP = 20_000
KERNEL = "kernel void k(global int* a) { a[0] = %s; }\n"


def chain(first, line, last, count=DEEP):
    return first + "".join(line % (i, i - 1) for i in range(1, count)) + KERNEL % (last % (count - 1))


def nested(opening, inside, closing, count=DEEP):
    return KERNEL % (opening * count + inside + closing * count)


# Name, text, and what the message has in it; None: it is fine.
KERNELS = [
    ("brackets", nested("(", "1", ")"), "nested more than 200 deep"),
    ("unary", nested("~", "1", ""), "nested more than 200 deep"),
    ("conditional", nested("1 ? ", "1", " : 2"), "more than 2000 operators"),
    ("subscripts", nested("a[", "0", "]"), "nested more than 200 deep"),
    ("blocks", "kernel void k(global int* a) {" + "{" * DEEP + "}" * DEEP + "}\n", "nested more than 200 deep"),
    ("object macros", chain("#define M0 1\n", "#define M%d M%d\n", "M%d"), "macros are nested too deep"),
    ("function macros", chain("#define M0(x) x\n", "#define M%d(x) M%d(x)\n", "M%d(1)"), "macros are nested too deep"),
    ("helpers", chain("int f0(int x) { return x; }\n", "int f%d(int x) { return f%d(x); }\n", "f%d(1)", 4000),
     "calls are nested too deep"),
    ("helpers of deep expressions",
     "int f0(int x) { return x; }\n" + "".join(
         "int f%d(int x) { %s x = %s f%d(x) %s; %s return x; }\n" % (i, "{" * 60, "(1 + " * 60, i - 1, ")" * 60, "}" * 60)
         for i in range(1, 500)) + KERNEL % "f499(1)", "calls are nested too deep"),
    ("#if brackets", "#if " + "(" * DEEP + "1" + ")" * DEEP + "\n#endif\n" + KERNEL % "1", "nested more than 200 deep"),
    ("#if signs", "#if " + "!" * DEEP + "1\n#endif\n" + KERNEL % "1", "nested more than 200 deep"),
    ("#if least / -1", "#if (-9223372036854775807 - 1) / -1\n#endif\n" + KERNEL % "1", "integer overflow"),
    ("#if least % -1", "#if (-9223372036854775807 - 1) % -1\n#endif\n" + KERNEL % "1", "integer overflow"),
    ("#if by zero", "#if 1 / 0\n#endif\n" + KERNEL % "1", "division by zero"),
    ("#if by zero, not evaluated", "#if 0 && 1 / 0\n#error no\n#endif\n" + KERNEL % "1", None),
    ("itself included", "#include \"test.cl\"\n" + KERNEL % "1", "nested too deep"),
]
HEAD = "C t\n{ x=0; }\nP0(atomic_int* x) { int r0 = atomic_load_explicit(x, memory_order_relaxed); }\nexists (%s)\n"
X86 = "X86 t\n{ x=0; }\n P0 ;\n MOV EAX,[x] ;\nexists (%s)\n"
PTX = "PTX t\n{ x=0; }\n P0@cta 0,gpu 0 ;\n ld.relaxed.gpu r0,x ;\nexists (%s)\n"
TESTS = [
    ("condition", HEAD % ("(" * DEEP + "0:r0=1" + ")" * DEEP), "nested more than 200 deep"),
    ("condition of x86", X86 % ("(" * DEEP + "0:EAX=1" + ")" * DEEP), "nested too deep"),
    ("negations of x86", X86 % ("~" * DEEP + "(0:EAX=1)"), "nested too deep"),
    ("implications of x86", X86 % ("0:EAX=1 => " * DEEP + "0:EAX=1"), "nested too deep"),
    ("condition of PTX", PTX % ("(" * DEEP + "P0:r0=1" + ")" * DEEP), "nested too deep"),
]
MODELS = [
    ("cat brackets", "let a = " + "(" * DEEP + "rf" + ")" * DEEP + "\nacyclic a as x\n", "nested more than 200 deep"),
    ("cat functions", "let f0(x) = x\n" + "".join(f"let f{i}(x) = f{i - 1}(x)\n" for i in range(1, DEEP)) +
     f"acyclic f{DEEP - 1}(rf) as x\n", "too large"),
]
failed = 0


def run(what, expected, *arguments):
    """A signal, an internal error or another message than the expected one is a failure."""
    global failed
    run = subprocess.run([CLMM, *arguments], capture_output=True, timeout=240)
    said = run.stderr.decode(errors="replace")
    is_right = run.returncode in (0, 3) if expected is None else run.returncode == 2 and expected in said
    if not is_right:
        failed += 1
        print(f"{what}: clmm {arguments[0]}: exit code {run.returncode}, wanted: {expected}\n  {said[-300:]}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        kernel, test, model = (str(Path(folder) / name) for name in ("test.cl", "test.litmus", "test.cat"))
        for what, text, expected in KERNELS:
            Path(kernel).write_text(text)
            for command in ("exec", "check"):
                run(what, expected, command, kernel, "--args", "a[4]", "--global", "1")
        for what, text, expected in TESTS:
            Path(test).write_text(text)
            run(what, expected, "check", test)
        Path(test).write_text(HEAD % "0:r0=1")
        for what, text, expected in MODELS:
            Path(model).write_text(text)
            run(what, expected, "check", test, "--model", model)
    print(f"{2 * len(KERNELS) + len(TESTS) + len(MODELS)} texts, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
