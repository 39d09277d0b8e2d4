#!/usr/bin/env python3
"""Every command ends: at its time, at its memory, at an interrupt; with exit code 3 and output that is whole.

  ends.py                    the test: what ends is told from what goes on, and nothing is measured
  ends.py --table            seconds of each family under each command, asked for 1 s, and after a signal
  ends.py --memory           memory of each command on what takes more than the 128 MiB it is asked for: a test as well
  ends.py --memory-table     MiB of it, and of more of them

What takes too long are families of inputs in which most of the work asks nobody: a macro of macros, `?:` in `?:`, many
work-items, many events, long loops, and a test that hangs as it is told to (--provoke). $CLMM names the program.
"""

import argparse
import json
import os
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
                 ["--global", "256", "--local", "32", "--args", "a[1]"]),
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
        yield ["run", name, "--device", "host", "--instances", "1000"]
        yield ["fit", "seen.csv", "--tests", name]


def write_inputs(folder, inputs):
    for file, (text, _) in inputs.items():
        (folder / file).write_text(text)
    (folder / "seen.csv").write_text("test,state,count\nwide-6-5,0:r0=0;,1\n")


SEARCHES = [
    ["separate", "rc11", "c11", "--size", "7"],
    ["generate", "--minimal-suite", "-m", "rc11", "--size", "7"],
    ["lower", "--mapping", "c11-x86", "--size", "7"],
]


def wait_for_watch(process, number):
    """Until the command hears of signals itself, by a thread or by a handler, and a little longer."""
    while process.poll() is None:
        lines = Path(f"/proc/{process.pid}/status").read_text().splitlines()
        heard = [int(line.split()[1], 16) for line in lines if line.startswith(("SigBlk:", "SigCgt:"))]
        if any(signals >> (number - 1) & 1 for signals in heard):
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


def large_part(folder):
    """One of two parts of a search that found very much."""
    parts = folder / "part.json"
    run(folder, ["separate", "c11", "rc11", "--size", "2", "--shard", "1/2", "--state", str(parts)])
    part = json.loads(parts.read_text())
    part["undecided"] = list(range(5_000_000))
    parts.write_text(json.dumps(part))
    return parts.name


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
                  ["repair", "bomb.cl", *KERNEL], ["compare", "wide.litmus"], SEARCHES[0],
                  ["merge", *[large_part(folder)] * 8]):
        number = signal.SIGTERM if len(words) % 2 else signal.SIGINT
        held_to(words, run(folder, words, number), ends_of(words))


def table(folder):
    print(f"{'command':58} {'1 s':>6} {'code':>4} {'SIGTERM':>8} {'code':>4}")
    for words in [*(words for name in FAMILIES for words in commands(folder, name)), *SEARCHES]:
        timed = run(folder, [*words, "--timeout", "1"])
        signalled = run(folder, [*words], signal.SIGTERM)
        print(f"{' '.join(words[:6])[:58]:58} {timed[1]:6.2f} {timed[0]!s:>4} {signalled[1]:8.2f} {signalled[0]!s:>4}", flush=True)


# ---- memory ----

MEMORY = 128
LARGE = {
    "statements.cl": ("kernel void k(global int *a) {\n" + "  a[0] = a[1] + a[2];\n" * 60_000 + "}\n", KERNEL),
    "buffer.cl": ("kernel void k(global int *a) { a[get_global_id(0)] = 1; }\n", ["--global", "64", "--args", "a[200000000]"]),
    "shadow.cl": ("kernel void k(global int *a) { a[get_global_id(0)] += 1; }\n", ["--global", "16000000", "--args", "a[16000000]"]),
    "private.cl": ("kernel void k(global int *a) { int x[4000000]; for (int i = 0; i < 4000000; ++i) x[i] = i; a[0] = x[a[0]]; }\n",
                   ["--global", "64", "--args", "a[8]"]),
    "bomb.cl": FAMILIES["bomb.cl"],
    "nested.cl": FAMILIES["nested.cl"],
    "items.cl": FAMILIES["items.cl"],
    "wide.litmus": FAMILIES["wide.litmus"],
}


# The other commands that decide read a kernel as check does, so one that is long and one of many events are enough for them.
READ_ALIKE = ("nested.cl", "bomb.cl")


def large_commands(folder, all_of_them):
    """Command lines that take more than the limit, where there is none; all with as much time as they get."""
    page = str(folder / "page.html")
    for name, (_, words) in LARGE.items():
        if name not in ("buffer.cl", "shadow.cl", "private.cl"):
            yield ["check", name, *words]
            if all_of_them or name not in READ_ALIKE:
                yield ["graph", name, "-s", "all", "-f", "svg", "-o", str(folder / "out"), *words]
                yield ["explain", name, *words]
                yield ["repair", name, *words]
            yield ["report", name, "-o", page, *words]
        if name.endswith(".cl"):
            yield ["exec", name, *words]
            yield ["exec", name, "--check", "all", *words]
            yield ["exec", name, "--sandbox", *words]
    yield ["check", "-j", "3", "wide.litmus", "wide.litmus", "wide.litmus"]
    yield ["compare", "wide.litmus"]
    yield ["lower", "wide.litmus", "--mapping", "opencl-amdgpu-gfx942"]
    yield ["run", "wide.litmus", "--device", "host", "--instances", "1000"]
    yield ["fit", "seen.csv", "--tests", "wide.litmus"]
    yield from SEARCHES


def resident(session):
    """MiB of all processes of a session, what they share once."""
    pages = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            if int(path.read_text().rsplit(")", 1)[1].split()[3]) == session:
                found = (path.parent / "smaps_rollup").read_text()
                pages += next(int(line.split()[1]) for line in found.splitlines() if line.startswith("Pss:"))
        except (OSError, ValueError, IndexError, StopIteration):
            pass
    return pages / 1024


def most_memory(folder, words, seconds):
    """(exit code, MiB at the most): of the largest process by its own account, of all by a look now and then."""
    process = subprocess.Popen([CLMM, *words, "--timeout", str(seconds), "--memory-limit", str(MEMORY)], cwd=folder,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, start_new_session=True)
    most, ended, begin = 0, 0, time.perf_counter()
    while not ended and time.perf_counter() - begin < PATIENCE:
        most = max(most, resident(process.pid))
        time.sleep(0.05)
        ended, status, usage = os.wait4(process.pid, os.WNOHANG)
    if not ended:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return None, most
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, max(most, usage.ru_maxrss / 1024)


def memory(folder, seconds, told):
    write_inputs(folder, LARGE)
    for words in large_commands(folder, told):
        code, most = most_memory(folder, words, seconds)
        # Who looks at the memory may not have had its turn beside other work.
        for _ in range(2):
            if most > MEMORY * 1.1 and not told:
                code, most = min(most_memory(folder, words, seconds), (code, most), key=lambda each: each[1])
        line = " ".join(word for word in words if not word.startswith("/"))
        if told:
            print(f"| `{line}` | {most:.0f} | {code} |", flush=True)
        expect(code in (0, 1, 2, 3), f"{line}: exit code {code}")
        expect(most <= MEMORY * 1.1, f"{line}: {most:.0f} MiB at --memory-limit {MEMORY}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--memory", action="store_true")
    parser.add_argument("--memory-table", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_inputs(folder, FAMILIES)
        if options.table:
            return table(folder)
        if options.memory_table:
            memory(folder, 3, True)
        elif options.memory:
            memory(folder, 1.5, False)
        else:
            hang(folder)
            limits(folder)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
