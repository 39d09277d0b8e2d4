"""A campaign that is killed at any moment loses no finished run and has none twice.

$CLMM is the program. Starts `clmm run` on a folder of small tests again and again, kills it (SIGKILL)
after a random while, and looks at the database in between. An argument says how many times, 100 if
there is none.
"""
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
TESTS = 12
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


def kill_again_and_again(folder, database):
    """One campaign after the other, each with its own seed, until it has been killed so often."""
    start = time.monotonic()
    run(command(folder, database.with_name("whole.db"), 1))
    whole = time.monotonic() - start
    random.seed(1)
    before, seed, in_between = {}, 1, 0
    for _ in range(KILLS):
        process = subprocess.Popen(command(folder, database, seed), stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        time.sleep(random.uniform(0, whole))
        process.send_signal(signal.SIGKILL)
        process.wait()
        now = rows(database)
        for key, row in before.items():
            if now.get(key) != row:
                fail(f"{key} was {row} and is {now.get(key)}")
        done = sum(1 for _, of in now if of == seed)
        in_between += 0 < done < TESTS and len(now) > len(before)
        seed += done == TESTS
        before = now
    run(command(folder, database, seed))
    last = rows(database)
    if len(last) != TESTS * seed:
        fail(f"{len(last)} runs, not {TESTS} for each of {seed} seeds")
    return in_between, len(last)


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
    if f"0 runs added, {TESTS // 2} were there" not in run(merge).stdout:
        fail("a second merge adds something")
    names = [sorted(rows(scratch / name)) for name in ("one.db", "merged.db")]
    if names[0] != names[1] or len(names[0]) != TESTS:
        fail(f"shards together: {names}")


with tempfile.TemporaryDirectory() as scratch:
    tests = Path(scratch) / "tests"
    tests.mkdir()
    write_tests(tests)
    hits, runs = kill_again_and_again(tests, Path(scratch) / "killed.db")
    share(tests, Path(scratch))
print(f"{KILLS} kills, {hits} between two runs of a campaign that went on later; {runs} runs, "
      f"{len(failures)} failures")
if hits < KILLS // 10:
    fail("too few kills came in mid-campaign to tell anything")
sys.exit(1 if failures else 0)
