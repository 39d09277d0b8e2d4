#!/usr/bin/env python3
"""GPUVerify's OpenCL test suite, for all launches of its own sizes or of any.

    git clone https://github.com/mc-imperial/gpuverify && git -C gpuverify checkout 49219770aad01231edd0d8e0fa3ed036006cf32a
    CLMM=clmm gpuverify.py gpuverify/testsuite/OpenCL [--any] [--jobs N] [--timeout S] [--only PART] [--csv FILE]

Each file's first comment lines say what its authors expect, and the options with which the other tool is asked, which clmm
reads there. Annotations (__requires, __invariant, …) are taken out: they are the other tool's language. A precondition
that bounds a scalar parameter becomes its range, another one that speaks of parameters and sizes alone a return at the
beginning of the kernel; the other tool's functions of values become functions without a body, which yield any value.
The last lines count answers by expectation, how many are decided (a rejection is where the suite expects one of its
front end), and why what is not decided is not. What takes more than --timeout seconds of the processor is not decided;
on a busy machine --patience gives it so many times as much time.
"""

import argparse
import collections
import concurrent.futures
import csv
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading

CLMM = os.environ.get("CLMM", "clmm")

STATEMENTS = ["requires", "ensures", "global_requires", "global_ensures", "requires_fresh_array", "assert", "global_assert", "assume",
              "invariant", "global_invariant", "candidate_invariant", "candidate_global_invariant", "function_wide_invariant",
              "function_wide_candidate_invariant", "barrier_invariant_binary_1", "reads_from", "writes_to", "array_snapshot",
              "read_permission", "write_permission", "non_temporal_loads_begin", "non_temporal_loads_end", "invariant_equality",
              *(f"barrier_invariant_{n}" for n in range(1, 25)), "barrier_invariant"]


FUNCTIONS = """
int __add_noovfl_int(int, int);
unsigned __add_noovfl_unsigned_int(unsigned, unsigned);
size_t __offset_of_annotation(void);
int __atomic_has_taken_value_of_annotation(void);
#define __read_offset_bytes(p) __offset_of_annotation()
#define __atomic_has_taken_value(...) __atomic_has_taken_value_of_annotation()
#define DECLARE_UF_BINARY(name, first, second, result) result name(first, second)
"""


def without_annotations(text):
    """Behind the first comment lines, the other tool's macros are taken in."""
    lines = text.split("\n")
    first = next((i for i, line in enumerate(lines) if not line.startswith("//")), len(lines))
    return "\n".join([*lines[:first], '#include "annotations.h"', *lines[first:]])


KERNEL = re.compile(r"\b(?:__)?kernel\b[^;{]*?\b(\w+)\s*\(([^{;]*)\)\s*\{")
RANGE = re.compile(r"(\w+) *(==|<=|>=|<|>) *(\d+)")
# What launches have in common.
SIZES = {"get_local_size", "get_global_size", "get_num_groups"}


def conditions(text, at):
    """What `__requires` says at the beginning of a body: (from, to, the condition)."""
    while found := re.compile(r"\s*;?\s*__requires\s*(?=\()").match(text, at):
        end, depth = found.end(), 0
        while end < len(text):
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
            if depth == 0:
                break
        begin = text.index("__requires", found.start())
        yield begin, end, text[found.end() + 1:end - 1].strip()
        at = end


def is_of_launch(condition, parameters, text):
    """Whether it speaks of parameters and sizes alone."""
    words = set(re.findall(r"(?<!\.)\b[A-Za-z_]\w*", condition))
    for name, value in re.findall(r"^#define (\w+) +(.*)$", text, re.M):
        if name in words:
            words = words - {name} | set(re.findall(r"[A-Za-z_]\w*", value))
    return "[" not in condition and words <= parameters | SIZES


class Case:
    def __init__(self, folder, path):
        self.path = path
        self.name = os.path.relpath(path, folder).removesuffix("/kernel.cl").removesuffix(".cl")
        with open(path, encoding="utf-8", errors="replace") as file:
            self.text = file.read()
        lines = self.text.split("\n")
        self.expected = lines[0].strip("/ \r").lower()
        self.wants_rejection = bool(re.search(r"clang_error|command_line_error", self.expected))
        self.options = lines[1].strip("/ \r") if len(lines) > 1 else ""
        self.seconds = 0.0
        said = "\n".join(line for line in lines if line.startswith("//"))
        self.mistakes = sorted({word for word, pattern in (
            ("race", r"race"), ("divergence", r"(barrier|divergence).*(non-uniform|diverge)"), ("bounds", r"array.bounds|out.of.bounds"),
        ) if re.search(pattern, said.replace("[\\s]+", " "), re.I)})

    def dimensions(self):
        """Of a work-group; none where no size is given."""
        found = re.search(r"--local_size=(\S+)", self.options)
        return found and len(found.group(1).strip("[]").split(","))

    def properties(self):
        """What its options ask for."""
        if "--only-divergence" in self.options:
            return ["no-divergence"]
        return ["race-free", "no-divergence", *(["bounds"] if "bounds" in self.options else [])]

    def kernels(self):
        """Of each its name, where its body begins, and its parameters."""
        for found in KERNEL.finditer(self.text):
            yield found.group(1), found.end(), re.findall(r"(\w+)\s*(?:,|$)", found.group(2))

    def preconditions(self):
        """Ranges of the kernels' scalars, and the text with what else is asked of them."""
        ranges, text = {}, self.text
        for _, begin, parameters in reversed(list(self.kernels())):
            for start, end, condition in reversed(list(conditions(self.text, begin))):
                if (bound := RANGE.fullmatch(condition)) and bound.group(1) in parameters:
                    of, op, number = bound.groups()
                    ranges.setdefault(of, []).append(f">={number} & <={number}" if op == "==" else op + number)
                elif is_of_launch(condition, set(parameters), self.text):
                    text = text[:start] + f"if (!({condition})) return" + text[end:]
        return [f"{name}={' & '.join(all)}" for name, all in ranges.items()], text


def reason(why):
    """Without what differs from case to case."""
    if "does not show it" in why:
        return re.sub(r":.*?(the solver's launch.*) \(.*", r": … \1", why, count=1)
    return re.sub(r"(Unknown : [^:]*):.*", r"\1: …", re.sub(r"'[^']*'", "…", why))


def measured(command, timeout):
    """How it ends, what it says, and the seconds of the processor that it and its own processes took."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen(command, stdout=out, stderr=err)
        timer = threading.Timer(timeout, process.kill)
        timer.start()
        _, status, used = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode == -signal.SIGKILL:
            raise subprocess.TimeoutExpired(command, timeout)
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read().decode(errors="replace"))
        return process.returncode, *texts, used.ru_utime + used.ru_stime


def run(case, folder, options):
    dimensions = case.dimensions()
    if dimensions is None:
        return case, "no-sizes", "", ""
    copy = os.path.join(folder, case.name.replace("/", "-") + ".cl")
    ranges, text = case.preconditions()
    with open(copy, "w", encoding="utf-8") as file:
        file.write(without_annotations(text))
    command = [CLMM, "check", copy, "-I", folder, "--property", "race-free,no-divergence,bounds"]
    if options.any:  # the comment, which says sizes, is not read then
        command += [word for name in re.findall(r"-D\s?(\S+)", case.options) for word in ("-D", name)]
        command += ["--global", ",".join(["any"] * dimensions), "--local", ",".join(["any"] * dimensions)]
    command += ["--timeout", str(options.timeout * options.patience)]
    for each in ranges:
        command += ["--arg", each]
    try:
        status, out, err, case.seconds = measured(command, 3 * options.timeout * options.patience + 30)
    except subprocess.TimeoutExpired:
        return case, "no-end", "", ""
    if status not in (0, 1, 2, 3):
        return case, "crash", out, err
    if status == 2:
        found = re.search(r"error: (.*)", err)
        return case, "rejected", out, found.group(1) if found else err
    lines = re.findall(r"^(race-free|no-divergence|bounds) +(\w+)(.*)", out, re.M)
    # The suite's tool asks for accesses through null whatever its options are.
    null = [line for line in lines if line[0] == "bounds" and "through a null pointer" in err]
    lines = null + [line for line in lines if line[0] in case.properties()]
    if case.seconds > options.timeout:
        return case, "late", out, ""
    refuted = [line for line in lines if line[1] == "Refuted"]
    unknown = [line for line in lines if line[1] == "Unknown"]
    if refuted:
        return case, "refuted", out, " ".join(refuted[0])
    if unknown or not lines:
        return case, "unknown", out, " ".join(unknown[0]) if unknown else err.strip().split("\n")[-1]
    return case, "verified", out, ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder")
    parser.add_argument("--any", action="store_true", help="any sizes in place of the suite's")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=int, default=20, help="seconds of the processor for each file")
    parser.add_argument("--patience", type=int, default=1, help="how many times as much time they may take")
    parser.add_argument("--only", default="", help="cases whose names have this in them")
    parser.add_argument("--csv", help="an answer for each case")
    options = parser.parse_args()
    cases = sorted((Case(options.folder, os.path.join(at, name)) for at, _, names in os.walk(options.folder)
                    for name in names if name.endswith(".cl")), key=lambda case: case.name)
    cases = [case for case in cases if options.only in case.name]
    rows = []
    with (tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool,
          open(options.csv or os.devnull, "w", encoding="utf-8", newline="", buffering=1) as table):
        with open(os.path.join(folder, "annotations.h"), "w", encoding="utf-8") as file:
            file.write("".join(f"#define __{name}(...) (1)\n" for name in STATEMENTS) + FUNCTIONS)
        written = csv.writer(table)
        written.writerow(("case", "expected", "mistakes", "answer", "why", "seconds"))
        for case, answer, out, why in pool.map(lambda case: run(case, folder, options), cases):
            why = re.sub(r"\s+", " ", why)
            answer = "as wanted" if answer == "rejected" and case.wants_rejection else answer
            rows.append((case.name, case.expected, " ".join(case.mistakes), answer, why, f"{case.seconds:.2f}"))
            written.writerow(rows[-1])
    for (expected, answer), count in sorted(collections.Counter((row[1].split(":")[0], row[3]) for row in rows).items()):
        print(f"{expected:8} {answer:10} {count}")
    decided = sum(row[3] in ("verified", "refuted", "as wanted") for row in rows)
    print(f"decided  {decided} of {len(rows)}, {100 * decided / max(len(rows), 1):.1f} %")
    print(f"processor  {sum(float(row[5]) for row in rows):.0f} s, at most {max([float(row[5]) for row in rows], default=0):.1f} s")
    reasons = collections.Counter(reason(row[4]) for row in rows if row[3] in ("unknown", "rejected"))
    for text, count in reasons.most_common(40):
        print(f"{count:4} {text}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
