#!/usr/bin/env python3
"""How many kernels of public repositories `clmm exec` compiles and `clmm check` reads, and why not the others.

    coverage.py --list                                names the repositories, their commits and where they are
    CLMM=clmm coverage.py SOURCES [--only NAME] [--every NAME=N] [--jobs N] [--timeout S] [--csv FILE]

SOURCES has a folder for each repository, by the name of the list, with its files at that commit (`git clone URL NAME`,
`git -C NAME checkout COMMIT`). Each program is what the host code hands to the compiler: files put together in the order
in which it does so, with its include paths and macros. Where those depend on the data (types, sizes, operators of a
template), one choice is taken, which this file says.

A kernel counts for `exec` where the program compiles, for `check` where a launch of two work-items, with arguments as the
messages of clmm propose them, gets an answer, be it Unknown: reading and unfolding are asked for, not a verdict.
"""

import argparse
import collections
import concurrent.futures
import csv
import os
import re
import shlex
import subprocess
import sys
import tempfile

from repositories import REPOSITORIES

CLMM = os.environ.get("CLMM", "clmm")


def run(words, timeout):
    """Exit code and standard error; 'time' where it did not end."""
    try:
        done = subprocess.run([CLMM, *words], capture_output=True, text=True, errors="replace", timeout=timeout)
    except subprocess.TimeoutExpired:
        return "time", ""
    return done.returncode, done.stderr


def options_of(program):
    words = []
    for folder in program.includes:
        words += ["-I", folder]
    for macro in program.macros:
        words += ["-D", macro]
    return words


def balanced(text, start):
    """Behind the parenthesis that closes the one at `start`."""
    depth = 0
    for match in re.compile(r"[()]").finditer(text, start):
        depth += 1 if match.group() == "(" else -1
        if depth == 0:
            return match.end()
    return len(text)


def kernels_of(text):
    """Names of the kernels with a body, and the sizes of work-groups that they require."""
    text = re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', " ", text, flags=re.S)
    text = re.sub(r"\s+", " ", re.sub(r"^ *#.*$", "", text, flags=re.M))
    found = {}
    for match in re.finditer(r"\b(?:__kernel|kernel)\b", text):
        at, required = match.end(), None
        while at < len(text):
            opened = re.compile(r"[\w *]*\(").match(text, at)
            if not opened:
                break
            name = opened.group()[:-1].split()[-1:] or [""]
            at = balanced(text, opened.end() - 1)
            if name[0].startswith("__attribute"):
                sizes = re.search(r"reqd_work_group_size\W+([\w ,*()]+?)\)", text[opened.end():at])
                required = sizes.group(1) if sizes else required
            elif text[at:at + 80].lstrip().startswith(("{", "__attribute")):
                found[name[0]] = required
                break
            else:
                break
    return found


def preprocessed(path, options):
    """As the C compiler of this machine has it, which knows which kernels a program has; else the text."""
    done = subprocess.run(["cc", "-E", "-P", "-undef", "-x", "c", "-D__OPENCL_VERSION__=300", "-D__OPENCL_C_VERSION__=300", "-Dcl_khr_fp64",
                           "-Dcl_khr_fp16", *options, path], capture_output=True, text=True, errors="replace", check=False)
    if done.returncode == 0:
        return done.stdout
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def first_error(text):
    found = re.search(r"error: (.*)", text)
    return found.group(1) if found else text.strip().split("\n")[-1]


def place_of(text):
    found = re.search(r"^(\S+:\d+:\d+): error", text, re.M)
    return found.group(1) if found else ""


def program_answer(path, options, timeout):
    """The kernels of a program that compiles, and why it does not."""
    code, err = run(["exec", path, "--kernel", "no_kernel_has_this_name", *options], timeout)
    found = re.search(r"the file has (.*)", err)
    if code == 2 and "there is no kernel" in err and found:
        return found.group(1).rstrip().split(", "), "", ""
    if code == 2 and "the file has no kernel" in err:
        return [], "", ""
    return None, (first_error(err) if code == 2 else f"ended with {code}"), place_of(err)


def arguments_that_lack(err):
    found = re.search(r"(?:add for example|has): (--arg .*)|add for example (--arg .*)", err)
    if not found:
        return []
    text = re.sub(r", or --arg .*", "", found.group(1) or found.group(2))
    return [word for word in shlex.split(text) if word != "--arg"]


def check_answer(path, kernel, required, options, timeout):
    sizes = re.sub(r"[^\d,]", "", required or "") or "2"
    words = ["check", path, "--kernel", kernel, "--global", sizes, "--local", sizes, "--timeout", str(timeout), "--witness", "never", *options]
    code, err = run([*words, "--property", "no-divergence"], timeout + 20)
    if code == 2 and "is given no value" in err.replace("are given", "is given"):
        for each in arguments_that_lack(err):
            words += ["--arg", each.replace("[8]", "[64]")]
        code, err = run([*words, "--property", "no-divergence"], timeout + 20)
    if code == "time":
        return "", ""
    if code in (0, 1, 3) or "[E-LIMIT]" in err:  # a launch too large for check is one that it has read
        return "", ""
    return (first_error(err) if code == 2 else f"ended with {code}"), place_of(err)


def answers(job):
    program, folder, timeout = job
    path = os.path.join(folder, re.sub(r"\W", "-", f"{program.repository}-{program.name}") + ".cl")
    with open(path, "w", encoding="utf-8") as file:
        file.write(program.text())
    options = options_of(program)
    names, *why = program_answer(path, options, 100 + timeout)
    required = kernels_of(program.text())
    if names is None or any(re.search(r"[A-Za-z_]\w*", sizes or "") for sizes in required.values()):
        required = kernels_of(preprocessed(path, options))
    return [(program.repository, program.name, kernel, *why, *check_answer(path, kernel, required.get(kernel), options, timeout))
            for kernel in (required if names is None else names)]


def reason(why):
    """Without what differs from case to case."""
    return re.sub(r"\s+", " ", re.sub(r"'[^']*'", "…", why))


def table(rows, out):
    print(f"{'repository':14} {'kernels':>7} {'exec':>6} {'check':>6}", file=out)
    by = collections.defaultdict(list)
    for row in rows:
        by[row[0]].append(row)
        by["all"].append(row)
    for name in [*(each for each in by if each != "all"), "all"]:
        of = by[name]
        print(f"{name:14} {len(of):7} {sum(not row[3] for row in of):6} {sum(not row[5] for row in of):6}", file=out)
    for title, at in (("exec", 3), ("check", 5)):
        print(f"\n{title}: not read, by reason", file=out)
        for text, count in collections.Counter(reason(row[at]) for row in rows if row[at]).most_common():
            print(f"{count:5} {text}", file=out)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("sources", nargs="?")
    parser.add_argument("--list", action="store_true", help="the repositories")
    parser.add_argument("--only", action="append", default=[], help="this repository; may be repeated")
    parser.add_argument("--every", action="append", default=[], metavar="NAME=N", help="each Nth program of a repository")
    parser.add_argument("--match", default="", help="programs whose names have this in them")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=int, default=5)
    parser.add_argument("--csv", help="a line for each kernel")
    options = parser.parse_args()
    if options.list or not options.sources:
        for each in REPOSITORIES:
            print(f"{each.name:14} {each.commit} {each.url}")
        return 0
    every = {pair.split("=")[0]: int(pair.split("=")[1]) for pair in options.every}
    rows = []
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        jobs = []
        for repository in REPOSITORIES:
            if options.only and repository.name not in options.only:
                continue
            programs = repository.programs(os.path.join(options.sources, repository.name))
            programs = [each for each in programs if options.match in each.name]
            jobs += [(each, folder, options.timeout) for each in programs[::every.get(repository.name, 1)]]
        with open(options.csv or os.devnull, "w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(("repository", "program", "kernel", "exec", "at", "check", "at"))
            for each in pool.map(answers, jobs):
                writer.writerows(each)
                file.flush()
                rows += each
    table(rows, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
