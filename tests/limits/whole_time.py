#!/usr/bin/env python3
"""A search that ends for want of time has had all of it: no phase keeps a share that it does not use.

  whole_time.py [--limit SECONDS]

Tests that are hard in one phase alone, under both engines: counters, whose outcomes are one and whose races are open for
long, and the same with plain data. Each is decided, or takes nine tenths of its limit. $CLMM is the program.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CLMM = os.environ.get("CLMM", str(ROOT / "build/release/bin/clmm"))
THREADS = 3


def counters(adds, order, plain):
    """Threads that add to one location, so often each; with data beside it that they write and read."""
    units = []
    for unit in range(THREADS):
        lines = [f"  int r{i} = atomic_fetch_add_explicit(x, 1, memory_order_{order});" for i in range(adds)]
        if plain:
            lines.insert(0, f"  *d{unit} = 1;")
            lines += [f"  int s{other} = 0;\n  if (r{adds - 1} == {THREADS * adds - 1}) s{other} = *d{other};"
                      for other in range(THREADS)]
        data = "".join(f", int* d{i}" for i in range(THREADS)) if plain else ""
        units.append(f"P{unit} (atomic_int* x{data}) {{\n" + "\n".join(lines) + "\n}\n")
    values = "".join(f" [d{i}]=0;" for i in range(THREADS)) if plain else ""
    return f"C counters\n{{ [x]=0;{values} }}\n" + "\n".join(units) + f"exists (x={THREADS * adds - 1})\n"


TESTS = {
    "relaxed": counters(6, "relaxed", False),
    "acq_rel": counters(6, "acq_rel", False),
    "data": counters(5, "acq_rel", True),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limit", type=float, default=2)
    limit = parser.parse_args().limit
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, text in TESTS.items():
            file = Path(folder) / f"{name}.litmus"
            file.write_text(text)
            for engine in ("explicit", "smt"):
                begin = time.perf_counter()
                run = subprocess.run([CLMM, "check", "-j1", "--engine", engine, "--timeout", str(limit), str(file)],
                                     capture_output=True, text=True)
                seconds = time.perf_counter() - begin
                ends = {0: "decided", 1: "decided", 3: "unknown"}.get(run.returncode, f"exit code {run.returncode}")
                is_early = ends == "unknown" and seconds < 0.9 * limit
                print(f"{name:8} {engine:9} {seconds:6.2f} {ends}{' early' if is_early else ''}")
                failed += is_early or ends.startswith("exit")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
