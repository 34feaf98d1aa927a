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
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

BARS = {"geometric mean": 0.6, "minimum": 0.3, "hello seconds": 0.100, "hello megabytes": 120}
TESTS = Path(__file__).resolve().parent
SOURCES = TESTS / "java" / "bench"
START_UP = "Hello"


class Unusable(Exception):
    """What cannot be measured, and why."""


class Run:
    """One execution: what it cost and what it printed."""

    def __init__(self, command, timeout):
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            process = start(command, out, err)
            late = threading.Event()

            def stop():
                late.set()
                os.kill(process.pid, signal.SIGKILL)

            timer = threading.Timer(timeout, stop)
            timer.start()
            try:
                _, status, usage = os.wait4(process.pid, 0)
            finally:
                timer.cancel()
            process.returncode = os.waitstatus_to_exitcode(status)
            self.output, errors = contents(out), contents(err)
        self.seconds = usage.ru_utime + usage.ru_stime
        # Includes this script's own memory at the fork (some 15 MB): a floor that no runner gets below.
        self.megabytes = usage.ru_maxrss / (1024 * 1024 if sys.platform == "darwin" else 1024)
        if late.is_set():
            raise Unusable(f"not done in {timeout:g} s: {shown(command)}")
        if process.returncode != 0:
            raise Unusable(f"status {process.returncode}: {shown(command)}\n{errors.decode(errors='replace').rstrip()}")


def start(command, out, err):
    try:
        return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err)
    except OSError as error:
        raise Unusable(f"cannot run {command[0]}: {error.strerror}") from error


def contents(file):
    file.seek(0)
    return file.read()


def shown(command):
    return " ".join(str(word) for word in command)


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


def java_home(given):
    """The JDK named by the option, the environment or the path, in this order."""
    home = given or os.environ.get("JAVA_HOME")
    if not home:
        java = shutil.which("java")
        if not java:
            raise Unusable("no JDK: give --java-home, set JAVA_HOME, or put java on the PATH")
        home = Path(java).resolve().parent.parent
    home = Path(home)
    for tool in ("java", "javac"):
        if not os.access(home / "bin" / tool, os.X_OK):
            raise Unusable(f"{home} is not a JDK: it has no bin/{tool}")
    return home


def compile_all(home, names, folder):
    sources = [str(SOURCES / f"{name}.java") for name in names]
    missing = [source for source in sources if not os.path.exists(source)]
    if missing:
        raise Unusable(f"no such program: {missing[0]}")
    done = subprocess.run([home / "bin" / "javac", "-d", folder, *sources], capture_output=True, text=True)
    if done.returncode != 0:
        raise Unusable(f"javac failed:\n{done.stderr.rstrip()}")


def arguments():
    default = os.environ.get("RACEPROOF_BIN") or TESTS.parent / "target" / "release" / "raceproof"
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
    """Compiles the programs; answers their names, and how to compare one."""
    home = java_home(options.java_home)
    programs = options.programs or sorted(p.stem for p in SOURCES.glob("*.java") if p.stem != START_UP)
    compile_all(home, [START_UP, *programs], folder)
    words = [] if options.repetitions is None else [str(options.repetitions)]
    java = [home / "bin" / "java", "-Xint", "-ea", "-cp", folder]
    raceproof = [options.raceproof, "run", "--java-home", home, "-cp", folder]
    runners = {
        "java": lambda name: [*java, name, *words],
        "raceproof": lambda name: [*raceproof, name, "--", *words],
    }
    return programs, lambda name: Comparison(name, runners, options.runs, options.timeout)


def report(programs, compare):
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
        met &= bar("geometric mean", mean, mean >= BARS["geometric mean"], "at least", ".2f")
        met &= bar("minimum", min(ratios), min(ratios) >= BARS["minimum"], "at least", ".2f")
    seconds, megabytes = start_up.seconds["raceproof"], start_up.megabytes["raceproof"]
    met &= bar("hello seconds", seconds, seconds <= BARS["hello seconds"], "at most", ".3f")
    met &= bar("hello megabytes", megabytes, megabytes <= BARS["hello megabytes"], "at most", ".0f")
    print(f"java -Xint needs {start_up.seconds['java']:.3f} s and {start_up.megabytes['java']:.0f} MB for {START_UP}")
    for line in wrong:
        print(line)
    return met and not wrong


def bar(name, value, met, word, form):
    print(f"{name:<16} {value:>10{form}}   {word} {BARS[name]:{form}}   {'met' if met else 'MISSED'}")
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
