#!/usr/bin/env python3
"""Repeats Table 1 of Wang, Yang, Gupta and Gopalakrishnan on property-driven pruning, and sets our figures beside theirs.

The paper is "Dynamic Model Checking with Property Driven Pruning to Detect Race Conditions" (ATVA 2008). Its programs are C;
ours, in tests/java/reductions, are Java programs of the same shapes, each with a size that has at least as many orders where
the paper's row is about scale. All races are asked for, so that both searches go to their end. What dpor cannot finish in the
limit of time counts with the executions that it has made: the ratio is then a lower bound, as it is where the paper has "> 1 h".

The bar is the issue's: at least the paper's ratio of traces (dpor / pdp) in 10 of its 15 rows, and the same races in all. The
exit status is 0 if it is met; 1 if not; 2 if something cannot be measured. Executions do not depend on the machine, but for
those of a search that was cut off.
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path

from benching import Run, Unusable, compile_all, java_home, measured_binary

HERE = Path(__file__).resolve().parent
SOURCES = HERE / "java" / "reductions"
REPORT = HERE / "papers" / "pdp.md"
# What DPOR has done at least in the hour that the paper gave it: as fast as on the largest program that it finished.
AN_HOUR = 3432 * 3600 // 183
LIMIT = 120
AT_LEAST_ROWS = 10

# The paper's program and threads; ours; the paper's traces by DPOR (none if it took more than an hour) and PDP, its checks,
# successes and skipped backtrack points.
TABLE_1 = """
fdrd2        2  | FdRd 2         | 89 14 88 75 75
fdrd4        2  | FdRd 4         | 233 68 232 165 165
qsort        2  | QuickSort 5    | 4 1 2 2 2
pfscan-good  2  | FileScan 3     | 2519 182 398 217 217
pfscan-bug   2  | FileScanBug 2  | 31 10 5 5 6
aget         3  | Downloader 3 4 | 3432 1 6 6 9
aget         4  | Downloader 4 4 | - 1 9 9 18
aget         5  | Downloader 5 4 | - 1 12 12 30
bzip2smp     4  | Compressor 4   | 1465 45 48 5 5
bzip2smp     5  | Compressor 5   | 2316 45 48 5 7
bzip2smp     6  | Compressor 6   | 3167 45 48 5 9
bzip2smp2    4  | Compressor2 4  | 1573 45 48 5 5
bzip2smp2    5  | Compressor2 5  | 2532 45 48 5 7
bzip2smp2    6  | Compressor2 6  | 3491 45 48 5 9
bzip2smp2    10 | Compressor2 10 | 7327 45 48 5 17
"""

HEADER = """# Property-driven pruning (2008), Table 1 repeated

Written by tests/paper-pdp.py. On the right the paper's figures: its programs are C, ours are Java of the same shapes. A
search that was cut off after {limit} s has made at least so many executions. Of an execution that was blocked by a sleep set
only the beginning was executed.

| program | threads | races | dpor | s | pdp | s | blocked | checks | free | skipped | dpor / pdp | dpor | PDP | checks | free \
| skipped | dpor / PDP | |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
"""


class Search:
    """One check with all findings."""

    def __init__(self, command, search, ours):
        target, *given = ours.split()
        words = [*command, "--search", search, "--time", str(LIMIT), target, "--", *given]
        run = Run(words, LIMIT * 4, (0, 1, 3))
        report = json.loads(run.output)
        self.seconds = run.seconds
        self.is_complete = report["complete"]
        self.races = sorted(pair(finding) for finding in report["findings"] if finding["kind"] == "data-race")
        self.executions = report["statistics"]["executions"]
        self.reduction = report["statistics"]["reduction"]

    def shown(self):
        return f"{'' if self.is_complete else '> '}{self.executions}"


def pair(finding):
    return sorted(f"{access['file']}:{access['line']}" for access in finding["accesses"])


def row(line, command):
    """A line of the table, whether its ratio is the paper's, and whether both searches tell the same races."""
    name, ours, figures = (part.strip() for part in line.split("|"))
    name, threads = name.split()
    theirs = [None if figure == "-" else int(figure) for figure in figures.split()]
    dpor, pdp = Search(command, "dpor", ours), Search(command, "pdp", ours)
    if not pdp.is_complete:
        raise Unusable(f"{ours}: pdp was not done in {LIMIT} s")
    ratio, expected = dpor.executions / pdp.executions, (theirs[0] or AN_HOUR) / theirs[1]
    same = dpor.races == pdp.races or not dpor.is_complete
    met = same and ratio >= expected
    books = pdp.reduction
    cells = [
        ours, threads, len(pdp.races), dpor.shown(), f"{dpor.seconds:.1f}", pdp.shown(), f"{pdp.seconds:.1f}",
        books["sleep_blocked"], books["race_free_checks"], books["race_free"], books["backtrack_skipped"],
        f"{'' if dpor.is_complete else '> '}{ratio:.1f}",
        theirs[0] or "> 1 h", *theirs[1:], f"{'' if theirs[0] else '> '}{expected:.1f}", "met" if met else "",
    ]
    text = "| " + " | ".join(str(cell) for cell in cells) + " |"
    print(text, flush=True)
    if not same:
        print(f"{ours}: dpor tells {dpor.races}, pdp {pdp.races}", file=sys.stderr)
    return text, met, same


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--java-home", metavar="DIR", help="the JDK; else JAVA_HOME, else that of java on the PATH")
    parser.add_argument("--raceproof", metavar="PATH", default=measured_binary(), help="the binary to measure")
    options = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory(prefix="paper-pdp-") as folder:
            home = java_home(options.java_home)
            lines = TABLE_1.strip().split("\n")
            names = {line.split("|")[1].split()[0] for line in lines}
            compile_all(home, [SOURCES / f"{name}.java" for name in sorted(names)], folder)
            command = [options.raceproof, "check", "--format", "json", "--quiet", "--java-home", home, "--race", "vector-clock"]
            rows = [row(line, [*command, "--all", "-cp", folder]) for line in lines]
    except Unusable as why:
        print(f"paper-pdp: {why}", file=sys.stderr)
        return 2
    met, same = sum(met for _, met, _ in rows), all(same for _, _, same in rows)
    bar = f"At least the paper's ratio of traces in {met} of {len(rows)} rows (the bar is {AT_LEAST_ROWS})."
    text = HEADER.format(limit=LIMIT) + "\n".join(text for text, _, _ in rows) + f"\n\n{bar}\n"
    REPORT.write_text(text)
    print(f"{bar}\nwritten: {REPORT}")
    return 0 if same and met >= AT_LEAST_ROWS else 1


if __name__ == "__main__":
    sys.exit(main())
