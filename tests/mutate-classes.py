#!/usr/bin/env python3
"""Mutated class files: `raceproof run` and `raceproof check` on each, and `java -Xverify:all` beside them.

Real programs (SUBJECTS, compiled for this release and for an old one) and hand-made ones with subroutines
(tests/verifier/subroutines.jasm) are changed as tests/mutating.py says, one class file each. Mutant N is the same in every run.
It fails if

- `run` or `check` panics, is ended by a signal, takes more memory than its limit or goes on for ever;
- `run` prints something else than `java`, ends with another status or exception, or refuses what `java` runs. It may not
  know what the program calls (status 4), and may go on for ever if `java` does. Where `java` runs out of stack or heap,
  nothing is compared. Of two faults that a mutant's methods have, verifying may tell either.

The exit status is 0 if no mutant failed, 1 if one did, 2 if nothing can be tried.
"""

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from benching import Unusable, compile_all, contents, ended, java_home, measured_binary, megabytes
from mutating import Layout, Mutator

TESTS = Path(__file__).resolve().parent
# Quick programs whose output is a function of the program alone, so that it is of every mutant that runs no threads.
SUBJECTS = """ArrayKinds BoxedTypes EnumTypes ExceptionBasics FinallyNesting GenericsBridges InitOrder InnerClasses IntegerArithmetic
InterfaceDefaults LambdasAndReferences LongArithmetic MethodHandlesCombine NumericConversions RecordTypes SealedHierarchies
StringBasics StringConcatenation SwitchForms WideLocals""".split()
HANDMADE = TESTS / "verifier" / "subroutines.jasm"
# The last version whose types are inferred, and constants it does not know.
OLD = 49
OLD_RELEASE = ("--release", "8")
NEWER_CONSTANTS = (15, 16, 17, 18)

HEAP = "256m"
SECONDS = 20
CHECK_SECONDS = 5
# Megabytes: of `run`, whose heap is HEAP, and of `check`, which is told the first.
RUN_MEMORY, CHECK_TOLD, CHECK_MEMORY = 1024, 1024, 2048
DEFECT = 101
UNSUPPORTED = 4
BROKEN = 2
ENDLESS = "endless"
# What depends on how large a frame or an object is.
SIZES = ("java.lang.StackOverflowError", "java.lang.OutOfMemoryError")


# What verifying throws. HotSpot verifies the methods of a class in the order of their names' addresses, so if two have a fault,
# which one it tells is a matter of its memory.
VERIFYING = {"java.lang.VerifyError", "java.lang.NoClassDefFoundError"}


class Outcome:
    """How a process ended."""

    def __init__(self, command, seconds):
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            status, usage = ended(command, seconds, out, err)
            self.output, self.errors = contents(out), contents(err).decode(errors="replace")
        self.status = ENDLESS if status is None else status
        self.megabytes = megabytes(usage)

    def exception(self):
        """The class of the exception that nobody caught. `java` looks at all methods of the main class before it starts it."""
        for start in ('Exception in thread "main" ', "Error: Unable to initialize main class .*\nCaused by: "):
            found = re.search(rf"^{start}(\S+?):?(\s|$)", self.errors, re.MULTILINE)
            if found:
                return found[1]
        return None

    def is_crash(self):
        return self.status == DEFECT or isinstance(self.status, int) and (self.status < 0 or self.status >= 128)


class Tried:
    """What became of one mutant."""

    def __init__(self, subjects, options, number):
        self.number, self.failures = number, []
        chance = random.Random(f"{options.seed} {number}")
        name, classes = subjects[chance.randrange(len(subjects))]
        victim = chance.choice(sorted(classes))
        mutant, what = Mutator(classes[victim], chance).mutant()
        self.is_changed_twice = len(re.findall(r" at \d+ to \d+", what)) > 1
        self.story = f"mutant {number}, {name}, {victim}: {what}"
        folder = Path(options.keep or tempfile.mkdtemp(dir=options.folder))
        folder.mkdir(exist_ok=True)
        for file, content in classes.items():
            (folder / file).write_bytes(mutant if file == victim else content)
        self.options, self.main, self.place = options, name.split("@")[0], folder
        self.answer = self.compare()
        self.check()
        if not options.keep:
            shutil.rmtree(folder)

    def raceproof(self, command, words, seconds):
        words = [self.options.raceproof, command, "--java-home", self.options.home, "--heap", HEAP, *words]
        return Outcome([*words, "-cp", self.place, self.main], seconds)

    def compare(self):
        ours = self.raceproof("run", [], SECONDS)
        if ours.is_crash():
            self.fail("run", f"status {ours.status}", ours.errors)
        if ours.megabytes > RUN_MEMORY:
            self.fail("run", f"{ours.megabytes:.0f} MB", "")
        java = Outcome([*self.options.java, "-cp", self.place, self.main], SECONDS)
        problem = difference(ours, java)
        either = self.is_changed_twice and {ours.exception(), java.exception()} == VERIFYING and ours.output == java.output
        if problem and not either:
            self.fail("run", problem, f"{ours.errors[:600]}\n-- java:\n{java.errors[:600]}")
        return {BROKEN: "refused", UNSUPPORTED: "unsupported", ENDLESS: ENDLESS}.get(ours.status, "ended as under java")

    def check(self):
        limits = ["--time", str(CHECK_SECONDS), "--memory", f"{CHECK_TOLD}m", "--quiet"]
        checked = self.raceproof("check", limits, SECONDS)
        if checked.is_crash():
            self.fail("check", f"status {checked.status}", checked.errors)
        if checked.status == ENDLESS:
            self.fail("check", f"did not end in {SECONDS} s", "")
        if checked.megabytes > CHECK_MEMORY:
            self.fail("check", f"{checked.megabytes:.0f} MB", "")

    def fail(self, command, problem, detail):
        self.failures.append(f"{command}: {problem}\n{detail.rstrip()}")


def difference(ours, java):
    """What is wrong with how `run` ended, or nothing."""
    if ours.status == UNSUPPORTED or ours.is_crash():
        return None
    if ours.status == BROKEN:
        refused = java.status == 1 and not java.output
        return None if refused else f"refused; java ends with {java.status}"
    if java.exception() in SIZES:
        return None
    if ENDLESS in (ours.status, java.status):
        return None if ours.status == java.status else f"{ours.status}; java: {java.status}"
    if ours.status != java.status:
        return f"status {ours.status}; java: {java.status}"
    printed = [without_details(outcome.output.decode(errors="replace")) for outcome in (ours, java)]
    if printed[0] != printed[1]:
        return f"prints something else than java\n{first_difference(*printed)}"
    if ours.exception() != java.exception():
        return f"{ours.exception()}; java: {java.exception()}"
    return None


def without_details(text):
    """Without identity hashes, and what a `VerifyError` says behind its reason: types and bytes, which our messages leave out.

    HotSpot has instructions of its own behind those of class files, which differ from release to release. It says where those
    are and how it calls them.
    """
    private = r"Bad instruction: (c[a-f]|[d-f][0-9a-f])\nException Details:\n(  .*\n)*\n?"
    text = re.sub(private, "Bad instruction\n", text)
    # Where a class has lost its `toString`.
    text = re.sub(r"(?<=[\w;])@[0-9a-f]{5,8}", "@hash", text)
    return re.sub(r"^  (Current Frame|Bytecode|Stackmap Frame|Stackmap Table|Exception Handler Table):\n(    .*\n)*", "", text, flags=re.MULTILINE)


def first_difference(ours, java):
    ours, java = ours.split("\n"), java.split("\n")
    pairs = [pair for pair in zip(ours, java) if pair[0] != pair[1]]
    return f"-- ours: {pairs[0][0][:200]}\n-- java: {pairs[0][1][:200]}" if pairs else f"{len(ours)} lines; java: {len(java)}"


def subjects_in(home, folder):
    """The names of main classes, each with its class files."""
    found = []
    for name in SUBJECTS:
        source = TESTS / "java" / "run" / f"{name}.java"
        found.append((name, compiled(home, source, folder / name)))
        try:
            classes = compiled(home, source, folder / f"{name}@{OLD}", OLD_RELEASE)
        except Unusable:
            continue  # it is written in a newer language
        older = {file: old(data) for file, data in classes.items()}
        if all(older.values()):
            found.append((f"{name}@{OLD}", older))
    return found


def compiled(home, source, folder, options=()):
    compile_all(home, [source], folder, options)
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def old(data):
    """The class as one of a release whose types were inferred, if it uses nothing newer."""
    if any(data[at] in NEWER_CONSTANTS for at in Layout(data).constants.values()):
        return None
    return data[:6] + bytes([0, OLD]) + data[8:]


def handmade_in(folder):
    """Each class of the hand-made ones is a program of its own."""
    found = []
    for file in sorted(folder.glob("*.class")):
        found.append((f"{file.stem}@handmade", {file.name: file.read_bytes()}))
    if not found:
        raise Unusable(f"no class file in {folder}")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--mutants", type=int, default=int(os.environ.get("MUTANTS") or 20_000))
    parser.add_argument("--first", type=int, default=0, help="the number of the first mutant")
    parser.add_argument("--seed", default="raceproof")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--java-home")
    parser.add_argument("--handmade", type=Path, required=True, help="where the assembled classes are")
    parser.add_argument("--keep", metavar="FOLDER", help="try the first mutant alone, and keep its class files there")
    options = parser.parse_args()
    options.raceproof, options.home = measured_binary(), java_home(options.java_home)
    words = "-XX:-UsePerfData -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xverify:all -ea"
    options.java = [options.home / "bin" / "java", *words.split(), f"-Xmx{HEAP}", "-XX:-CreateCoredumpOnCrash", "-XX:ErrorFile=/dev/null"]
    with tempfile.TemporaryDirectory() as folder:
        options.folder = folder
        subjects = subjects_in(options.home, Path(folder)) + handmade_in(options.handmade)
        count = 1 if options.keep else options.mutants
        print(f"{count} mutants of {len(subjects)} programs, from number {options.first}", flush=True)
        with ThreadPoolExecutor(options.jobs) as pool:
            numbers = range(options.first, options.first + count)
            return report(pool.map(lambda number: Tried(subjects, options, number), numbers), options)


def report(results, options):
    answers, failed = Counter(), 0
    for done, tried in enumerate(results, 1):
        answers[tried.answer] += 1
        if tried.failures or options.keep:
            failed += bool(tried.failures)
            print(f"\n{tried.story}", *tried.failures, sep="\n", flush=True)
        if done % 1000 == 0:
            print(f"{done} tried, {failed} failed", flush=True)
    print(", ".join(f"{count} {answer}" for answer, count in answers.most_common()), f"{failed} failed", sep="; ")
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (Unusable, subprocess.SubprocessError, OSError) as error:
        print(f"mutate-classes: {error}", file=sys.stderr)
        sys.exit(2)
