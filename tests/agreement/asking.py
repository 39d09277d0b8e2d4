"""What the scripts that ask clmm about generated programs have in common."""

import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import tempfile

CLMM = os.environ.get("CLMM", "clmm")


def run(command):
    """Exit code, output, errors."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
    return done.returncode, done.stdout, done.stderr


def one_work_item(file, arguments, kind, count):
    """What `clmm exec` of a kernel leaves in `out`, an array of so many; none, and what it says, where it refuses."""
    code, output, errors = run([CLMM, "exec", str(file), "--global", "1", "--local", "1", *arguments,
                                "--arg", f"out[{count}]", "--out", "out", "--all"])
    printed = re.search(rf"^{kind} out\[\d+\] = \{{(.*?)\}}", output, re.M | re.S)
    values = [int(value) for value in printed[1].split(",")] if code == 0 and printed else None
    return values, errors or output


def parser_of(**defaults):
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", help="the folder for what is generated")
    for name, default in defaults.items():
        parser.add_argument(f"--{name}", type=int, default=default)
    return parser


def failures_of(options, make_tasks):
    """The texts that the tasks return, of all of them; tasks are made for a folder."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(options.keep or temporary)
        folder.mkdir(exist_ok=True)
        tasks = make_tasks(folder)
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            return [each for found in pool.map(lambda task: task(), tasks) for each in found]
