#!/usr/bin/env python3
"""Runs the harnesses under libFuzzer, one after the other, and sums up what they did.

  rounds.py FUZZER CORPORA [NAME...] [--seconds S] [--rounds N] [--jobs J] [--length BYTES] [--told FILE]
  rounds.py FUZZER CORPORA --table [--told FILE]

Each harness runs for S seconds, and all of them N times (0: until an interrupt); J at a time, on texts of BYTES at
most. Texts that are new in what they reach are kept below CORPORA, so that a later run goes on from there; those that
break a promise come to tests/fuzz/finds/NAME. What was done is added to what FILE (sums.json beside FUZZER) says of earlier runs, and told as a table: executions, those a
second of processor time, texts that got past the reader, edges and features that the kept texts reach. Exit code 1: a find.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Where seeds are from, so far as there are such folders.
SOURCES = [ROOT / "examples", ROOT / "tests", ROOT / "model", ROOT / "lowering", ROOT.parent / "shared"]
LIMITS = ["-timeout=300", "-report_slow_units=60", "-rss_limit_mb=1500", "-print_final_stats=1"]
NONE = {"executions": 0, "seconds": 0.0, "told": 0, "read": 0, "edges": 0, "features": 0, "texts": 0, "finds": 0}


class Rounds:
    """Harnesses of one fuzzer, the texts that they keep and the sums of what they did."""

    def __init__(self, fuzzer, corpora, told, length):
        self.fuzzer, self.corpora, self.file, self.length = fuzzer, corpora, told, length
        self.sums = json.loads(told.read_text()) if told.exists() else {}
        self.lock = threading.Lock()

    def names(self):
        return subprocess.run([self.fuzzer, "names"], stdout=subprocess.PIPE, text=True, check=True).stdout.split()

    def run(self, name, arguments):
        """Runs a harness; (exit code, what it said, seconds of processor time)."""
        finds = ROOT / "tests/fuzz/finds" / name
        finds.mkdir(parents=True, exist_ok=True)
        environment = {**os.environ, "FUZZ": name, "UBSAN_OPTIONS": "print_stacktrace=1"}
        limits = [*LIMITS, f"-max_len={self.length}", f"-artifact_prefix={finds}/"]
        process = subprocess.Popen([self.fuzzer, *limits, *map(str, arguments)], env=environment,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace")
        said = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if not any(finds.iterdir()):
            finds.rmdir()
        return process.returncode, said, usage.ru_utime + usage.ru_stime

    def begin(self, name):
        """The seeds that differ in what they reach."""
        corpus, seeds = self.corpora / name, self.corpora.parent / "seeds" / name
        if corpus.exists() and any(corpus.iterdir()):
            return
        corpus.mkdir(parents=True, exist_ok=True)
        subprocess.run([self.fuzzer, "seeds", name, seeds, *SOURCES], check=True)
        self.run(name, ["-merge=1", corpus, seeds])

    def fuzz(self, name, seconds):
        self.begin(name)
        code, said, used = self.run(name, [f"-max_total_time={seconds}", self.corpora / name])
        self.add(name, code, said, used)
        line = next(iter(re.findall(r"(\d+ texts.*)", said)), "")
        print(f"{name}: {line}" if code == 0 else f"{name}: a find\n{said[-4000:]}", file=sys.stderr, flush=True)
        return code

    def add(self, name, code, said, used):
        def last(pattern):
            found = re.findall(pattern, said)
            return [int(each) for each in (found[-1] if isinstance(found[-1], tuple) else (found[-1],))] if found else None

        with self.lock:
            sums = self.sums.setdefault(name, dict(NONE))
            sums["executions"] += (last(r"stat::number_of_executed_units: (\d+)") or [0])[0]
            sums["seconds"] += used
            sums["finds"] += code != 0
            told, read = last(r"fuzz: (\d+) texts, (\d+) of which") or (0, 0)
            sums["told"] += told
            sums["read"] += read
            reached = last(r"cov: (\d+) ft: (\d+) corp: (\d+)/")
            if reached:
                sums["edges"], sums["features"], sums["texts"] = reached
            self.file.write_text(json.dumps(self.sums, indent=1))

    def table(self, names):
        print("| harness | executions | a second | read | edges | features | texts |\n|---|---:|---:|---:|---:|---:|---:|")
        for name in names:
            sums = self.sums.get(name)
            if sums:
                rate, share = sums["executions"] / max(sums["seconds"], 1e-9), 100 * sums["read"] / max(sums["told"], 1)
                print(f"| `{name}` | {sums['executions']:,} | {rate:,.0f} | {share:.0f} % | {sums['edges']:,} | {sums['features']:,} |"
                      f" {sums['texts']:,} |")
        print(f"| together | {sum(each['executions'] for each in self.sums.values()):,} | | | | | |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("fuzzer", type=Path)
    parser.add_argument("corpora", type=Path)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--length", type=int, default=20000)
    parser.add_argument("--told", type=Path, metavar="FILE")
    parser.add_argument("--table", action="store_true")
    options = parser.parse_intermixed_args()
    rounds = Rounds(options.fuzzer, options.corpora, options.told or options.fuzzer.parent / "sums.json", options.length)
    names, found = options.names or rounds.names(), False
    if not options.table:
        left = options.rounds
        try:
            while True:
                with ThreadPoolExecutor(options.jobs) as pool:
                    found |= any(list(pool.map(lambda name: rounds.fuzz(name, options.seconds), names)))
                left -= 1
                if left == 0:
                    break
        except KeyboardInterrupt:
            pass
    rounds.table(names)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
