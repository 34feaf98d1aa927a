#!/usr/bin/env python3
"""Repeats the experiments of Kim, Yavuz-Kahveci and Sanders on Java RaceFinder, and sets our figures beside theirs.

The paper is "Precise Data Race Detection in a Relaxed Memory Model using Model Checking" (2009); its programs, written anew,
are in tests/java/papers/jrf. Time is the processor time of the whole process (user and system), memory its peak. States,
lengths and tables do not depend on the machine: two runs write the same tests/papers/jrf.md but for times and memory.

The exit status is 0 if all bars are met; 1 if one is missed; 2 if something cannot be measured.
"""

import argparse
import json
import sys
import tempfile
from functools import cache
from pathlib import Path
from statistics import median

from benching import Report, Run, Unusable, compile_all, java_home, measured_binary

HERE = Path(__file__).resolve().parent
SOURCES = HERE / "java" / "papers" / "jrf"
REPORT = HERE / "papers" / "jrf.md"

# Figure 8, depth first and by all four heuristics: states, length, time, memory, the table of h. Then Figure 9: what JPF's
# PreciseRaceDetector said, and the length of it. The names are ours, the numbers of threads and iterations the paper's.
FIGURE_8 = """
DisBarrier (2,2)                | 109 109 2s 12M 35*640    | 79 39 2s 21M 35*640       | same race, 100
StaticTreeBarrier (7,1)         | 123 123 4s 19M 51*813    | 407 102 5s 123M 51*898    | same race, 102
StripedHashSet (4,12)           | 35 35 3s 12M 83*820      | 213 26 4s 60M 91*820      | same race, 171
LazyList (4,16)                 | 87 87 3s 19M 65*603      | 360 44 3s 63M 56*582      | same race, 689
OptimisticList (3,6)            | 47 47 2s 12M 55*598      | 229 37 3s 39M 52*592      | same race, 202
Bakery (2,2)                    | 53 42 5s 12M 37*794      | 79 37 4s 21M 37*742       | different race, 374
LockFreeQueue (2,2)             | 31 27 1s 12M 28*441      | 37 17 1s 12M 28*439       | same race, 26
CLHLock (4,8)                   | 106 98 2s 12M 37*293     | 106 48 2s 20M 37*293      | same race, 94
CorrectedMCSLock (2,4)          | 289 136 3s 12M 41*537    | 107 33 2s 20M 41*537      | false race on a volatile, 129
IteratorTestLockFreeQueue (2,2) | 33 33 17s 21M 213*1817   | 57 30 16s 36M 205*1817    | same race, 28
IteratorTestEBDeque (2,2)       | 25 25 18s 35M 253*2030   | 41 22 16s 34M 245*2030    | NoSuchMethodException
IteratorTestLockFreeList (2,2)  | 37 37 16s 21M 214*1747   | 65 34 15s 35M 206*1747    | same race, 33
QueueTest (2,2)                 | 91 81 4s 20M 72*1367     | 180 85 5s 59M 70*1309     | same race, 80
Moldyn (2,1)                    | 1884 1884 48s 34M 36*629 | 1894 949 333s 703M 36*717 | no race found
Sor (2,15)                      | 76 76 4s 12M 41*721      | 84 44 3s 22M 41*721       | no race found
Lufact (2,5)                    | 26 26 1s 12M 34*309      | 32 18 1s 12M 34*309       | no race found
Montecarlo (2,5)                | 105 94 13s 30M 63*3265   | 29 15 4s 21M 50*1449      | same race, 87
"""

# Appendix B: states/length by each choice of heuristics, in the paper's order; *2 stands for twice the same.
CHOICES = "AF ARA WW WF ARA,AF WW,WF WW,ARA WW,AF WF,ARA WF,AF ARA,AF,WW ARA,AF,WF ARA,WF,WW AF,WF,WW ARA,AF,WF,WW".split()
ALL_FOUR = CHOICES[-1]
APPENDIX_B = """
DisBarrier 77/39 85/44 87/44*2 77/39 87/44*2 79/39 87/44 79/39*3 87/44 79/39*2
StaticTreeBarrier 379/102*2 407/102*2 379/102 407/102*10
StripedHashSet 263/35*2 269/33 356/44 263/35 213/26 269/33*2 356/44*2 269/33 356/44 213/26*3
LazyList 679/87*2 2425/302 800/99 679/87 360/44 2425/302*2 800/99*2 2425/302 800/99 360/44*3
OptimisticList 270/47*2 619/102 331/54 270/47 229/37 619/102*2 331/54*2 619/102 331/54 229/37*3
Bakery 1071/351*2 1079/358 1091/358 1071/351 82/37 1067/351*2 1079/354 1079/351 1067/351 1079/351 1062/351*2 79/37
LockFreeQueue 56/27*2 37/18 37/17 56/27 37/17 37/18*2 37/17*2 37/18 37/17*4
CLHLock 293/98*2 171/39 163/35 293/98 106/48 171/39*2 163/35*2 171/39 163/35 106/48*3
CorrectedMCSLock 121/33 106/35 119/33 140/33 121/33 119/44 116/35 119/33 137/35 140/33 119/33 140/33 106/35 107/33*2
IteratorTestLockFreeQueue 57/30*2 32/16*2 57/30 32/16 57/30*9
IteratorTestEBDeque 41/22*2 24/12*2 41/22 24/12 41/22*9
IteratorTestLockFreeList 65/34*2 42/21*2 65/34 42/18 65/34*9
QueueTest 169/85*2 180/85*2 169/85 180/85*10
Moldyn 1894/949*2 1892/948*2 1894/949 1890/1352 1894/949*9
Sor 84/44*15
Lufact 32/18*15
Montecarlo 189/94*2 29/15*2 189/94 29/15*10
"""

# Figure 10: states and time without and with JRF. Then what we are to say, without and with the detector.
FIGURE_10 = """
Simple (2,)        | 12 1s   | 12 1s    | passed race-free
Peterson (2,2)     | 866 1s  | 866 3s   | passed race-free
SenseBarrier (2,2) | 3329 3s | 3329 19s | passed race-free
TourBarrier (3,3)  | 182 1s  | 182 2s   | uncaught-exception uncaught-exception
"""
# The paper's own instances are all start-up with us. These take about a second with the detector. Simple does not grow, and
# TourBarrier is free of its exception only with a number of threads that is a power of two.
LARGER, LARGER_PAIRS = ("Peterson 2 24", "SenseBarrier 4 2", "TourBarrier 4 40"), 7

# The bars, besides a race in every program of Figure 8.
NO_LONGER_IN, AT_MOST_HALF_IN, STEPS, OVERHEAD, SECONDS = 16, 5, 4, 1.3, 0.2
# Exit statuses that come with a report: nothing found, something found, a limit. The limits of one check.
REPORTED, SECONDS_AT_MOST, STATES_AT_MOST = (0, 1, 3), 120, "1000000"


class Check(Run):
    """A check and what its report says: what was found first, or else the verdict."""

    def __init__(self, command):
        super().__init__(command, SECONDS_AT_MOST, REPORTED)
        report = json.loads(self.output)
        statistics = report["statistics"]
        self.states, self.transitions = statistics["states"], statistics["transitions"]
        self.table = "{rows}*{columns}".format(**statistics["h"]) if statistics.get("h") else "-"
        first = report["findings"][0] if report["findings"] else {}
        self.answer = first.get("kind", report["verdict"])
        self.race = first if self.answer == "data-race" else None
        self.length = self.race["length"] if self.race else None

    def cells(self):
        return [self.states, self.length or "none", f"{self.seconds:.3f} s", f"{self.megabytes:.0f} MB", self.table]


class Checker:
    """Checks programs, each with its arguments: anew, or as before if this was asked for before."""

    def __init__(self, home, folder, repetitions):
        self.command = [measured_binary(), "check", "--quiet", "--format", "json", "--max-states", STATES_AT_MOST]
        self.command += ["--java-home", home, "-cp", folder]
        self.once, self.repetitions = cache(self.anew), repetitions

    def anew(self, program, search, race="h", granularity="access"):
        """The search is dfs or a choice of heuristics."""
        words = ["dfs"] if search == "dfs" else ["heuristic", "--heuristic", search.lower()]
        words += ["--race", race, "--granularity", granularity]
        target, *rest = program.split()
        return Check([*self.command, "--search", *words, target, *(["--", *rest] if rest else [])])


def rows(text):
    """The lines of a figure: the program's name, what the paper says after it, and the columns."""
    for line in text.strip().splitlines():
        first, *columns = line.split(" | ")
        name, *instance = first.split()
        yield name, " ".join(instance), [column.strip() for column in columns]


def with_bold(lengths):
    """The shortest is bold; and which that are."""
    least = min((length for length in lengths if length), default=None)
    return [(f"**{length}**", 1) if length and length == least else (length or "none", 0) for length in lengths]


def figure_8(check, report):
    report.section("Figure 8: depth first and all four heuristics", "On the right the paper's figures.")
    table, pairs = [], []
    for name, instance, (dfs, heuristic, _) in rows(FIGURE_8):
        checks = check.once(name, "dfs"), check.once(name, ALL_FOUR)
        pairs.append([one.length for one in checks])
        for word, one, theirs in zip(("dfs", "heuristic"), checks, (dfs, heuristic)):
            table.append((f"{name} {instance}", word, *one.cells(), *theirs.split()))
    report.table(("program", "search", *2 * ("states", "length", "time", "memory", "h")), *table)
    report.bar("Figure 8: a race by dfs", sum(dfs is not None for dfs, _ in pairs), len(pairs), True)
    report.bar("Figure 8: a race by all four heuristics", sum(other is not None for _, other in pairs), len(pairs), True)
    both = [(dfs, other) for dfs, other in pairs if dfs and other]
    report.bar("Figure 8: no longer than by dfs", sum(other <= dfs for dfs, other in both), NO_LONGER_IN, True)
    report.bar("Figure 8: at most half as long as by dfs", sum(2 * other <= dfs for dfs, other in both), AT_MOST_HALF_IN, True)


def appendix_b(check, report):
    report.section("Appendix B: every choice of heuristics", "On the right the paper's figures. Bold: the shortest.")
    best = {choice: [0, 0] for choice in CHOICES}
    for line in APPENDIX_B.strip().splitlines():
        name, *groups = line.split()
        runs = [group.partition("*") for group in groups]
        theirs = [pair.split("/") for pair, _, times in runs for _ in range(int(times or 1))]
        ours = [check.once(name, choice) for choice in CHOICES]
        lengths = zip(with_bold([one.length for one in ours]), with_bold([int(length) for _, length in theirs]))
        table = []
        for choice, one, (states, _), ((our_length, is_our_best), (length, is_best)) in zip(CHOICES, ours, theirs, lengths):
            best[choice] = [best[choice][0] + is_our_best, best[choice][1] + is_best]
            table.append((choice, one.states, our_length, *one.cells()[2:], states, length))
        report.lines += ["", f"### {name}"]
        report.table(("heuristics", "states", "length", "time", "memory", "h", "states", "length"), *table)
    report.lines += ["", "### In how many programs each is the shortest"]
    report.table(("heuristics", "here", "paper"), *((choice, *counts) for choice, counts in best.items()))


def figure_9(check, report):
    report.section(
        "Figure 9: a detector that ignores happens-before",
        "We have none. What JPF's PreciseRaceDetector said in the paper, with the length; then what we say, depth first. It",
        "misses the elements of volatile arrays, and calls two accesses of a volatile variable at the same moment a race.",
        "",
    )
    said = [(name, columns[2]) for name, _, columns in rows(FIGURE_8)]
    # Neither is in the figure: section 7 says the one of the volatile Peterson, the other follows from how it works.
    said += [("Peterson", "false race on a volatile"), ("Simple", "not run; it would say: false race on a volatile")]
    for name, theirs in said:
        one = check.once(name, "dfs")
        ours = f"{one.race['conflict']} race on {one.race['variable']}, {one.length}" if one.race else one.answer
        report.lines.append(f"- {name}: {theirs}. Here: {ours}.")


def compare(check, program, granularity, count):
    """Without and with the detector: the answers; the ratio of the median times; and the cells of a row. The two are run in
    turn, so that what else the machine does falls on both alike."""
    pairs = [[check.anew(program, "dfs", race, granularity) for race in ("off", "h")] for _ in range(count)]
    before, after = (median(pair[side].seconds for pair in pairs) for side in (0, 1))
    off, on = pairs[0]
    counts = (off.states, on.states, off.transitions, on.transitions)
    cells = (*counts, f"{before:.3f} s", f"{after:.3f} s", f"{after / before:.2f} x")
    return f"{off.answer} {on.answer}", after / before, cells


def figure_10(check, report):
    report.section(
        "Figure 10: the overhead of the detector",
        "Depth first, without (off) and with h. A state that is reached with another h is explored again, which shows in the",
        "transitions. Medians of interleaved pairs. On the right the paper's states (the same with both) and times.",
    )
    head = ("program", "granularity", "states off", "h", "transitions off", "h", "time off", "h", "ratio")
    table, expected = [], 0
    for name, instance, (without, with_jrf, answers) in rows(FIGURE_10):
        for granularity in ("access", "sync"):
            said, ratio, cells = compare(check, name, granularity, check.repetitions)
            expected += said == answers
            table.append((f"{name} {instance}", granularity, *cells, *without.split(), with_jrf.split()[1]))
            report.bar(f"Figure 10: overhead of {name}, {granularity}", ratio, OVERHEAD, False, ".2f")
    report.table((*head, "states", "time off", "JRF"), *table)
    report.bar("Figure 10: answers as expected", expected, len(table), True)
    report.lines += ["", "Larger instances, where the start-up does not hide the search; no bar:"]
    both = [(name, granularity) for name in LARGER for granularity in ("access", "sync")]
    larger = [(*which, *compare(check, *which, LARGER_PAIRS)) for which in both]
    report.table((*head, "answers"), *((*which, *cells, said) for *which, said, _, cells in larger))


def peterson(check, report):
    dfs, one = check.once("PetersonPlain", "dfs"), check.once("PetersonPlain", "WF")
    trace = one.race["trace"] if one.race else []
    # Both threads have been started before the first transition of Figure 4; with us, a thread's begin is one of its own.
    steps = sum(step["operation"] != "begin" for step in trace)
    report.section(
        "Figure 4: Peterson's lock with plain fields, by WF alone",
        f"Length {one.length or 'none'}, of which {steps} other than the begin of a thread, and {one.states} states; in the",
        f"paper 4 and 8. Depth first, length {dfs.length or 'none'} and {dfs.states} states; in the paper 7 and 7.",
    )
    report.table(("step", "thread", "operation"), *((step["step"], step["thread"], step["operation"]) for step in trace))
    report.bar("Figure 4: transitions by WF, once both have begun", steps or None, STEPS, False)


def two_threads(check, report):
    report.section("Two threads by heuristic search", "All four heuristics; the median of several checks.")
    table = []
    for name in ("PetersonPlain", "Simple"):
        checks = [check.anew(name, ALL_FOUR) for _ in range(check.repetitions)]
        seconds = median(one.seconds for one in checks)
        table.append((name, checks[0].answer, checks[0].states, f"{seconds:.3f} s"))
        report.bar(f"Heuristic search of {name}: seconds of CPU", seconds, SECONDS, False, ".3f")
    report.table(("program", "verdict", "states", "time"), *table)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--java-home", metavar="DIR", help="the JDK; else JAVA_HOME, else that of java on the PATH")
    parser.add_argument("--repetitions", type=int, default=15, metavar="N", help="of what is timed for a bar; 15, at least 7")
    options = parser.parse_args()
    if options.repetitions < 7:
        parser.error("--repetitions must be at least 7")
    return options


def main():
    options, report = arguments(), Report("Java RaceFinder (2009), repeated", "tests/paper-jrf.py", REPORT)
    try:
        with tempfile.TemporaryDirectory(prefix="paper-jrf-") as folder:
            home = java_home(options.java_home)
            compile_all(home, sorted(SOURCES.glob("*.java")), folder)
            check = Checker(home, folder, options.repetitions)
            for section in (figure_8, appendix_b, figure_9, peterson, figure_10, two_threads):
                section(check, report)
    except Unusable as why:
        print(f"paper-jrf: {why}", file=sys.stderr)
        return 2
    return 0 if report.finish() else 1


if __name__ == "__main__":
    sys.exit(main())
