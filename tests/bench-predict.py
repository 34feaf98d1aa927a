#!/usr/bin/env python3
"""Measures `raceproof predict` on traces that are generated, the same each time.

What counts is the processor time of the whole process (user and system), the least of its runs, and its memory, the least of
its runs: start-up, reading the file and telling the result are in both. The shapes of the traces are those of
predict/examples/generate.rs: such as a recorder writes, and nothing but critical sections of 256 threads. None has a race.

The exit status is 0 if all bars are met; 1 if one is missed or a verdict is wrong; 2 if nothing can be measured.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from benching import Run, Unusable, measured_binary, shown

HB = ("--engine", "hb")
DEFAULT = ()
# Happens-before proves nothing of other orders.
VERDICTS = {HB: "incomplete", DEFAULT: "passed"}


@dataclass(frozen=True)
class Bench:
    """A trace, who looks at it, and the bars: million events per second, megabytes."""

    shape: str
    threads: int
    events: int
    form: str
    engines: tuple = HB
    speed: float = None
    megabytes: float = None

    @property
    def name(self):
        count = f"{self.events / 1e6:g} M"
        return f"{self.shape}, {self.threads} threads, {count}, {self.form}"


BENCHES = (
    Bench("recorded", 4, 2_000_000, "std", HB, speed=20),
    Bench("recorded", 4, 2_000_000, "rpt", HB, speed=40),
    Bench("contended", 256, 1_600_000, "std", HB, speed=5),
    Bench("contended", 256, 1_600_000, "rpt", HB, speed=5),
    Bench("recorded", 4, 2_000_000, "std", DEFAULT, speed=5, megabytes=200),
    Bench("recorded", 4, 2_000_000, "rpt", DEFAULT, speed=5, megabytes=200),
    Bench("contended", 256, 1_600_000, "std", DEFAULT, speed=2, megabytes=300),
    Bench("contended", 256, 1_600_000, "rpt", DEFAULT, speed=2, megabytes=300),
)
# Ten times the events take no more memory.
SHORT, LONG = (Bench("recorded", 4, events, "rpt", HB, speed=40) for events in (10_000_000, 100_000_000))
TIMES_THE_MEMORY = 1.1


class Measured:
    """A trace as it was looked at, several times."""

    def __init__(self, bench, file, options, runs):
        command = [options.raceproof, "predict", "--quiet", "--format", "json", *bench.engines, file]
        done = [Run(command, options.timeout, (0, 1, 3)) for _ in range(runs)]
        report = json.loads(done[0].output)
        self.events = report["statistics"]["events"]
        self.seconds = min(run.seconds for run in done)
        self.megabytes = min(run.megabytes for run in done)
        self.speed = self.events / self.seconds / 1e6
        self.verdict = report["verdict"]
        self.is_right = self.verdict == VERDICTS[bench.engines] and not report["findings"] and self.events >= bench.events


def generate(bench, options, folder):
    """The file with a trace, which may be there already."""
    file = Path(folder) / f"{bench.shape}-{bench.threads}-{bench.events}.{bench.form}"
    if not file.exists():
        command = [options.generator, bench.shape, str(bench.threads), str(bench.events), bench.form, file]
        try:
            done = subprocess.run(command, capture_output=True, text=True)
        except OSError as error:
            raise Unusable(f"cannot run {options.generator}: {error.strerror}") from error
        if done.returncode != 0:
            raise Unusable(f"status {done.returncode}: {shown(command)}\n{done.stderr.rstrip()}")
    return file


def row(bench, measured):
    """Prints what was measured beside its bars; answers whether they are met."""
    bars, missed = [], []
    for what, value, bar, is_met in (
        ("M/s", measured.speed, bench.speed, bench.speed is None or measured.speed >= bench.speed),
        ("MB", measured.megabytes, bench.megabytes, bench.megabytes is None or measured.megabytes <= bench.megabytes),
    ):
        if bar is not None:
            bars.append(f"{'>=' if what == 'M/s' else '<='} {bar:g} {what}")
            missed += [] if is_met else [what]
    if not measured.is_right:
        missed.append(f"the verdict is {measured.verdict}, of {measured.events:,} events: WRONG")
    print(
        f"{bench.name:<38} {'hb' if bench.engines == HB else 'default':<8} {measured.events:>12,} {measured.seconds:>8.3f} "
        f"{measured.speed:>8.1f} {measured.megabytes:>7.0f}   {', '.join(bars):<24} "
        f"{'MISSED: ' + ', '.join(missed) if missed else 'met'}",
        flush=True,
    )
    return not missed


def measure(options, folder):
    """Prints the table; answers whether all bars are met."""
    print(f"{'trace':<38} {'engines':<8} {'events':>12} {'CPU s':>8} {'M/s':>8} {'MB':>7}   {'bars':<24}")
    met = True
    for bench in BENCHES:
        met &= row(bench, Measured(bench, generate(bench, options, folder), options, options.runs))
    if options.short:
        return met
    memory = []
    for bench in (SHORT, LONG):
        file = generate(bench, options, folder)
        measured = Measured(bench, file, options, min(options.runs, 3))
        file.unlink()
        met &= row(bench, measured)
        memory.append(measured.megabytes)
    times = memory[1] / memory[0]
    is_met = times <= TIMES_THE_MEMORY
    print(f"{'ten times the events, times the memory':<38} {times:>47.2f}   {f'<= {TIMES_THE_MEMORY:g}':<24} {'met' if is_met else 'MISSED'}")
    return met and is_met


def arguments():
    default = measured_binary()
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--raceproof", metavar="PATH", default=default, help=f"the binary to measure; {default}")
    parser.add_argument("--generator", metavar="PATH", help="what writes the traces; examples/generate beside the binary")
    parser.add_argument("--short", action="store_true", help="without the traces of 10 and 100 million events")
    parser.add_argument("--runs", type=int, default=5, metavar="N", help="runs on each trace; 5")
    parser.add_argument("--timeout", type=float, default=120, metavar="SECONDS", help="for one run; 120")
    options = parser.parse_args()
    if options.runs < 1:
        parser.error("--runs must be at least 1")
    options.generator = options.generator or Path(options.raceproof).parent / "examples" / "generate"
    return options


def main():
    options = arguments()
    try:
        with tempfile.TemporaryDirectory(prefix="bench-predict-") as folder:
            return 0 if measure(options, folder) else 1
    except Unusable as why:
        print(f"bench-predict: {why}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
