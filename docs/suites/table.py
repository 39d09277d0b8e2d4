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

from reasons import AXIOMS, REASONS

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
CLMM = os.environ.get("CLMM", "build/release/bin/clmm")
MODEL = "opencl-3.0"
QUICK = ["barriers"]  # what a test holds each time
WRITTEN = HERE / "written.list"

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
def command(row):
    return f"generate --minimal-suite --mutants -m {MODEL} {row[1]}"


def document(words):
    run = subprocess.run([CLMM, *shlex.split(words), "--json"], stdout=subprocess.PIPE, check=False)
    if run.returncode != 0:
        sys.exit(f"table.py: clmm {words}: exit code {run.returncode}")
    return json.loads(run.stdout)


def made(row):
    return document(command(row))


def against_written():
    """What the written tests say of each mutant."""
    return document(f"generate --mutants --against @{WRITTEN.relative_to(ROOT)} -m {MODEL}")["mutants"]


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


def axioms(results, written):
    yield "| axiom | first test that needs it | suite |"
    yield "|---|---|---|"
    for mutant, by_hand in zip(merged(results), written):
        if mutant[0]["kind"] != "axiom":
            continue
        found = killer(mutant)
        if not found and told(by_hand):
            found = ("written tests", told(by_hand)[0])
        said = f"{found[1]} | {found[0]}" if found else "none | "
        yield f"| `{mutant[0]['definition']}` ({mutant[0]['file']}:{mutant[0]['line']}) | {said} |"


def needless(results, written):
    """Why axioms forbid nothing alone: a reason for each that no test needs, and for no other."""
    left = [mutant[0]["definition"] for mutant, said in zip(merged(results), written)
            if not is_part(mutant) and not killer(mutant) and not told(said)]
    for name in AXIOMS:
        if name not in left:
            sys.exit(f"table.py: some test needs {name}, or it is no axiom")
    for name in left:
        yield f"`{name}`: {AXIOMS.get(name, 'nobody has shown that others forbid all that it does.')}"
        yield ""


def parts(results, find):
    for mutant in merged(results):
        first = mutant[0]
        if first["kind"] == "axiom":
            continue
        found = find(mutant)
        if found:
            yield (f"| {first['file']}:{first['line']} | {short(first['definition'])} | "
                   f"`{short(first['dropped'])}` of {'a union' if first['kind'] == 'alternative' else 'an intersection'} "
                   f"| {found[1]} | {found[0]} |")


def is_told(mutant):
    return killer(mutant) or stronger(mutant)


def told(said):
    """How a written test tells a mutant; None where none does."""
    for key, of_state, of_race in (("killed_by", "a state more", "undefined"), ("forbids_more", "a state less", "defined")):
        if key in said:
            name = Path(said[key]["test"]).name.removesuffix(".litmus")
            return f"`{name}`", of_state if said[key]["state"] else of_race
    return None


def is_part(mutant):
    return mutant[0]["kind"] != "axiom"


def by_written(results, written):
    for mutant, said in zip(merged(results), written):
        if not is_part(mutant) or is_told(mutant) or not told(said):
            continue
        first, (name, how) = mutant[0], told(said)
        yield (f"| {first['file']}:{first['line']} | {short(first['definition'])} | "
               f"`{short(first['dropped'])}` of {'a union' if first['kind'] == 'alternative' else 'an intersection'} "
               f"| {name} | {how} |")


def label(first):
    return ("" if first["kind"] == "alternative" else "& ") + first["dropped"]


def untold(results, written):
    return [mutant[0] for mutant, said in zip(merged(results), written)
            if is_part(mutant) and not is_told(mutant) and not told(said)]


def grouped(left):
    """By reason, what it is about; what has no reason comes last. A reason for what is told is none."""
    waiting = list(left)
    for title, text, parts_of in REASONS:
        rows = []
        for definition, dropped in parts_of.items():
            for each in dropped:
                found = [one for one in waiting if (one["definition"], label(one)) == (definition, each)]
                if not found:
                    sys.exit(f"table.py: {definition} without {each} is told, or is no part")
                waiting = [one for one in waiting if one not in found]
            rows.append((definition, dropped))
        yield title, text, rows
    open_ones = {}
    for each in waiting:
        open_ones.setdefault(f"{each['file']}: {each['definition']}", []).append(label(each))
    yield None, None, list(open_ones.items())


def reasons(left):
    for title, text, rows in grouped(left):
        if not rows:
            continue
        if title:
            yield from (f"**{title}.** {text}", "", "| definition | dropped |", "|---|---|")
        else:
            yield from ("**Open.** Nobody has shown these to be the same, and no test here tells them.", "",
                        "| definition | dropped |", "|---|---|")
        for definition, dropped in rows:
            yield f"| {short(definition)} | {', '.join(f'`{short(each)}`' for each in dropped)} |"
        yield ""


def count_of(results, written):
    mutants = merged(results)
    killed = sum(1 for each in mutants if killer(each))
    others = sum(1 for each in mutants if not killer(each) and stronger(each))
    by_hand = sum(1 for each, said in zip(mutants, written) if not is_told(each) and told(said))
    left = untold(results, written)
    same = len(left) - sum(len(rows) for title, _, groups in grouped(left) if title is None for _, rows in groups)
    axioms_left = sum(1 for each, said in zip(mutants, written) if not is_part(each) and not is_told(each) and not told(said))
    return (f"{len(mutants)} mutants: {killed} killed by suites, {others} stronger, {by_hand} told by written tests; "
            f"{axioms_left} axioms whose states\nothers forbid as well; {same} the same for the reasons above, "
            f"{len(left) - same} open.")


def page():
    results, written = [made(row) for row in ROWS], against_written()
    stronger_ones = parts(results, lambda each: None if killer(each) else stronger(each))
    out = [(HERE / "head.md").read_text().rstrip("\n"), "", *suites(results, ROWS), "",
           "Other tests with these bounds are allowed, undefined, or have something that is not needed.", "",
           "## Axioms", "", "The model without the axiom allows the test's state. None: what it forbids with these bounds, others forbid as well.", "", *axioms(results, written), "",
           *needless(results, written),
           "## Parts of definitions", "",
           "What is left when one operand of a union or an intersection is dropped, and the first test that finds it.", "",
           "| line | definition | dropped | killed by | suite |", "|---|---|---|---|---|", *parts(results, killer), "",
           "### Stronger without", "",
           "Without these the model forbids more: no suite of forbidden states finds them. What is weaker than a test and allowed, they forbid.", "",
           "| line | definition | dropped | forbids | suite |", "|---|---|---|---|---|", *stronger_ones, "",
           "### Written tests", "",
           "No suite here has commands of a host, kernels that share memory objects, allocations of all kinds, images or sub-groups. What is about these, tests tell that were\nwritten: those of `docs/suites/written.list`, as `clmm generate --mutants --against @docs/suites/written.list` finds.", "",
           "| line | definition | dropped | told by | without |", "|---|---|---|---|---|", *by_written(results, written), "",
           "### Not told", "", "No test of the suites and no written one tells the model from the one without.", "",
           *reasons(untold(results, written)), count_of(results, written)]
    return "\n".join(out) + "\n"


def is_held_of_written():
    """Whether the page has what the written tests tell, as far as no suite tells it first."""
    text, missing = (ROOT / "docs" / "suites.md").read_text(), []
    rows = [line for line in text[text.index("### Written tests"):text.index("### Not told")].splitlines()
            if line.startswith("| opencl")]
    said = {}
    for each in against_written():
        if told(each):
            key = f"| {each['file']}:{each['line']} | {short(each['definition'])} | `{short(each['dropped'])}` of"
            said.setdefault(key, []).append(f"| {told(each)[0]} | {told(each)[1]} |")
    for row in rows:
        if not any(row.startswith(key) and any(row.endswith(end) for end in ends) for key, ends in said.items()):
            missing.append(row)
    for row in missing:
        print(f"docs/suites.md says what no written test tells: {row}", file=sys.stderr)
    return bool(rows) and not missing


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
        held = [is_held(row) for row in ROWS if row[0] in QUICK] + [is_held_of_written()]
        return 0 if all(held) else 1
    if what == ["check", "all"]:
        if page() == (ROOT / "docs" / "suites.md").read_text():
            return 0
        print("docs/suites.md is not what docs/suites/table.py page prints", file=sys.stderr)
        return 1
    print(__doc__, file=sys.stderr)
    return 2


sys.exit(main())
