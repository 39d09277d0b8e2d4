#!/usr/bin/env python3
"""What tells the shipped models and their switches apart: docs/separations.md.

  table.py page             print the page
  table.py check            hold the page against what clmm says; exit code 1 where they differ
  table.py rows             the commands alone
"""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
CLMM = os.environ.get("CLMM", "build/release/bin/clmm")

# Vocabularies, by what a pair is about.
TWO = "--threads 2 --fences 0"
SCOPES = "--threads 2 --fences 0 --scopes work_group,device --places --size 2"
LARGER = "--threads 2 --fences 0 --scopes work_group,device --places --orders seq_cst"
REGIONS = "--threads 2 --fences 0 --regions --places --scopes work_group,device --size 2"
CROSSING = "--threads 2 --fences 2 --regions --places --scopes work_group --size 4 --orders relaxed,seq_cst"
SYNCHRONISING = "--threads 2 --fences 0 --scopes work_group,device --places --orders relaxed,acquire,release"
LOCAL = "--threads 2 --fences 0 --regions --places --scopes work_group,device --orders seq_cst"
DEPENDENCIES = "--threads 2 --fences 0 --dependencies --orders relaxed"
SEQUENCES = "--threads 2 --fences 0 --size 5 --orders relaxed,acquire,release"
OLDER = "--threads 2 --fences 0 --size 5 --orders relaxed,seq_cst"
FENCES = "--threads 3 --fences 2 --size 5 --orders relaxed,seq_cst"
READERS = "--threads 4 --fences 0 --size 6 --orders acquire,seq_cst"

PAIRS = [
    ("c11", "rc11", TWO),
    ("c11", "rc11", FENCES),
    ("c11", "rc11", READERS),
    ("rc11", "sc", TWO),
    ("opencl-2.0", "opencl-3.0", LARGER),
    ("opencl-3.0", "opencl-3.1", SCOPES),
    ("opencl-3.0", "opencl-scoped", SCOPES),
    ("opencl-3.0", "opencl-scoped", LARGER),
    ("opencl-3.0", "opencl-scoped", OLDER),
    # Switches that others make idle.
    ("opencl-2.0", "opencl-2.0+condition-S=given-scopes", LOCAL),
    ("opencl-3.0+crossing-joins=yes", "opencl-3.0+crossing-joins=yes+crossing-regions=two-flag-fences", CROSSING),
    ("opencl-3.0+thin-air=dependency", "opencl-3.0+thin-air=dependency+control-dependency=onwards", DEPENDENCIES),
]

# By switch; others are about what tests have that the search makes none of.
SWITCHES = {
    "inclusive-scope": SCOPES,
    "order-S": LARGER,
    "condition-S": LARGER,
    "local-scope": REGIONS,
    "atomic-sync": SYNCHRONISING,
    "crossing-regions": CROSSING,
    "crossing-joins": CROSSING,
    "release-sequence": SEQUENCES,
    "thin-air": DEPENDENCIES,
    "control-dependency": DEPENDENCIES,
    "atomic-assignment": TWO,
    "load-buffering": TWO,
}
ABOUT_OTHERS = {
    "device-scope": "kernels that enqueue kernels",
    "image-barrier": "images",
    "user-event": "commands of a host",
    "unmap": "commands of a host",
    "work-item-scope": "memory_scope_work_item, which one value makes an error",
}


def text_of(model):
    return (ROOT / "model" / "cat" / f"{model}.cat").read_text()


def statements(model, seen):
    """The values of each switch, in the order of their first statements; the first is in effect."""
    for line in text_of(model).splitlines():
        if included := re.match(r'include "([^"]+)\.cat"', line):
            if included[1] not in seen and (ROOT / "model" / "cat" / f"{included[1]}.cat").exists():
                seen.add(included[1])
                yield from statements(included[1], seen)
        elif said := re.match(r'variant "([^"=]+)=([^"]+)"', line):
            yield said[1], said[2]


def switches(model):
    values = {}
    for name, value in statements(model, {model}):
        known = values.setdefault(name, [])
        if value not in known:
            known.append(value)
    return values


def rows():
    for first, second, words in PAIRS:
        yield first, second, words
    for model in ("opencl-3.0", "rc11", "c11"):
        for name, values in switches(model).items():
            for value in values[1:]:
                if name in SWITCHES:
                    yield model, f"{model}+{name}={value}", SWITCHES[name]


def command(first, second, words):
    return f"separate {first} {second} --both {words}"


def separated(row):
    run = subprocess.run([CLMM, *shlex.split(command(*row)), "--json"], stdout=subprocess.PIPE, check=False)
    if run.returncode not in (0, 3):
        sys.exit(f"table.py: clmm {command(*row)}: exit code {run.returncode}")
    return json.loads(run.stdout)


def names(result, weaker):
    """The smallest tests by which one side allows more: one of each family that has a name, else a few."""
    mine = [each for each in result["separations"] if each["weaker"] == weaker]
    families = {}
    for each in mine:
        if not re.match("[RWU][a-z]", each["name"]):
            families.setdefault(each["name"].split("+")[0], each)
    shown = list(families.values()) or mine[:3]
    said = [f"`{each['name']}`" + (" (race)" if each["kind"] == "race" else "") for each in shown]
    if len(mine) > len(shown):
        said.append(f"{len(mine) - len(shown)} more")
    return ", ".join(said) or "—"


def flipped_by(name):
    """The written tests of a switch."""
    return ", ".join(f"[{each.stem}](../{each})" for each in sorted(Path("tests/golden/switches").glob(f"{name}*.litmus")))


def page():
    out = (HERE / "head.md").read_text()
    out += "| first | second | the first allows more | the second allows more | tests | vocabulary |\n"
    out += "|---|---|---|---|---|---|\n"
    for row in rows():
        result = separated(row)
        first, second, words = row
        whole = "" if result["complete"] else " (not all decided)"
        out += (f"| `{first}` | `{second.removeprefix(first)}` | {names(result, first)} | {names(result, second)} "
                f"| {result['counts']['tests']}{whole} | `{words}` |\n")
    out += "\nSwitches that are about what no test of the search has, and the written tests that they flip:\n\n"
    for name, what in ABOUT_OTHERS.items():
        out += f"* `{name}`: {what}; {flipped_by(name)}\n"
    return out


def main():
    os.chdir(ROOT)
    what = sys.argv[1:]
    if what == ["page"]:
        sys.stdout.write(page())
        return 0
    if what == ["rows"]:
        for row in rows():
            print("clmm", command(*row))
        return 0
    if what == ["check"]:
        if page() == (ROOT / "docs" / "separations.md").read_text():
            return 0
        print("docs/separations.md is not what docs/separations/table.py page prints", file=sys.stderr)
        return 1
    print(__doc__, file=sys.stderr)
    return 2


sys.exit(main())
