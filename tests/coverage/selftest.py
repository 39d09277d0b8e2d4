#!/usr/bin/env python3
"""coverage.py and oclgrind.py on files of our own: what they count, and what they call a reason.

    CLMM=clmm selftest.py
"""

import os
import struct
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
SIM = """# ARGS: -x
copy.cl copy
4 1 1
2 1 1
<size=16 range=3:-1:0 dump>
<size=8 fill=0x1F hex wo>  # comments end a line
<size=4> 7
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
        with open(os.path.join(folder, "copy.sim"), "w", encoding="utf-8") as file:
            file.write(SIM)
        launch = oclgrind.Launch(os.path.join(folder, "copy.sim"))
        expect((launch.file, launch.kernel, launch.sizes, launch.local), ("copy.cl", "copy", ["4", "1", "1"], ["2", "1", "1"]))
        (first, _), (second, _), (third, values) = launch.arguments
        expect(oclgrind.numbers_of(first, [], "i", 4), [3, 2, 1, 0])
        expect(oclgrind.argument("n", "int", third, values, folder), (["n=7"], None))
        name = os.path.join(folder, "b.raw")
        expect(oclgrind.argument("b", "global int*", second, [], folder), ([f"write_only:b=@{name}"], None))
        with open(name, "rb") as file:
            expect(file.read(), struct.pack("<2i", 31, 31))
        expect(oclgrind.kind("Read-write data race at local memory"), "race")
    return 0


if __name__ == "__main__":
    main()
