#!/usr/bin/env python3
"""assemble.py MODULE.wasm OUTPUT.html: one file that needs no other, from page/, report/html, the examples and the lessons."""

import base64
import gzip
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "playground/page"
REPORT = ROOT / "report/html"

# Of the report's page: what its scripts and this page's have in common. Each in the order in which it is needed.
SHARED = ["dom.js", "highlight.js", "theme.js", "index.js", "test.js", "edit.js"]
OWN = ["address.js", "checker.js", "editor.js", "lessons.js", "playground.js"]


def tests():
    files = sorted((ROOT / "examples").glob("*.litmus")) + sorted((ROOT / "examples").glob("*/*.litmus"))
    return [{"path": str(file.relative_to(ROOT)), "text": file.read_text()} for file in files]


def lessons():
    found = []
    for file in sorted((ROOT / "docs/tutorial").glob("[0-9]*.md")):
        text = file.read_text()
        before_exercise = text.split("\n## Exercise", 1)[0]
        named = dict.fromkeys(re.findall(r"`(examples/[\w./-]+\.litmus)`", before_exercise))
        found.append({"name": file.stem, "title": text.split("\n", 1)[0].removeprefix("# "),
                      "text": text, "tests": list(named)})
    return found


def in_script(text):
    """JSON, or code of this page, that cannot end the element that it stands in."""
    assert "</script" not in text.lower() and "<!--" not in text
    return text


def as_json(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def main():
    module, output = map(pathlib.Path, sys.argv[1:])
    packed = gzip.compress(module.read_bytes(), 9, mtime=0)
    filled = {
        "STYLE": (REPORT / "page.css").read_text() + (PAGE / "playground.css").read_text(),
        "SHELF": as_json({"tests": tests(), "lessons": lessons()}),
        "WORKER": in_script((PAGE / "worker.js").read_text()),
        "MODULE": base64.b64encode(packed).decode(),
        "SCRIPT": in_script("".join([(REPORT / name).read_text() for name in SHARED] +
                                    [(PAGE / name).read_text() for name in OWN])),
    }
    page = (PAGE / "page.html").read_text()
    output.write_text(re.sub(r"\{\{(\w+)\}\}", lambda found: filled[found[1]], page))


main()
