#!/usr/bin/env python3
"""Compares directed search with plain heuristic search: transitions until a given pair is executed as a race.

The programs are those with a data race of which `raceproof audit` makes exactly one candidate, so that both searches look for the
same pair: `audit --deciders directed` towards it, and `check --search heuristic` to its first finding. The one that has not found it
within its limit is counted with the transitions that it has made until then.

The exit status is 0 if the geometric mean meets the bar; 1 if it does not; 2 if nothing can be measured.
"""

import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path

from benching import Run, Unusable, measured_binary

HERE = Path(__file__).resolve().parent
FOLDERS = (HERE / "java/race", HERE / "java/everyday-buggy")
BAR = 10.0
SECONDS = 10


def report(binary, arguments):
    return json.loads(Run([binary, *arguments, "--format", "json"], 6 * SECONDS, (0, 1, 2, 3, 4, 101)).output)


def transitions(binary, source, folder):
    """Of directed and of heuristic search; none if there is not exactly one candidate, or neither finds it."""
    if subprocess.run(["javac", "-nowarn", "-d", folder, str(source)], capture_output=True).returncode:
        return None
    target = [source.stem, "-cp", folder, "--time", str(SECONDS)]
    try:
        audit = report(binary, ["audit", *target, "--deciders", "directed"])
        check = report(binary, ["check", *target, "--search", "heuristic"])
    except (Unusable, json.JSONDecodeError):
        return None
    candidates = audit["candidates"]
    if len(candidates) != 1 or candidates[0]["directed"]["executions"] == 0:
        return None
    variable = candidates[0]["variable"]
    races = [f for f in check["findings"] if f["kind"] == "data-race"]
    # Another finding first: what the search would have needed for the pair is not known.
    if check["findings"] and not any(race["variable"].split("[")[0] == variable.split("[")[0] for race in races):
        return None
    found = (candidates[0]["status"] == "witnessed", bool(races))
    if not any(found):
        return None
    return candidates[0]["directed"]["transitions"], check["statistics"]["transitions"], found


def main():
    binary = measured_binary()
    ratios = []
    print(f"{'program':32} {'directed':>10} {'heuristic':>10} {'ratio':>8}")
    for source in sorted(path for folder in FOLDERS for path in folder.glob("*.java")):
        with tempfile.TemporaryDirectory() as folder:
            measured = transitions(binary, source, folder)
        if measured is None:
            continue
        directed, heuristic, found = measured
        ratio = max(heuristic, 1) / max(directed, 1)
        ratios.append(ratio)
        note = "" if all(found) else f"  ({'heuristic' if found[0] else 'directed'} search has not found it)"
        print(f"{source.stem:32} {directed:>10} {heuristic:>10} {ratio:>8.2f}{note}", flush=True)
    if not ratios:
        print("no program has exactly one candidate that is found", file=sys.stderr)
        return 2
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    met = mean >= BAR
    print(f"geometric mean of {len(ratios)}: {mean:.2f} times sooner; the bar is {BAR:g}: {'met' if met else 'missed'}")
    return 0 if met else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Unusable as why:
        print(why, file=sys.stderr)
        sys.exit(2)
