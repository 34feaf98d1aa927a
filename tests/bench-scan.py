#!/usr/bin/env python3
"""Measures `raceproof scan` on small programs of ours and on libraries of Debian, as far as those are installed.

What counts is the processor time of the whole process (user and system), the least of its runs, and its memory, the least of its
runs. Small programs are compiled before; libraries have no `main`, and are given to the most general client.

The exit status is 0 if all bars are met; 1 if one is missed; 2 if nothing can be measured.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from benching import Run, Unusable, measured_binary

HERE = Path(__file__).resolve().parent
PROGRAMS = HERE.parent / "scan/tests/java"
JARS = Path("/usr/share/java")


@dataclass(frozen=True)
class Bench:
    """What is scanned, and the bars: seconds of the processor and megabytes."""

    name: str
    seconds: float
    megabytes: float
    package: str = None

    @property
    def jar(self):
        return JARS / f"{self.name}.jar"

    def arguments(self, folder):
        if self.package:
            if not self.jar.exists():
                raise Unusable(f"{self.jar} is not there: it is of the package {self.package}")
            return [str(self.jar)]
        compiled = ["javac", "-d", folder, str(PROGRAMS / f"{self.name}.java")]
        subprocess.run(compiled, check=True)
        return [self.name, "-cp", folder]


BENCHES = (
    Bench("ShapeTsp", 1.0, 200),
    Bench("ShapeFtp", 1.0, 200),
    Bench("ShapeElevator", 1.0, 200),
    Bench("caffeine", 8, 500, "libcaffeine-java"),
    Bench("commons-collections4", 8, 500, "libcommons-collections4-java"),
    Bench("commons-pool2", 8, 500, "libcommons-pool2-java"),
    Bench("commons-dbcp2", 8, 500, "libcommons-dbcp2-java"),
    Bench("commons-io", 8, 500, "libcommons-io-java"),
    Bench("HikariCP", 8, 500, "libhikaricp-java"),
    Bench("guava", 60, 2000, "libguava-java"),
)


def measured(binary, bench, runs, timeout):
    with tempfile.TemporaryDirectory() as folder:
        command = [str(binary), "scan", "--format", "json", *bench.arguments(folder)]
        found = [Run(command, timeout, statuses=(0, 1, 3)) for _ in range(runs)]
    report = json.loads(found[0].output)
    if any(run.output != found[0].output for run in found):
        raise Unusable(f"{bench.name}: two runs say different things")
    return min(run.seconds for run in found), min(run.megabytes for run in found), report


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=2, help="executions of each (default %(default)s)")
    parser.add_argument("--timeout", type=float, default=200, help="seconds for each (default %(default)s)")
    parser.add_argument("names", nargs="*", help="only these")
    options = parser.parse_args()
    binary = measured_binary()
    print(f"{'':24}{'CPU s':>8}{'bar':>6}{'MB':>8}{'bar':>6}{'methods':>9}{'pairs left':>12}{'gaps':>6}")
    missed = measurable = 0
    for bench in BENCHES:
        if options.names and bench.name not in options.names:
            continue
        try:
            seconds, megabytes, report = measured(binary, bench, options.runs, options.timeout)
        except Unusable as reason:
            print(f"{bench.name:24}{reason}")
            # What is not installed is no bar missed; what does not end is one.
            missed += "not done" in str(reason)
            continue
        measurable += 1
        is_met = seconds <= bench.seconds and megabytes <= bench.megabytes
        missed += not is_met
        row = f"{bench.name:24}{seconds:8.2f}{bench.seconds:6g}{megabytes:8.0f}{bench.megabytes:6g}"
        left = f"{report['methods']:9}{len(report['candidates']):12}{len(report['gaps']):6}"
        print(f"{row}{left}{'' if is_met else '  missed'}", flush=True)
    return 2 if measurable == 0 else int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
