"""A campaign that is killed at any moment loses no finished run and has none twice.

$CLMM is the program. Starts `clmm run` on a folder of small tests again and again, kills it (SIGKILL)
after a random while, and looks at the database in between. The while is less than what is left
takes, so that the campaign is not over; a kill that came too late all the same does not count. An
argument says how many kills, 100 if there is none.
"""
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

CLMM = os.environ["CLMM"]
KILLS = int(sys.argv[1]) if len(sys.argv) > 1 else 100
TESTS = 120
MOST_AT_ONCE = 16  # runs that a process has time for, at most
failures = []


def fail(what):
    failures.append(what)
    print(what)


def write_tests(folder):
    for number in range(TESTS):
        (folder / f"t{number}.litmus").write_text(
            f"OPENCL t{number}\n{{ [x]=0; [y]=0; }}\n"
            "P0@wg 0, dev 0 (global atomic_int* x, global atomic_int* y) {\n"
            f"  atomic_store_explicit(x, {number + 1}, memory_order_relaxed);\n"
            "  int r0 = atomic_load_explicit(y, memory_order_relaxed);\n}\n"
            "P1@wg 1, dev 0 (global atomic_int* x, global atomic_int* y) {\n"
            f"  atomic_store_explicit(y, {number + 1}, memory_order_relaxed);\n"
            "  int r0 = atomic_load_explicit(x, memory_order_relaxed);\n}\n"
            "exists (0:r0=0 /\\ 1:r0=0)\n", encoding="utf-8")


def command(folder, database, seed, *more):
    return [CLMM, "run", str(folder), "--device", "host:2", "--instances", "1", "--tuning",
            '{"style": "parallel", "instances": 64, "work_group_size": 16}', "--seed", str(seed),
            "--database", str(database), *more]


def run(*words):
    done = subprocess.run(*words, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        fail(f"exit {done.returncode}: {words}\n{done.stderr}")
    return done


def rows(database):
    """Every run with its states, by what tells it from others. Whatever is there is whole."""
    if not database.exists():
        return {}
    connection = sqlite3.connect(database)
    try:
        found = {}
        tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        for run_id, name, seed, instances in connection.execute(
                "SELECT runs.id, name, seed, instances FROM runs JOIN tests ON tests.id = test"
        ) if tables else []:
            states = connection.execute(
                "SELECT state, count FROM states WHERE run=? ORDER BY position", (run_id,)).fetchall()
            verdicts = connection.execute(
                "SELECT verdict FROM comparisons WHERE run=?", (run_id,)).fetchall()
            if (name, seed) in found:
                fail(f"{name} with seed {seed} is there twice")
            if sum(count for _, count in states) != instances or len(verdicts) != 1:
                fail(f"{name} with seed {seed} is not whole: {instances}, {states}, {verdicts}")
            found[name, seed] = (run_id, instances, states, verdicts)
        damage = connection.execute("PRAGMA integrity_check").fetchone()[0]
        if damage != "ok":
            fail(f"the database is damaged: {damage}")
        return found
    finally:
        connection.close()


def seconds(command_line):
    start = time.monotonic()
    run(command_line)
    return time.monotonic() - start


def kill_again_and_again(folder, database):
    """One campaign after the other, each with its own seed, until it has been killed so often while
    some of its runs were there and others were not. Returns these kills, all kills, and runs."""
    known = command(folder, database.with_name("whole.db"), 1)
    whole = seconds(known)
    start_up = seconds(known)  # all runs are there
    each = max(0.0005, (whole - start_up) / TESTS)
    random.seed(1)
    before, seed, done, in_between, kills = {}, 1, 0, 0, 0
    while in_between < KILLS and kills < 4 * KILLS:
        process = subprocess.Popen(command(folder, database, seed), stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        time.sleep(random.uniform(0, start_up + each * min(TESTS - done, MOST_AT_ONCE)))
        was_running = process.poll() is None
        process.send_signal(signal.SIGKILL)
        process.wait()
        kills += 1
        now = rows(database)
        for key, row in before.items():
            if now.get(key) != row:
                fail(f"{key} was {row} and is {now.get(key)}")
        done = sum(1 for _, of in now if of == seed)
        in_between += was_running and 0 < done < TESTS
        if done == TESTS:
            seed, done = seed + 1, 0
        before = now
    run(command(folder, database, seed))
    last = rows(database)
    if len(last) != TESTS * seed:
        fail(f"{len(last)} runs, not {TESTS} for each of {seed} seeds")
    return in_between, kills, len(last)


def change_model(folder, scratch):
    """A model's file that says something else is another model; one that says the same is not."""
    model = scratch / "own.cat"
    words = command(folder / "t0.litmus", scratch / "model.db", 1, "--model", str(model), "--html",
                    str(scratch / "page.html"))
    text = '"own"\nlet com = rf | mo\nacyclic sb-loc | com as coherence\n'
    runs = []
    for version in (text, text, text + "acyclic sb | com as sc\n", text):
        model.write_text(version, encoding="utf-8")
        run(words)
        connection = sqlite3.connect(scratch / "model.db")
        runs.append(connection.execute("SELECT count(*) FROM runs").fetchone()[0])
        connection.close()
    if runs != [1, 1, 2, 2]:
        fail(f"runs after each version of a model: {runs}, not [1, 1, 2, 2]")


def share(folder, scratch):
    """Two shards at once in one database are what two in two databases are, merged."""
    both = [subprocess.Popen(command(folder, scratch / "one.db", 7, "--shard", f"{k}/2"),
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            for k in (1, 2)]
    for process in both:
        if process.wait() != 0:
            fail("a shard failed")
    for k in (1, 2):
        run(command(folder, scratch / f"shard{k}.db", 7, "--shard", f"{k}/2"))
    merge = [CLMM, "run", "--merge", str(scratch / "merged.db"), str(scratch / "shard1.db"),
             str(scratch / "shard2.db")]
    if f"{TESTS // 2} runs added, 0 were there" not in run(merge).stdout:
        fail("a merge does not say what it added")
    again = [CLMM, "merge", "--into", *merge[3:]]
    said = run(again).stdout
    if f"0 runs added, {TESTS // 2} were there" not in said:
        fail("a second merge adds something")
    if "part 1 of 2 was there: run " not in said or "part 2 of 2 was there: run " not in said:
        fail(f"a second merge does not say that the parts were there: {said}")
    said = run([CLMM, "merge", "--into", str(scratch / "half.db"), str(scratch / "shard2.db")]).stdout
    if "Of 2 parts these are missing: 1: run " not in said or "was there" in said:
        fail(f"half of a campaign, merged: {said}")
    whole = run(command(folder, scratch / "merged.db", 7))
    if f"{TESTS} were in the database" not in whole.stderr:
        fail("the campaign of all does not know the runs of its shards")
    names = [sorted(rows(scratch / name)) for name in ("one.db", "merged.db")]
    if names[0] != names[1] or len(names[0]) != TESTS:
        fail(f"shards together: {names}")


def fit(scratch):
    """What a database has seen is held against a model's family; a damaged one is refused."""
    words = [CLMM, "fit", str(scratch / "merged.db"), "--size", "0"]
    said = json.loads(run([*words, "--json"]).stdout)
    runs = rows(scratch / "merged.db").values()
    if len(said["tests"]) != TESTS or said["contradictions"]:
        fail(f"fit: {len(said['tests'])} tests, {said['contradictions']}")
    if sum(each["instances"] for each in said["tests"]) != sum(row[1] for row in runs):
        fail("fit: other instances than the database has")
    whole = (scratch / "merged.db").read_bytes()
    (scratch / "damaged.db").write_bytes(whole[:len(whole) // 2])
    words[2] = str(scratch / "damaged.db")
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode != 2 or "E-DATABASE" not in done.stderr:
        fail(f"fit: half a database gives {done.returncode}: {done.stderr}")
    done = subprocess.run([*words[:2], "/dev/null"], capture_output=True, text=True, check=False)
    if done.returncode != 2 or "remove" in done.stderr or "this is no file" not in done.stderr:
        fail(f"fit: of a device {done.returncode}: {done.stderr}")


def upgrade(folder, scratch):
    """The runs of a database of the first version are known: it had no placements, nor the tuning's
    members for them."""
    words = command(folder, scratch / "first.db", 1)
    run(words)
    connection = sqlite3.connect(scratch / "first.db")
    for run_id, text in connection.execute("SELECT id, tuning FROM runs").fetchall():
        tuning = json.loads(text)
        del tuning["affinity"], tuning["affinity_step"]
        connection.execute("UPDATE runs SET tuning=? WHERE id=?",
                           (json.dumps(tuning, separators=(",", ":")), run_id))
    connection.execute("DROP TABLE placements")
    connection.execute("PRAGMA user_version = 1")
    connection.commit()
    connection.close()
    if f"{TESTS} were in the database" not in run(words).stderr:
        fail("runs of a database of version 1 are not known")
    rows(scratch / "first.db")


with tempfile.TemporaryDirectory() as scratch:
    tests = Path(scratch) / "tests"
    tests.mkdir()
    write_tests(tests)
    hits, kills, runs = kill_again_and_again(tests, Path(scratch) / "killed.db")
    share(tests, Path(scratch))
    fit(Path(scratch))
    change_model(tests, Path(scratch))
    upgrade(tests, Path(scratch))
print(f"{kills} kills, {hits} of them in mid-campaign; {runs} runs, {len(failures)} failures")
if hits < KILLS:
    fail("too few kills came in mid-campaign")
sys.exit(1 if failures else 0)
