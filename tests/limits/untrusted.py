#!/usr/bin/env python3
"""Tests and kernels from anywhere: what they say is no command, neither to the terminal nor to the file system.

$CLMM names the program. Exit code 1: something of that is not so.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CLMM = os.environ.get("CLMM", str(ROOT / "build/release/bin/clmm"))
# Far more than any of these commands takes: it tells what ends from what does not.
PATIENCE = 120
ESCAPE = "\033[31m"

TEST = """OPENCL %s
{ [x]=0; [y]=0; }
P0 @wg 0, dev 0 (global atomic_int *x, global atomic_int *y) {
  atomic_store_explicit(x, 1, memory_order_relaxed);
  int r0 = atomic_load_explicit(y, memory_order_relaxed);
}
P1 @wg 1, dev 0 (global atomic_int *x, global atomic_int *y) {
  atomic_store_explicit(y, 1, memory_order_relaxed);
  int r0 = atomic_load_explicit(x, memory_order_relaxed);
}
exists (0:r0=0 /\\ 1:r0=0)
"""

failures = []


def expect(condition, what):
    if not condition:
        failures.append(what)
        print(f"untrusted: {what}", file=sys.stderr)


def clmm(folder, *words):
    """(exit code, all that is printed); no exit code where it does not end."""
    try:
        run = subprocess.run([CLMM, *words], cwd=folder, capture_output=True, timeout=PATIENCE,
                             stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return None, ""
    return run.returncode, (run.stdout + run.stderr).decode(errors="surrogateescape")


def files_of(folder):
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def names_of_tests(folder):
    """Pictures stay in their folder, whatever the test is called."""
    inside = folder / "deep" / "deeper" / "pictures"
    inside.mkdir(parents=True)
    for number, name in enumerate(["../../x", "/tmp/clmm-untrusted", "..", ".hidden", "a/b", "n" * 400]):
        test = folder / f"named{number}.litmus"
        test.write_text(TEST % name)
        before = files_of(folder)
        for words in (["graph", test.name, "-s", "all", "-f", "dot", "-o", str(inside)],
                      ["explain", test.name, "-o", str(inside)],
                      ["lower", test.name, "--mapping", "c11-x86", "-o", str(inside)]):
            code, text = clmm(folder, *words)
            expect(code in (0, 1, 2), f"{words[0]} of '{name[:20]}' ended with {code}: {text}")
        made = files_of(folder) - before
        expect(made, f"no picture of '{name[:20]}'")
        for path in made:
            expect(path.startswith("deep/deeper/pictures/"), f"'{name[:20]}' made {path}")
            expect(Path(path).parent.name == "pictures", f"'{name[:20]}' made {path}")
    expect(not list(Path("/tmp").glob("clmm-untrusted*")), "a picture outside of its folder")


def names_of_files(folder):
    """What files are called is shown, and is no line of its own."""
    for name in ("a\nforged.litmus:1:1: error: nothing", f"{ESCAPE}b.litmus", "c\u202ed.litmus"):
        file = folder / name
        file.write_text("OPENCL broken\n{ [x]=0; \nQ")
        for words in (["check", name], ["check", name, name], ["graph", name], ["explain", name],
                      ["repair", name], ["report", name, "-o", "page.html"], ["compare", name],
                      ["exec", name], ["run", name], ["check", name + "-is-not-there"]):
            code, text = clmm(folder, *words)
            expect(code == 2, f"{words[0]} of {name!r} ended with {code}")
            expect("\033" not in text and "\u202e" not in text, f"{words[0]} prints {name!r} raw")
            expect(not any(line.startswith("forged") for line in text.split("\n")),
                   f"{words[0]} lets {name!r} forge a line")
        file.unlink()


def words_of_the_command_line(folder):
    for words in (["check", "x", f"--{ESCAPE}"], [f"{ESCAPE}"], ["check", "--expect", ESCAPE, "x"],
                  ["check", "-m", ESCAPE, "named0.litmus"],
                  ["graph", "named0.litmus", "-s", ESCAPE], ["explain", "named0.litmus", "-s", ESCAPE],
                  ["exec", "k.cl", "--global", "1", "--args", f"{ESCAPE}=1"]):
        (folder / "k.cl").write_text("kernel void k(global int *a) { a[0] = 1; }\n")
        code, text = clmm(folder, *words)
        expect(code == 2, f"{words} ended with {code}: {text}")
        expect("\033" not in text, f"{words} are printed raw")


def includes(folder):
    """Lines of what is no source are not printed, and what has no end is not read."""
    secret = folder / "secret"
    secret.write_text("the secret line\n")
    sources = folder / "sources"
    sources.mkdir()
    os.mkfifo(sources / "pipe.h")
    os.symlink("/dev/zero", sources / "zeros.h")
    for text in (f'#include "{secret}"', '#include "../secret"', '#include "pipe.h"', '#include "zeros.h"',
                 '#include "/dev/zero"', '#include "."', '#include "/"', f'#line 1 "{secret}"\ny',
                 f'#line 1 "../secret"\ny', '#line 1 "pipe.h"\ny', '#line 1 "/dev/zero"\ny',
                 '#include <../secret>', f'#define WHERE "{secret}"\n#include WHERE'):
        (sources / "k.cl").write_text(text + "\nkernel void k(global int *a) { a[0] = 1; }\n")
        for words in (["exec", "sources/k.cl", "--global", "1", "--args", "a[8]"],
                      ["check", "sources/k.cl", "--global", "1", "--args", "a[8]"]):
            code, said = clmm(folder, *words)
            expect(code == 2, f"{words[0]} of {text!r} ended with {code}: {said}")
            expect("the secret line" not in said, f"{words[0]} of {text!r} prints the file")
            expect("k.cl:" in said or text.startswith("#line"), f"{words[0]} of {text!r} has no place: {said}")
    (sources / "near.txt").write_text("#define ONE 1\n")
    (folder / "far.h").write_text("#define TWO 2\n")
    (sources / "k.cl").write_text('#include "near.txt"\n#include "../far.h"\n'
                                  "kernel void k(global int *a) { a[0] = ONE + TWO; }\n")
    code, said = clmm(folder, "exec", "sources/k.cl", "--global", "1", "--args", "a[1]", "--out", "a")
    expect(code == 0 and "{3}" in said, f"sources beside it are included: {code} {said}")
    (sources / "m.cat").write_text(f'"m"\ninclude "{secret}"\n')
    code, said = clmm(folder, "check", "-m", "sources/m.cat", "named0.litmus")
    expect(code == 2 and "the secret line" not in said, f"a model includes any file: {code} {said}")


def devices(folder):
    """What has no end is not read to it."""
    for words in (["check", "/dev/zero"], ["exec", "/dev/zero"], ["check", "@/dev/zero"]):
        code, said = clmm(folder, *words)
        expect(code == 2, f"{words} ended with {code}: {said[:200]}")
    os.mkfifo(folder / "waits.litmus")
    (folder / "only").mkdir()
    os.rename(folder / "waits.litmus", folder / "only" / "waits.litmus")
    code, said = clmm(folder, "check", "only")
    expect(code == 2, f"a folder with a FIFO: {code} {said}")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part in (names_of_tests, names_of_files, words_of_the_command_line, includes, devices):
            part(folder)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
