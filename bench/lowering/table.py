#!/usr/bin/env python3
"""The tables of docs/lowering.md: what is proved of the shipped mappings.

  table.py --size N [--time SECONDS] [--jobs J] [MAPPING...] [-- ARGS of clmm lower]

prints a line of Markdown for each mapping: what was decided, how many tests, in which time of the processors,
tests a minute of one processor. A mapping that takes longer than the time given is a line that says so.

  table.py --sets --states FOLDER [--time SECONDS] [--jobs J] [MAPPING...]

does so for the mappings that are right, on each set of tests that is about their target (SETS), by set; how far each
came is kept in the folder, with the time it took, so that the command may be ended and given again. `--only LETTERS`
takes these sets, in this order (a is the first). `--print` prints what the folder has as tables by size, and decides
nothing. $CLMM is the program."""

import argparse
import json
import os
import resource
import subprocess
import sys
from pathlib import Path

CLMM = os.environ.get("CLMM", "build/release/bin/clmm")

# Name, what `clmm lower --size` is given, and whose mappings it is about.
PROCESSORS, GPUS, AMDGPU = "processors", "GPUs", "AMDGPU"
BOTH, ALL = {PROCESSORS, GPUS}, {PROCESSORS, GPUS, AMDGPU}
SETS = [
    ("three accesses, two fences", "--size 3", ALL),
    ("three accesses, compare-exchanges", "--size 3 --fences 0 --cas", ALL),
    ("three accesses, dependencies", "--size 3 --fences 1 --rmw none --dependencies", ALL),
    ("three accesses, scopes and places", "--size 3 --fences 0 --scopes work_group,device --places", {GPUS, AMDGPU}),
    ("three accesses, regions and barriers",
     "--size 3 --threads 2 --fences 1 --rmw none --regions --barriers --places --scopes work_group", {GPUS, AMDGPU}),
    ("four accesses", "--size 4 --fences 0 --rmw none", ALL),
    ("four accesses, two fences", "--size 4 --fences 2 --rmw none", ALL),
    ("four accesses, read-modify-writes", "--size 4 --fences 0", ALL),
    ("four accesses, scopes and places",
     "--size 4 --threads 2 --fences 0 --rmw none --no-plain --scopes work_group,device --places", {GPUS, AMDGPU}),
    ("five accesses", "--size 5 --fences 0 --rmw none --no-plain", BOTH),
    ("five accesses, plain ones too", "--size 5 --fences 0 --rmw none", BOTH),
    ("five accesses, a fence", "--size 5 --fences 1 --rmw none --no-plain", BOTH),
    ("five accesses, read-modify-writes", "--size 5 --fences 0 --no-plain", BOTH),
    ("four accesses, read-modify-writes and a fence", "--size 4 --fences 1 --no-plain", BOTH),
    ("four accesses, compare-exchanges", "--size 4 --fences 0 --cas --no-plain", ALL),
    ("four accesses, dependencies", "--size 4 --fences 1 --rmw none --dependencies --no-plain", ALL),
    ("four accesses of three threads, scopes and places",
     "--size 4 --fences 0 --rmw none --no-plain --scopes work_group,device --places", {GPUS, AMDGPU}),
    ("four accesses, regions and barriers",
     "--size 4 --threads 2 --fences 1 --rmw none --regions --barriers --places --scopes work_group", {GPUS, AMDGPU}),
    ("four accesses, read-modify-writes, scopes and places",
     "--size 4 --threads 2 --fences 0 --no-plain --scopes work_group,device --places", {GPUS, AMDGPU}),
    ("five accesses, scopes and places",
     "--size 5 --threads 2 --fences 0 --rmw none --no-plain --scopes work_group,device --places", {GPUS}),
]
# Right under another reading of the source than the mapping's own, as its status says.
READINGS = {
    "c11-power-leading": "--model rc11 --variant load-buffering=allowed",
    "c11-power-trailing": "--model rc11 --variant load-buffering=allowed",
    "opencl-ptx": "--variant order-S=psc",
    "opencl-ptx-llvm": "--variant release-sequence=c20 --variant order-S=psc",
    "opencl-vulkan": "--variant release-sequence=c20",
}


def switches(name):
    return [each.strip() for each in READINGS.get(name, "").split("--variant ")[1:]]


def letter(number):
    return chr(ord("a") + number)


def mappings():
    """Names and statuses."""
    text = subprocess.run([CLMM, "lower", "--mappings"], capture_output=True, text=True, check=True).stdout
    return [(line.split()[0], line) for line in text.splitlines()]


def kind_of(name):
    if "amdgpu" in name:
        return AMDGPU
    return GPUS if "ptx" in name or "vulkan" in name else PROCESSORS


def right_ones():
    """Those that nobody says to be wrong, and those that are right under one reading."""
    return [name for name, line in mappings()
            if line.endswith("correct)") or name in READINGS or kind_of(name) == AMDGPU]


def verdict(found):
    counts = found["counts"]
    if counts["broken"]:
        return f"broken ({counts['broken']})"
    if "ended" in found:
        return "no counterexample until " + found["ended"]
    left = [f"{counts[key]} {word}" for key, word in (("unknown", "unknown"), ("not_lowered", "not lowered")) if counts[key]]
    if left:
        return "sound but for " + ", ".join(left)
    return "sound"


def processor_time():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def decided(command):
    """The document, and the time of the processors."""
    start = processor_time()
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode not in (0, 1, 3):
        sys.exit(f"{' '.join(command)}: {done.stderr}")
    return json.loads(done.stdout), max(processor_time() - start, 0.01)


def of_a_size(chosen, own):
    print("| mapping | source | tests | CPU seconds | a CPU minute | |\n|---|---|---|---|---|---|")
    for name in chosen.mappings or [name for name, _ in mappings()]:
        command = [CLMM, "lower", "--mapping", name, "--size", str(chosen.size), "--json"]
        command += ["--timeout", str(chosen.time), "-j", str(chosen.jobs)] + own
        found, took = decided(command)
        tests = found["counts"]["tests"]
        print(
            f"| `{name}` | {found['source_model']} | {tests} | {took:.1f} | {tests / took * 60:.0f} | {verdict(found)} |",
            flush=True,
        )


class Kept:
    """What is known of a mapping on a set of tests."""

    def __init__(self, folder, name, number):
        self.state = folder / f"{name}.{number}.state"
        self.file = folder / f"{name}.{number}.json"

    def read(self):
        return json.loads(self.file.read_text()) if self.file.exists() else None

    def go_on(self, command, known):
        found, took = decided(command + ["--state", str(self.state)])
        took += known["seconds"] if known else 0
        keys = ("source_model", "counts", "ended", "open", "counterexamples")
        kept = {key: found[key] for key in keys if key in found}
        kept["seconds"] = took
        self.file.write_text(json.dumps(kept))
        return kept


def of_a_set(number, chosen, names):
    what, tests, about = SETS[number]
    names = [name for name in names if kind_of(name) in about]
    if not names:
        return
    print(f"\n{what[0].upper()}{what[1:]}: `{tests}`\n")
    print("| mapping | source | tests | CPU seconds | a CPU minute | |\n|---|---|--:|--:|--:|---|")
    for name in names:
        kept = Kept(chosen.states, name, number)
        known = kept.read()
        if known is None or "ended" in known:
            command = [CLMM, "lower", "--mapping", name, "--json", "--timeout", str(chosen.time), "-j", str(chosen.jobs)]
            known = kept.go_on(command + tests.split() + READINGS.get(name, "").split(), known)
        count, took = known["counts"]["tests"], known["seconds"]
        source = " ".join([known["source_model"], *switches(name)])
        print(f"| `{name}` | {source} | {count} | {took:.0f} | {count / took * 60:.0f} | {verdict(known)} |", flush=True)


def cell(known):
    if known is None:
        return "not run"
    thousands = f"{known['counts']['tests'] / max(known['seconds'], 0.1) * 60 / 1000:.0f}"
    if "ended" in known and not known["counts"]["broken"]:
        return f"{thousands}, the first {known['counts']['tests']}"
    return thousands if verdict(known) == "sound" else thousands + ", " + verdict(known)


def matrix(chosen, names):
    """Mappings by sets: what was decided, in thousands of tests a minute of a processor."""
    kept = [{name: Kept(chosen.states, name, number).read() for name in names} for number in range(len(SETS))]
    print("| set | tests are of | tests |\n|---|---|--:|")
    for number, (what, tests, _) in enumerate(SETS):
        counts = [each["counts"]["tests"] for each in kept[number].values() if each and "ended" not in each]
        print(f"| {letter(number)}: {what} | `{tests}` | {max(counts, default=0)} |")
    for size in dict.fromkeys(size_of(each) for each in SETS):
        numbers = [number for number, each in enumerate(SETS) if size_of(each) == size]
        cells_of_size(size, numbers, kept, names)


def size_of(tests):
    """In words: the first one of its name."""
    return tests[0].split()[0]


def cells_of_size(size, numbers, kept, names):
    print(f"\n| {size} accesses | source | " + " | ".join(map(letter, numbers)) + " |\n|---|---|" + "--:|" * len(numbers))
    for name in names:
        if not any(kind_of(name) in SETS[number][2] for number in numbers):
            continue
        own = [kept[number][name] for number in numbers]
        source = next((each["source_model"] for each in own if each), "")
        cells = [cell(each) if kind_of(name) in SETS[number][2] else "" for number, each in zip(numbers, own)]
        print(f"| `{name}` | {' '.join([source, *switches(name)])} | " + " | ".join(cells) + " |")


def main():
    before, own = sys.argv[1:], []
    if "--" in before:
        at = before.index("--")
        before, own = before[:at], before[at + 1 :]
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--size", type=int)
    options.add_argument("--sets", action="store_true")
    options.add_argument("--states", type=Path)
    options.add_argument("--only", metavar="LETTERS", default="".join(letter(each) for each in range(len(SETS))))
    options.add_argument("--print", action="store_true")
    options.add_argument("--time", type=int, default=300)
    options.add_argument("--jobs", type=int, default=2)
    options.add_argument("mappings", nargs="*")
    chosen = options.parse_args(before)
    if chosen.sets == (chosen.size is not None) or chosen.sets != (chosen.states is not None):
        options.error("either --size, or --sets with --states")
    if chosen.size:
        return of_a_size(chosen, own)
    chosen.states.mkdir(parents=True, exist_ok=True)
    names = chosen.mappings or right_ones()
    if chosen.print:
        return matrix(chosen, names)
    for each in chosen.only:
        of_a_set(ord(each) - ord("a"), chosen, names)


if __name__ == "__main__":
    main()
