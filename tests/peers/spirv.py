#!/usr/bin/env python3
"""What clang and the translator to SPIR-V make of tests, read back by `clmm lower`.

  spirv.py [FILE|DIR]...    default: the tests that compilers are given in golden tests

All tests in OpenCL C are sound or undefined, from -O0 to -O2, with 64 and 32 bits of addresses.
Exit code 77 where no clang has a translator of its version, or SPIR-V's tools are missing.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys

VERSIONS = ["15", "14"]
OPTIONS = ["spir64 -O2", "spir64 -O0", "spir -O1"]
clmm = os.environ.get("CLMM", "build/release/bin/clmm")
inputs = sys.argv[1:] or ["tests/golden/compilers/tests"]

found = [each for each in VERSIONS
         if shutil.which(f"clang-{each}") and shutil.which(f"llvm-spirv-{each}")]
if not found or not shutil.which("spirv-dis"):
    print("skipped: clang-15 with llvm-spirv-15 (or 14), and spirv-dis are needed")
    sys.exit(77)

files = [path for each in inputs
         for path in ([pathlib.Path(each)] if each.endswith(".litmus")
                      else sorted(pathlib.Path(each).rglob("*.litmus")))]
tests = [str(path) for path in files if path.read_text().startswith("OPENCL")]
command = [clmm, "lower", *tests, "--json"]
for options in OPTIONS:
    command += ["--compiler", f"clang-{found[0]}:{options}"]
table = json.loads(subprocess.run(command, capture_output=True, text=True, check=False).stdout)

wrong = [f"{row['test']}: {cell}" for row in table["rows"] for cell in row["compilers"]
         if cell["verdict"] not in ("sound", "undefined-source")]
wrong += [f"{row['test']}: {row['not_lowered']}" for row in table["rows"] if "not_lowered" in row]
print("\n".join(wrong))
print(f"clang-{found[0]}: {len(tests)} tests, {len(OPTIONS)} ways, {len(wrong)} of them wrong")
sys.exit(1 if wrong or not tests else 0)
