"""All golden tests of diagnostics, opened in one session of the language server, show there what
`clmm check` says of them: place, severity, message and code."""
import re
import sys
from pathlib import Path

from client import Client

FOLDER = Path("tests/golden/diagnostics")
MESSAGE = re.compile(r"^(\S+?):(\d+):(\d+): (error|warning|note): (.*)$")
SEVERITIES = {"error": 1, "warning": 2, "note": 3}


def expected(path):
    said = set()
    for line in path.with_suffix(".expected").read_text(errors="replace").splitlines():
        found = MESSAGE.match(line)
        if not found:
            continue
        text, _, code = found[5].rpartition(" [")
        if not code.endswith("]"):
            continue  # undefined behaviour has a form of its own
        said.add((int(found[2]), int(found[3]), SEVERITIES[found[4]], text, code[:-1]))
    return said


def shown(messages):
    return {(each["range"]["start"]["line"] + 1, each["range"]["start"]["character"] + 1,
             each["severity"], each["message"].partition("\nhint: ")[0], each["code"])
            for each in messages if each["code"].startswith(("E-", "W-"))}


def main():
    client = Client()
    failed = checked = 0
    for path in sorted(FOLDER.glob("*.litmus")):
        if path.with_suffix(".args").exists() or path.with_suffix(".cat").exists():
            continue
        try:
            text = path.read_bytes().decode("utf-8")
        except UnicodeDecodeError:
            continue  # no JSON can hold it
        uri = path.resolve().as_uri()
        client.open(uri, text)
        found, said = shown(client.diagnostics(uri)["diagnostics"]), expected(path)
        checked += 1
        if found != said:
            failed += 1
            print(f"{path}\n  only the server: {sorted(found - said)}\n  only the command: {sorted(said - found)}")
    assert client.close() == 0
    print(f"{checked} tests, {failed} differ")
    assert checked > 60, "the golden tests of diagnostics have gone"
    sys.exit(1 if failed else 0)


main()
