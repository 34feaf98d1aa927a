#!/usr/bin/env python3
"""Repeats the examples of Naik and Aiken, and sets what is left behind each stage beside their table.

The paper is "Conditional Must Not Aliasing for Static Race Detection" (POPL 2007). Its figure and examples, each with a twin
that races, are in scan/tests/java, and so are programs of ours with the structure of its benchmarks. Two runs write the same
tests/papers/chord.md but for times.

The exit status is 0 if all bars are met; 1 if one is missed; 2 if something cannot be measured.
"""

import argparse
import json
import re
import sys
import tempfile
from pathlib import Path

from benching import Report, Run, Unusable, compile_all, java_home, measured_binary

HERE = Path(__file__).resolve().parent
SOURCES = HERE.parent / "scan" / "tests" / "java"
REPORT = HERE / "papers" / "chord.md"

# Those that are to be proved, each with twins of which the race is to be found.
EXAMPLES = {
    "Figure1A": ["Figure1AFreshArray"],
    "Figure1X": ["Figure1XCarried", "Figure1XSharedLeaf", "Figure1XMoved"],
    "Figure1XF": ["Figure1XFFreshLock", "Figure1XFReplaced"],
    "Example21": ["Example21Hoisted"],
    "Example35A": ["Example35B"],
}

# Figures 10 to 13: pairs at the beginning, behind what may run in parallel, behind global locks; ruled out by local locks and
# by local threads; left, of these real and false. Then our program, and how many pairs may be left.
TABLE = {
    "ShapePhilo": ("philo", "926 35 33 30 0 3 3/0", 0),
    "ShapeElevator": ("elevator", "662 305 305 37 268 0 0/0", 0),
    "ShapeTsp": ("tsp", "3379 494 140 0 110 30 12/18", 30),
    "ShapeFtp": ("ftp", "55039 1628 1147 613 577 284 187/97", None),
}

LATER = ["unlocked-global", "unlocked-local", "thread-local", "ordered", "candidates"]


class Scanner:
    """Scans compiled programs, each once."""

    def __init__(self, home, folder):
        self.options = ["--java-home", home, "-cp", folder, "--format", "json"]

    def scan(self, name):
        command = [measured_binary(), "scan", *map(str, self.options), name]
        run = Run(command, 60, statuses=(0, 1, 3))
        return json.loads(run.output), run


def races(name):
    """What races in a program, by its second line; none if it is race-free."""
    line = (SOURCES / f"{name}.java").read_text().splitlines()[1]
    return set(re.fullmatch(r"// races: (.*)", line)[1].replace(" ", "").split(",")) - {"none"}


def variables(report):
    return {candidate["variable"] for candidate in report["candidates"]}


def examples(scanner, report):
    report.section("Figure 1 and Examples 2.1 and 3.5", "Of each nothing is left; of its twins the race is found, and nothing else.")
    table, proved, found = [], 0, 0
    for name, twins in EXAMPLES.items():
        answer, run = scanner.scan(name)
        is_proved = not answer["candidates"] and not answer["gaps"]
        proved += is_proved
        table.append((name, "nothing left" if is_proved else "open", "", f"{run.seconds:.2f} s"))
        for twin in twins:
            answer, run = scanner.scan(twin)
            found += variables(answer) == races(twin)
            table.append((twin, answer["verdict"], " ".join(sorted(variables(answer))), f"{run.seconds:.2f} s"))
    report.table(("program", "verdict", "variables", "time"), *table)
    report.bar("Examples proved", proved, len(EXAMPLES), True)
    twins = sum(map(len, EXAMPLES.values()))
    report.bar("Twins of which the race is found, and no other", found, twins, True)


def columns(stages):
    left = sum(stages.get(stage, 0) for stage in LATER)
    behind_global = left - stages.get("unlocked-global", 0)
    ruled_out = [stages.get(stage, 0) for stage in ("unlocked-local", "thread-local", "ordered")]
    return [sum(stages.values()), left, behind_global, *ruled_out, stages.get("candidates", 0)]


def shapes(scanner, report):
    report.section(
        "Figures 10 to 13: pairs, by the stage that rules them out",
        "Ours are programs of the same structure, not the same programs. The paper counts pairs of the class library as well,",
        "we those on behalf of the application; it has no stage for what is ordered by publication. `parallel` and `global` are",
        "what is left behind these stages, `local`, `thread` and `ordered` what they rule out.",
    )
    head = "program", "", "original", "parallel", "global", "local", "thread", "ordered", "left", "real/false", "time"
    table = []
    for name, (benchmark, numbers, most) in TABLE.items():
        answer, run = scanner.scan(name)
        first, parallel, behind, local, thread, left, real = numbers.split()
        table.append((benchmark, "paper", first, parallel, behind, local, thread, "", left, real, ""))
        *counts, open_pairs = columns(answer["stages"])
        meant = races(name)
        real = sum(candidate["variable"] in meant for candidate in answer["candidates"])
        judged = f"{real}/{len(answer['candidates']) - real}"
        table.append((name, "ours", *counts, open_pairs, judged, f"{run.seconds:.2f} s"))
        if most is not None:
            report.bar(f"{name}: pairs left", open_pairs, most, False)
    report.table(head, *table)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--java-home", metavar="DIR", help="the JDK; else JAVA_HOME, else that of java on the PATH")
    options = parser.parse_args()
    title = "Conditional Must Not Aliasing for Static Race Detection (2007), repeated"
    report = Report(title, "tests/paper-chord.py", REPORT)
    try:
        with tempfile.TemporaryDirectory(prefix="paper-chord-") as folder:
            home = java_home(options.java_home)
            names = {*EXAMPLES, *(twin for twins in EXAMPLES.values() for twin in twins), *TABLE}
            compile_all(home, [SOURCES / f"{name}.java" for name in sorted(names)], folder)
            scanner = Scanner(home, folder)
            examples(scanner, report)
            shapes(scanner, report)
    except Unusable as why:
        print(f"paper-chord: {why}", file=sys.stderr)
        return 2
    return 0 if report.finish() else 1


if __name__ == "__main__":
    sys.exit(main())
