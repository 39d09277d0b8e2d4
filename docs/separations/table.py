#!/usr/bin/env python3
"""What tells the shipped models and their switches apart: docs/separations.md.

  table.py search [WORD]    search all rows, or those whose command has WORD, and keep what is found in results.json
  table.py parts            … a part of each large row alone, as `check` does, and keep what that finds
  table.py page             print the page of what is kept
  table.py check            hold the page and what is kept against clmm; exit code 1 where they differ
  table.py rows             the commands alone

`check` decides each kept test under both models, searches small rows again and of each large one a part, with one of its
tests where it has some.
"""

import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
KEPT = HERE / "results.json"
SMALL = 3000  # tests of a row that `check` searches again
PARTS = 40  # into which it divides the others
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
UPDATES = "--threads 3 --fences 0 --size 5 --rmw exchange --orders release,seq_cst"
READERS = "--threads 4 --fences 0 --size 6 --orders acquire,seq_cst"

PAIRS = [
    ("c11", "rc11", TWO),
    ("c11", "rc11", FENCES),
    ("c11", "rc11", READERS),
    ("c11", "rc11", UPDATES),
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

# By switch.
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
# Switches about what no vocabulary of the search has: kernels that enqueue kernels, images, commands of a host, tests that
# are none. A written test for each value.
WRITTEN = {
    "device-scope=parent-and-child": "device-scope.siblings",
    "device-scope=descendants": "device-scope.grandchild",
    "device-scope=device": "device-scope.grandchild",
    "image-barrier=ordered": "image-barrier",
    "user-event=all-that-wait": "user-event.wait",
    "unmap=all-mappings": "unmap.kernel",
    "work-item-scope=inert": "work-item-scope",
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
                else:  # a value that is in neither table has to get a row
                    written = f"docs/separations/tests/{WRITTEN[f'{name}={value}']}.litmus"
                    yield model, f"{model}+{name}={value}", f"--tests {written}"


def command(first, second, words):
    return f"separate {first} {second} --both {words}"


def answer(words):
    run = subprocess.run([CLMM, *shlex.split(words), "--json"], stdout=subprocess.PIPE, check=False)
    if run.returncode not in (0, 3):
        sys.exit(f"table.py: clmm {words}: exit code {run.returncode}")
    return json.loads(run.stdout)


def is_written(row):
    return row[2].startswith("--tests ")


def separated(row, more=""):
    """What a row's command finds, as far as it is kept."""
    result = answer(command(*row) + more)
    if is_written(row):
        (result,) = result["tests"]
        return {"tests": result["texts"], "complete": result["complete"], "separations": result["separations"]}
    kept = ("name", "test", "kind", "weaker", "litmus")
    return {"tests": result["counts"]["tests"], "complete": result["complete"],
            "separations": [{key: each[key] for key in kept} for each in result["separations"]]}


def is_large(row, result):
    return not is_written(row) and result["tests"] > SMALL


def part_of(row, number):
    """What a part of a row has: how many tests, and which of them separate."""
    now = separated(row, f" --shard {number}/{PARTS}")
    return {"number": number, "tests": now["tests"], "separations": [words_of(each) for each in now["separations"]]}


def words_of(separation):
    return "{test} {kind} {weaker}".format(**separation)


def find_part(row, result):
    """Keeps of a large row the first part that has one of its tests; of one without any, the first part."""
    if not is_large(row, result):
        return
    wanted = {words_of(each) for each in result["separations"]}
    for number in range(1, PARTS + 1):
        result["part"] = part_of(row, number)
        if not wanted or wanted.intersection(result["part"]["separations"]):
            return
    sys.exit(f"table.py: no part of {command(*row)} has a test of the whole")


def kept_results():
    return json.loads(KEPT.read_text()) if KEPT.exists() else {}


def search(word):
    known = kept_results()
    results = {}
    for row in rows():
        words = command(*row)
        if word not in words and words in known:
            results[words] = known[words]
            continue
        results[words] = separated(row)
        find_part(row, results[words])
    keep(results)


def keep(results):
    KEPT.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n")


def find_parts():
    results = kept_results()
    for row in rows():
        find_part(row, results[command(*row)])
    keep(results)


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


def written_cell(result, weaker, path):
    """The written test, if it separates that way and all of it is needed."""
    mine = [each for each in result["separations"] if each["weaker"] == weaker]
    if not all(each["whole"] for each in mine):
        sys.exit(f"table.py: not all of {path} is needed")
    said = {"undefined": " (race)", "rejected": " (no test under the other)", "condition": ""}
    link = f"[`{Path(path).stem}`]({Path(path).relative_to('docs')})"
    return ", ".join(link + said[each["manner"]] for each in mine) or "—"


def line(row, result):
    first, second, words = row
    whole = "" if result["complete"] else " (not all decided)"
    if is_written(row):
        path = words.split()[1]
        cells = [written_cell(result, model, path) for model in (first, second)]
    else:
        cells = [names(result, model) for model in (first, second)]
    tests = "written" if is_written(row) else f"{result['tests']}{whole}"
    return f"| `{first}` | `{second.removeprefix(first)}` | {cells[0]} | {cells[1]} | {tests} | `{words}` |\n"


def page():
    out = (HERE / "head.md").read_text()
    out += "| first | second | the first allows more | the second allows more | tests | vocabulary |\n"
    out += "|---|---|---|---|---|---|\n"
    known = kept_results()
    return out + "".join(line(row, known[command(*row)]) for row in rows()) + (HERE / "tail.md").read_text()


def wrong_verdicts(row, result):
    """Kept tests that do not separate as it is said."""
    first, second, _ = row
    with tempfile.TemporaryDirectory() as folder:
        for i, each in enumerate(result["separations"]):
            Path(folder, f"{i:06}.litmus").write_text(each["litmus"])
        tests = answer(f"compare {folder} -m {first} -m {second}")["tests"] if result["separations"] else []
    if len(tests) != len(result["separations"]):
        yield "tests that cannot be read"
    for test, each in zip(tests, result["separations"]):
        said = {answer["column"]: answer for answer in test["answers"]}
        weaker, stronger = said[each["weaker"]], said[second if each["weaker"] == first else first]
        if each["kind"] == "race":
            is_right = (weaker["racy"], stronger["racy"]) == (True, False)
        else:
            is_right = weaker["observation"] in ("Sometimes", "Always") and stronger["observation"] == "Never"
            is_right = is_right and not weaker["racy"] and not stronger["racy"]
        if not is_right:
            yield f"{each['name']} does not separate so"


def differs(row, result):
    """How what is kept of a row differs from what clmm finds now."""
    if not is_large(row, result):
        if separated(row) != result:
            yield "another result"
        return
    now = part_of(row, result["part"]["number"])
    if now != result["part"]:
        yield f"part {now['number']} of {PARTS} has {now['tests']} tests, of which {now['separations']} separate"
    if not result["separations"] and now["separations"]:
        yield "some tests separate"


def check():
    problems = []
    known = kept_results()
    if list(known) != [command(*row) for row in rows()]:
        problems.append("docs/separations/results.json is about other rows: docs/separations/table.py search")
    else:
        for row in rows():
            result = known[command(*row)]
            found = list(differs(row, result)) + ([] if is_written(row) else list(wrong_verdicts(row, result)))
            problems += [f"clmm {command(*row)}: {each}" for each in found]
        if page() != (ROOT / "docs" / "separations.md").read_text():
            problems.append("docs/separations.md is not what docs/separations/table.py page prints")
    for each in problems:
        print(each, file=sys.stderr)
    return 1 if problems else 0


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
        return check()
    if what == ["parts"]:
        find_parts()
        return 0
    if what[:1] == ["search"] and len(what) <= 2:
        search(what[1] if what[1:] else "")
        return 0
    print(__doc__, file=sys.stderr)
    return 2


sys.exit(main())
