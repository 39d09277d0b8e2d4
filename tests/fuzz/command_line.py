#!/usr/bin/env python3
"""Command lines that nobody would write: what `clmm COMMAND --help` describes, with values that fit, nearly fit or do not.

  command_line.py [--runs N] [--seed S] [--only COMMAND]

Each of them is run in a folder of its own, with limits on memory, processor time and files, and without any program that it
could start. It ends with an exit code that the documentation has and says why; nothing takes long after its --timeout; JSON is
whole. A command line that breaks a promise is printed with its number: `--seed S --at NUMBER` runs it alone. $CLMM names the
program.
"""

import argparse
import json
import os
import random
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CLMM = os.environ.get("CLMM", str(ROOT / "build/release/bin/clmm"))
CODES = {0, 1, 2, 3}  # 70, an internal error, is what is looked for
TIMEOUT = 0.3
# Of the processor beyond the timeout: what was found is written down, and reading asks no one.
SLACK = 2.0
PATIENCE = 60  # of the clock, on a busy machine
MEMORY = 24 << 30  # of addresses: threads ask for far more than they use
IS_WATCHED = "asan" in CLMM or "tsan" in CLMM  # sanitizers ask for all addresses, and take their time


@dataclass
class Option:
    names: list  # as they are written: --timeout, -j
    value: str = ""  # what stands for its value in the help; nothing: it takes none
    words: list = field(default_factory=list)


@dataclass
class Command:
    name: str
    positionals: list
    options: list


def ask(*words):
    return subprocess.run([CLMM, *words], capture_output=True, text=True, check=True).stdout


def option_of(line):
    """An option from its line in the help: `  -j,--jobs N:UINT in [1 - 1024]   tests …`."""
    parts = re.match(r"  (-[^ ]+)(?: ((?:\S| (?! ))*))?", line)
    value = re.sub(r" ?(REQUIRED|\.\.\.|Excludes:.*)", "", parts.group(2) or "").strip()
    lists = re.findall(r"\{([^}]*)\}", value)
    words = re.split(r"[|,]", lists[0]) if lists else value.split("|") if re.fullmatch(r"[a-z-]+(\|[a-z-]+)+", value) else []
    return Option(parts.group(1).split(","), value, words)


def commands():
    """All commands, by what the program says of them itself."""
    listed = ask("--help").split("Subcommands:")[1].split("\n\n")[0]
    for name in re.findall(r"^  ([a-z]+) ", listed, re.M):
        text = ask(name, "--help")
        positionals = re.findall(r"^  ([a-z-]+) ", text.split("Positionals:")[1].split("\n\n")[0], re.M) \
            if "Positionals:" in text else []
        yield Command(name, positionals, [option_of(line) for line in text.splitlines() if re.match(r"  -", line)])


# ---- what there is to name ----

KERNEL = """kernel void k(global int *a, int n) {
  int i = get_global_id(0);
  if (i < n) a[i] = a[i] + i;
  barrier(CLK_GLOBAL_MEM_FENCE);
}
"""
TEST = """OPENCL SB
{ [x]=0; [y]=0; }
P0@wg 0, dev 0 (global atomic_int* x, global atomic_int* y) {
  atomic_store_explicit(x, 1, memory_order_relaxed);
  int r0 = atomic_load_explicit(y, memory_order_relaxed);
}
P1@wg 1, dev 0 (global atomic_int* x, global atomic_int* y) {
  atomic_store_explicit(y, 1, memory_order_relaxed);
  int r0 = atomic_load_explicit(x, memory_order_relaxed);
}
exists (0:r0=0 /\\ 1:r0=0)
"""


def write_files(folder):
    """Files of each kind that some command reads, small ones."""
    (folder / "k.cl").write_text(KERNEL)
    (folder / "sb.litmus").write_text(TEST)
    (folder / "bad.litmus").write_text(TEST.replace("}", "", 1))
    (folder / "empty").write_text("")
    (folder / "bytes").write_bytes(bytes(range(256)))
    (folder / "list").write_text("sb.litmus\nbad.litmus\n@list\nnone.litmus\n")
    (folder / "some").mkdir()
    for source in [*sorted((ROOT / "examples").glob("*.litmus"))[:4], *sorted((ROOT / "examples").glob("*.cl"))[:3]]:
        shutil.copy(source, folder / "some" / source.name)
    shutil.copy(ROOT / "model/cat/rc11.cat", folder / "own.cat")
    shutil.copy(sorted((ROOT / "lowering/mappings").glob("*.map"))[0], folder / "own.map")
    for words in (["check", "sb.litmus", "--state", "kept.json"],
                  ["separate", "rc11", "c11", "--size", "3", "--state", "search.json", "--timeout", "5"],
                  ["exec", "k.cl", "--global", "4", "--args", "a[4] n=4", "--out", "a=@a.npy", "--schedule", "random",
                   "--record", "one.schedule"],
                  ["run", "sb.litmus", "--device", "host", "--instances", "8", "--database", "runs.db", "--timeout", "5"]):
        subprocess.run([CLMM, *words], cwd=folder, capture_output=True, check=False, timeout=PATIENCE)


# Values that mostly fit, by what an option is called or by what its help says that it takes.
FITTING = {
    "--kernel": ["k"], "--arg": ["a[8]", "n=4", "n=any", "a[8]=any", "a[8]=iota", "a=@a.npy"], "--args": ["a[8] n=4", "a[4]=iota n=any"],
    "--out": ["a", "a=@out.npy", "a=@out.json", "a=@out.raw"], "--replay": ["one.schedule"], "--state": ["kept.json", "search.json", "new.json"],
    "--device": ["host", "host-x86", "host:4"], "--mapping": ["c11-x86", "opencl-amdgpu-gfx942", "own.map"], "--arch": ["x86_64", "aarch64"],
    "--random": ["3"], "--family": ["MP", "SB,LB", "all"], "--size": ["2", "3"], "--orders": ["relaxed", "relaxed,acquire"], "--show": ["rf", "hb,rf", "rf;sb"],
    "--select": ["all", "1", "allowed", "x=1; 0:r0=2"], "--dump": ["tree", "test", "events", "structure", "relations", "smt2", "executions"],
    "--check": ["race", "race,bounds", "all"], "--without": ["hb", "read-read-coherence"], "--hide": ["po", "hb"], "--relaxations": ["rfe pod", "fre"],
    "SWITCH": ["inclusive-scope=mutual", "thin-air=sb", "order-S=text-2.0"], "NAME|FILE.cat": ["rc11", "c11", "opencl-3.0", "own.cat"],
    "NAME[+SWITCH=VALUE…]|FILE.cat": ["rc11", "opencl-3.0+thin-air=sb", "own.cat"], "K/N": ["1/2", "2/2", "1/1"], "N[,N[,N]]": ["1", "4", "4,2"],
    "CLx.y": ["CL1.2", "CL2.0"], "NAME[=VALUE]": ["N=3", "X"], "SECONDS": ["0.01", "0.1", "0.3"], "'x=1; 0:r0=2'": ["x=1", "0:r0=0"],
    "FILE.csv": ["table.csv"], "DIR": ["some", "."],
}
INPUTS = {"exec": ["k.cl", "k.cl", "sb.litmus", "some/kernel.cl"], "merge": ["kept.json", "search.json", "runs.db"], "fit": ["runs.db", "kept.json"],
          "generate": ["rfe pod", "pod rfe pod fre"], "separate": ["rc11", "c11"]}


class Draw:
    """A command line, all of it by one number."""

    def __init__(self, number, all_commands, files):
        self.random = random.Random(number)
        self.commands = all_commands
        self.files = files

    def one(self, of):
        return self.random.choice(of)

    def rarely(self, share):
        return self.random.random() < share

    def number(self):
        return self.one(["0", "1", "2", "3", "4", "7", "16", "64", "-1", "1.5", "1e9", "0x10", "1025", "4294967296", "2147483648",
                         "18446744073709551615", "99999999999999999999", "", "nan", "inf", " 3", "3 "])

    def file(self):
        return self.one([*self.files, "@list", "-", "none", "out.x", ".", "some/", "@none", "some/../k.cl", "sb.litmus/x"])

    def word(self):
        return self.one(["all", "none", "GOAL", "a[99999999999]", "a={1,2}", "b=a", "0/0", "5/2", "F(x)=x", "\x1b[31m", "\n", "\u00e9", "=",
                         ",", "'", "*", "%s%n", "a" * 300, *self.one(list(FITTING.values()))])

    def input(self, command):
        if self.rarely(0.2):
            return self.file()
        inside = sorted(path.name for path in (ROOT / "examples").glob("*.litmus"))[:4]
        return self.one(INPUTS.get(command.name, ["sb.litmus", "sb.litmus", "k.cl", "some/" + self.one(inside)]))

    def value(self, option):
        kind = option.value
        if self.rarely(0.1):
            return self.one([self.number, self.word, self.file])()
        for key in (*option.names, kind):
            if key in FITTING:
                return self.one(FITTING[key])
        if option.words:
            return self.one(option.words)
        bounds = re.search(r"in \[(\d+) - (\d+)\]", kind)
        if bounds:
            least, most = int(bounds[1]), int(bounds[2])
            return str(self.one([least, min(least + 1, most), min(least + 7, most), most, most + 1, least - 1]))
        if "DIR" in kind or "FILE" in kind:
            return self.file()
        return self.number() if re.match(r"N\b|MiB", kind) else self.word()

    def damaged(self, word):
        """One edit of a word."""
        at = self.random.randrange(len(word) + 1)
        return self.one([word[:at], word[at:], word[:at] + self.one("-=,:/@[]{}%\\\"' \t\x7f9") + word[at:], word + word, word.upper()])

    def options(self, command):
        for option in self.random.choices(command.options, k=self.one([0, 1, 1, 1, 2, 2, 3, 5])) if command.options else []:
            name = self.one(option.names)
            if name in ("-h", "--help") and not self.rarely(0.1):
                continue
            value = [self.value(option)] if bool(option.value) != self.rarely(0.02) else []
            if value and name.startswith("--") and self.rarely(0.3):
                yield f"{name}={value[0]}"
            else:
                yield from [name, *value]

    def edited(self, words):
        at = self.random.randrange(len(words))
        words[at:at + 1] = self.one([[], [words[at]] * 2, [self.damaged(words[at])], [self.damaged(words[at])]])

    def words(self, only):
        command = self.one([each for each in self.commands if only in (None, each.name)])
        count = self.one([1, 1, 1, 2]) if command.positionals else 0
        words = [self.input(command) for _ in range(2 if command.name == "separate" else count)]
        if any(".cl" in word for word in words) and not self.rarely(0.1):
            words += ["--global", self.one(["1", "4", "4,2"]), "--args", "a[8] n=4"]
        if command.name == "report":
            words += ["-o", "page.html"]
        words += self.options(command)
        if words and self.rarely(0.1):
            self.edited(words)
        # A search of tunings takes a minute unless it is told otherwise.
        for name in ("--timeout", "--time"):
            takes_time = any(name in option.names for option in command.options)
            if takes_time and not any(word == name or word.startswith(name + "=") for word in words):
                words += [name, str(TIMEOUT)]
        return [command.name, *(safe(word) for word in words)]


def safe(word):
    """Nothing outside of the folder, and no byte that no command line has."""
    return re.sub(r"(^|[=@:,])/+", r"\1", word.replace("\0", "").replace("../..", ".."))


def limits():
    os.setsid()
    resource.setrlimit(resource.RLIMIT_CPU, (40, 40))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 26, 1 << 26))
    if not IS_WATCHED:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)


def used_by_children():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def timeout_of(words):
    """The seconds that the command line allows, None where it sets no end."""
    found = None
    for i, word in enumerate(words):
        text = words[i + 1] if word == "--timeout" and i + 1 < len(words) else \
            word.split("=", 1)[1] if word.startswith("--timeout=") else None
        if text is not None:
            try:
                found = float(text)
            except ValueError:
                return None
    return found


def problem(words, code, out, err, used):
    """What is wrong with how a command line ended, or nothing."""
    if code is None:
        return f"does not end within {PATIENCE} s"
    if code < 0:
        return f"ended by signal {-code}"
    if code not in CODES:
        return f"exit code {code}: {err[-300:].decode(errors='replace')}"
    if code in (2, 3) and not err and not out:
        return f"exit code {code} and not a word"
    if b"internal error" in err:
        return f"an internal error: {err[-300:].decode(errors='replace')}"
    allowed = timeout_of(words)
    jobs = 2 if allowed is not None else 1
    if not IS_WATCHED and allowed is not None and 0 < allowed < 10 and used > (allowed + SLACK) * jobs:
        return f"{used:.1f} s of processor time at --timeout {allowed}"
    if "--json" in words and code in (0, 1, 3) and out and words[0] not in ("lsp", "run") and b"Usage: clmm" not in out:
        try:
            json.loads(out)
        except ValueError as error:
            return f"JSON that is none: {error}"
    return None


def run(folder, words):
    before = used_by_children()
    process = subprocess.Popen([CLMM, *words], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               preexec_fn=limits, env={"PATH": str(folder / "no-programs"), "HOME": str(folder)})
    try:
        out, err = process.communicate(timeout=PATIENCE)
        code = process.returncode
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        out, err = process.communicate()
        code = None
    return problem(words, code, out, err, used_by_children() - before), code


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--at", type=int, help="this one alone")
    parser.add_argument("--only", help="command lines of this command")
    options = parser.parse_args()
    all_commands = list(commands())
    ends, failures = {}, 0
    with tempfile.TemporaryDirectory() as name:
        kept = Path(name) / "kept"
        kept.mkdir()
        write_files(kept)
        files = sorted(path.name for path in kept.iterdir())
        for number in [options.at] if options.at is not None else range(options.runs):
            words = Draw(options.seed * 1_000_003 + number, all_commands, files).words(options.only)
            folder = Path(name) / "run"
            shutil.copytree(kept, folder)
            wrong, code = run(folder, words)
            shutil.rmtree(folder)
            ends[code] = ends.get(code, 0) + 1
            if options.at is not None:
                print(shlex.join(words), "->", code)
            if wrong:
                failures += 1
                print(f"{number}: {shlex.join(words)}: {wrong}", flush=True)
    told = ", ".join(f"{count} with {code}" for code, count in sorted(ends.items(), key=str))
    print(f"command lines: {sum(ends.values())} runs, {told}")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
