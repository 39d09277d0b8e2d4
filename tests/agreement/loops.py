#!/usr/bin/env python3
"""Loops that are left in different ways mean the same: by their condition, break or return, from a switch, out of
several loops, in a function, as while, do and for.

  loops.py            asks check of litmus tests and kernels, every launch and exec; exit code 1 where two ways differ
  loops.py --show     prints what each way is and what was said of it

Families: a lock that is taken, with one try in a turn and with a loop that waits inside it; a flag that is waited for;
turns that are counted. $CLMM names the program.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CLMM = os.environ.get("CLMM", str(ROOT / "build/release/bin/clmm"))

# Ways to go round until TRY holds, and to come to the end of the function then.
# That of "flag" keeps a value from turn to turn, so that more turns than there are writes to see may matter.
WAYS = {
    "while-condition": "while (!(TRY)) {}",
    "for-condition": "for (; !(TRY);) ;",
    "do-condition": "do {} while (!(TRY));",
    "flag": "int done = 0; while (!done) { if (TRY) done = 1; }",
    "while-break": "while (1) { if (TRY) break; }",
    "for-break": "for (;;) { if (TRY) break; }",
    "do-break": "do { if (TRY) break; } while (1);",
    "while-return": "while (1) { if (TRY) return; }",
    "for-return": "for (;;) if (TRY) return;",
    "do-return": "do { if (TRY) return; } while (1);",
    "continue": "while (1) { if (!(TRY)) continue; return; }",
    "switch-return": "while (1) { switch (TRY) { case 0: break; default: return; } }",
    "switch-continue": "while (1) { switch (TRY) { case 0: continue; default: break; } break; }",
    "nested-break": "while (1) { int taken = 0; while (1) { taken = TRY; break; } if (taken) break; }",
    "nested-return": "while (1) { while (1) { if (TRY) return; break; } }",
    "block-return": "while (1) { { { if (TRY) return; } } }",
}
TAKE = "!atomic_exchange_explicit(l, 1, memory_order_acquire, memory_scope_device)"
SEES = "atomic_load_explicit(l, memory_order_acquire, memory_scope_device)"
WAITS = "while (atomic_load_explicit(l, memory_order_relaxed, memory_scope_device)) {}"
GIVE = "atomic_store_explicit(l, 0, memory_order_release, memory_scope_device)"
PARAMETERS = "global atomic_int* l, global int* x"


def litmus(first, second, condition, helper):
    return (
        f"OPENCL way\n{{ l=0; x=0; }}\nint waits(global atomic_int* l) {{ {WAITS} return {TAKE}; }}\nvoid go({PARAMETERS}) {{ {helper} }}\n"
        f"P0@wg 0, dev 0 ({PARAMETERS}) {{ {first} }}\nP1@wg 1, dev 0 ({PARAMETERS}) {{ {second} }}\n{condition}\n"
    )


def lock(body):
    work = f"go(l, x); *x = *x + 1; {GIVE};"
    return "way.litmus", litmus(work, work, "exists (x=1)", body.replace("TRY", TAKE)), []


def flag(body):
    send = "*x = 1; atomic_store_explicit(l, 1, memory_order_release, memory_scope_device);"
    return "way.litmus", litmus(send, "go(l, x); int r = *x;", "exists (1:r=0)", body.replace("TRY", SEES)), []


def counted(body):
    text = litmus("go(l, x);", "", "forall (x=5)", "int n = 0; " + body.replace("TRY", "(*x = ++n) == 5"))
    return "way.litmus", text, []


def kernel(body, options):
    text = (
        f"static void go({PARAMETERS}) {{ {body.replace('TRY', TAKE)} }}\n"
        f"kernel void count({PARAMETERS}) {{ go(l, x); *x = *x + 1; {GIVE}; }}\n"
    )
    return "way.cl", text, options


def launch(body):
    return kernel(body, "--global 2 --local 1 --arg l[1] --arg x[1]".split())


def every_launch(body):
    text = (
        f"static void go(global int* x, int i, int n) {{ int k = 0; {body.replace('TRY', 'k++ >= n')} x[i] = k; }}\n"
        "kernel void fill(global int* x, int n) { go(x, get_global_id(0), n); }\n"
    ).replace("return;", "{ x[i] = k; return; }")
    return "way.cl", text, "--global any --local any --arg n=any --property race-free".split()


# With a loop that waits in front of each try.
def waits_first(body):
    return lock(body.replace("TRY", "waits(l)"))


FAMILIES = {"lock": lock, "waits-first": waits_first, "flag": flag, "counted": counted, "launch": launch,
            "every-launch": every_launch}


def said(output):
    """What is said of a test, without what differs between texts."""
    kept = [line for line in output.splitlines() if re.match(r"(Observation|Verdict|race-free|no-div|bounds|assert|defined)", line)]
    return "; ".join(re.sub(r"\s+", " ", re.sub(r"\d+ms|\([^)]*\)|way", "", line)).strip() for line in kept)


def ask(command, name, text, options, folder):
    path = Path(folder) / name
    path.write_text(text)
    run = subprocess.run([CLMM, command, str(path), *options], capture_output=True, text=True, timeout=120)
    if run.returncode not in (0, 1, 2, 3):
        return f"exit {run.returncode}: {run.stderr[:300]}"
    return said(run.stdout) or f"exit {run.returncode}: {(run.stdout + run.stderr)[:300]}"


def run_kernel(body, folder):
    """Under exec each work-item adds one."""
    name, text, _ = kernel(body, [])
    path = Path(folder) / name
    path.write_text(text)
    command = [CLMM, "exec", str(path), "--global", "4", "--local", "2", "--arg", "l[1]", "--arg", "x[1]", "--print", "x"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    return f"exit {done.returncode}: " + " ".join((done.stdout + done.stderr).split())[-200:]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--family", choices=[*FAMILIES, "exec"])
    options = parser.parse_args()
    differing = 0
    asked = 0
    with tempfile.TemporaryDirectory() as folder:
        for family in [options.family] if options.family else [*FAMILIES, "exec"]:
            answers = {}
            for way, body in WAYS.items():
                asked += 1
                answer = run_kernel(body, folder) if family == "exec" else ask("check", *FAMILIES[family](body), folder)
                answers.setdefault(answer, []).append(way)
            if family == "flag":  # the answer may be more careful where a value is kept
                answers = {answer: ways for answer, ways in answers.items() if ways != ["flag"] or "Unknown" not in answer}
            if options.show or len(answers) > 1:
                for answer, ways in answers.items():
                    print(f"{family}: {', '.join(ways)}\n    {answer}")
            differing += len(answers) > 1
    print(f"{asked} questions, {differing} families in which ways differ")
    sys.exit(1 if differing else 0)


if __name__ == "__main__":
    main()
