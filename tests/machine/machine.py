"""The model of AMDGPU against a machine that was written from the same prose: the final states of
small programs, some by hand, others drawn at random, are the same.

    machine.py --clmm build/release/bin/clmm --machine build/release/bin/amdgpu_machine --count 2000
"""

import argparse
import collections
import os
import random
import subprocess
import sys
import tempfile

LOCATIONS = ["x", "y", "z", "l"]
LDS = 3

# word: has a group's cache, has an agent's cache, splits work-groups, has LDS, family
PROCESSORS = {
    "GFX90A": (False, True, False, True, 90),
    "GFX90A_TGSPLIT": (False, True, True, False, 90),
    "GFX942": (True, True, False, True, 942),
    "GFX942_TGSPLIT": (True, True, True, False, 942),
    "GFX1100": (True, False, True, True, 11),
    "GFX1100_CU": (True, False, False, True, 11),
    "GFX1200": (False, True, True, True, 12),
    "GFX1200_CU": (False, True, False, True, 12),
}


class Op:
    """One instruction: its text, and what the machine is told. A register is filled in later."""

    def __init__(self, text, told=None, location=None, returns=False, fine=False):
        self.text, self.told, self.location = text, told, location
        self.returns, self.fine = returns, fine


def counter(family, kind, returns=True):
    if kind == "lds":
        return 2
    if kind == "scalar":
        return 3 if family == 12 else 2
    if family in (90, 942):
        return 0
    return 0 if returns else 1


def bits(family, level):
    return {
        90: ["", "glc", "glc", "glc"],
        942: ["", "sc0", "sc1", "sc0 sc1"],
        11: ["", "glc", "glc", "glc"],
        12: ["", "scope:SCOPE_SE", "scope:SCOPE_DEV", "scope:SCOPE_SYS"],
    }[family][level]


def load(family, location, level=0):
    name = "dword" if family in (90, 942) else "b32"
    told_level = level if family in (942, 12) else (2 if level else 0)
    return Op(f"global_load_{name} {{reg}}, [{LOCATIONS[location]}] {bits(family, level)}",
              f"load {location} {{reg}} {told_level} v {counter(family, 'load')}",
              location, True, told_level >= 2)


def store(family, location, value, level=0):
    name = "dword" if family in (90, 942) else "b32"
    text = bits(family, level) if family in (942, 12) else ""
    told_level = {90: 2, 942: max(level, 1), 11: 2, 12: max(level, 2)}[family]
    return Op(f"global_store_{name} [{LOCATIONS[location]}], {value} {text}",
              f"store {location} {value} {told_level} v {counter(family, 'store', False)}", location)


def atomic(family, location, value, level, returns, adds):
    name = "add" if adds else "swap"
    suffix = "" if family in (90, 942) else ("_u32" if adds else "_b32")
    if family in (90, 11):
        text = "glc" if returns else ""
    elif family == 942:
        text = " ".join((["sc0"] if returns else []) + (["sc1"] if level == 3 else []))
    else:
        text = ("th:TH_ATOMIC_RETURN " if returns else "") + bits(family, level)
    told_level = 3 if level == 3 and family in (942, 12) else 2
    first = "{reg}, " if returns else ""
    return Op(f"global_atomic_{name}{suffix} {first}[{LOCATIONS[location]}], {value} {text}",
              f"{'add' if adds else 'swap'} {location} {value} {{reg}} {told_level} v "
              f"{counter(family, 'atomic', returns)}", location, returns, True)


def lds_load(family):
    return Op(f"ds_{'read' if family in (90, 942) else 'load'}_b32 {{reg}}, [l]",
              f"load {LDS} {{reg}} 3 l 2", LDS, True)


def lds_store(family, value):
    return Op(f"ds_{'write' if family in (90, 942) else 'store'}_b32 [l], {value}",
              f"store {LDS} {value} 3 l 2", LDS)


def lds_add(value):
    return Op(f"ds_add_rtn_u32 {{reg}}, [l], {value}", f"add {LDS} {value} {{reg}} 3 l 2", LDS, True)


def scalar_load(family, location):
    name = "dword" if family in (90, 942) else "b32"
    return Op(f"s_load_{name} {{sreg}}, [{LOCATIONS[location]}]",
              f"load {location} {{reg}} 0 s {counter(family, 'scalar')}", location, True)


def wait(family, which, left=0):
    texts = {
        0: "s_wait_loadcnt" if family == 12 else "vmcnt",
        1: "s_wait_storecnt" if family == 12 else "vscnt",
        2: "s_wait_dscnt" if family == 12 else "lgkmcnt",
        3: "s_wait_kmcnt",
    }
    if family == 12:
        text = f"{texts[which]} {left}"
    elif which == 1:
        text = f"s_waitcnt_vscnt null, {left}"
    else:
        text = f"s_waitcnt {texts[which]}({left})"
    return Op(text, f"wait {which} {left}")


def counters(family):
    return {90: [0, 0, 2], 942: [0, 0, 2], 11: [0, 1, 2], 12: [0, 1, 2, 3]}[family]


def invalidations(family):
    return {
        90: [("buffer_wbinvl1_vol", 1), ("buffer_wbinvl1_vol", 1), ("buffer_invl2", 4)],
        942: [("buffer_inv sc0", 1), ("buffer_inv sc1", 3), ("buffer_inv sc0 sc1", 7)],
        11: [("buffer_gl0_inv", 1), ("buffer_gl1_inv", 2)],
        12: [("global_inv scope:SCOPE_SE", 1), ("global_inv scope:SCOPE_DEV", 3),
             ("global_inv scope:SCOPE_SYS", 7)],
    }[family] + [("s_dcache_inv", 8)]


def write_backs(family):
    return {
        90: [("buffer_wbl2", 4)],
        942: [("buffer_wbl2 sc1", 2), ("buffer_wbl2 sc0 sc1", 6)],
        11: [],
        12: [("global_wb scope:SCOPE_SYS", 6), ("global_wb scope:SCOPE_DEV", 2)],
    }[family]


def invalidate(which):
    return Op(which[0], f"inv {which[1]}")


def write_back(family, which):
    return Op(which[0], f"wb {which[1]} {counter(family, 'wb', False)}")


def barrier(family):
    text = "s_barrier_signal -1\ns_barrier_wait -1" if family == 12 else "s_barrier"
    return Op(text, "barrier")


class Program:
    def __init__(self, name, word, places, waves, expected=None):
        self.name, self.word, self.places, self.waves = name, word, places, waves
        self.expected = expected
        self.registers = []  # (wave, name) by the machine's number
        self.texts, self.told = [], []
        for number, ops in enumerate(waves):
            texts, told = [], []
            for op in ops:
                reg = -1
                text = op.text
                if op.returns:
                    reg = len(self.registers)
                    kind = "s" if "{sreg}" in text else "v"
                    self.registers.append((number, f"{kind}{reg}"))
                    text = text.replace("{reg}", f"v{reg}").replace("{sreg}", f"s{reg}")
                texts += text.split("\n")
                if op.told:
                    told.append(op.told.replace("{reg}", str(reg)))
            self.texts.append(texts)
            self.told.append(told)
        self.used = sorted({op.location for ops in waves for op in ops if op.location is not None})

    def litmus(self):
        rows = max(len(texts) for texts in self.texts)
        out = [f"{self.word} {self.name}", "{ " + " ".join(f"{LOCATIONS[x]}=0;" for x in self.used) + " }"]
        heads = [f"P{i}@wave {i},wg {group},agent {agent}" for i, (group, agent) in enumerate(self.places)]
        columns = [[head] + texts + [""] * (rows - len(texts))
                   for head, texts in zip(heads, self.texts)]
        for row in zip(*columns):
            out.append(" " + " | ".join(row) + " ;")
        seen = [f"{w}:{name};" for w, name in self.registers] + [f"{LOCATIONS[x]};" for x in self.used]
        out.append("locations [" + " ".join(seen) + "]")
        return "\n".join(out) + "\n"

    def machine(self):
        group_cache, agent_cache, splits, _, family = PROCESSORS[self.word]
        out = [f"test {self.name} {int(group_cache)} {int(agent_cache)}"]
        if family == 90:  # what atomics and bypassing loads go to is fine-grained
            fine = {op.location for ops in self.waves for op in ops if op.fine}
            out += [f"through {x}" for x in sorted(fine)]
        numbers = {}
        for i, (group, agent) in enumerate(self.places):
            wg = numbers.setdefault((group, agent), len(numbers))
            out.append(f"wave {i if splits else wg} {wg} {agent}")
            out += self.told[i]
        return "\n".join(out + ["end"]) + "\n"

    def states_of_machine(self, lines):
        names = [f"{w}:{name}" for w, name in self.registers]
        states = set()
        for line in lines:
            registers, memory = line.split("|")
            memory = memory.split()
            state = dict(zip(names, registers.split()))
            state.update({LOCATIONS[x]: memory[x] for x in self.used})
            states.add(tuple(sorted(state.items())))
        return states


def read_states(text):
    """Of clmm check: by the test's name."""
    found, name, left = {}, None, 0
    for line in text.splitlines():
        if line.startswith("Test "):
            name = line.split()[1]
        elif line.startswith("States "):
            left = int(line.split()[1])
            found[name] = set()
        elif left:
            left -= 1
            found[name].add(tuple(sorted(tuple(part.strip().split("="))
                                         for part in line.split(";") if part.strip())))
    return found


class Drawing:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def program(self, number):
        draw = self.random
        word = draw.choice(list(PROCESSORS))
        _, _, _, has_lds, family = PROCESSORS[word]
        waves = draw.choice([2, 2, 2, 3])
        shape = draw.choice(["group", "groups", "groups", "agents", "mixed"])
        places = [(0, 0) if shape == "group" else (i, 0) if shape == "groups" else
                  (i, i) if shape == "agents" else draw.choice([(0, 0), (1, 0), (2, 1)])
                  for i in range(waves)]
        uses_lds = has_lds and len(set(places)) == 1 and draw.random() < 0.5
        accesses = [draw.choice([2, 2, 3]) if waves == 2 else draw.choice([1, 2, 2])
                    for _ in range(waves)]
        bars = len(set(places)) == 1 and draw.random() < 0.2
        bodies = [self.body(family, count, uses_lds) for count in accesses]
        if bars:
            for body in bodies:
                body.insert(draw.randrange(len(body) + 1), barrier(family))
        return Program(f"t{number}", word, places, bodies)

    def body(self, family, count, uses_lds):
        ops = []
        for i in range(count):
            if i > 0:
                ops += self.between(family)
            ops.append(self.access(family, uses_lds))
        return ops

    def between(self, family):
        draw = self.random
        ops = []
        if draw.random() < 0.35 and write_backs(family):
            ops.append(write_back(family, draw.choice(write_backs(family))))
        for which in sorted(set(counters(family))):
            if draw.random() < 0.5:
                ops.append(wait(family, which, 0 if draw.random() < 0.85 else 1))
        if draw.random() < 0.45:
            ops.append(invalidate(draw.choice(invalidations(family))))
            if family == 11 and draw.random() < 0.5:
                ops.append(invalidate(draw.choice(invalidations(family))))
        return ops

    def access(self, family, uses_lds):
        draw = self.random
        location = draw.choice([0, 1])
        value = draw.choice([1, 2])
        if uses_lds and draw.random() < 0.4:
            return draw.choice([lds_load(family), lds_store(family, value), lds_add(value)])
        level = draw.choice([0, 0, 1, 2, 3])
        kind = draw.random()
        if kind < 0.06:
            return scalar_load(family, location)
        if kind < 0.45:
            return load(family, location, level)
        if kind < 0.85:
            return store(family, location, value, level)
        return atomic(family, location, value, level, draw.random() < 0.5, draw.random() < 0.5)


def compare(programs, options, tally):
    told = subprocess.run([options.machine], input="".join(p.machine() for p in programs),
                          capture_output=True, text=True, check=True).stdout.splitlines()
    machine, at = {}, 0
    for program in programs:
        name, count = told[at].split()
        assert name == program.name
        machine[name] = told[at + 1:at + 1 + int(count)]
        at += 1 + int(count)
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for program in programs:
            files.append(os.path.join(folder, program.name + ".litmus"))
            with open(files[-1], "w") as file:
                file.write(program.litmus())
        answer = subprocess.run([options.clmm, "check"] + files,
                                capture_output=True, text=True)
    model = read_states(answer.stdout)
    for program in programs:
        if machine[program.name] == ["TOO MANY"]:
            tally["too many states of the machine"] += 1
            continue
        theirs = program.states_of_machine(machine[program.name])
        ours = model.get(program.name)
        tally[program.word] += 1
        if ours == theirs:
            tally["agree"] += 1
            continue
        tally["differ"] += 1
        print(program.litmus())
        if ours is None:
            print("no answer:", answer.stderr[:2000])
            continue
        for state in sorted(ours - theirs):
            print("only the model: ", dict(state))
        for state in sorted(theirs - ours):
            print("only the machine:", dict(state))
        print(program.machine())
        if tally["differ"] >= options.most:
            return False
    return True


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clmm", required=True)
    parser.add_argument("--machine", required=True)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=3, help="differences that end the comparison")
    options = parser.parse_args()
    drawing, tally, batch = Drawing(options.seed), collections.Counter(), []
    for number in range(options.count):
        batch.append(drawing.program(number))
        if len(batch) == 50 or number + 1 == options.count:
            if not compare(batch, options, tally):
                break
            batch = []
    print(", ".join(f"{name}: {count}" for name, count in sorted(tally.items())))
    return 1 if tally["differ"] else 0


if __name__ == "__main__":
    sys.exit(main())
