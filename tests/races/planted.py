#!/usr/bin/env python3
"""Runs the kernels of examples/exec/races in all their variants: what their headers say is raced for
is found, and nothing else.

    CLMM=clmm planted.py [--table]     --table: also what Oclgrind says, for the documentation

A header has lines `correct MACROS:`, `race MACROS: a, b` and `launch: OPTIONS`; `launch MACROS:` is for
variants whose first macro it names. `a` and `b` are the lines of the text that end with `// @a`. What
`also` says may be found besides: which accesses to a place come first is not known.
"""

import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

LINE = re.compile(r"// (correct|race|also|launch)((?: [A-Z_]+)*):(.*)")
SITE = re.compile(r"[^\n:]+:(\d+):\d+: (error|note): (.*)")


class Kernel:
    def __init__(self, path):
        self.path = path
        self.text = path.read_text()
        self.labels = {}
        for number, line in enumerate(self.text.splitlines(), 1):
            for label in re.findall(r"// @(\w+)", line):
                self.labels[label] = number
        self.launches = {}
        self.variants = {}
        self.besides = {}
        for line in self.text.splitlines():
            match = LINE.match(line)
            if not match:
                continue
            kind, macros, rest = match[1], tuple(match[2].split()), match[3].strip().split("  ")[0].strip()
            if kind == "launch":
                self.launches[macros] = match[3].strip()
            elif kind == "correct":
                self.variants[macros] = set()
            else:
                pair = frozenset(self.labels[label] for label in re.split(", *", rest))
                among = self.variants if kind == "race" else self.besides
                among.setdefault(macros, set()).add(pair)

    def launch(self, macros):
        return shlex.split(self.launches.get(macros[:1], self.launches[()]))


def run_clmm(clmm, kernel, macros):
    """The pairs of lines that are raced for."""
    command = [clmm, "exec", str(kernel.path), *kernel.launch(macros), "--check", "race"]
    for macro in macros:
        command += ["-D", macro]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    pairs, first = set(), None
    for match in SITE.finditer(done.stdout + done.stderr):
        line = int(match[1])
        if match[2] == "error":
            if "E-RACE" not in match[3]:
                raise SystemExit(f"{shlex.join(command)}: {match[0]}")
            first = line
        elif first is not None:
            pairs.add(frozenset((first, line)))
            first = None
    if done.returncode != (1 if pairs else 0):
        raise SystemExit(f"{shlex.join(command)}: exit code {done.returncode}\n{done.stderr}")
    return pairs


def run_oclgrind(kernel, macros):
    """In a word, what Oclgrind's detection says."""
    options = kernel.launch(macros)
    value = lambda name: options[options.index(name) + 1]
    sizes = {"uchar": 1}
    lines = [str(kernel.path), re.search(r"kernel void (\w+)", kernel.text)[1],
             f"{value('--global')} 1 1", f"{value('--local')} 1 1"]
    for name, count in re.findall(r"(\w+)\[(\d+)\]", value("--args")):
        kind = re.search(rf"(\w+)\* {name}\b", kernel.text)[1]
        lines.append(f"<size={int(count) * sizes.get(kind, 4)} fill=0>")
    build = "-cl-std=CL2.0 " + " ".join(f"-D{macro}" for macro in macros)
    with tempfile.NamedTemporaryFile("w", suffix=".sim") as simulation:
        simulation.write("\n".join(lines) + "\n")
        simulation.flush()
        try:
            done = subprocess.run(
                ["oclgrind-kernel", "--data-races", "--build-options", build, simulation.name],
                capture_output=True, text=True, errors="replace", timeout=20, check=False)
        except subprocess.TimeoutExpired:
            return "does not end"
    said = done.stdout + done.stderr
    if "nsupported" in said:
        return "cannot execute it"
    if done.returncode != 0:
        return "does not compile it"
    return "race" if "data race" in said else "nothing"


def words_of(macros):
    return " ".join(macros) or "as it is"


def main():
    clmm, folder = os.environ["CLMM"], pathlib.Path("examples/exec/races")
    table = "--table" in sys.argv
    failures = races = clean = 0
    if table:
        print("| kernel | variant | races planted | clmm | Oclgrind |\n|---|---|--:|--:|---|")
    for path in sorted(folder.glob("*.cl")):
        kernel = Kernel(path)
        if () not in kernel.variants:
            raise SystemExit(f"{path}: no `correct:` in its header")
        for macros, expected in kernel.variants.items():
            found = run_clmm(clmm, kernel, macros)
            races += len(expected)
            clean += not expected
            if not expected <= found <= expected | kernel.besides.get(macros, set()):
                failures += 1
                print(f"{path.name} {words_of(macros)}: lines raced for "
                      f"{sorted(map(sorted, found))}, planted {sorted(map(sorted, expected))}",
                      file=sys.stderr)
            if table:
                print(f"| {path.stem.replace('_', ' ')} | {words_of(macros)} | {len(expected)} | "
                      f"{len(found)} | {run_oclgrind(kernel, macros)} |")
    print(f"{races} races planted, {clean} variants without; {failures} variants differ",
          file=sys.stderr)
    return 1 if failures or races == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
