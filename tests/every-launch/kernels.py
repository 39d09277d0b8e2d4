#!/usr/bin/env python3
"""What `clmm check` verifies for all launches holds in each that is run.

    CLMM=clmm kernels.py [--seed N] [--kernels N] [--counting SHARE] [--expressions N] [--keep DIR]

Kernels are drawn: reads and writes of local and global memory at indices of work-items, groups, sizes, a
scalar, loop counters and what is counted atomically, through pointers that may be null, of images, by
asynchronous copies, under conditions, some of which a function without a body says, or what memory holds, with barriers of either flag, in loops with and
without barriers, in one dimension or two. Each is asked for all launches up to some sizes; a property that is verified is held against
`clmm exec`, which looks for races, divergence and accesses out of bounds in small launches of that space
under two schedules. A property that is refuted has been seen by `exec` already.

Then expressions of integers: a kernel races where one of them has a value, for a scalar of two values.
What is verified has to be what `exec` computes.
"""

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile

CLMM = os.environ.get("CLMM", "clmm")
LAUNCHES = [["2", "4", "4", "6", "8", "8", "5"], ["1", "2", "4", "3", "4", "2", "5"]]
FLAT_LAUNCHES = [["2,2", "4,2", "4,2", "2,4", "4,4", "1,3"], ["1,1", "2,1", "4,2", "2,2", "2,4", "1,3"]]
SCALARS = [0, 1, 3, 8]
ELEMENTS = {"a": 64, "b": 64, "t": 16, "c": 4, "d": 4}
OWN = 4  # elements of an array that the kernel declares, which groups may be larger than
# What a run takes for the function that all launches have no body of.
BODIES = ["0", "1", "x", "x & 3"]


class Kernel:
    def __init__(self, rng, counting=0.25):
        self.rng = rng
        self.depth = 0
        self.counters = []
        self.lines = []
        self.is_flat = rng.random() < 0.2
        self.has_image = rng.random() < 0.2
        self.pointers = []
        self.counts = []
        self.is_counting = rng.random() < counting
        self.is_tame = rng.random() < 0.5

    def index(self, deep=0):
        """Of a tame kernel most elements are a work-item's own."""
        rng = self.rng
        if self.counts and rng.random() < 0.7:
            return rng.choice(self.counts)
        if self.is_tame and rng.random() < 0.6:
            return rng.choice(["i", "l"] + self.counters)
        if self.is_flat and rng.random() < 0.4:
            return rng.choice(["j", "l + L * lj", "i + G * j", "lj", "i * 4 + j"])
        simple = ["i", "l", "w", "0", "1", "L - 1 - l", "l + 1", "i + 1", "n", "l ^ 1", "i / 2", "l * 2", "l * 2 + 1",
                  "w * L", "i * 3", "i * 3 + 1", "l * 6 + 3",
                  "w * L + (l + 1) % L", "(l + 1) % L", "i % 4", "l & 3", "max(l - 1, 0)"] + self.counters
        if deep < 2 and rng.random() < 0.25:
            return f"({self.index(deep + 1)} {rng.choice(['+', '-', '*'])} {self.index(deep + 1)})"
        return rng.choice(simple)

    def place(self):
        if self.pointers and self.rng.random() < 0.3:
            return f"{self.rng.choice(self.pointers)}[{self.index()}]"
        name = self.rng.choice(["a", "b", "t", "t", "u"])
        return f"{name}[({self.index()}) & {ELEMENTS.get(name, OWN) - 1}]" if self.rng.random() < 0.7 else f"{name}[{self.index()}]"

    def condition(self):
        return self.rng.choice(["l == 0", "i < n", "l < n", "w == 0", "l > 1", "n > 2", "l + 1 < L", "i % 2 == 0", "i == 0",
                                "unknown(n) > 0", "unknown(w) == 0", "unknown(l) == 1"]
                               + [f"{read} == {self.rng.choice('0012n')}" for read in ("t[0]", "t[n]", "t[l]", "a[w]", "b[w * L]", "u[0]")]
                               + [f"{p} != 0" for p in self.pointers] * 3 + [f"l < {c}" for c in self.counters])

    def write(self, indent):
        value = self.rng.choice(["1", "i", self.place(), self.place() + " + 1"])
        self.lines.append(f"{indent}{self.place()} = {value};")

    def barrier(self, indent):
        flags = self.rng.choice(["CLK_LOCAL_MEM_FENCE", "CLK_LOCAL_MEM_FENCE", "CLK_GLOBAL_MEM_FENCE",
                                 "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE"])
        self.lines.append(f"{indent}barrier({flags});")

    def statement(self, indent):
        rng = self.rng
        what = rng.random()
        if self.is_counting:
            # Little else, which would race.
            kind = rng.random()
            if kind < 0.6 or self.depth > 2:
                self.count(indent)
            elif kind < 0.75:
                self.barrier(indent)
            else:
                self.block(indent, f"if ({self.condition()})") if kind < 0.88 else self.loop(indent)
        elif what < 0.06:
            self.pointer(indent)
        elif what < 0.12:
            self.copy(indent)
        elif what < 0.22 and self.has_image:
            self.pixel(indent)
        elif what < 0.48 or self.depth > 2:
            self.write(indent)
        elif what < 0.65:
            self.barrier(indent)
        elif what < 0.82:
            self.block(indent, f"if ({self.condition()})")
        else:
            self.loop(indent)

    def count(self, indent):
        """What is found is seen to the end of the block. Something else may be written, too."""
        counter = self.rng.choice(["c", "c", "d", "d", "c + 1", "c + (l & 1)"])
        if self.rng.random() < 0.12:
            self.lines.append(f"{indent}if ({self.condition()}) {self.rng.choice([f'*({counter}) = 0', f'atomic_dec({counter})', f'atomic_add({counter}, 2)'])};")
            return
        name = f"q{len(self.lines)}"
        self.lines.append(f"{indent}const int {name} = {self.rng.choice(['atomic_inc', 'atomic_inc', 'atomic_inc', 'atomic_dec'])}({counter});")
        self.counts.append(name)
        if self.rng.random() < 0.6:
            self.lines.append(f"{indent}{self.rng.choice('abt')}[{name} + {self.rng.choice([0, 0, 32])}] = i;")

    def pointer(self, indent):
        """Seen to the end of the block; null where a condition does not hold."""
        name = f"p{len(self.lines)}"
        other = self.rng.choice(["0", "0", "b", "b + 32"])
        self.lines.append(f"{indent}global int* {name} = {self.condition()} ? a + ({self.index()} & 15) : {other};")
        self.pointers.append(name)

    def copy(self, indent):
        rng = self.rng
        event = f"e{len(self.lines)}"
        first, second = f"t + {rng.choice(['0', '4', 'n', '(w & 3)'])}", f"a + {rng.choice(['0', 'w * 4', 'w * L', 'n'])}"
        if rng.random() < 0.5:
            first, second = second, first
        self.lines.append(f"{indent}event_t {event} = async_work_group_copy({first}, {second}, {rng.choice(['1', '2', '4', 'L', 'n', 'n + 1'])}, 0);")
        if rng.random() < 0.4 and self.depth < 2:
            self.statement(indent)
        self.lines.append(f"{indent}wait_group_events(1, &{event});")

    def pixel(self, indent):
        at = f"(int2)(({self.index()}) & 15, ({self.index()}) & 3)"
        if self.rng.random() < 0.4:
            self.lines.append(f"{indent}{self.place()} = read_imagei(m, {at}).x;")
        else:
            self.lines.append(f"{indent}write_imagei(m, {at}, (int4)(1));")

    def block(self, indent, head):
        self.depth += 1
        self.lines.append(f"{indent}{head} {{")
        seen, found = len(self.pointers), len(self.counts)
        for _ in range(self.rng.randint(1, 3)):
            self.statement(indent + "    ")
        del self.pointers[seen:]
        del self.counts[found:]
        self.lines.append(f"{indent}}}")
        self.depth -= 1

    def loop(self, indent):
        counter = f"k{len(self.lines)}"
        heads = [f"for (int {counter} = 0; {counter} < n; {counter}++)", f"for (int {counter} = L / 2; {counter} > 0; {counter} >>= 1)",
                 f"for (int {counter} = 1; {counter} < L; {counter} <<= 1)", f"for (int {counter} = l; {counter} < n; {counter} += L)",
                 f"for (int {counter} = 0; {counter} < 3; {counter}++)", f"for (int {counter} = n; {counter} > 0; {counter}--)",
                 f"for (int {counter} = i; {counter} < 16; {counter} += G)", f"for (int {counter} = l; {counter} < 16; {counter} += L)",
                 f"for (int {counter} = i; {counter} < n; {counter} += 2 * G)"]
        head = self.rng.choice(heads)
        self.counters.append(counter)
        self.block(indent, head)
        self.counters.remove(counter)

    def space(self):
        sizes = ("<=4,<=4", "any,any") if self.is_flat else ("<=8", "any")
        return ["--global", sizes[0], "--local", sizes[1], "--arg", "n=>=0 & <=8"]

    def launches(self):
        return list(zip(*(FLAT_LAUNCHES if self.is_flat else LAUNCHES)))

    def text(self):
        for _ in range(self.rng.randint(2, 5)):
            self.statement("    ")
        image = ", read_write image2d_t m" if self.has_image else ""
        flat = "    const int j = get_global_id(1), lj = get_local_id(1);\n" if self.is_flat else ""
        return ("#ifdef BODY\nint unknown(int x) { return BODY; }\n#else\nint unknown(int x);\n#endif\n"
                f"kernel void drawn(global int* a, global int* b, local int* t, global int* c, local int* d, int n{image}) {{\n"
                "    const int i = get_global_id(0), l = get_local_id(0), w = get_group_id(0);\n"
                f"    const int L = get_local_size(0), G = get_global_size(0);\n    local int u[{OWN}];\n" + flat
                + "\n".join(self.lines) + "\n}\n")


def run(*command):
    done = subprocess.run([CLMM, *command], capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout, done.stderr


def arguments():
    return [word for name, count in ELEMENTS.items() for word in ("--arg", f"{name}[{count}]")]


def found_by_exec(path, kernel, launch, n, seed):
    """The kinds of findings in one launch."""
    size, local = launch
    image = ["--arg", "m=image2d:r32i:16x4"] if kernel.has_image else []
    code, _, err = run("exec", path, "--global", size, "--local", local, *arguments(), "--arg", f"n={n}", *image,
                       "-D", f"BODY={BODIES[(seed + n) % len(BODIES)]}", "--check", "race,bounds", "--schedule", "random", "--seed", str(seed))
    if code == 2 or code > 3:
        raise SystemExit(f"{path}: exec ends with {code}: {err}")
    kinds = set()
    for word, kind in (("[E-RACE]", "race-free"), ("[E-BOUNDS]", "bounds"), ("[E-EXEC]", "no-divergence")):
        if word in err:
            kinds.add(kind)
    return kinds


def verdicts(out):
    return {name: verdict for name, verdict in re.findall(r"^(race-free|no-divergence|bounds) +(\w+)", out, re.M)}


def check_kernels(rng, count, counting, folder):
    tally = {}
    wrong = []
    for number in range(count):
        kernel = Kernel(rng, counting)
        text = kernel.text()
        path = os.path.join(folder, f"kernel-{number}.cl")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        code, out, err = run("check", path, *kernel.space(), *arguments(), "--timeout", "20")
        if code not in (0, 1, 3):
            wrong.append(f"{path}: check ends with {code}: {err}")
            continue
        said = verdicts(out)
        for name, verdict in said.items():
            tally[name, verdict] = tally.get((name, verdict), 0) + 1
        if "Verified" not in said.values():
            continue
        for launch in kernel.launches():
            for n in SCALARS:
                # Behind a divergence, or out of bounds, the rest is not defined.
                kinds = found_by_exec(path, kernel, launch, n, number)
                for name in kinds:
                    if said.get(name) == "Verified":
                        wrong.append(f"{path}: {name} is verified, but not with {launch} and n={n}")
    return tally, wrong


# ---- expressions ----

class Expression:
    TYPES = ["int", "uint", "long", "ulong", "short", "uchar"]

    def __init__(self, rng):
        self.rng = rng

    def of(self, depth):
        rng = self.rng
        if depth == 0:
            return rng.choice(["n", "m", str(rng.choice([0, 1, 2, 3, 7, 100, 65535])), f"({rng.choice(self.TYPES)})n",
                               f"({rng.choice(self.TYPES)})m"])
        a, b = self.of(depth - 1), self.of(depth - 1)
        kind = rng.random()
        if kind < 0.55:
            return f"({a} {rng.choice(['+', '-', '*', '&', '|', '^', '<', '<=', '==', '!='])} {b})"
        if kind < 0.65:
            return f"({a} {rng.choice(['<<', '>>'])} (({b}) & 7))"
        if kind < 0.78:
            return f"({a} {rng.choice(['/', '%'])} ((({b}) & 15) + 1))"
        if kind < 0.9:
            return f"({rng.choice(self.TYPES)})({a})"
        return f"{rng.choice(['min', 'max'])}((int)({a}), (int)({b}))"


def check_expressions(rng, count, folder):
    wrong = []
    verified = 0
    for number in range(count):
        expression = Expression(rng).of(rng.randint(2, 4))
        n, m = rng.randint(-1000, 1000), rng.choice([-1, 0, 5, 1 << 30, -(1 << 31)])
        path = os.path.join(folder, f"expression-{number}.cl")

        def write(body):
            with open(path, "w", encoding="utf-8") as file:
                file.write(f"kernel void drawn(global long* out, int n, int m) {{ {body} }}\n")

        write(f"out[0] = (long)({expression});")
        code, out, err = run("exec", path, "--global", "1", "--local", "1", "--args", f"out[1] n={n} m={m}", "--out", "out")
        value = re.search(r"-?\d+", out.split("out", 1)[1].split("=", 1)[1]) if code == 0 else None
        if value is None:
            wrong.append(f"{path}: exec: {out} {err}")
            continue
        text = value.group()
        if text == str(-(1 << 63)):
            continue
        write(f"if ((long)({expression}) != {text}l || n != {n}) out[0] = 1; else out[get_global_id(0)] = 1;")
        ranges = ["--arg", f"n=>={n} & <={n + rng.choice([0, 1])}", "--arg", f"m={m}"]
        code, out, err = run("check", path, "--global", "<=2", "--local", "any", *ranges, "--property", "race-free")
        other = "<=" + str(n) not in ranges[1]
        if code not in (0, 1, 3) or (not other and code == 1):
            wrong.append(f"{path}: {expression} is {text} for {n}, {m} in exec; check says {out}{err}")
        verified += code == 0
        # … and that it is no other value.
        write(f"if ((long)({expression}) == {text}l) out[0] = 1;")
        code, out, err = run("check", path, "--global", "<=2", "--local", "any", "--arg", f"n=>={n} & <={n + 1}", "--arg", f"m={m}",
                             "--property", "race-free")
        if code == 0:
            wrong.append(f"{path}: {expression} is {text} for {n}, {m} in exec; check excludes it")
    return verified, wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kernels", type=int, default=60)
    parser.add_argument("--expressions", type=int, default=60)
    parser.add_argument("--counting", type=float, default=0.25, help="the share of kernels that count atomically")
    parser.add_argument("--keep")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as made:
        folder = options.keep or made
        os.makedirs(folder, exist_ok=True)
        tally, wrong = check_kernels(rng, options.kernels, options.counting, folder)
        print(f"{options.kernels} kernels, each verified one in {len(LAUNCHES[0]) * len(SCALARS)} launches or {len(FLAT_LAUNCHES[0]) * len(SCALARS)}:",
              ", ".join(f"{name} {verdict} {count}" for (name, verdict), count in sorted(tally.items())))
        verified, more = check_expressions(rng, options.expressions, folder)
        print(f"{options.expressions} expressions, {verified} verified")
        for each in wrong + more:
            print(each)
        # A test that verifies nothing tests nothing.
        held = sum(count for (_, verdict), count in tally.items() if verdict == "Verified")
        if wrong or more or held < options.kernels or verified * 3 < options.expressions:
            raise SystemExit(1)


if __name__ == "__main__":
    main()
