"""Holds every kind of JSON that clmm writes against its schema, and the schemas against sloppiness.

Runs in the project's folder; $CLMM is the program. Each subcommand with an option --json has a
schema docs/json-schema/SUBCOMMAND.schema.json.
"""
import functools
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

import jsonschema

CLMM = os.environ["CLMM"]
SCHEMAS = Path("docs/json-schema")
EXAMPLES = sorted(str(path) for path in Path("examples").glob("*.litmus"))
TOPICS = sorted({str(path.parent) for path in Path("tests/golden").glob("*/*.litmus")})
C_EXAMPLES = sorted(str(path) for path in Path("examples/c11").glob("*.litmus"))
KERNEL = ["examples/kernels/ticket_lock.cl", "--global", "2", "--local", "1",
          "--args", "next[1] serving[1] counter[1]"]
failures = []
counts = {}


def fail(what):
    failures.append(what)
    print(what)


def run(arguments):
    """Standard output of clmm; exit codes above 3 are its own failures."""
    done = subprocess.run([CLMM, *arguments], capture_output=True, check=False)
    if done.returncode > 3 and "--provoke" not in arguments:  # which asks for a failure
        fail(f"exit {done.returncode}: clmm {' '.join(arguments)}\n{done.stderr[-2000:]}")
    return done.stdout.decode("utf-8")


def subcommands():
    """Those with an option --json."""
    names = re.findall(r"^  (\w+)  ", run(["--help"]).split("Subcommands:")[1], re.MULTILINE)
    return {name for name in names if re.search(r"^ +--json\b", run([name, "--help"]), re.MULTILINE)}


def objects(schema):
    """Every subschema that describes an object's members."""
    if isinstance(schema, dict):
        if "properties" in schema and "type" in schema:
            yield schema
        for each in schema.values():
            yield from objects(each)
    elif isinstance(schema, list):
        for each in schema:
            yield from objects(each)


def load(name):
    """The validator of a schema that names all members and asks for some."""
    schema = json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    for each in objects(schema):
        if each.get("additionalProperties") is not False or not each.get("required"):
            fail(f"{name}: {list(each['properties'])} can lack everything or hold anything")
    return jsonschema.Draft202012Validator(schema)


def parts(value):
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from parts(each)


def expect_rejected(name, validator, document):
    """No object of the document may have a member that the schema does not know, nor may the
    document lack one."""
    for part in list(parts(document)):
        part["unexpected"] = 1.5
        if validator.is_valid(document):
            fail(f"{name}: accepts a member 'unexpected' beside {list(part)}")
        del part["unexpected"]
    for member in list(document):
        if validator.is_valid({key: value for key, value in document.items() if key != member}):
            fail(f"{name}: does not require '{member}'")


def hold(name, validator, text, what):
    try:
        document = json.loads(text)
    except ValueError as problem:
        fail(f"{what}: no JSON: {problem}")
        return
    # The whole set of errors costs much more than whether there are some.
    for error in [] if validator.is_valid(document) else validator.iter_errors(document):
        fail(f"{what}: {error.json_path}: {error.message[:300]}")
    if name not in counts:
        expect_rejected(name, validator, document)
    counts[name] = counts.get(name, 0) + 1


@functools.cache
def golden_commands():
    """The command lines of golden tests that write JSON."""
    commands = []
    for path in sorted(Path("tests/golden").glob("*/*.args")):
        text = path.read_text(encoding="utf-8")
        if "--json" in text and not path.with_suffix(".litmus").exists():
            commands.append(shlex.split(text, comments=True))
    return commands


def golden(command):
    """Those of this subcommand."""
    for words in golden_commands():
        # A whole size of tests is another document than one test, and so are several tests.
        written = "".join(words[:1])
        if written == "lower" and "--size" in words:
            written = "lower-size"
        elif written == "lower" and sum(word.endswith(".litmus") for word in words) > 1:
            written = "lower-compilers"
        if written == command and "--json" in words:
            yield words


def check_commands(name):
    models = ["--model", "opencl-3.0", "--model", "opencl-scoped"]
    if name == "check":  # a small one first: it is damaged in each part
        yield ["check", "examples/message-passing-relaxed.litmus", "--json", "--witness", "always"]
        yield ["check", *EXAMPLES[::3], *models, "--json", "--witness", "always", "--time"]
        yield ["check", *EXAMPLES, "--json"]
        yield ["check", *C_EXAMPLES, "--json", "--executions"]
        yield ["check", *TOPICS[::3], "--json", "--witness", "never"]
        yield ["check", "examples/thin-air.litmus", "--json", "--ambiguities", "--expect", "forbidden"]
        yield ["check", *KERNEL, "--json"]
        yield ["check", "tests/golden/every-launch/several.cl", "--global", "any", "--local", "any", "--json"]
    elif name == "explain":
        for index, example in enumerate(EXAMPLES):
            yield ["explain", example, "--model", ("opencl-3.0", "opencl-scoped")[index % 2], "--json"]
        for example in C_EXAMPLES:
            yield ["explain", example, "--json"]
        yield ["explain", *KERNEL, "-D", "WEAK_RELEASE", "--json"]
    elif name == "repair":
        for example in ("message-passing-relaxed", "message-passing", "thin-air",
                        "message-passing-narrow-scope", "barrier-wrong-flag"):
            yield ["repair", f"examples/{example}.litmus", "--json"]
    elif name == "compare":
        yield ["compare", "examples/thin-air.litmus", "-m", "opencl-3.0", "-m", "opencl-3.0+thin-air=sb",
               "--explain", "--json"]
        yield ["compare", *C_EXAMPLES, "tests/golden/compare/herd.log", "--json"]
    elif name == "fit":
        yield ["fit", "tests/golden/fit/weak.csv", "--tests", "examples/c11", "-m", "rc11", "--size", "3", "--json"]
    elif name == "generate":
        words = ["--threads", "2", "--fences", "0", "--size", "3"]
        yield ["generate", "--minimal-suite", "--mutants", "-m", "c11", *words, "--json"]
        yield ["generate", "--mutants", "--against", "examples/c11", "-m", "c11", "--json"]
        yield ["generate", "--family", "MP,SB,CoRR", "--json"]
        yield ["generate", "--random", "5", *words, "--json"]
    elif name == "separate":
        yield ["separate", "c11", "rc11", "--explain", "--json"]
        yield ["separate", "opencl-3.0", "opencl-3.1", "--size", "3", "--threads", "2", "--fences", "0", "--both",
               "--scopes", "work_group,device", "--places", "--json"]
        yield ["separate", "opencl-3.0", "opencl-3.0+unmap=all-mappings", "--tests",
               "docs/separations/tests/unmap.kernel.litmus", "--json"]
    elif name == "lower-size":
        for mapping in ("c11-x86", "c11-x86-unfenced"):
            yield ["lower", "--mapping", mapping, "--size", "4", "--threads", "2", "--fences", "0", "--rmw", "none", "--no-plain", "--json"]
    elif name == "lower-compilers":
        yield ["lower", "examples/lowering", "--compiler", "false {input} {output}", "--json"]
    elif name == "lower":
        for mapping in ("c11-x86", "c11-x86-unfenced", "c11-armv8-ldapr-sc"):
            yield ["lower", "examples/lowering/store-buffering.litmus", "--mapping", mapping, "--json"]
        yield ["lower", "examples/message-passing-relaxed.litmus", "--mapping", "opencl-x86", "--json"]
    elif name == "exec":
        for macros in (["-D", "NARROW_SCOPE"], [], ["-D", "RELAXED_STORE"]):
            yield ["exec", "examples/exec/races/message.cl", "--global", "2", "--local", "1",
                   "--args", "data[1] flag[1] out[1]", *macros, "--check", "all", "--json"]
    elif name == "devices":
        yield ["devices", "--json"]
        yield ["devices", "host:2", "--json"]
    elif name == "run":
        few = ["--instances", "1", "--tuning", '{"instances": 256, "work_group_size": 16}', "--json"]
        yield ["run", "examples/message-passing.litmus", "--mutants", *few]
        yield ["run", "examples", *few, "--device", "host:2", "--time", "1"]
    else:
        fail(f"{name}: writes JSON, and nothing here runs it")


def check_json():
    for name in sorted({*subcommands(), "lower-size", "lower-compilers"}):
        if not (SCHEMAS / f"{name}.schema.json").exists():
            fail(f"{name}: no schema")
            continue
        validator = load(name)
        for words in check_commands(name):
            text = run(words)
            if text:
                hold(name, validator, text, "clmm " + " ".join(words))
            else:
                print(f"nothing written: clmm {' '.join(words)}")
        here = os.getcwd()
        for words in golden(name):
            os.chdir("tests/golden")
            text = run(words)
            os.chdir(here)
            if text:
                hold(name, validator, text, "clmm " + " ".join(words))


def expect_rules(path):
    """3.27.5: a ruleId is that of a rule; 3.30: a region does not end before it starts."""
    document = json.loads(path.read_text(encoding="utf-8"))
    sarif_run = document["runs"][0]
    known = {rule["id"] for rule in sarif_run["tool"]["driver"]["rules"]}
    for result in sarif_run["results"]:
        if result["ruleId"] not in known:
            fail(f"SARIF: no rule {result['ruleId']}")
        places = result.get("locations", []) + result.get("relatedLocations", [])
        for region in (place["physicalLocation"]["region"] for place in places):
            if (region["endLine"], region["endColumn"]) < (region["startLine"], region["startColumn"]):
                fail(f"SARIF: ends before it starts: {region}")


def check_sarif():
    validator = load("sarif-subset")
    with tempfile.TemporaryDirectory() as folder:
        for words in (EXAMPLES, TOPICS[1::3], [*KERNEL, "-D", "WEAK_RELEASE"],
                      ["examples/thin-air.litmus", "--expect", "forbidden"],
                      ["examples/iriw.litmus"]):
            out = Path(folder) / "out.sarif"
            run(["check", *words, "--quiet", "--sarif", str(out)])
            expect_rules(out)
            hold("sarif", validator, out.read_text(encoding="utf-8"), "SARIF of " + " ".join(words))


check_json()
check_sarif()
print(", ".join(f"{name}: {count}" for name, count in counts.items()), "documents;",
      f"{len(failures)} failures")
sys.exit(1 if failures or not counts else 0)
