#!/usr/bin/env python3
"""Measures `raceproof check` on the programs of tests/java/bench-check, against the figures of Java PathFinder.

Each program is compiled once and then checked a few times, depth first. What counts is the processor time of the whole process
(user and system), the least of its runs; states and transitions are those of the report. Transitions per second and bytes per
visited state are those of the search, so the time and memory of TwoThreads, which is all start-up, are taken off.

The exit status is 0 if all bars are met; 1 if one is missed or a verdict is wrong; 2 if nothing can be measured.
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path

from benching import Run, Unusable, compile_all, java_home, measured_binary

SOURCES = Path(__file__).resolve().parent / "java" / "bench-check"
REDUCED = SOURCES.parent / "reductions"
START_UP = "TwoThreads"
# A program with arguments. Six philosophers are done before their speed and memory can be told from those of the start-up.
MANY = "Philosophers 11"

# Java PathFinder on a machine of this kind: seconds of CPU, new states, revisited states, megabytes.
REFERENCE = {
    "Philosophers": (21.0, 81_199, 291_345, 323),
    "ProducerConsumer": (17.6, 100_515, 227_545, 399),
    "ReentrantLockCounter": (3.7, 4_141, 6_923, None),
    "SynchronizedCounter": (2.7, 3_401, 6_318, None),
    "PhilosophersDeadlock": (5.4, None, None, None),
}

# The bars: how many times faster, or how many seconds at most.
AT_LEAST_TIMES = {"Philosophers": 20.0, "ProducerConsumer": 20.0}
AT_MOST_SECONDS = {
    "ReentrantLockCounter": 0.3,
    "SynchronizedCounter": 0.3,
    "PhilosophersDeadlock": 0.3,
    "TwoThreads": 0.150,
}
TRANSITIONS_PER_SECOND = (MANY, 200_000)
# Of a search without states, more executions take no more memory: half as many threads as in the second program.
EXECUTIONS_PER_SECOND = ("LastWrite 6", 20_000)
TIMES_THE_MEMORY = ("LastZero 5", "LastZero 10", 1.2)
BYTES_PER_STATE = ((MANY, 150), ("ReentrantLockCounter", 150))


# Exit statuses that come with a report: nothing found, something found, a limit.
REPORTED = (0, 1, 3)


class Program:
    """A program, checked several times."""

    def __init__(self, name, command, runs, timeout):
        self.name = name
        target, *arguments = name.split()
        words = [*command, target, *(["--", *arguments] if arguments else [])]
        checks = [Run(words, timeout, REPORTED) for _ in range(runs)]
        self.seconds = min(check.seconds for check in checks)
        reports = [json.loads(check.output) for check in checks]
        report = reports[0]
        self.verdict = report["verdict"]
        self.kinds = [finding["kind"] for finding in report["findings"]]
        self.statistics = report["statistics"]
        self.states, self.transitions = self.statistics["states"], self.statistics["transitions"]
        self.memory = min(report["statistics"]["peak_memory_bytes"] or 0 for report in reports)

    def transitions_per_second(self, start_up):
        return self.transitions / max(self.seconds - start_up.seconds, 0.001)

    def bytes_per_state(self, start_up):
        return max(self.memory - start_up.memory, 0) / self.states

    def is_as_expected(self):
        line = (SOURCES / f"{self.name.split()[0]}.java").read_text().split("\n", 1)[0]
        words = dict(word.split("=", 1) for word in line.split() if "=" in word)
        verdict = "passed" if self.verdict == "race-free" else self.verdict
        return words["verdict"] == verdict and words.get("kind") in (None, *self.kinds)


def arguments():
    default = measured_binary()
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("programs", nargs="*", help="names such as Philosophers; all by default")
    parser.add_argument("--java-home", metavar="DIR", help="the JDK; else JAVA_HOME, else that of java on the PATH")
    parser.add_argument("--raceproof", metavar="PATH", default=default, help=f"the binary to measure; {default}")
    parser.add_argument("--search", default="dfs", help="the search; dfs")
    parser.add_argument("--race", default="off", help="the detector of data races; off, as the figures of Java PathFinder are")
    parser.add_argument("--runs", type=int, default=3, metavar="N", help="checks of each program; 3")
    parser.add_argument("--max-states", default="3000000", metavar="N", help="for one check; 3000000")
    parser.add_argument("--timeout", type=float, default=120, metavar="SECONDS", help="for one check; 120")
    options = parser.parse_args()
    if options.runs < 1:
        parser.error("--runs must be at least 1")
    return options


def bar(what, value, bound, is_least, form):
    met = value >= bound if is_least else value <= bound
    word = "at least" if is_least else "at most"
    print(f"{what:<44} {value:>12{form}}   {word} {bound:{form}}   {'met' if met else 'MISSED'}")
    return met


def measure(options, folder):
    """Prints a line for each program as soon as it is measured; answers the programs by name."""
    home = java_home(options.java_home)
    names = options.programs or sorted([MANY, *(path.stem for path in SOURCES.glob("*.java"))])
    names = [START_UP, *(name for name in names if name != START_UP)]
    compile_all(home, {SOURCES / f"{name.split()[0]}.java" for name in names}, folder)
    command = [options.raceproof, "check", "--quiet", "--format", "json", "--java-home", home, "-cp", folder]
    command += ["--race", options.race, "--search", options.search, "--max-states", options.max_states]
    programs = {}
    print(
        f"{'program':<22} {'CPU s':>7} {'states':>9} {'transitions':>12} {'per s':>10} {'B/state':>8} "
        f"{'JPF s':>6} {'JPF states':>10} {'times':>6}"
    )
    for name in names:
        program = programs[name] = Program(name, command, options.runs, options.timeout)
        start_up = programs[START_UP]
        rates = ["-", "-"]
        if name != START_UP:
            rates = [f"{program.transitions_per_second(start_up):,.0f}", f"{program.bytes_per_state(start_up):.0f}"]
        reference = ["-", "-", "-"]
        if name in REFERENCE:
            seconds, states, _, _ = REFERENCE[name]
            reference = [f"{seconds:.1f}", f"{states:,}" if states else "-", f"{seconds / program.seconds:.1f}"]
        print(
            f"{name:<22} {program.seconds:>7.3f} {program.states:>9,} {program.transitions:>12,} {rates[0]:>10} "
            f"{rates[1]:>8} {reference[0]:>6} {reference[1]:>10} {reference[2]:>6}",
            flush=True,
        )
    return programs


def judge(programs):
    """Prints the bars; answers whether all are met."""
    print()
    start_up = programs[START_UP]
    met = True
    for name, times in AT_LEAST_TIMES.items():
        if name in programs:
            met &= bar(f"{name}: times faster", REFERENCE[name][0] / programs[name].seconds, times, True, ",.1f")
    for name, seconds in AT_MOST_SECONDS.items():
        if name in programs:
            met &= bar(f"{name}: seconds of CPU", programs[name].seconds, seconds, False, ",.3f")
    name, bound = TRANSITIONS_PER_SECOND
    if name in programs:
        met &= bar(f"{name}: transitions per second", programs[name].transitions_per_second(start_up), bound, True, ",.0f")
    for name, bound in BYTES_PER_STATE:
        if name in programs:
            met &= bar(f"{name}: bytes per visited state", programs[name].bytes_per_state(start_up), bound, False, ",.0f")
    for program in programs.values():
        if not program.is_as_expected():
            print(f"{program.name}: the verdict is {program.verdict} {' '.join(program.kinds)}".rstrip() + ", which is WRONG")
            met = False
    return met


def judge_reduction(options, folder):
    """Measures dpor; answers whether its bars are met. What is all start-up is the same program with one thread."""
    home = java_home(options.java_home)
    many, bound = EXECUTIONS_PER_SECOND
    few, more, times = TIMES_THE_MEMORY
    main_class = many.split()[0]
    compile_all(home, [REDUCED / f"{name.split()[0]}.java" for name in (many, few)], folder)
    command = [options.raceproof, "check", "--format", "json", "--quiet", "--java-home", home, "--race", "off"]
    command += ["--search", "dpor", "-cp", folder]
    runs = max(options.runs, 10)
    start_up, fast = (Program(name, command, runs, options.timeout) for name in (f"{main_class} 1", many))
    small, large = (Program(name, command, options.runs, options.timeout) for name in (few, more))
    rate = fast.statistics["executions"] / max(fast.seconds - start_up.seconds, 0.001)
    print(f"\ndpor: {many} takes {fast.seconds:.3f} s, {main_class} 1 {start_up.seconds:.3f} s")
    met = bar(f"{many}: executions per second", rate, bound, True, ",.0f")
    return met & bar(f"{more}: times the memory of {few}", large.memory / small.memory, times, False, ",.2f")


def main():
    options = arguments()
    try:
        with tempfile.TemporaryDirectory(prefix="bench-check-") as folder:
            met = judge(measure(options, folder))
            if not options.programs:
                met &= judge_reduction(options, folder)
            return 0 if met else 1
    except Unusable as why:
        print(f"bench-check: {why}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
