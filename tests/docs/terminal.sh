#!/usr/bin/env bash
# Diagnostics have colours on a terminal, and none where NO_COLOR is set, TERM is dumb, or it is none. No line for
# people is wider than the terminal, or than $COLUMNS; data and lines of sources are left as they are.
set -uo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
export CLMM=${CLMM:-$PWD/build/release/bin/clmm}
exec python3 - <<'PYTHON'
import fcntl, os, pty, re, struct, subprocess, sys, termios

TEST = "tests/golden/diagnostics/expect-not-met.litmus"

def said_to_terminal(*arguments, **variables):
    """What the command writes to a standard error that is a terminal."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", **variables}
    if "NO_COLOR" not in variables:
        environment.pop("NO_COLOR", None)
    command = [os.environ["CLMM"], *arguments]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=theirs, env=environment)
    os.close(theirs)
    said = b""
    try:
        while piece := os.read(ours, 4096):
            said += piece
    except OSError:  # the other side is closed
        pass
    process.wait()
    return said

for arguments in (["check", TEST], ["report", TEST, "-o", os.devnull]):
    assert b"\x1b[" in said_to_terminal(*arguments), f"{arguments}: no colours on a terminal"
    for variables in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        said = said_to_terminal(*arguments, **variables)
        assert said and b"\x1b" not in said, f"{arguments} {variables}: {said!r}"

def shown(*arguments, width, columns=None):
    """The lines that a terminal of so many columns shows, with both streams on it."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
    environment = {**os.environ, "TERM": "xterm"}
    environment.pop("COLUMNS", None)
    if columns is not None:
        environment["COLUMNS"] = str(columns)
    process = subprocess.Popen([os.environ["CLMM"], *arguments], stdout=theirs, stderr=theirs, env=environment)
    os.close(theirs)
    said = b""
    try:
        while piece := os.read(ours, 65536):
            said += piece
    except OSError:
        pass
    process.wait()
    text = re.sub(r"\x1b\[[0-9;]*m", "", said.decode())
    return [line.split("\r")[-1] for line in text.replace("\r\n", "\n").split("\n")]

def is_source(line):
    return line.startswith("    ")

PEOPLE = [["--help"], ["check", "--help"], ["graph", "--help"], ["check", "examples/iriw.litmus"],
          ["explain", "examples/message-passing.litmus"], ["explain", "examples/publication.litmus"],
          ["repair", "examples/message-passing-relaxed.litmus"], ["check", TEST],
          ["compare", "examples/message-passing.litmus", "--explain"], ["check", "no/such/file/anywhere/in/this/whole/tree/of/folders.litmus"]]
for width, columns in ((72, None), (200, 60)):
    seen = columns or width
    folded = 0
    for arguments in PEOPLE:
        lines = shown(*arguments, width=width, columns=columns)
        plain = subprocess.run([os.environ["CLMM"], *arguments], capture_output=True, text=True).stdout
        wide = [line for line in lines if len(line) > seen and not is_source(line) and " " in line.strip()]
        assert not wide, f"{arguments} at {seen} columns: {wide}"
        folded += any(len(line) > seen for line in plain.split("\n"))
        words = " ".join("\n".join(lines).split())
        assert all(word in words for word in plain.split()), f"{arguments} at {seen} columns: words are missing"
    assert folded > 4, "nothing had to be folded"
for arguments in (["check", "--json", "examples/iriw.litmus"], ["graph", "examples/iriw.litmus"], ["completion", "bash"]):
    plain = subprocess.run([os.environ["CLMM"], *arguments], capture_output=True, text=True).stdout
    # A terminal shows a tab as blanks.
    assert [line.replace("\t", "") for line in shown(*arguments, width=72)] == plain.replace("\t", "").split("\n"), arguments
PYTHON
