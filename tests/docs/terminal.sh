#!/usr/bin/env bash
# Diagnostics have colours on a terminal, and none where NO_COLOR is set, TERM is dumb, or it is none.
set -uo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
export CLMM=${CLMM:-$PWD/build/release/bin/clmm}
exec python3 - <<'PYTHON'
import os, pty, subprocess, sys

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
PYTHON
