#!/usr/bin/env python3
"""Measures how fast `raceproof check` finds the mistakes of everyday programs (tests/java/everyday-buggy).

A program's first line says what kinds of finding are right, and of which variables. Each is checked on each JDK as by default,
and by random executions of each scheduler, 2,000 at most: their columns say how many executions ended before that of the
finding, `-` is that nothing was found, or something else first. The bars: found by the default search in two seconds of CPU, and
by at least one of the schedulers. What misses them is told; the exit status is 0 if nothing does, 1 if something does, 2 if
nothing can be measured.
"""

import json
import re
import sys
from pathlib import Path

from benching import Run, compile_all, feature_of, over_jdks

SOURCES = Path(__file__).resolve().parent / "java" / "everyday-buggy"
SCHEDULERS = ["uniform", "pct", "pos"]
SECONDS, RUNS = 2, 2000
LONGEST = 60
REPORTED = (0, 1, 3, 4)


class Twin:
    """A program, and what its first line says of it."""

    def __init__(self, source):
        self.source, self.name = source, source.stem
        said = dict(re.findall(r"(\w+)=(\S+)", source.read_text().split("\n", 1)[0]))
        self.kinds, self.variables = said["kind"].split("|"), said.get("variable", "").split("|")
        self.least = int(said.get("min", 0))

    def is_right(self, finding):
        """Whether this is the mistake; only a data race has a variable."""
        return finding["kind"] in self.kinds and finding.get("variable", self.variables[0]) in self.variables


def told(finding):
    return " ".join([finding["kind"], *([finding["variable"]] if "variable" in finding else [])])


def measure(options, home, folder):
    """Prints a line for each program; answers how many miss a bar."""
    feature, missed = feature_of(home), 0
    twins = [twin for twin in map(Twin, sorted(SOURCES.glob("*.java"))) if twin.least <= feature]
    compile_all(home, [twin.source for twin in twins], folder)
    columns = " ".join(f"{scheduler:>8}" for scheduler in SCHEDULERS)
    print(f"JDK {feature}\n{'program':<28} {'CPU s':>7} {columns}  {options.search} finds")

    def check(twin, *arguments):
        command = [options.raceproof, "check", "--quiet", "--format", "json", "--java-home", home, "-cp", folder]
        run = Run([*command, "--time", str(LONGEST), *arguments, twin.name], 5 * LONGEST, REPORTED)
        return run, json.loads(run.output)

    for twin in twins:
        run, report = check(twin, "--search", options.search)
        is_met = any(map(twin.is_right, report["findings"])) and run.seconds <= SECONDS
        before = []
        for scheduler in SCHEDULERS:
            chance = ["--search", "random", "--runs", str(RUNS), "--scheduler", scheduler, "--library", options.library]
            _, by_chance = check(twin, *chance)
            is_found = any(map(twin.is_right, by_chance["findings"]))
            before.append(by_chance["statistics"]["executions"] if is_found else None)
        is_met = is_met and any(count is not None for count in before)
        missed += not is_met
        counts = " ".join(f"{'-' if count is None else count:>8}" for count in before)
        found = ", ".join(map(told, report["findings"])) or report["verdict"]
        print(f"{twin.name:<28} {run.seconds:>7.2f} {counts}  {found}{'' if is_met else '   MISSED'}", flush=True)
    return missed


if __name__ == "__main__":
    library, search = "how random executions take operations of the class library", "the search that is to find it in time"
    sys.exit(over_jdks("bench-buggy", __doc__, measure, library, search))
