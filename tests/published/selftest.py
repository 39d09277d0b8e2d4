#!/usr/bin/env python3
"""suites.py on suites of our own: what it counts as read, agreeing, settled and different.

    CLMM=clmm selftest.py
"""

import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent

STORE_BUFFERING = """X86 SB
{}
 P0 | P1 ;
 MOV [x],$1 | MOV [y],$1 ;
 MOV EAX,[y] | MOV EAX,[x] ;
exists (0:EAX=0 /\\ 1:EAX=0)
"""
FENCED = """X86 SBF
{}
 P0 | P1 ;
 MOV [x],$1 | MOV [y],$1 ;
 MFENCE | MFENCE ;
 MOV EAX,[y] | MOV EAX,[x] ;
exists (0:EAX=0 /\\ 1:EAX=0)
"""
ARM = """AArch64 Load
{ 0:X1=x; }
 P0 ;
 LDR W0,[X1] ;
exists (0:X0=0)
"""
RISCV = """RISCV Two
{ 0:x5=x; 1:x5=x; }
 P0 | P1 ;
 ori x6,x0,1 | lw x6,0(x5) ;
 sw x6,0(x5) | ;
exists (1:x6=CONSTANT)
"""


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def dartagnan(root):
    for name, text in (("SB", STORE_BUFFERING), ("SBF", FENCED), ("wrong", FENCED), ("settled", FENCED)):
        write(root / f"litmus/X86/{name}.litmus", text)
    write(root / "litmus/X86/unread.litmus", "X86 bad\n{}\n P0 ;\n FROBNICATE ;\nexists (x=0)\n")
    expected = root / "dartagnan/src/test/resources"
    for table in ("OPENCL", "OPENCL-DR", "RC11", "ARM8", "RISCV", "PPC", "PTXv6_0", "PTXv7_5", "VULKAN", "VULKAN-DR"):
        write(expected / f"{table}-expected.csv", "")
    rows = (("SB", 1), ("SBF", 0), ("wrong", 1), ("settled", 1), ("unread", 0), ("absent", 0))
    write(expected / "TSO-expected.csv", "// a comment\n" + "".join(f"litmus/X86/{n}.litmus,{v}\n" for n, v in rows))
    return root / "settled.csv"


def herdtools7(root):
    write(root / "herd/tests/instructions/AArch64/L.litmus", ARM)
    write(root / "herd/tests/instructions/AArch64/L.litmus.expected", "Test Load Allowed\nObservation Load Always 1 0\n")
    write(root / "catalogue/some/tests/L.litmus", ARM)
    write(root / "catalogue/some/tests/kinds.txt", "#Load Allow\nLoad Forbid\n")


def riscv(root):
    write(root / "tests/own/seen.litmus", RISCV.replace("CONSTANT", "1"))
    write(root / "tests/own/impossible.litmus", RISCV.replace("CONSTANT", "2").replace("Two", "Three"))
    write(root / "hw-results/board.log",
          "Test Two Allow\nHistogram (1 states)\nPositive: 3 Negative: 1\n\nTest Three Allow\nPositive: 0 Negative: 4\n")


def run(suite, root, *options):
    done = subprocess.run([sys.executable, str(HERE / "suites.py"), suite, str(root), *options],
                          stdout=subprocess.PIPE, text=True, check=False)
    return done.returncode, done.stdout.splitlines()[1:]


def expect(found, wanted):
    if found != wanted:
        raise SystemExit(f"published: {found!r} in place of {wanted!r}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        settled = dartagnan(root / "d")
        write(settled, "suite,part,test,reason\ndartagnan,TSO,litmus/X86/settled.litmus,an example\n")
        status, lines = run("dartagnan", root / "d", "--settled", str(settled), "--unread")
        expect((status, lines[0].split()), (1, ["TSO", "5", "4", "0", "4", "2", "1", "1"]))
        expect(lines[1].strip(), "litmus/X86/wrong.litmus: published True, clmm False")
        expect(lines[2].strip().startswith("not read 1: "), True)

        herdtools7(root / "h")
        status, lines = run("herdtools7", root / "h")
        expect((status, lines[0].split()), (1, ["instructions/AArch64", "1", "1", "0", "1", "1", "0", "0"]))
        expect(lines[1].split(), ["catalogue/some", "1", "1", "0", "1", "0", "0", "1"])

        riscv(root / "r")
        status, lines = run("riscv", root / "r")
        expect((status, [line.split() for line in lines]), (0, [["own", "2", "2", "0", "1", "1", "0", "0"]]))


if __name__ == "__main__":
    main()
