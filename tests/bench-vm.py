#!/usr/bin/env python3
"""Compares the speed of `raceproof run` with that of `java -Xint` on the programs of tests/java/bench.

Each program is compiled once and then run by both, in turn, so that what else the machine does falls on both alike.
What counts is the processor time of the process (user and system), the least of its runs, less what the same runner
needs for Hello, measured in the same way. The ratio is java's time by ours: 1.0 is equally fast, 2.0 twice as fast.

The exit status is 0 if all bars are met; 1 if one is missed, a program fails, or the two print different things; 2 if
nothing can be measured: a tool is missing, a program does not compile, or not even Hello runs.
"""

import argparse
import math
import sys
import tempfile
from pathlib import Path

from benching import Run, Unusable, compile_all, feature_of, java_home, measured_binary

# JDK 25 has an interpreter three times as fast as that of 17 at allocation.
BARS = {"geometric mean": 1.0, "geometric mean on 17": 1.5, "minimum": 0.7, "hello seconds": 0.100, "hello megabytes": 120}
SOURCES = Path(__file__).resolve().parent / "java" / "bench"
START_UP = "Hello"


class Comparison:
    """A program under both runners."""

    def __init__(self, name, runners, repetitions, timeout):
        self.name = name
        runs = {runner: [] for runner in runners}
        for _ in range(repetitions):
            for runner, command in runners.items():
                runs[runner].append(Run(command(name), timeout))
        self.seconds = {runner: min(run.seconds for run in done) for runner, done in runs.items()}
        self.megabytes = {runner: max(run.megabytes for run in done) for runner, done in runs.items()}
        self.outputs = {run.output for done in runs.values() for run in done}

    def ratio(self, start_up):
        """java's own time by ours. Less than a clock tick of work cannot be compared."""
        own = {runner: seconds - start_up.seconds[runner] for runner, seconds in self.seconds.items()}
        if own["java"] < 0.05:
            raise Unusable(f"{self.name} works too little to be measured: {own['java']:.3f} s under java")
        return own["java"] / max(own["raceproof"], 0.001)


def arguments():
    default = measured_binary()
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("programs", nargs="*", help="names such as Sieve; all but Hello by default")
    parser.add_argument("--java-home", metavar="DIR", help="the JDK for both; else JAVA_HOME, else java on the PATH")
    parser.add_argument("--raceproof", metavar="PATH", default=default, help=f"the binary to measure; {default}")
    parser.add_argument("--runs", type=int, default=3, metavar="N", help="runs of each program under each runner; 3")
    parser.add_argument("--repetitions", type=int, metavar="N", help="instead of the programs' own default")
    parser.add_argument("--timeout", type=float, default=120, metavar="SECONDS", help="for one run; 120")
    options = parser.parse_args()
    if options.runs < 1:
        parser.error("--runs must be at least 1")
    return options


def prepare(options, folder):
    """Compiles the programs; answers their names, the bar for them together, and how to compare one."""
    home = java_home(options.java_home)
    programs = options.programs or sorted(p.stem for p in SOURCES.glob("*.java") if p.stem != START_UP)
    compile_all(home, [SOURCES / f"{name}.java" for name in [START_UP, *programs]], folder)
    words = [] if options.repetitions is None else [str(options.repetitions)]
    java = [home / "bin" / "java", "-Xint", "-ea", "-cp", folder]
    raceproof = [options.raceproof, "run", "--java-home", home, "-cp", folder]
    runners = {
        "java": lambda name: [*java, name, *words],
        "raceproof": lambda name: [*raceproof, name, "--", *words],
    }
    mean = "geometric mean on 17" if feature_of(home) == 17 else "geometric mean"
    return programs, mean, lambda name: Comparison(name, runners, options.runs, options.timeout)


def report(programs, mean_bar, compare):
    """Prints a line for each program as soon as it is measured, then the bars; answers whether all is well."""
    start_up = compare(START_UP)
    wrong = [] if len(start_up.outputs) == 1 else [f"{START_UP}: not the same output"]
    ratios = []
    print(f"{'program':<16} {'java -Xint':>10} {'raceproof':>10} {'ratio':>6}   (seconds of CPU less start-up)")
    for name in programs:
        try:
            compared = compare(name)
            ratios.append(compared.ratio(start_up))
        except Unusable as why:
            wrong.append(f"{name}: {why}")
            print(f"{name:<16} failed", flush=True)
            continue
        java, ours = (compared.seconds[runner] - start_up.seconds[runner] for runner in ("java", "raceproof"))
        print(f"{name:<16} {java:>10.3f} {ours:>10.3f} {ratios[-1]:>6.2f}", flush=True)
        if len(compared.outputs) > 1:
            wrong.append(f"{name}: not the same output")
    print()
    met = True
    if ratios:
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        met &= bar(mean_bar, mean, mean >= BARS[mean_bar], "at least", ".2f")
        met &= bar("minimum", min(ratios), min(ratios) >= BARS["minimum"], "at least", ".2f")
    seconds, megabytes = start_up.seconds["raceproof"], start_up.megabytes["raceproof"]
    met &= bar("hello seconds", seconds, seconds <= BARS["hello seconds"], "at most", ".3f")
    met &= bar("hello megabytes", megabytes, megabytes <= BARS["hello megabytes"], "at most", ".0f")
    print(f"java -Xint needs {start_up.seconds['java']:.3f} s and {start_up.megabytes['java']:.0f} MB for {START_UP}")
    for line in wrong:
        print(line)
    return met and not wrong


def bar(name, value, met, word, form):
    print(f"{name:<20} {value:>6{form}}   {word} {BARS[name]:{form}}   {'met' if met else 'MISSED'}")
    return met


def main():
    options = arguments()
    try:
        with tempfile.TemporaryDirectory(prefix="bench-vm-") as folder:
            return 0 if report(*prepare(options, folder)) else 1
    except Unusable as why:
        print(f"bench-vm: {why}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
