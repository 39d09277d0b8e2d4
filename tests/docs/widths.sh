#!/usr/bin/env bash
# Every command on terminals of 40, 80 and 200 columns: no line for people is wider than the terminal, there are no colours
# with NO_COLOR, and TERM=dumb gets nothing but text. A command that is new has to be listed here.
set -uo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
export CLMM=${CLMM:-$PWD/build/release/bin/clmm}
exec python3 - <<'PYTHON'
import fcntl, os, pty, re, struct, subprocess, tempfile, termios

CLMM = os.environ["CLMM"]
SUITE = "examples/message-passing.litmus"
RACY = "examples/message-passing-relaxed.litmus"
OUT = tempfile.mkdtemp()
COMMANDS = {
    "check": [["check", SUITE, RACY, "examples/iriw.litmus"], ["check", "tests/golden/diagnostics/expect-not-met.litmus"],
              ["check", "docs/samples/mistakes.litmus"], ["check", "examples/kernels/ticket_lock.cl"],
              ["check", "examples/kernels/reduction.cl", "--global", "4", "--local", "4", "--args", "data[4],out[1],shared[4]"]],
    "graph": [["graph", "no-such-test-anywhere-in-the-whole-tree-of-all-the-folders-that-there-are-here.litmus"]],
    "explain": [["explain", RACY], ["explain", "examples/iriw.litmus"], ["explain", "examples/kernels-out-of-order.litmus"]],
    "report": [["report", SUITE, "-o", OUT + "/page.html"]],
    "compare": [["compare", SUITE, "examples/iriw.litmus", "--explain"]],
    "separate": [["separate", "rc11", "c11", "--size", "3", "--threads", "2", "--fences", "0"]],
    "fit": [["fit", "no-such-results-of-any-campaign-anywhere-in-the-whole-tree-of-folders.json"]],
    "generate": [["generate", "--random", "2", "--size", "3"]],
    "repair": [["repair", RACY, "--repairs", "2"], ["repair", "tests/golden/commands/in-order-unordered.two-queues.litmus", "--repairs", "3"]],
    "lower": [["lower", SUITE, "--mapping", "c11-x86"], ["lower", "examples/c11/message-passing.litmus", "--mapping", "c11-x86"]],
    "exec": [["exec", "examples/exec/reduction.cl"], ["exec", "examples/host-map.litmus"]],
    "devices": [["devices"]],
    "run": [["run", SUITE, "--device", "no-device-with-such-a-name"]],
    "merge": [["merge", "no-such-state-of-any-search-anywhere-in-the-whole-tree-of-all-folders.state"]],
    "lsp": [],  # its output is a protocol
    "completion": [["completion", "a-shell-that-nobody-has-ever-heard-of-anywhere"]],
    "manual": [["manual", "a-command-that-nobody-has-ever-heard-of-anywhere"]],
    "models": [["models", "a-model-that-nobody-has-ever-heard-of-anywhere-at-all"]],
    "version": [["version"]],
}

def shown(arguments, width, **variables):
    """What a terminal of so many columns gets, with both streams on it."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
    environment = {**os.environ, "TERM": "xterm", **variables}
    for name in ("COLUMNS", "NO_COLOR"):
        if name not in variables:
            environment.pop(name, None)
    process = subprocess.Popen([CLMM, *arguments], stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs, env=environment)
    os.close(theirs)
    said = b""
    try:
        while piece := os.read(ours, 65536):
            said += piece
    except OSError:  # the other side is closed
        pass
    process.wait()
    return said.decode().replace("\r\n", "\n")

def lines_of(said):
    """As they stay on the screen: without colours, and without progress that is written over."""
    return [line.split("\r")[-1] for line in re.sub(r"\x1b\[[0-9;]*[mK]", "", said).split("\n")]

def is_left_alone(line):
    """A line of a source or its caret, or one word: a path, a formula."""
    return line.startswith("    ") or " " not in line.strip()

overview = subprocess.run([CLMM, "--help"], capture_output=True, text=True).stdout
known = re.findall(r"^  ([a-z]+) {2,}[A-Z]", overview.split("Subcommands:")[1], re.M)
assert sorted(known) == sorted(COMMANDS), set(known) ^ set(COMMANDS)

problems = []
calls = [["--help"], ["chek"], [SUITE], *([name, "--help"] for name in COMMANDS)]
calls += [[name, "--no-such-option-of-this-command"] for name in COMMANDS]
calls += [call for each in COMMANDS.values() for call in each]
for call in calls:
    for width in (40, 80, 200):
        wide = [line for line in lines_of(shown(call, width)) if len(line) > width and not is_left_alone(line)]
        problems += [f"{' '.join(call)}: {len(line)} columns of {width}: {line}" for line in wide]
for call in calls:
    if re.search(r"\x1b\[[0-9;]*m", shown(call, 80, NO_COLOR="1")):
        problems.append(f"{' '.join(call)}: colours with NO_COLOR")
    if "\x1b" in shown(call, 80, TERM="dumb"):
        problems.append(f"{' '.join(call)}: not only text with TERM=dumb")
assert any("\x1b" in shown(call, 80) for call in calls), "nothing has colours"
print("\n".join(problems))
raise SystemExit(1 if problems else 0)
PYTHON
