#!/usr/bin/env python3
"""Writes the tables of README.md from states.csv and ptx.csv, between its markers. --check: says whether they agree."""

import csv
import math
import pathlib
import sys

HERE = pathlib.Path(__file__).parent
SHAPES = ["MP", "SB", "LB", "S", "R", "2+2W", "IRIW", "WRC", "CoRR", "CoWW", "CoRW", "CoWR"]
ORDERS = {
    "rlx": "relaxed",
    "far": "relaxed, acq_rel fences",
    "ra": "release, acquire",
    "fsc": "relaxed, seq_cst fences",
    "sc": "seq_cst",
}
PLACES = {
    "dev": "device scope, two groups",
    "narrow": "work-group scope, two groups",
    "wg": "work-group scope, one group",
    "local": "… in local memory",
}
PTX_ORDERS = {
    "weak": "weak",
    "rlx": "relaxed",
    "far": "relaxed, fence.acq_rel",
    "ra": "release, acquire",
    "fsc": "relaxed, fence.sc",
}
PTX_PLACES = {
    "gpu": ".gpu, two CTAs",
    "sys": ".sys, two CTAs",
    "narrow": ".cta, two CTAs",
    "cta": ".cta, one CTA",
}
DEVICES = {
    "xeon-host": "clmm's runtime, 16 threads",
    "xeon-pocl": "PoCL 5.0, 16 threads",
    "epyc-host": "clmm's runtime, 2 threads",
    "epyc-pocl": "PoCL 3.1, 2 threads",
}


def runs(name="states.csv"):
    """By device and test: instances, how often the condition's state came up, the verdicts."""
    out = {}
    for row in csv.DictReader((HERE / name).open()):
        if row.get("weakness"):
            continue
        run = out.setdefault((row["device"], row["test"]), {
            "instances": int(row["instances"]), "weak": 0, "seconds": int(row["wall_ns"]) / 1e9,
            "verdict": row["verdict"], "allowed": False, "forbidden": "forbidden" in row["allowed"]})
        if row["satisfies"] == "1":
            run["weak"] += int(row["count"])
            run["allowed"] = True
        run["forbidden"] |= row["allowed"].startswith("forbidden") and int(row["count"]) > 0
    return out


def cell(run):
    if run is None:
        return ""
    millions = run["instances"] / 1e6
    if run["weak"] == 0:
        text = f"0 in {millions:,.0f} M"
    else:
        rate = run["weak"] / millions
        text = f"{rate:,.0f} per M" if rate >= 10 else f"{rate:.1f} per M"
        score = 1 - math.exp(-run["weak"])
        text += "" if score > 0.999 else f" (score {score:.2f})"
    if run["forbidden"]:
        text = f"**{text}, forbidden**"
    return text + (" †" if run["verdict"] == "undefined" else "")


def gpu_table(all_runs):
    lines = ["| test | orders | " + " | ".join(PLACES.values()) + " |",
             "|---|---|" + "--:|" * len(PLACES)]
    for shape in SHAPES:
        for order, words in ORDERS.items():
            cells = [cell(all_runs.get(("h200", f"{shape}.{order}.{place}"))) for place in PLACES]
            if any(cells):
                lines.append(f"| {shape} | {words} | " + " | ".join(cells) + " |")
    return lines


def ptx_table(_):
    all_runs = runs("ptx.csv")
    lines = ["| test | orders | " + " | ".join(PTX_PLACES.values()) + " |",
             "|---|---|" + "--:|" * len(PTX_PLACES)]
    for shape in SHAPES:
        for order, words in PTX_ORDERS.items():
            found = [all_runs.get(("h200", f"{shape}.{order}.{place}")) for place in PTX_PLACES]
            if any(found):
                lines.append(f"| {shape} | {words} | " + " | ".join(map(ptx_cell, found)) + " |")
    return lines


def ptx_cell(run):
    """With a mark where the model allows the state and it never came up."""
    allowed = run is not None and run["weak"] == 0 and run["allowed"]
    return cell(run) + (" ○" if allowed else "")


def cpu_table(all_runs):
    lines = ["| test | orders | " + " | ".join(DEVICES.values()) + " |",
             "|---|---|" + "--:|" * len(DEVICES)]
    for shape in SHAPES:
        for order, words in ORDERS.items():
            cells = [cell(all_runs.get((device, f"{shape}.{order}.dev"))) for device in DEVICES]
            if any(cells):
                lines.append(f"| {shape} | {words} | " + " | ".join(cells) + " |")
    return lines


def rate_table(all_runs):
    lines = ["| device | instances a second, whole runs: least | median | most |", "|---|--:|--:|--:|"]
    for device, words in {"h200": "H200", **DEVICES}.items():
        rates = sorted(run["instances"] / run["seconds"] / 1e6
                       for (name, _), run in all_runs.items() if name == device)
        chosen = rates[0], rates[len(rates) // 2], rates[-1]
        lines.append(f"| {words} | " + " | ".join(f"{rate:,.0f} M" for rate in chosen) + " |")
    return lines


def main():
    path = HERE / "README.md"
    text = path.read_text()
    all_runs = runs()
    for name, table in {"gpu": gpu_table, "ptx": ptx_table, "cpu": cpu_table, "rates": rate_table}.items():
        begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
        head, rest = text.split(begin)
        text = head + begin + "\n".join(table(all_runs)) + "\n" + end + rest.split(end, 1)[1]
    if "--check" in sys.argv:
        return 0 if text == path.read_text() else "README.md is not what states.csv says"
    path.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
