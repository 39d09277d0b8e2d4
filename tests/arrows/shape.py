#!/usr/bin/env python3
"""shape.py: what a reader of the code may count on.

No function of more than 60 lines, from its head to its closing brace; no circle of includes between
headers. (Circles between targets do not link; folders.sh counts files.)
It knows C++ as the code here is formatted: a function ends with a brace in the column of its head.
"""
import collections
import pathlib
import re
import sys

MOST_LINES = 60
# What stands at the head of a block that is no function.
NO_FUNCTION = re.compile(
    r"^\s*(namespace|struct|class|enum|union|extern|if|else|for|while|switch|do|try|catch|case|"
    r"default|return|template\s*<[^>]*>\s*(struct|class|union)|#|\}|//|/\*|\*|@)\b|^\s*(namespace\s*\{|\})")


def sources():
    rooms = [path for path in pathlib.Path().iterdir()
             if path.is_dir() and path.name != "build" and not path.name.startswith(".")]
    for room in sorted(rooms):
        for path in sorted(room.rglob("*")):
            if path.suffix in (".h", ".cpp") and "golden" not in path.parts:
                yield path


def is_function(head):
    """Whether a brace after these lines opens the body of a function."""
    text = " ".join(line.strip() for line in head)
    if NO_FUNCTION.match(text) or "(" not in text:
        return False
    before = text[: text.index("(")]
    return "=" not in before.replace("operator=", "").replace("operator==", "")


def functions(lines):
    """(first line, last line) of each function, both counted from 1."""
    for end, line in enumerate(lines):
        if not re.fullmatch(r"\s*\}", line):
            continue
        column = len(line) - 1
        begin = end - 1
        while begin >= 0 and (not lines[begin].strip() or lines[begin].startswith("#") or
                              indent(lines[begin]) > column):
            begin -= 1
        # `) {` of a head of several lines may stand in the same column only with its first line.
        if begin < 0 or indent(lines[begin]) != column:
            continue
        head = begin
        opening = begin
        while opening < end and not lines[opening].rstrip().endswith("{"):
            opening += 1
        if opening < end and is_function(lines[head:opening + 1]):
            yield head + 1, end + 1


def indent(line):
    return len(line) - len(line.lstrip(" "))


def without_raw_strings(text):
    """The same lines, but none of a raw string's own."""
    return re.sub(r'R"(\w*)\(.*?\)\1"', lambda raw: re.sub(r"\n.*", "\n" + 80 * " " + ".", raw[0]), text,
                  flags=re.S)


def long_functions(path):
    lines = without_raw_strings(path.read_text()).split("\n")
    for begin, end in functions(lines):
        if end - begin + 1 > MOST_LINES:
            yield f"{path}:{begin}: a function of {end - begin + 1} lines: {lines[begin - 1].strip()}"


def included(path, known):
    """The files of the repository that a file includes."""
    for name in re.findall(r'^#include "([^"]+)"', path.read_text(), re.M):
        for place in known.get(pathlib.Path(name).name, ()):
            if str(place).endswith("/" + name):
                yield place


def circle(arrows):
    """A circle of a graph, as a list of its nodes; empty: there is none."""
    state, trail = {}, []

    def visit(node):
        state[node] = "open"
        trail.append(node)
        for other in sorted(arrows.get(node, ())):
            if state.get(other) == "open":
                return trail[trail.index(other):]
            if other not in state and (found := visit(other)):
                return found
        state[node] = "closed"
        trail.pop()
        return []

    for node in sorted(arrows):
        if node not in state and (found := visit(node)):
            return found
    return []


def circles(files):
    known = collections.defaultdict(list)
    for path in files:
        known[path.name].append(path)
    headers = {path: set(included(path, known)) for path in files if path.suffix == ".h"}
    if found := circle(headers):
        yield "headers include one another: " + " -> ".join(map(str, found))


def main():
    files = list(sources())
    assert len(files) > 500, "run this at the root of the repository"
    faults = [fault for path in files for fault in long_functions(path)]
    faults += circles(files)
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.setrecursionlimit(10000)
    sys.exit(main())
