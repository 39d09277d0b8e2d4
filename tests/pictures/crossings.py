#!/usr/bin/env python3
"""Edges of pictures that pass through something: crossings.py [--all] [FILE...].

An edge may touch nothing but its two ends: no other action, no column's name, no label of a frame or of a
barrier. Two kinds of pictures are looked at: those of `clmm report`, as the page's data has them, with all
relations, and SVG as Graphviz has drawn it. FILE is a litmus test; without any, those of CHOSEN. --all: all
examples and all golden tests. Each crossing is told by the picture, the edge and what it passes through;
none is allowed.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
CLMM = os.environ.get("CLMM", str(ROOT / "build/release/bin/clmm"))
STEPS = 60  # points of a piece of a curve
TOUCH = 1.0  # what a line may overlap a box by, in points: coordinates are rounded
LETTER = 6.2  # width of a letter of 12 points, in the mean

LOCK = ["examples/kernels/ticket_lock.cl", "--local", "1", "--args", "next[1] serving[1] counter[1]", "-D", "WEAK_RELEASE"]
# Tests with many units, frames, commands, barriers and edges from initial writes; kernels with how they are launched.
CHOSEN = [LOCK + ["--global", "3"], LOCK + ["--global", "2"]] + [[f"examples/{name}.litmus"] for name in (
    "iriw", "kernels-event", "barrier", "two-devices", "thin-air", "release-sequence", "vulkan/message-passing")]


def run(*words):
    done = subprocess.run([CLMM, *map(str, words)], capture_output=True, text=True, cwd=ROOT)
    return done.stdout


def box(x, y, width, height):
    """Left, top, right, bottom of what stands around a point."""
    return (x - width / 2, y - height / 2, x + width / 2, y + height / 2)


def text_box(x, y, text, size=12):
    return box(x, y, len(text) * LETTER * size / 12, size)


def points_of(curve):
    """A curve as points: its first, then two controls and a point for each piece."""
    points = [curve[0]]
    for i in range(0, len(curve) - 3, 3):
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = curve[i:i + 4]
        for step in range(1, STEPS + 1):
            t = step / STEPS
            s = 1 - t
            points.append((s * s * s * ax + 3 * s * s * t * bx + 3 * s * t * t * cx + t * t * t * dx,
                           s * s * s * ay + 3 * s * s * t * by + 3 * s * t * t * cy + t * t * t * dy))
    return points


def hull(points):
    xs, ys = zip(*points)
    return (min(xs), min(ys), max(xs), max(ys))


def passes(points, extent, around):
    left, top, right, bottom = around
    if extent[0] > right or extent[2] < left or extent[1] > bottom or extent[3] < top:
        return False
    return any(left + TOUCH < x < right - TOUCH and top + TOUCH < y < bottom - TOUCH for x, y in points)


def crossings(edges, nodes, texts):
    """edges: (from, to, curve); nodes: name -> box; texts: (words, box)."""
    found = []
    for a, b, curve in edges:
        points = points_of(curve)
        extent = hull(points)
        found += [f"{a} -> {b} through {name}" for name, around in nodes.items()
                  if name not in (a, b) and passes(points, extent, around)]
        found += [f"{a} -> {b} across '{words}'" for words, around in texts if passes(points, extent, around)]
    return found


# ---- the page of a report ----

def of_page(page):
    """Each execution of a test: (title, edges, nodes, texts)."""
    frames = page.get("frames", [])
    for number, execution in enumerate(page.get("executions", [])):
        name, nodes = {}, {}
        for i in execution["nodes"]:
            event, label, _, _, x, y, width, height, *_ = page["nodes"][i]
            name[event] = label
            nodes[label] = box(x, y, width, height)
        edges = []
        for i in execution["edges"]:
            a, b, relations, _, _, curve, _ = page["edges"][i]
            edges.append((f"{name[a]}", f"{name[b]}", list(zip(curve[::2], curve[1::2]))))
        frame = frames[execution["frame"]]
        texts = [(words, text_box(x, y, words)) for words, x, y in frame["heads"]]
        texts += [(words, text_box(x + width / 2, y + 11, words, 11)) for words, x, y, width, _ in frame["boxes"]]
        texts += [(" ".join(relations), text_box(at, y - 11, " ".join(relations), 11))
                  for _, y, _, at, relations, *_ in execution["bars"] if relations]
        yield f"{page['name']}, execution {number + 1}", edges, nodes, texts


def pages(words):
    with tempfile.NamedTemporaryFile(suffix=".html") as file:
        run("report", *words, "--timeout", "20", "--list", "12", "-o", file.name)
        html = pathlib.Path(file.name).read_text()
    for text in re.findall(r'<script type="application/json" id="test-\d+">(.*?)</script>', html, re.DOTALL):
        yield json.loads(text)


# ---- pictures that Graphviz has drawn ----

SVG = "{http://www.w3.org/2000/svg}"


def numbers(text):
    return [float(each) for each in re.findall(r"-?\d+(?:\.\d+)?", text)]


def pairs(text):
    flat = numbers(text)
    return list(zip(flat[::2], flat[1::2]))


def of_svg(text):
    nodes, texts, edges = {}, [], []
    for group in ElementTree.fromstring(text).iter(SVG + "g"):
        title = group.findtext(SVG + "title") or ""
        shapes = [each for each in group.iter() if each.tag in (SVG + "path", SVG + "polygon")]
        said = [(each.text, float(each.get("x")), float(each.get("y")), float(each.get("font-size", 12)))
                for each in group.iter(SVG + "text")]
        kind = group.get("class")
        if title.startswith("legend"):
            continue
        if kind == "edge":
            path = next(each for each in shapes if each.tag == SVG + "path")
            a, b = title.split("->")
            edges.append((a, b, pairs(path.get("d"))))
        elif kind == "node" and re.fullmatch(r"e\d+", title):
            nodes[title] = hull([point for each in shapes for point in pairs(each.get("d") or each.get("points"))])
        elif kind == "cluster" or (kind == "node" and (title.startswith("unit") or title.endswith("relations"))):
            texts += [(words, text_box(x, y - 4, words, size)) for words, x, y, size in said]
    return edges, nodes, texts


def pictures(words):
    with tempfile.TemporaryDirectory() as folder:
        run("graph", *words, "--timeout", "20", "-f", "svg", "-o", folder)
        for file in sorted(pathlib.Path(folder).glob("*.svg")):
            yield file.stem, of_svg(file.read_text())


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*")
    parser.add_argument("--all", action="store_true")
    arguments = parser.parse_args()
    inputs = [[file] for file in arguments.files] or CHOSEN
    if arguments.all:
        inputs = [["examples"]] + [[str(each)] for each in sorted((ROOT / "tests/golden").iterdir()) if any(each.glob("*.litmus"))]
    looked_at = edges_seen = 0
    found = []
    for words in inputs:
        for page in pages(words):
            for title, edges, nodes, texts in of_page(page):
                looked_at += 1
                edges_seen += len(edges)
                found += [f"page of {title}: {each}" for each in crossings(edges, nodes, texts)]
        if (ROOT / words[0]).is_file():
            for name, (edges, nodes, texts) in pictures(words):
                looked_at += 1
                edges_seen += len(edges)
                found += [f"picture {name}: {each}" for each in crossings(edges, nodes, texts)]
    print(*found, sep="\n")
    print(f"{looked_at} pictures, {edges_seen} edges, {len(found)} pass through something")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
