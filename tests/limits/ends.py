#!/usr/bin/env python3
"""Every command ends: at its time, at its memory, at an interrupt; with exit code 3 and output that is whole.

  ends.py                    the test: what ends is told from what goes on, and nothing is measured
  ends.py --table            seconds and MiB of each family under each command, asked for 1 s and for 256 MiB

What takes too long are families of inputs in which most of the work asks nobody: a macro of macros, `?:` in `?:`, many
work-items, many events, long loops, and a test that hangs as it is told to (--provoke). $CLMM names the program.
"""

import argparse
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CLMM = os.environ.get("CLMM", str(ROOT / "build/release/bin/clmm"))
# Far beyond all limits that are asked for: it tells what keeps them from what goes on.
PATIENCE = 90
FEW = "memory_order_relaxed"


def wide(threads, accesses):
    """Every thread writes and reads every place."""
    places = [f"x{i}" for i in range(accesses)]
    text = f"OPENCL wide-{threads}-{accesses}\n{{ " + " ".join(f"[{place}]=0;" for place in places) + " }\n"
    parameters = ", ".join(f"global atomic_int *{place}" for place in places)
    for thread in range(threads):
        text += f"P{thread} @wg {thread}, dev 0 ({parameters}) {{\n"
        for i, place in enumerate(places):
            text += f"  atomic_store_explicit({place}, {thread + 1}, {FEW});\n"
            text += f"  int r{i} = atomic_load_explicit({places[(i + 1) % accesses]}, {FEW});\n"
        text += "}\n"
    zeros = [f"{thread}:r{i}=0" for thread in range(threads) for i in range(accesses)]
    return text + "exists (" + " /\\ ".join(zeros) + ")\n"


def bomb():
    text = "#define A0 x x x x x x x x x x\n"
    for i in range(1, 6):
        text += f"#define A{i} {' '.join([f'A{i - 1}'] * 10)}\n"
    # Many below what one macro may be.
    return text + "kernel void k(global int *a) { int x = 0; " + "A5; " * 5000 + "}\n"


def nested(levels):
    inside = "a[0]"
    for i in range(levels):
        inside = f"(a[{i % 8}] > {i} ? {inside} : {i})"
    return f"kernel void k(global int *a) {{ a[0] = {inside}; }}\n"


KERNEL = ["--global", "1", "--args", "a[8]"]
FAMILIES = {
    "wide.litmus": (wide(6, 5), []),
    "bomb.cl": (bomb(), KERNEL),
    "nested.cl": (nested(60), KERNEL),
    "items.cl": ("kernel void k(global atomic_int *a) { atomic_fetch_add(a, 1); }\n",
                 ["--global", "256", "--args", "a[1]"]),
    "spins.cl": ("kernel void k(global int *a) { while (1) { } }\n", KERNEL),
    "stores.cl": ("kernel void k(global int *a) { while (1) { a[0] = a[0] + 1; } }\n", KERNEL),
    "prints.cl": ('kernel void k(global int *a) { while (a[0] == 0) { printf("%1000d\\n", 1); } }\n', KERNEL),
}


def ends_of(words):
    """The exit codes of a command that is ended. A fast machine makes so many tokens of a macro in time
    that it is an error."""
    return (2, 3) if "bomb.cl" in words else (3,)


def commands(folder, name):
    """Command lines about a file of a family."""
    words = FAMILIES[name][1]
    out = str(folder / "out")
    yield ["check", name, *words]
    yield ["check", "--json", "-j", "1", name, *words]
    yield ["graph", name, "-s", "all", "-f", "svg", "-o", out, *words]
    yield ["explain", name, "--json", *words]
    yield ["repair", name, *words]
    yield ["report", name, "-o", str(folder / "page.html"), *words]
    if name.endswith(".cl"):
        yield ["exec", name, *words]
        yield ["exec", name, "--check", "all", *words]
        yield ["exec", name, "--sandbox", *words]
        yield ["exec", name, "--schedule", "random", *words]
        yield ["exec", name, "--schedule", "exhaustive", *words]
    else:
        yield ["compare", name]
        yield ["lower", name, "--mapping", "opencl-amdgpu-gfx942"]


SEARCHES = [
    ["separate", "rc11", "c11", "--size", "7"],
    ["generate", "--minimal-suite", "-m", "rc11", "--size", "7"],
    ["lower", "--mapping", "c11-x86", "--size", "7"],
]


def memory_of_children():
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


def wait_for_watch(process, number):
    """Until the command hears of signals itself, and a little longer."""
    while process.poll() is None:
        lines = Path(f"/proc/{process.pid}/status").read_text().splitlines()
        blocked = next((int(line.split()[1], 16) for line in lines if line.startswith("SigBlk:")), 0)
        if blocked >> (number - 1) & 1:
            break
        time.sleep(0.01)
    time.sleep(0.2)


def run(folder, words, signalled=None):
    """(exit code, seconds, standard output, standard error); no exit code where it does not end."""
    begin = time.perf_counter()
    process = subprocess.Popen([CLMM, *words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               stdin=subprocess.DEVNULL, start_new_session=True)
    if signalled:
        wait_for_watch(process, signalled)
        begin = time.perf_counter()
        process.send_signal(signalled)
    try:
        out, err = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return None, time.perf_counter() - begin, "", ""
    return (process.returncode, time.perf_counter() - begin, out.decode(errors="replace"),
            err.decode(errors="replace"))


failures = []


def expect(condition, what):
    if not condition:
        failures.append(what)
        print(f"ends: {what}", file=sys.stderr)


def held_to(words, result, codes):
    code, _, out, err = result
    expect(code in codes, f"{' '.join(words)}: exit code {code}: {err[-300:]}")
    if code is not None and "--json" in words and out:
        try:
            json.loads(out)
        except ValueError:
            expect(False, f"{' '.join(words)}: JSON that is none: {out[-300:]}")


def hang(folder):
    """A test in the middle of which nobody asks: beside others, alone, with and without JSON."""
    hung = ["--provoke", "hang:hung.litmus"]
    for name in ("a.litmus", "hung.litmus", "z.litmus"):
        (folder / name).write_text(wide(2, 2))
    several = ["a.litmus", "hung.litmus", "z.litmus"]
    for words in (["check", *several], ["check", "-j", "2", "--json", *several], ["check", "hung.litmus"],
                  ["check", "hung.litmus", "--timeout", "1000", "--json", "-m", "opencl-3.0", "-m", "opencl-2.0"],
                  ["report", *several, "-o", "page.html"], ["report", "hung.litmus", "-o", "page.html"]):
        words_now = [*words, *hung]
        number = signal.SIGTERM if "--json" in words else signal.SIGINT
        result = run(folder, words_now, number)
        held_to(words_now, result, (3,))
        if "--json" in words and result[2]:
            verdicts = [each.get("verdict") for each in json.loads(result[2])["results"]]
            expect("unknown" in verdicts, f"{words_now}: verdicts {verdicts}")
    for extra in (["--timeout", "0.5"], ["--memory-limit", "256"]):
        kind = "hang" if extra[0] == "--timeout" else "swallow"
        words = ["report", *several, "-o", "page.html", "--provoke", f"{kind}:hung.litmus", *extra]
        held_to(words, run(folder, words), (3,))


def limits(folder):
    """A limit of a fraction of a second, and signals, in families that take hours."""
    for words in (["check", "wide.litmus"], ["graph", "wide.litmus", "-s", "all", "-o", "out"],
                  ["explain", "wide.litmus"], ["repair", "wide.litmus"], ["compare", "wide.litmus"],
                  ["report", "wide.litmus", "-o", "page.html"]):
        held_to(words, run(folder, [*words, "--timeout", "0.3"]), (0, 1, 3))
    for words in (["exec", "bomb.cl", *KERNEL], ["exec", "spins.cl", *KERNEL],
                  ["exec", "spins.cl", "--sandbox", *KERNEL], ["exec", "stores.cl", "--check", "all", *KERNEL],
                  ["exec", "spins.cl", "--schedule", "random", *KERNEL],
                  ["exec", "spins.cl", "--schedule", "exhaustive", *KERNEL], ["check", "bomb.cl", *KERNEL]):
        held_to(words, run(folder, [*words, "--timeout", "0.3"]), ends_of(words))
    for words in (["exec", "spins.cl", *KERNEL], ["exec", "spins.cl", "--sandbox", *KERNEL],
                  ["exec", "spins.cl", "--schedule", "random", *KERNEL],
                  ["exec", "spins.cl", "--check", "race,bounds", *KERNEL],
                  ["graph", "wide.litmus", "-s", "all", "-o", "out"], ["explain", "bomb.cl", *KERNEL],
                  ["repair", "bomb.cl", *KERNEL], ["compare", "wide.litmus"], SEARCHES[0]):
        number = signal.SIGTERM if len(words) % 2 else signal.SIGINT
        held_to(words, run(folder, words, number), ends_of(words))


def table(folder):
    print(f"{'command':58} {'1 s':>6} {'code':>4} {'256 MiB':>8} {'code':>4} {'SIGTERM':>8} {'code':>4}")
    for words in [*(words for name in FAMILIES for words in commands(folder, name)), *SEARCHES]:
        timed = run(folder, [*words, "--timeout", "1"])
        signalled = run(folder, [*words], signal.SIGTERM)
        has_memory = words[0] not in ("run",)
        before = memory_of_children()
        code = "" if not has_memory else run(folder, [*words, "--timeout", "8", "--memory-limit", "256"])[0]
        after = memory_of_children()
        most = f"{after:.0f}" if after > before else f"<{before:.0f}"
        print(f"{' '.join(words[:6])[:58]:58} {timed[1]:6.2f} {timed[0]!s:>4} {most:>8} {code!s:>4}"
              f" {signalled[1]:8.2f} {signalled[0]!s:>4}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--table", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, (text, _) in FAMILIES.items():
            (folder / file).write_text(text)
        if options.table:
            return table(folder)
        hang(folder)
        limits(folder)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
