#!/usr/bin/env python3
"""How the time of an outcome changes as outcomes grow: a picture of four families of tests.

  plot.py [--limit SECONDS] [--largest N] [--runs N] [-o FILE.svg]

Runs whole commands on growing members of the families a, d, e and f under rc11: clmm with each of its engines and, where
they are installed, herd7 and GenMC; until there are a million outcomes or one takes longer than the limit (default 2 s). The
least CPU time (user and system) of some runs counts, and is divided by the number of outcomes. GenMC counts executions, of
which these families have one for each outcome. $CLMM, $GENERATE, $HERD7 and $GENMC name the programs.

Squares stand for herd7 or GenMC where it is not installed: what it took when it was measured, earlier and on another machine
(PUBLISHED): ratios to the curves say something, times do not.
"""

import argparse
import math
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CLMM = os.environ.get("CLMM", str(ROOT / "build/release/bin/clmm"))
GENERATE = os.environ.get("GENERATE", str(ROOT / "build/release/bench/scaling_generate"))
FAMILIES = {"a": "a: ring of store buffering, relaxed", "d": "d: two writers, n readers (IRIW)",
            "e": "e: release/acquire chain", "f": "f: ring of store buffering, seq_cst"}
MOST_OUTCOMES = 1_000_000
COLOURS = {"explicit": "#1b6ca8", "smt": "#c8553d", "herd7": "#588157", "GenMC": "#7b5ea7"}
# herd7 7.56 with rc11.cat and GenMC 0.11, one of two shared cores of a cloud machine, median seconds of whole processes: the
# largest sizes within a minute, and those at which both were compared. By family: size, seconds.
PUBLISHED = {
    "herd7": {"a": [(8, 0.18), (14, 43.5)], "d": [(6, 1.9), (7, 10.9)], "e": [(13, 48.9)], "f": [(14, 45.1)]},
    "GenMC": {"a": [(8, 0.051), (22, 27)], "d": [(6, 0.065), (10, 4.3), (11, 18)], "e": [(20, 15)], "f": [(22, 32)]},
}


class Program:
    """A command, the dialect of the files that it reads, and what it says the number of outcomes with."""

    def __init__(self, command, dialect="c", says=r"^States (\d+)"):
        self.command, self.dialect, self.says = command, dialect, says

    def outcomes(self, output):
        return int(re.search(self.says, output, re.M).group(1))


def programs():
    """By name; what is not there is said."""
    check = [CLMM, "check", "-j1", "--witness", "never", "--model", "rc11", "--engine"]
    found = {"explicit": Program([*check, "explicit"]), "smt": Program([*check, "smt"])}
    if herd7 := os.environ.get("HERD7") or shutil.which("herd7"):
        found["herd7"] = Program([herd7, "-model", "rc11.cat"])
    if genmc := os.environ.get("GENMC") or shutil.which("genmc"):
        found["GenMC"] = Program([genmc, "--rc11", "--disable-estimation"], "genmc", r"complete executions explored: (\d+)")
    for name in PUBLISHED:
        if name not in found:
            print(f"{name} is not installed: squares for what it took earlier", file=sys.stderr)
    return found


def outcomes_of(file):
    """As the explicit engine counts them."""
    check = [CLMM, "check", "-j1", "--witness", "never", "--model", "rc11", "--engine", "explicit", "--states", "0"]
    run = subprocess.run([*check, str(file)], check=True, capture_output=True, text=True)
    return int(re.search(r"^States (\d+)", run.stdout, re.M).group(1))


def written(family, size, folder, dialect="c"):
    """The file of that member of the family."""
    file = folder / f"{family}{size}.{'c' if dialect == 'genmc' else 'litmus'}"
    file.write_bytes(subprocess.run([GENERATE, family, str(size), dialect], check=True, capture_output=True).stdout)
    return file


def published(family, folder, measured):
    """By name [(outcomes, microseconds each)], of those that were not measured."""
    return {name: [((count := outcomes_of(written(family, size, folder))), seconds / count * 1e6)
                   for size, seconds in of[family]] for name, of in PUBLISHED.items() if name not in measured}


def cpu_time(command, limit):
    """(seconds, output) of one run; no output where it failed or took too long."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=10 * limit)
    except subprocess.TimeoutExpired:
        return math.inf, None
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, run.stdout if run.returncode in (0, 1) else None


def curve(family, program, options, folder):
    """[(outcomes, microseconds each)], size by size."""
    points = []
    for size in range(2, options.largest + 1, 2):
        file = written(family, size, folder, program.dialect)
        runs = []
        for _ in range(options.runs):
            seconds, output = cpu_time([*program.command, str(file)], options.limit)
            if output is None or seconds > options.limit:
                return points
            runs.append(seconds)
        outcomes = program.outcomes(output)
        points.append((outcomes, min(runs) / outcomes * 1e6))
        print(f"{family}{size}: {outcomes} outcomes, {points[-1][1]:.3g} microseconds each")
        if outcomes > MOST_OUTCOMES:
            break
    return points


class Picture:
    """Four charts with logarithmic axes, as SVG."""

    WIDTH, HEIGHT, LEFT, TOP = 400, 260, 62, 40

    def __init__(self, curves, squares):
        points = [point for part in (curves, squares) for of in part.values() for line in of.values() for point in line]
        self.curves, self.squares = curves, squares
        self.x = [0, math.ceil(max(math.log10(x) for x, _ in points))]
        self.y = [math.floor(min(math.log10(y) for _, y in points)), math.ceil(max(math.log10(y) for _, y in points))]
        self.lines = []

    def place(self, x, y):
        across = (math.log10(x) - self.x[0]) / (self.x[1] - self.x[0])
        up = (math.log10(y) - self.y[0]) / (self.y[1] - self.y[0])
        return self.LEFT + across * (self.WIDTH - self.LEFT - 14), self.HEIGHT - 44 - up * (self.HEIGHT - 44 - self.TOP)

    def text(self, x, y, words, anchor="middle", colour="#333", extra=""):
        self.lines.append(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}"{extra}>{words}</text>')

    def axes(self, title):
        self.text(self.WIDTH / 2 + 24, 22, title, extra=' font-weight="bold"')
        for power in range(self.y[0], self.y[1] + 1):
            (x1, y), (x2, _) = self.place(10 ** self.x[0], 10 ** power), self.place(10 ** self.x[1], 10 ** power)
            self.lines.append(f'<path d="M{x1:.1f} {y:.1f}H{x2:.1f}" stroke="#ddd"/>')
            self.text(x1 - 6, y + 4, f"{10 ** power:g}" if power < 5 else f"10{self.raised(power)}", "end")
        for power in range(self.x[0], self.x[1] + 1):
            (x, y1), (_, y2) = self.place(10 ** power, 10 ** self.y[0]), self.place(10 ** power, 10 ** self.y[1])
            self.lines.append(f'<path d="M{x:.1f} {y1:.1f}V{y2:.1f}" stroke="#eee"/>')
            self.text(x, y1 + 16, f"10{self.raised(power)}")
        self.text(self.WIDTH / 2 + 24, self.HEIGHT - 10, "outcomes")
        middle = (self.TOP + self.HEIGHT - 44) / 2
        self.text(16, middle, "µs of CPU an outcome", extra=f' transform="rotate(-90 16 {middle:.1f})"')

    @staticmethod
    def raised(power):
        return str(power).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))

    def chart(self, family):
        self.axes(FAMILIES[family])
        for row, (name, points) in enumerate(self.curves[family].items()):
            colour = COLOURS[name]
            places = [self.place(*point) for point in points]
            self.lines.append(f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="' +
                              " ".join(f"{x:.1f},{y:.1f}" for x, y in places) + '"/>')
            self.lines += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="{colour}"/>' for x, y in places]
            self.text(self.WIDTH - 22, self.TOP + 16 + 16 * row, name, "end", colour)
        for row, (name, points) in enumerate(self.squares[family].items(), len(self.curves[family])):
            colour = COLOURS[name]
            self.lines += [f'<rect x="{x - 3.5:.1f}" y="{y - 3.5:.1f}" width="7" height="7" fill="{colour}"/>'
                           for x, y in (self.place(*point) for point in points)]
            self.text(self.WIDTH - 22, self.TOP + 16 + 16 * row, f"{name}, earlier", "end", colour)

    def svg(self):
        width, height = 2 * self.WIDTH, (len(self.curves) + 1) // 2 * self.HEIGHT
        for number, family in enumerate(self.curves):
            across, down = number % 2 * self.WIDTH, number // 2 * self.HEIGHT
            self.lines.append(f'<g transform="translate({across} {down})">')
            self.chart(family)
            self.lines.append("</g>")
        head = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
                f'height="{height}" font-family="sans-serif" font-size="12">')
        return "\n".join([head, '<rect width="100%" height="100%" fill="white"/>', *self.lines, "</svg>\n"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limit", type=float, default=2)
    parser.add_argument("--largest", type=int, default=20)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("-o", dest="output", default=str(ROOT / "build/growth.svg"))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = programs()
        curves = {family: {name: curve(family, program, options, Path(folder)) for name, program in found.items()}
                  for family in FAMILIES}
        squares = {family: published(family, Path(folder), found) for family in FAMILIES}
    Path(options.output).write_text(Picture(curves, squares).svg())
    return 0


if __name__ == "__main__":
    sys.exit(main())
