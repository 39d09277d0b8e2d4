#!/usr/bin/env python3
"""The minimal suite of opencl-3.0 and the mutants that it kills: docs/suites.md.

  table.py page             print the page
  table.py check [all]      hold what the page says of its smallest suites against what clmm says, or all
                            of it, which takes minutes; exit code 1 where they differ
  table.py rows             the commands alone
"""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
CLMM = os.environ.get("CLMM", "build/release/bin/clmm")
MODEL = "opencl-3.0"
QUICK = ["barriers"]  # what a test holds each time

# Vocabularies, each small: together they have all that kernels without commands have.
ROWS = [
    ("orders", "--threads 2 --fences 0"),
    ("fences", "--threads 2 --fences 2 --orders relaxed,acq_rel,seq_cst"),
    ("read-modify-writes", "--threads 2 --fences 0 --size 3 --rmw exchange"),
    ("scopes", "--threads 2 --fences 0 --size 3 --scopes work_group,device,all_devices --places"),
    ("plain accesses", "--threads 2 --fences 0 --plain --orders relaxed,acquire,release"),
    ("regions", "--threads 2 --fences 2 --size 4 --regions --places --scopes work_group --orders relaxed,seq_cst"),
    ("mixed orders and fences", "--threads 2 --fences 1 --orders relaxed,acquire,release"),
    ("release sequences", "--threads 2 --fences 0 --size 5 --orders relaxed,acquire,release"),
    ("barriers", "--threads 2 --fences 0 --size 2 --regions --places --plain --barriers --scopes work_group --orders relaxed"),
]
ABOUT_OTHERS = {
    "opencl-commands-base.cat": "commands of a host",
    "opencl-availability-base.cat": "memory of the host, and kernels that share memory objects",
}


def command(row):
    return f"generate --minimal-suite --mutants -m {MODEL} {row[1]}"


def made(row):
    run = subprocess.run([CLMM, *shlex.split(command(row)), "--json"], stdout=subprocess.PIPE, check=False)
    if run.returncode != 0:
        sys.exit(f"table.py: clmm {command(row)}: exit code {run.returncode}")
    return json.loads(run.stdout)


def short(text):
    text = text if len(text) <= 60 else text[:57] + "…"
    return text.replace("|", "\\|")


def suites(results, rows):
    yield "| suite | vocabulary | programs | undefined | tests |"
    yield "|---|---|---|---|---|"
    for row, result in zip(rows, results):
        counts = result["counts"]
        yield f"| {row[0]} | `{row[1]}` | {counts['programs']} | {counts['undefined']} | {len(result['tests'])} |"


def merged(results):
    """Each mutant with what each suite says of it."""
    return list(zip(*(result["mutants"] for result in results)))


def killer(mutant):
    """The first kill by a state, else by a race."""
    for row, said in zip(ROWS, mutant):
        if said["killed_by_state"]:
            return row[0], f"`{said['first']}`"
    for row, said in zip(ROWS, mutant):
        if said["killed_by_race"]:
            return row[0], f"`{said['first']}` (race)"
    return None


def stronger(mutant):
    for row, said in zip(ROWS, mutant):
        if "forbids_more" in said:
            more = said["forbids_more"]
            return row[0], f"`{more['test']}` with {more['weakening']}"
    return None


def axioms(results):
    yield "| axiom | first test that needs it | suite |"
    yield "|---|---|---|"
    for mutant in merged(results):
        if mutant[0]["kind"] != "axiom":
            continue
        found = killer(mutant)
        said = f"{found[1]} | {found[0]}" if found else "none | "
        yield f"| `{mutant[0]['definition']}` ({mutant[0]['file']}:{mutant[0]['line']}) | {said} |"


def parts(results, find):
    for mutant in merged(results):
        first = mutant[0]
        if first["kind"] == "axiom" or first["file"] in ABOUT_OTHERS:
            continue
        found = find(mutant)
        if found:
            yield (f"| {first['file']}:{first['line']} | {short(first['definition'])} | "
                   f"`{short(first['dropped'])}` of {'a union' if first['kind'] == 'alternative' else 'an intersection'} "
                   f"| {found[1]} | {found[0]} |")


def untold(results):
    """By definition: what no suite tells."""
    groups = {}
    for mutant in merged(results):
        first = mutant[0]
        if first["kind"] != "axiom" and first["file"] not in ABOUT_OTHERS and not killer(mutant) and not stronger(mutant):
            mark = "" if first["kind"] == "alternative" else "& "
            groups.setdefault((first["file"], first["definition"]), []).append(f"`{mark}{short(first['dropped'])}`")
    for (file, definition), dropped in groups.items():
        yield f"| {file} | {short(definition)} | {', '.join(dropped)} |"


def page():
    results = [made(row) for row in ROWS]
    mutants = merged(results)
    out = [(HERE / "head.md").read_text().rstrip("\n"), "", *suites(results, ROWS), "",
           "Other tests with these bounds are allowed, undefined, or have something that is not needed.", "",
           "## Axioms", "", "The model without the axiom allows the test's state. None: what it forbids with these bounds, others forbid as well; `queue-order` is about\nqueues, which no test here has.", "", *axioms(results), "",
           "## Parts of definitions", "",
           "What is left when one operand of a union or an intersection is dropped, and the first test that finds it.", "",
           "| line | definition | dropped | killed by | suite |", "|---|---|---|---|---|", *parts(results, killer), "",
           "### Stronger without", "",
           "Without these the model forbids more: no suite of forbidden states finds them. What is weaker than a test and allowed, they forbid.", "",
           "| line | definition | dropped | forbids | suite |", "|---|---|---|---|---|",
           *parts(results, lambda each: None if killer(each) else stronger(each)), "",
           "### Not told", "", "No test of these suites tells the model from the one without.", "",
           "| file | definition | dropped |", "|---|---|---|", *untold(results)]
    for file, what in ABOUT_OTHERS.items():
        count = sum(1 for each in mutants if each[0]["file"] == file and each[0]["kind"] != "axiom")
        out += ["", f"Of {file}, {count} parts are about {what}, which no test here has."]
    killed = sum(1 for each in mutants if killer(each))
    others = sum(1 for each in mutants if not killer(each) and stronger(each))
    out += ["", f"{len(mutants)} mutants: {killed} killed, {others} stronger, {len(mutants) - killed - others} not told."]
    return "\n".join(out) + "\n"


def is_held(row):
    """Whether what the page says of a suite is so: its line, and the tests that kill for it."""
    result = made(row)
    text = (ROOT / "docs" / "suites.md").read_text()
    wanted = [list(suites([result], [row]))[-1]]
    for mutant in result["mutants"]:
        place = f"{mutant['file']}:{mutant['line']}"
        if mutant["kind"] == "axiom":
            claims = [line for line in text.splitlines()
                      if f"`{mutant['definition']}` ({place})" in line and line.endswith(f"| {row[0]} |")]
        else:
            claims = [line for line in text.splitlines()
                      if line.startswith(f"| {place} | {short(mutant['definition'])} | `{short(mutant['dropped'])}` of")
                      and line.endswith(f"| {row[0]} |") and " with " not in line]
        if claims and not any(f"`{mutant.get('first')}`" in line for line in claims):
            wanted.append(f"{place} {mutant['text']}: {claims}")
    missing = [line for line in wanted if line not in text]
    for line in missing:
        print(f"docs/suites.md is not what docs/suites/table.py page prints: {line}", file=sys.stderr)
    return not missing


def main():
    os.chdir(ROOT)
    what = sys.argv[1:]
    if what == ["page"]:
        sys.stdout.write(page())
        return 0
    if what == ["rows"]:
        for row in ROWS:
            print("clmm", command(row))
        return 0
    if what == ["check"]:
        return 0 if all(is_held(row) for row in ROWS if row[0] in QUICK) else 1
    if what == ["check", "all"]:
        if page() == (ROOT / "docs" / "suites.md").read_text():
            return 0
        print("docs/suites.md is not what docs/suites/table.py page prints", file=sys.stderr)
        return 1
    print(__doc__, file=sys.stderr)
    return 2


sys.exit(main())
