#!/usr/bin/env python3
"""Damaged mapping files: clmm lower says what is wrong, or decides; it never crashes.

  mappings.py [--count N] [--seed S]

takes the shipped mappings in turn and damages each in one to three ways. Exit code 1: a signal, an internal
error, or an error without a place. $CLMM is the program."""

import argparse
import os
import random
import subprocess
import sys
import tempfile

CLMM = os.environ.get("CLMM", "build/release/bin/clmm")
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
TESTS = {"C": "examples/lowering/compare-exchange.litmus", "OPENCL": "examples/message-passing.litmus"}
JUNK = ["$", "$$", "=>", "->", ";", '"', "#", "@", "%", "any", "nothing", "require $U=0", "like c11-x86", "\xff", "\0",
        "99999999999999999999", "table s of scope:", "$Q", "unused", ",", "\n", "load any => ", "weaken", "in local"]


def damaged(text, draw):
    for _ in range(draw.randint(1, 3)):
        at = draw.randrange(len(text))
        end = min(len(text), at + draw.randint(1, 30))
        kind = draw.randrange(6)
        if kind == 0:
            text = text[:at] + text[end:]
        elif kind == 1:
            text = text[:at] + draw.choice(JUNK) + text[at:]
        elif kind == 2:
            text = text[:at] + draw.choice(JUNK) + text[end:]
        elif kind == 3:
            text = text[: at + 1]
        elif kind == 4:
            text = text[:at] + text[at:end] * draw.randint(2, 40) + text[end:]
        else:
            lines = text.split("\n")
            draw.shuffle(lines)
            text = "\n".join(lines)
    return text


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--count", type=int, default=200)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    draw = random.Random(chosen.seed)
    folder = os.path.join(ROOT, "lowering/mappings")
    shipped = []
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            text = file.read()
        dialect = "OPENCL" if name.startswith("opencl") else "C"
        shipped.append((text, dialect))
    codes = {}
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "damaged.map")
        for number in range(chosen.count):
            text, dialect = shipped[number % len(shipped)]
            with open(path, "w", encoding="latin-1") as file:
                file.write(damaged(text, draw))
            done = subprocess.run(
                [CLMM, "lower", os.path.join(ROOT, TESTS[dialect]), "--mapping", path, "--timeout", "10"],
                capture_output=True)
            told = done.stderr.decode("utf-8", "replace")
            codes[done.returncode] = codes.get(done.returncode, 0) + 1
            # Models have names of their own, in no file.
            has_place = done.returncode != 2 or ":" in told.split("error:")[0] or "[E-MODEL]" in told
            if done.returncode not in (0, 1, 2, 3) or "internal" in told.lower() or not has_place:
                kept = f"damaged-{chosen.seed}-{number}.map"
                os.replace(path, kept)
                sys.exit(f"{kept}: exit {done.returncode}\n{told}")
    print(f"{chosen.count} damaged mappings, exit codes {dict(sorted(codes.items()))}")


if __name__ == "__main__":
    main()
