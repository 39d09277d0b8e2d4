#!/usr/bin/env python3
"""comments.py: files that comments of the code name are there.

A name is the end of a path: `cut_test.cpp`, `docs/cat.md`. One with `*` fits some file. Litmus tests and models
are not looked for: comments have made-up ones as examples."""
import fnmatch
import pathlib
import re
import sys

# Of other projects.
OTHERS = {"CL/cl.h", "cl.h", "opencl-c-base.h"}
NAME = re.compile(r"[\w./*-]+\.(?:h|cpp|md|py|sh|cmake)\b")


def files():
    for path in pathlib.Path().rglob("*"):
        if path.parts[0] not in ("build", ".git") and path.is_file():
            yield path


def comments(path):
    """(line, text) of each; `//` in a string is none."""
    for number, line in enumerate(path.read_text().split("\n"), 1):
        code, slashes, text = line.partition("//")
        if slashes and code.count('"') % 2 == 0:
            yield number, text


def is_there(name, known):
    if "*" in name:
        return any(fnmatch.fnmatch(path, "*/" + name) for path in known)
    return any(path.endswith("/" + name) for path in known)


def main():
    everything = list(files())
    known = ["/" + path.as_posix() for path in everything]
    assert len(known) > 1000, "run this at the root of the repository"
    missing = []
    for path in sorted(everything):
        if path.suffix not in (".h", ".cpp") or "golden" in path.parts:
            continue
        for number, text in comments(path):
            for name in NAME.findall(text):
                name = name.lstrip("./")
                if name not in OTHERS and not is_there(name, known):
                    missing.append(f"{path}:{number}: there is no {name}")
    print("\n".join(missing))
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
