#!/usr/bin/env python3
"""What `clmm check` verifies of atomics for all launches holds in small ones.

    CLMM=clmm atomics.py [--seed N] [--kernels N] [--keep DIR]

Kernels are drawn: atomic operations of all forms (C11's, those of OpenCL 1.x, flags), with orders and scopes that are
constants or values of the run, on global and local memory, under conditions, beside plain accesses, with barriers whose
flags and scopes may be values, and with group functions. Each is asked for all launches, under a model that is drawn, too.
A property that is verified is held against `clmm check` of single launches, all executions of which are asked about, and
against runs under `clmm exec`. What a launch refutes is a false proof.
"""

import argparse
import os
import random
import tempfile

from kernels import run, verdicts

LAUNCHES = [("2", "1"), ("2", "2"), ("4", "2")]
MODELS = ["opencl-3.0", "opencl-3.0", "opencl-3.1", "opencl-2.0", "opencl-scoped"]
SCOPES = ["memory_scope_work_group", "memory_scope_device", "memory_scope_all_svm_devices", "memory_scope_sub_group"]
ORDERS = {"load": ["relaxed", "acquire", "seq_cst"], "store": ["relaxed", "release", "seq_cst"],
          "update": ["relaxed", "acquire", "release", "acq_rel", "seq_cst"]}
VALUES = ["l", "l > 0", "i == 0", "w", "n > 1", "w == 0"]


class Kernel:
    def __init__(self, rng):
        self.rng = rng
        self.lines = []
        self.model = rng.choice(MODELS)
        # Few scopes and places: else everything races.
        self.scopes = rng.sample(SCOPES, rng.choice([1, 1, 2, 2, 3]))
        self.places = rng.sample(["g[w]", "g[w]", "g[0]", "g[i]", "t[0]", "t[0]", "t[l]"], 2)

    def chosen(self, values):
        first = self.rng.choice(values)
        if self.rng.random() < 0.8:
            return first
        return f"(({self.rng.choice(VALUES)}) ? {first} : {self.rng.choice(values)})"

    def order(self, kind):
        return self.chosen(["memory_order_" + order for order in ORDERS[kind]])

    def scope(self):
        return self.chosen(self.scopes)

    def operation(self):
        rng = self.rng
        place = rng.choice(self.places)
        at = "&" + place
        form = rng.choice(["load", "store", "add", "add", "exchange", "strong", "weak", "older", "older", "flag", "plain"])
        if form == "load":
            return f"r += atomic_load_explicit({at}, {self.order('load')}, {self.scope()});"
        if form == "store":
            return f"atomic_store_explicit({at}, 1, {self.order('store')}, {self.scope()});"
        if form == "add":
            return f"r += atomic_fetch_{rng.choice(['add', 'max', 'or'])}_explicit({at}, 1, {self.order('update')}, {self.scope()});"
        if form == "exchange":
            return f"r += atomic_exchange_explicit({at}, 2, {self.order('update')}, {self.scope()});"
        if form in ("strong", "weak"):
            return (f"e = 0; r += atomic_compare_exchange_{form}_explicit({at}, &e, 3, {self.order('update')}, "
                    f"memory_order_relaxed, {self.scope()});")
        space = "local" if place.startswith("t") else "global"
        if form == "older":
            call = rng.choice(["atomic_inc({})", "atomic_xchg({}, 1)", "atomic_cmpxchg({}, 0, 1)", "atomic_or({}, 1)"])
            return "r += " + call.format(f"(volatile {space} int*){at}") + ";"
        if form == "flag":
            function = rng.choice(["r += atomic_flag_test_and_set", "atomic_flag_clear"])
            order = self.order("store" if "clear" in function else "update")
            return f"{function}_explicit(f + {rng.choice(['w', '0', 'i'])}, {order}, {self.scope()});"
        return rng.choice(["p[i] = r;", "p[w] = 1;", "r += p[w];", "if (l == 0) p[w] = 1;"])

    def together(self):
        rng = self.rng
        flags = ["CLK_LOCAL_MEM_FENCE", "CLK_GLOBAL_MEM_FENCE", "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE"]
        kind = rng.random()
        if kind < 0.6:
            return f"barrier({self.chosen(flags)});"
        if kind < 0.75:
            return f"work_group_barrier({rng.choice(flags)}, {self.chosen(['memory_scope_work_group', 'memory_scope_device'])});"
        if kind < 0.9:
            return f"r += work_group_broadcast(i, (size_t)({self.chosen(['0', 'w & 1 & (L - 1)', 'l', 'n & (L - 1)'])}));"
        return "r += work_group_reduce_add(1);"

    def statement(self):
        rng = self.rng
        kind = rng.random()
        if kind < 0.25:
            return self.together()
        if kind < 0.6:
            return self.operation()
        if kind < 0.85:
            return f"if ({rng.choice(['l == 0', 'i == 0', 'l > 0', 'w == 0', 'n > 1'])}) {{ {self.operation()} }} else {{ {self.operation()} }}"
        return f"if ({rng.choice(['l == 0', 'i == 0', 'w == 0', 'n > 1'])}) {{ {self.operation()} }}"

    def text(self):
        self.lines = [self.statement() for _ in range(self.rng.randint(1, 4))]
        return ("kernel void drawn(global atomic_int* g, local atomic_int* t, global atomic_flag* f, global int* p, int n) {\n"
                "    const int i = get_global_id(0), l = get_local_id(0), w = get_group_id(0), L = get_local_size(0);\n"
                "    int r = 0, e = 0;\n" + "".join(f"    {line}\n" for line in self.lines) + "}\n")


def arguments(n, has_any):
    sizes = ["g[8]", "t[8]", "f[8]", "p[8]"]
    return [word for size in sizes for word in ("--arg", size + ("=any" if has_any and size[0] == "p" else ""))] + ["--arg", f"n={n}"]


def refuted_in(path, model, launch, n, seed):
    """The properties that a launch refutes, with who says so."""
    size, local = launch
    said = {}
    code, out, err = run("check", path, "--global", size, "--local", local, *arguments(n, True), "-m", model, "--property",
                         "race-free", "--property", "no-divergence", "--witness", "never", "--timeout", "20")
    if code not in (0, 1, 3):
        raise SystemExit(f"{path}: check of one launch ends with {code}: {err}")
    for name, verdict in verdicts(out).items():
        if verdict == "Refuted":
            said[name] = "check"
    code, _, err = run("exec", path, "--global", size, "--local", local, *arguments(n, False), "-m", model, "--check", "race",
                       "--schedule", "random", "--seed", str(seed))
    if code == 2 or code > 3:
        raise SystemExit(f"{path}: exec ends with {code}: {err}")
    for word, name in (("[E-RACE]", "race-free"), ("[E-EXEC]", "no-divergence")):
        if word in err:
            said.setdefault(name, "exec")
    return said


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kernels", type=int, default=100)
    parser.add_argument("--keep")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    tally, wrong = {}, []
    with tempfile.TemporaryDirectory() as made:
        folder = options.keep or made
        os.makedirs(folder, exist_ok=True)
        for number in range(options.kernels):
            kernel = Kernel(rng)
            path = os.path.join(folder, f"atomics-{number}.cl")
            with open(path, "w", encoding="utf-8") as file:
                file.write(kernel.text())
            code, out, err = run("check", path, "--global", "<=64", "--local", "any", "--arg", "n=>=0 & <=3", "-m", kernel.model,
                                 "--property", "race-free", "--property", "no-divergence", "--timeout", "20")
            if code not in (0, 1, 3):
                wrong.append(f"{path}: check ends with {code}: {err}")
                continue
            all_launches = verdicts(out)
            for name, verdict in all_launches.items():
                tally[name, verdict] = tally.get((name, verdict), 0) + 1
            if "Verified" not in all_launches.values():
                continue
            for launch in LAUNCHES:
                for n in (0, 2):
                    for name, who in refuted_in(path, kernel.model, launch, n, number).items():
                        if all_launches.get(name) == "Verified":
                            wrong.append(f"{path}: {name} is verified under {kernel.model}, and {who} refutes it with {launch}, n={n}")
    print(f"{options.kernels} kernels, each verified one in {len(LAUNCHES) * 2} launches:",
          ", ".join(f"{name} {verdict} {count}" for (name, verdict), count in sorted(tally.items())))
    for each in wrong:
        print(each)
    held = sum(count for (_, verdict), count in tally.items() if verdict == "Verified")
    if wrong or held * 2 < options.kernels:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
