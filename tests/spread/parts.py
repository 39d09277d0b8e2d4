"""Parts of a search, joined, are what one process prints; what is no whole set of parts is refused.

$CLMM is the program. Runs each command as one process and in parts, joins the parts' files in another
order, and compares bytes of both streams and exit codes, as text and as JSON. Then takes parts away,
doubles, damages and mixes them.
"""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

CLMM = os.environ["CLMM"]
SMALL = ["--threads", "2", "--fences", "0"]
COMMANDS = {
    "separate": ["separate", "opencl-3.0", "opencl-scoped", "--both", *SMALL, "--size", "4",
                 "--scopes", "work_group,device", "--places", "--orders", "seq_cst"],
    "races": ["separate", "opencl-3.0", "opencl-3.1", "--both", *SMALL, "--size", "2",
              "--scopes", "work_group,device", "--places"],
    "lower": ["lower", "--mapping", "c11-x86-unfenced", "--size", "4", *SMALL, "--rmw", "none", "--no-plain"],
    "suite": ["generate", "--minimal-suite", *SMALL, "--size", "3"],
    "cycles": ["generate", "--family", "MP,SB,LB", "--orders", "relaxed,acquire,release"],
    "random": ["generate", "--random", "20", *SMALL, "--size", "4"],
    "check": ["check", "examples/c11", "examples/x86", "tests/golden/diagnostics/float.litmus", "tests/golden/diagnostics/release-load.litmus", "examples/no-such-folder"],
}
failures = []


def fail(what):
    failures.append(what)
    print(what)


def run(*words):
    done = subprocess.run([CLMM, *map(str, words)], capture_output=True, check=False)
    if done.returncode > 3:
        fail(f"exit {done.returncode}: {words}\n{done.stderr.decode()[-2000:]}")
    return done


def make_parts(words, folder, parts):
    folder.mkdir(exist_ok=True)
    files = [folder / f"{part}.json" for part in range(1, parts + 1)]
    for part, file in enumerate(files, 1):
        run(*words, "--shard", f"{part}/{parts}", "--jobs", 1 + part % 2, "--state", file)
        if not file.exists():
            fail(f"part {part} of {words} left no file")
    return files


def compare(name, words, folder):
    """The number of bytes that were compared."""
    files = make_parts(words, folder, 3)
    compared = 0
    for more in ([], ["--json"]):
        if more and words[0] == "check":  # parts have their text already
            words, more, files = [*words, *more], [], make_parts([*words, *more], folder / "json", 3)
        whole, joined = run(*words, *more), run("merge", *reversed(files), *more)
        for stream in ("returncode", "stdout", "stderr"):
            if getattr(whole, stream) != getattr(joined, stream):
                fail(f"{name} {more}: {stream} of the parts is another one")
                print(repr(getattr(joined, stream))[:1000])
        compared += len(whole.stdout)
    if run("merge", "--missing", *files).stdout != b"\n":
        fail(f"{name}: parts are said to be missing")
    return compared


def refused(what, said, *files):
    done = run("merge", *files)
    if done.returncode != 2 or said not in done.stderr.decode() or done.stdout:
        fail(f"{what}: not refused with '{said}'\n{done.returncode} {done.stderr.decode()}")


def changed(file, change):
    """The file with another content."""
    other = file.with_suffix(".other")
    content = json.loads(file.read_text())
    change(content)
    other.write_text(json.dumps(content))
    return other


def refusals(folder):
    words = COMMANDS["separate"]
    one, two, three = make_parts(words, folder, 3)
    refused("missing", "of 3 parts these are missing: 2", one, three)
    if run("merge", "--missing", one, three, folder / "nothing").stdout != b"2\n":
        fail("part 2 is not said to be missing")
    refused("doubled", "part 1 of 3 is there twice", one, two, one, three)
    refused("version", "was made by clmm 0.0", one, two,
            changed(three, lambda part: part["part"].update(clmm="0.0")))
    refused("other content", "E-STATE", one, two, changed(three, lambda part: part.update(key="0")))
    refused("damaged", "no part of a search", one, two, changed(three, lambda part: part.pop("part")))
    for command in (["run", "--merge", "all.db"], [*words, "--compiler=touch {output}"], [*words, "--output=folder"],
                    [*words, "-ofolder"], ["lower", "--asm", "x.s", "--html=page.html"]):
        refused(f"to run {command}", "part of no search", one, two,
                changed(three, lambda part, words=command: part["part"].update(command=words)))
    refused("a number without end", "no part of a search", one, two,
            changed(three, lambda part: part["part"].update(of=10**18)))
    other_options = make_parts([*words, "--no-races"], folder / "more", 3)
    refused("other options", "part 3 of 3 is of another command", one, two, other_options[2])
    other_number = folder / "other.json"
    run(*words, "--shard", "4/4", "--state", other_number)
    refused("another number", "part 4 of 4 is none of the 3 parts", one, two, other_number)
    cut = folder / "cut.json"
    run(*words, "--shard", "2/3", "--timeout", "0.001", "--state", cut)
    refused("not finished", "part 2 of 3 is not finished", one, cut, three)
    run(*words, "--shard", "2/3", "--state", cut)  # goes on
    if run("merge", one, cut, three).stdout != run(*words).stdout:
        fail("a part that was cut short and went on is another one")


def suites(folder):
    """Suites that are cut short and go on; a part of another suite."""
    words = ["generate", "--minimal-suite", *SMALL, "--size", "4"]
    one, two = make_parts(words, folder, 2)
    whole = run(*words).stdout
    if run("merge", one, two).stdout != whole:
        fail("a suite's parts are another suite")
    cut = folder / "cut.json"
    run(*words, "--shard", "1/2", "--timeout", "0.001", "--state", cut)
    refused("a suite that is not finished", "part 1 of 2 is not finished", cut, two)
    run(*words, "--shard", "1/2", "--state", cut)
    if cut.read_text() != one.read_text() or run("merge", cut, two).stdout != whole:
        fail("a suite that was cut short and went on is another one")
    refused("a test of another space", "none of these programs", changed(
        one, lambda part: part["tests"][0].update(state=[0])), two)
    cycles = make_parts(COMMANDS["cycles"], folder / "cycles", 2)
    refused("half a result", "E-STATE", cycles[0], changed(
        cycles[1], lambda part: part["tests"][0].update(result="79")))
    refused("no result", "no part has a result for", cycles[0], changed(
        cycles[1], lambda part: part["tests"].pop(0)))


def changed_tests(folder):
    """A test that is another one when its parts are joined."""
    tests = folder / "tests"
    tests.mkdir()
    text = Path("examples/c11/load-buffering.litmus").read_text()
    for number in range(4):
        (tests / f"{number}.litmus").write_text(text.replace("load-buffering", f"t{number}"))
    files = make_parts(["check", tests], folder, 2)
    if run("merge", *files).stdout != run("check", tests).stdout:
        fail("the tests are decided in another way")
    for what, damage in (("a digit", lambda bytes: ("1" if bytes[0] == "0" else "0") + bytes[1:]),
                         ("half", lambda bytes: bytes[: len(bytes) // 4 * 2]), ("nothing", lambda bytes: "")):
        refused(f"{what} of a result is another", "E-STATE", files[0], changed(
            files[1], lambda part, damage=damage: part["tests"][0].update(result=damage(part["tests"][0]["result"]))))
    (tests / "1.litmus").write_text(text)
    refused("a changed test", "no part has a result for", *files)


def main():
    with tempfile.TemporaryDirectory() as name:
        for number, (what, words) in enumerate(COMMANDS.items()):
            folder = Path(name) / str(number)
            folder.mkdir()
            print(f"{what}: {compare(what, words, folder)} bytes")
        for number, what in enumerate((refusals, suites, changed_tests)):
            folder = Path(name) / f"more-{number}"
            folder.mkdir()
            what(folder)
    sys.exit(bool(failures))


main()
