#!/usr/bin/env python3
"""What cannot be written is an error: exit code 2 and a message, in every command; a file that was there stays.

$CLMM is the program. /dev/full and a closed descriptor stand for a standard output that takes nothing, a limit of the
size of files for a disk that is full.
"""

import os
import resource
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CLMM = os.environ.get("CLMM", str(ROOT / "build/release/bin/clmm"))
KERNEL = ["exec", "test.cl", "--global", "4", "--args", "a[4]"]
X86 = ["lower", "--mapping", "c11-x86", "test.litmus"]
LITMUS = """OPENCL test
{ x=0; y=0; }
P0@wg 0, dev 0 (global atomic_int* x, global atomic_int* y) {
  atomic_store_explicit(x, 1, memory_order_relaxed, memory_scope_device);
  atomic_store_explicit(y, 1, memory_order_relaxed, memory_scope_device);
}
P1@wg 1, dev 0 (global atomic_int* x, global atomic_int* y) {
  int r0 = atomic_load_explicit(y, memory_order_relaxed, memory_scope_device);
  int r1 = atomic_load_explicit(x, memory_order_relaxed, memory_scope_device);
}
exists (1:r0=1 /\\ 1:r1=0)
"""
RACY = """OPENCL racy
{ x=0; y=0; }
P0@wg 0, dev 0 (global int* x, global atomic_int* y) {
  *x = 1;
  atomic_store_explicit(y, 1, memory_order_relaxed, memory_scope_device);
}
P1@wg 1, dev 0 (global int* x, global atomic_int* y) {
  int r0 = atomic_load_explicit(y, memory_order_relaxed, memory_scope_device);
  int r1 = 0;
  if (r0 == 1) r1 = *x;
}
exists (1:r0=1 /\\ 1:r1=0)
"""
PRINTING = [
    ["check", "test.litmus"], ["check", "--json", "test.litmus"], ["check", "test.litmus", "test.litmus"],
    [*KERNEL, "--out", "a"], ["exec", "test.litmus", "--schedule", "random"], ["explain", "test.litmus"],
    ["explain", "--json", "test.litmus"], ["graph", "test.litmus"], ["repair", "racy.litmus"], X86,
    ["compare", "test.litmus", "-m", "rc11", "-m", "c11"], ["models"], ["models", "--show", "rc11"], ["version"], ["--version"],
    ["--help"], ["check", "--help"], ["devices"], ["separate", "rc11", "c11", "--size", "2"],
]
# Commands that write FILE, which is there already.
WRITING = [
    [*KERNEL, "--out", "a=@FILE.npy"], [*KERNEL, "--trace", "FILE.json"], [*KERNEL, "--schedule", "random", "--record", "FILE.json"],
    ["check", "racy.litmus", "--sarif", "FILE.sarif"], ["graph", "test.litmus", "-o", "FILE.dot"],
    ["explain", "test.litmus", "-o", "FILE.dot"], ["report", "test.litmus", "-o", "FILE.html"],
    ["compare", "test.litmus", "-m", "rc11", "-m", "c11", "-o", "FILE.html"], ["repair", "racy.litmus", "-o", "FILE.litmus"],
    ["separate", "rc11", "c11", "--size", "2", "--state", "FILE.json"],
]
failed = 0


def fault(arguments, what, run):
    global failed
    failed += 1
    print(f"clmm {' '.join(arguments)}: {what}; exit code {run.returncode}\n  {run.stderr.decode(errors='replace')[-300:]}")


def check_standard_output(folder):
    for arguments in PRINTING:
        good = subprocess.run([CLMM, *arguments], cwd=folder, capture_output=True)
        if not good.stdout:
            fault(arguments, "prints nothing, so it tests nothing", good)
        with open("/dev/full", "wb") as full:
            run = subprocess.run([CLMM, *arguments], cwd=folder, stdout=full, stderr=subprocess.PIPE)
        if run.returncode != 2 or b"standard output" not in run.stderr:
            fault(arguments, "to /dev/full", run)
        run = subprocess.run(["sh", "-c", '"$0" "$@" >&-', CLMM, *arguments], cwd=folder, stderr=subprocess.PIPE)
        if run.returncode != 2 or b"standard output" not in run.stderr:
            fault(arguments, "to a closed standard output", run)


def limit_files():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (16, 16))


def check_files(folder):
    for arguments in WRITING:
        word = next(each for each in arguments if "FILE" in each)
        file = Path(folder) / word.partition("@")[2] if "@" in word else Path(folder) / word
        is_state = "--state" in arguments
        file.unlink(missing_ok=True)
        good = subprocess.run([CLMM, *arguments], cwd=folder, capture_output=True)
        if good.returncode not in (0, 1) or not file.exists():
            fault(arguments, "does not write, so it tests nothing", good)
            continue
        before = file.read_bytes() if is_state else b"what was there\n"
        file.write_bytes(before)
        others = sorted(os.listdir(folder))
        run = subprocess.run([CLMM, *arguments], cwd=folder, capture_output=True, preexec_fn=limit_files)
        if not is_state and (run.returncode != 2 or b"cannot" not in run.stderr):
            fault(arguments, "to a full disk", run)
        if file.read_bytes() != before or sorted(os.listdir(folder)) != others:
            fault(arguments, "does not leave alone what was there", run)


def check_kept(folder):
    """Links and permissions stay, and a file that must not be written is not replaced."""
    real, link = Path(folder) / "real.dot", Path(folder) / "link.dot"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to(real.name)
    run = subprocess.run([CLMM, "graph", "test.litmus", "-o", "link.dot"], cwd=folder, capture_output=True)
    if run.returncode != 0 or not link.is_symlink() or real.stat().st_mode & 0o777 != 0o640 or "digraph" not in real.read_text():
        fault(["graph", "-o", "link.dot"], "a link", run)
    run = subprocess.run([CLMM, "graph", "test.litmus", "-o", "/dev/null"], cwd=folder, capture_output=True)
    if run.returncode != 0 or not Path("/dev/null").is_char_device():
        fault(["graph", "-o", "/dev/null"], "a device", run)


def main():
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "test.cl").write_text("kernel void k(global int* a) { a[get_global_id(0)] = 1; }\n")
        (Path(folder) / "test.litmus").write_text(LITMUS)
        (Path(folder) / "racy.litmus").write_text(RACY)
        check_standard_output(folder)
        check_files(folder)
        check_kept(folder)
    print(f"{2 * len(PRINTING) + len(WRITING) + 2} runs, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
