#!/usr/bin/env python3
"""Khronos' tests of its formal model of Vulkan's memory, asked by `clmm check`.

  khronos_vulkan.py FOLDER       the repository Vulkan-MemoryModel, or its folder alloy/tests
  khronos_vulkan.py FOLDER --variant from-reads=ordered-source

Each line SATISFIABLE or NOSOLUTION of a test is a question: whether the model has a consistent execution
whose reads have the values that stand in the test, with or without a data race. What clmm has no word for
(the number of pairs in a release sequence; devices without chains of availability) is counted as not asked.
Exit code 1: some answer is another one than Khronos', and not settled; 77: the folder is not there.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

clmm = os.environ.get("CLMM", "build/release/bin/clmm")
SCOPES = {"scopesg": "sg", "scopewg": "wg", "scopeqf": "qf", "scopedev": "dv"}
# Answers that differ, and why clmm's stands.
SETTLED = dict.fromkeys(
    ("scopeaccum", "test6"),
    "a control barrier across workgroups: Vulkan's have the execution scope Workgroup or Subgroup")
# Executions with a race are none of the second, those without none of the third.
MODELS = {"consistent": "", "#dr=0": "empty data-race as race-free", "#dr>0": "~empty data-race as racy"}


class Thread:
    def __init__(self, place, number):
        self.place, self.number, self.code, self.registers = place, number, [], 0


class Test:
    """One file: its threads as columns of a litmus test, and its questions."""

    def __init__(self, path):
        self.name = path.stem
        self.threads, self.locations, self.aliases, self.pairs = [], [], [], []
        self.condition, self.questions = [], []
        self.place, self.value = {"qf": -1, "wg": -1, "sg": -1}, 100
        for line in path.read_text().splitlines():
            if len(line) > 1 and not line.startswith("//"):
                self.line(line.strip())

    def line(self, line):
        word = line.split()[0]
        if word in ("SATISFIABLE", "NOSOLUTION"):
            self.questions.append((word == "SATISFIABLE", line[len(word):].strip()))
        elif word == "SSW":
            self.pairs.append(tuple(int(each) for each in line.split()[1:3]))
        elif word == "SLOC":
            self.aliases.append(tuple(line.split()[1:3]))
        elif word in ("NEWQF", "NEWWG", "NEWSG"):
            self.place[word[3:].lower()] += 1
        elif word == "NEWTHREAD":
            number = re.search(r"\d+", line)
            self.threads.append(Thread(dict(self.place), int(number[0]) if number else len(self.threads)))
        else:
            self.instruction(line)

    def location(self, name):
        if name not in self.locations:
            self.locations.append(name)
        return name

    def instruction(self, line):
        word, _, rest = line.partition(" ")
        tokens = word.split(".")
        thread, column = self.threads[-1], len(self.threads) - 1
        if "avdevice" in tokens or "visdevice" in tokens:
            thread.code.append(tokens[0])
        elif "membar" in tokens:
            thread.code.append(self.name_of("membar", tokens))
        elif "cbar" in tokens:
            thread.code.append(f"{self.name_of('cbar', tokens)} {rest.strip()}")
        else:
            self.access(tokens, rest, thread, column)

    def access(self, tokens, rest, thread, column):
        name, *values = rest.replace("=", " ").split()
        location = self.location(name)
        reads, writes = "ld" in tokens or "rmw" in tokens, "st" in tokens or "rmw" in tokens
        register = f"r{thread.registers}"
        if reads:
            thread.registers += 1
            if values:
                self.condition.append(f"P{column}:{register} == {values[0]}")
        if writes:
            given = values[1:] if reads else values
            self.value += 1
            stored = given[0] if given else self.value
        if reads and writes:
            thread.code.append(f"{self.name_of('rmw', tokens)} {register}, {location}, {stored}")
        elif reads:
            thread.code.append(f"{self.name_of('ld', tokens)} {register}, {location}")
        else:
            thread.code.append(f"{self.name_of('st', tokens)} {location}, {stored}")

    @staticmethod
    def name_of(kind, tokens):
        def some(*words):
            return [each for each in words if each in tokens]

        words = [kind]
        is_atomic = kind == "rmw" or "atom" in tokens
        orders = some("acq", "rel")
        if kind in ("ld", "st") and not is_atomic:
            words += some("av", "vis") or some("nonpriv")
        if kind in ("ld", "st", "rmw") and is_atomic:
            words.append("atom")
        words += ["acq_rel"] if len(orders) == 2 else orders
        words += [SCOPES[each] for each in tokens if each in SCOPES]
        return ".".join(words + some("sc0", "sc1", "semsc0", "semsc1", "semav", "semvis"))

    def text(self):
        number_of = {each.number: column for column, each in enumerate(self.threads)}
        others = {b: a for a, b in self.aliases}
        initial = "".join(f"{each}=0; " for each in self.locations if each not in others)
        initial += "".join(f"{b} aliases {a}; " for b, a in others.items())
        pairs = "".join(f"ssw {number_of[a]} {number_of[b]}; " for a, b in self.pairs)
        lines = max(len(each.code) for each in self.threads)
        rows = [[f"P{column}@sg {max(each.place['sg'], 0)},wg {max(each.place['wg'], 0)},"
                 f"qf {max(each.place['qf'], 0)}" for column, each in enumerate(self.threads)]]
        for at in range(lines):
            rows.append([each.code[at] if at < len(each.code) else "" for each in self.threads])
        columns = "".join(" " + " | ".join(row) + " ;\n" for row in rows)
        condition = " /\\ ".join(self.condition) or "P0:unused == 0"
        condition = condition.replace("unused", "r99")
        return (f"VULKAN {self.name}\n{{ {initial}}}\n" + (f"{{ {pairs}}}\n" if pairs else "") +
                f"{columns}exists ({condition})\n")


def model_of(question):
    """None: clmm has no word for it."""
    if "NOCHAINS" in question or "#rs" in question:
        return None
    races = [each for each in ("#dr=0", "#dr>0") if each in question]
    return races[0] if races else "consistent"


def verdicts(folder, names, model, options):
    """Whether the condition can be satisfied, by test; None: it is not read, or not decided."""
    asked = subprocess.run([clmm, "check", "--json", "--verdict", "--witness", "never", "--timeout", "60",
                            "--model", str(model), *options, *names], cwd=folder, capture_output=True, text=True,
                           check=False)
    found = {}
    for answer in json.loads(asked.stdout)["results"]:
        found[pathlib.Path(answer["file"]).stem] = answer.get("allowed")
        for each in answer["diagnostics"]:
            if each["severity"] == "error":
                print(f"{answer['file']}: {each['message']}")
    return found


def main():
    arguments = sys.argv[1:]
    if not arguments or not pathlib.Path(arguments[0]).is_dir():
        print("skipped: no folder with Khronos' tests")
        sys.exit(77)
    root = pathlib.Path(arguments[0])
    files = sorted(root.rglob("*.test"))
    asked = agreed = settled = left = 0
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made)
        tests = {path.stem: Test(path) for path in files}
        for name, test in tests.items():
            (folder / f"{name}.litmus").write_text(test.text())
        answers = {}
        for number, (question, check) in enumerate(MODELS.items()):
            model = folder / f"model{number}.cat"
            model.write_text(f'"{number}"\ninclude "vulkan.cat"\n{check}\n')
            answers[question] = verdicts(folder, [f"{each}.litmus" for each in tests], model, arguments[1:])
        for name, test in tests.items():
            for wanted, question in test.questions:
                model = model_of(question)
                if model is None:
                    left += 1
                    continue
                asked += 1
                said = answers[model].get(name)
                if said == wanted:
                    agreed += 1
                elif said is not None and name in SETTLED:
                    settled += 1
                else:
                    print(f"{name}: {'SATISFIABLE' if wanted else 'NOSOLUTION'} {question}: {said}")
    print(f"{len(tests)} tests, {asked} questions asked, {agreed} answers agree, "
          f"{settled} are settled, {left} not asked")
    sys.exit(0 if asked == agreed + settled else 1)


main()
