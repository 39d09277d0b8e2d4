#!/usr/bin/env python3
"""coverage.py and oclgrind.py on files of our own: what they count, and what they call a reason.

    CLMM=clmm selftest.py
"""

import os
import tempfile

import coverage
import oclgrind
from repositories import Program

GOOD = """
typedef struct { float scale; int offset; } Setting;
#define SIZES WIDTH, 2
/* kernel void not_this() {} */
kernel __attribute__((reqd_work_group_size(SIZES, 1))) void scale(global float* out, Setting how, read_only image2d_t in) {
    const sampler_t nearest = CLK_ADDRESS_CLAMP;
    out[get_global_id(0)] = how.scale * read_imagef(in, nearest, (int2)(how.offset, 0)).x;
}
kernel void declared(int n);
__kernel void plain() {}
"""
MISSING = "kernel void first() {}\nkernel void second(global int* a) { a[0] = HOST_SIZE; }\n"
COPY = "kernel void copy(global int* to, global const int* from, int n) { to[get_global_id(0)] = from[get_global_id(0)] + n; }"
SIM = """# ARGS: --build-options -cl-std=CL1.2
copy.cl copy
4 1 1
2 1 1
<size=16 noinit dump wo>
<size=16 range=3:-1:0 ro>  # comments end a line
<size=4 hex> 0
"""
REF = """Argument 'to': 16 bytes
EXACT  to[0] = 3
EXACT  to[1] = 9
"""


def expect(found, wanted):
    if found != wanted:
        raise SystemExit(f"coverage: {found!r} in place of {wanted!r}")


def programs(folder):
    for name, text in (("good.cl", GOOD), ("missing.cl", MISSING)):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
    good = Program("own", "good", [os.path.join(folder, "good.cl")], macros=["WIDTH=2"])
    bad = Program("own", "missing", [os.path.join(folder, "missing.cl")])
    return good, bad


def main():
    with tempfile.TemporaryDirectory() as folder:
        good, bad = programs(folder)
        expect(coverage.kernels_of(GOOD), {"scale": "SIZES, 1", "plain": None})
        expect([row[2:4] + row[5:6] for row in coverage.answers((good, folder, 10))], [("scale", "", ""), ("plain", "", "")])
        rows = coverage.answers((bad, folder, 10))
        expect([row[2] for row in rows], ["first", "second"])
        expect([coverage.reason(row[3]) for row in rows], ["… is not declared [E-NAME]"] * 2)
        expect([coverage.reason(row[5]) for row in rows], ["", "… is not declared [E-NAME]"])
        for name, text in (("copy.cl", COPY), ("copy.sim", SIM), ("copy.ref", REF)):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        theirs, ours, wrong, _ = oclgrind.compared(folder, "copy")
        expect((theirs, ours, wrong), ([], [], ["to[1]: 9 is 2"]))
        expect(oclgrind.kind("Read-write data race at local memory"), "race")
    return 0


if __name__ == "__main__":
    main()
