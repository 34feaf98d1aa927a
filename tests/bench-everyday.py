#!/usr/bin/env python3
"""Measures how far everyday programs (tests/java/everyday) are explored: which of them `raceproof check` explores to the end.

Each is checked in rounds (`--search auto`) on each JDK, for ten seconds at most; what comes to its end is measured again without a
limit of time, with which rounds go on behind their proof. The bars: explored to the end, race-free, in ten seconds of CPU and a
gigabyte. What misses them is told; the exit status is 0 if nothing does, 1 if
something does, 2 if nothing can be measured.
"""

import json
import re
import sys
from pathlib import Path

from benching import Run, compile_all, feature_of, over_jdks

SOURCES = Path(__file__).resolve().parent / "java" / "everyday"
MANY_ARGUMENTS = {
    "LockRounds": ["", "3"],
    "FixedPool": ["1 1", "2 2 awaits", "2 3 awaits"],
    "CombineFutures": ["", "all"],
}
SECONDS, MEGABYTES = 10, 1000
REPORTED = (0, 1, 3, 4)


def programs(feature):
    """The programs that this JDK knows, each with its arguments."""
    for source in sorted(SOURCES.glob("*.java")):
        least = re.search(r"min=(\d+)", source.read_text().split("\n", 1)[0])
        if least is None or int(least[1]) <= feature:
            for arguments in MANY_ARGUMENTS.get(source.stem, [""]):
                yield source, arguments.split()


def measure(options, home, folder):
    """Prints a line for each program; answers how many miss a bar."""
    feature, missed = feature_of(home), 0
    chosen = list(programs(feature))
    compile_all(home, sorted({source for source, _ in chosen}), folder)
    print(f"JDK {feature}\n{'program':<28} {'CPU s':>7} {'MB':>6} {'states':>9} {'transitions':>12}  verdict")
    for source, arguments in chosen:
        command = [options.raceproof, "check", "--quiet", "--format", "json", "--java-home", home, "-cp", folder]
        command += ["--search", options.search]
        command += [] if options.library == "all" else ["--library", options.library]
        program = [source.stem, *(["--", *arguments] if arguments else [])]
        run = Run([*command, "--time", str(SECONDS), *program], 10 * SECONDS, REPORTED)
        if json.loads(run.output)["complete"]:
            run = Run([*command, *program], 10 * SECONDS, REPORTED)
        report = json.loads(run.output)
        figures, verdict = report["statistics"], report["verdict"]
        is_met = verdict == "race-free" and run.seconds <= SECONDS and run.megabytes <= MEGABYTES
        missed += not is_met
        name = " ".join([source.stem, *arguments])
        print(
            f"{name:<28} {run.seconds:>7.2f} {run.megabytes:>6.0f} {figures['states']:>9,} {figures['transitions']:>12,}  "
            f"{verdict}{'' if is_met else '   MISSED'}",
            flush=True,
        )
    return missed


if __name__ == "__main__":
    library, search = "how operations of the class library are executed; all: as whoever says nothing gets it", "the search"
    sys.exit(over_jdks("bench-everyday", __doc__, measure, library, search, "all"))
