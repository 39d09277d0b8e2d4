#!/usr/bin/env python3
"""Kernels that try to break what runs them: none ends clmm with a signal or an internal error, neither with all
checks nor in the sandbox; with all checks, what is wrong in each is found.

$CLMM is the program.
"""

import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CLMM = os.environ.get("CLMM", str(ROOT / "build/release/bin/clmm"))
IS_WATCHED = "asan" in CLMM or "tsan" in CLMM

FOUND, REFUSED, ENDLESS, FINE = 1, 2, 3, 0

# What it is, its text (of a kernel body, or a whole file), and how `--check all` ends. 0, with nothing found, is for
# those that do nothing wrong; where two codes are given, a limit may come first.
BODIES = [
    ("store far beyond", "a[1000000000] = 1;", FOUND),
    ("store far before", "a[-1000000000L] = 1;", FOUND),
    ("load beyond", "a[0] = a[8];", FOUND),
    ("load one before", "a[0] = a[-1];", FOUND),
    ("walks off the end", "for (int i = 0; i < 1000000; i++) a[i] = i;", FOUND),
    ("index that wraps", "a[(uint)0xffffffffu] = 1;", FOUND),
    ("64-bit index that wraps", "a[0x4000000000000000UL] = 1;", FOUND),
    ("null pointer", "global int* p = 0; *p = 1;", FOUND),
    ("null of a struct", "typedef struct { int x[100]; } S; global S* p = 0; p->x[99] = 1;", FOUND),
    ("number as a pointer", "global int* p = (global int*)0x4141414141414141UL; *p = 1;", FOUND),
    ("low number as a pointer", "global int* p = (global int*)64UL; a[0] = *p;", FOUND),
    ("pointer that is off by one byte", "global int* p = (global int*)((global char*)a + 1); *p = 1;", FOUND),
    ("pointer from contents", "global int* p = (global int*)(ulong)a[0]; *p = 1;", FOUND),
    ("private array overrun", "int x[4]; for (int i = 0; i < 400; i++) x[i] = 0; a[0] = x[1];", FOUND),
    ("private array underrun", "int x[4] = {0}; int i = a[0] - 1000; x[i] = 1; a[0] = x[0];", FOUND),
    ("local array overrun", "local int x[4]; x[4096] = 1; a[0] = x[4096];", FOUND),
    ("vector beyond", "vstore16((int16)(1), 5, a);", FOUND),
    ("vector load beyond", "a[0] = vload16(1000000, a).s0;", FOUND),
    ("atomic beyond", "atomic_fetch_add((global atomic_int*)(a + 100), 1);", FOUND),
    ("constant written", "constant int* c = (constant int*)a; *(global int*)c = 1; a[9] = 2;", REFUSED),
    ("copy beyond",
     "local int x[4]; event_t e = async_work_group_copy(x, a, 1000000, 0); wait_group_events(1, &e); a[0] = x[0];", FOUND),
    ("division by zero", "int z = a[0]; a[1] = 1 / z;", None),
    ("remainder by zero", "int z = a[0]; a[1] = 1 % z;", None),
    ("least by minus one", "int m = a[0] - 2147483647 - 1; int n = a[0] - 1; a[1] = m / n; a[2] = m % n;", None),
    ("least long by minus one", "long m = a[0] + LONG_MIN; long n = a[0] - 1; a[1] = (int)(m / n);", None),
    ("vector by zero", "int4 z = (int4)(a[0]); int4 q = (int4)(1) / z; a[1] = q.x;", None),
    ("shift beyond the width", "int s = a[0] + 1000; a[1] = 1 << s; a[2] = 1 >> -s;", None),
    ("endless loop", "while (1) { }", ENDLESS),
    ("endless loop that stores", "while (1) { a[0] = a[0] + 1; }", FOUND),
    ("loops within loops", "for (ulong i = 0; i < 1UL << 40; i++) for (ulong j = 0; j < 1UL << 40; j++) a[0] += 1;", FOUND),
    ("waits for what never comes", "while (atomic_load((global atomic_int*)a) == 0) { }", ENDLESS),
    ("prints without end", 'while (1) { printf("%d", a[0]); }', ENDLESS),
    ("giant format", 'printf("%1000000000d\\n", a[0]);', REFUSED),
    ("giant precision", 'printf("%.1000000000f\\n", 1.0f);', REFUSED),
    ("format without arguments", 'printf("%s %n %d %f\\n");', None),
    ("number as a string", 'printf("%s\\n", a[0]);', None),
    ("barrier of some", "if (get_global_id(0) == 0) barrier(CLK_GLOBAL_MEM_FENCE); a[0] = 1;", None),
    ("barrier in an endless loop", "while (1) barrier(CLK_LOCAL_MEM_FENCE);", ENDLESS),
    ("float as an index", "float f = 1e30f; a[(int)f] = 1;", FOUND),
    ("nan as an index", "float f = nan(0u) + (float)a[0]; a[100 + (int)f] = 1;", FOUND),
    ("huge sizes asked", "a[get_global_size(0xffffffffu) + 100] = 1;", FOUND),
]
FILES = [
    ("recursion", "int f(int x) { return x == 0 ? 0 : f(x - 1); }\nkernel void k(global int* a) { a[0] = f(5); }\n", REFUSED),
    ("recursion in a circle",
     "int g(int x);\nint f(int x) { return g(x); }\nint g(int x) { return f(x); }\nkernel void k(global int* a) { a[0] = f(5); }\n",
     REFUSED),
    ("giant private array", "kernel void k(global int* a) { int x[1 << 30]; x[5] = a[0]; a[1] = x[5]; }\n", None),
    ("giant local array", "kernel void k(global int* a) { local int x[1 << 30]; x[5] = a[0]; a[1] = x[5]; }\n", None),
    ("giant program variable", "global int x[1 << 30];\nkernel void k(global int* a) { x[5] = a[0]; a[1] = x[5]; }\n", None),
    ("array of a negative size", "kernel void k(global int* a) { int x[-1]; a[0] = x[0]; }\n", REFUSED),
    ("array whose size overflows", "kernel void k(global int* a) { int x[1UL << 62][1UL << 62]; a[0] = x[0][0]; }\n", REFUSED),
    ("array of no type", "struct S;\nkernel void k(global int* a) { struct S x[4]; a[0] = sizeof(x); }\n", REFUSED),
    ("struct of itself", "struct S { struct S s; };\nkernel void k(global int* a) { struct S s; a[0] = sizeof(s); }\n", REFUSED),
]


def cases():
    for what, body, code in BODIES:
        yield what, "kernel void k(global int* a) { %s }\n" % body, code
    yield from FILES


def run(folder, number, words):
    path = Path(folder) / f"{number}.cl"
    command = [CLMM, "exec", str(path), "--global", "4", "--local", "2", "--args", "a[8]", "--timeout", "1",
               "--memory-limit", "1024", *words]
    try:
        ended = subprocess.run(command, capture_output=True, timeout=120 if IS_WATCHED else 30)
    except subprocess.TimeoutExpired:
        return "hangs", b""
    return ended.returncode, ended.stdout + ended.stderr


def problem(folder, number, case):
    """What is wrong with how clmm takes a kernel; None where nothing is."""
    what, text, wanted = case
    (Path(folder) / f"{number}.cl").write_text(text)
    checked, said = run(folder, number, ["--check", "all"])
    if checked not in (0, 1, 2, 3):
        return f"{what}: --check all: {checked}: {said[-300:]}"
    if wanted is not None and checked != wanted:
        return f"{what}: --check all: exit code {checked}, not {wanted}: {said[-300:]}"
    apart, said = run(folder, number, ["--sandbox"])
    if apart not in (0, 1, 2, 3):
        return f"{what}: --sandbox: {apart}: {said[-300:]}"
    return None


def main():
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        all_cases = list(cases())
        problems = [each for each in pool.map(lambda n: problem(folder, n, all_cases[n]), range(len(all_cases))) if each]
    print(*problems, sep="\n")
    print(f"{len(all_cases)} kernels, {len(problems)} of which break it")
    return 1 if problems else 0


sys.exit(main())
