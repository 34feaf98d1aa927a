"""What the benchmarks share: a command measured as a whole process, the JDK, and the programs compiled with it."""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path


class Unusable(Exception):
    """What cannot be measured, and why."""


class Run:
    """One execution: what it cost and what it printed. Only these exit statuses are answers."""

    def __init__(self, command, timeout, statuses=(0,)):
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            status, usage = ended(command, timeout, out, err)
            self.output, errors = contents(out), contents(err)
        self.seconds = usage.ru_utime + usage.ru_stime
        self.megabytes = megabytes(usage)
        if status is None:
            raise Unusable(f"not done in {timeout:g} s: {shown(command)}")
        if status not in statuses:
            raise Unusable(f"status {status}: {shown(command)}\n{errors.decode(errors='replace').rstrip()}")


def ended(command, timeout, out, err):
    """The exit status of a command, none if it had to be stopped, and what it used."""
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
    return None if late.is_set() else process.returncode, usage


def megabytes(usage):
    # Includes the script's own memory at the fork (some 15 MB): a floor that no runner gets below.
    return usage.ru_maxrss / (1024 * 1024 if sys.platform == "darwin" else 1024)


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


def feature_of(home):
    """The release of a JDK."""
    release = (Path(home) / "release").read_text()
    return int(re.search(r'JAVA_VERSION="(\d+)', release)[1])


def compile_all(home, sources, folder, options=()):
    missing = [source for source in sources if not os.path.exists(source)]
    if missing:
        raise Unusable(f"no such program: {missing[0]}")
    done = subprocess.run([home / "bin" / "javac", "-nowarn", *options, "-d", folder, *sources], capture_output=True, text=True)
    if done.returncode != 0:
        raise Unusable(f"javac failed:\n{done.stderr.rstrip()}")


def measured_binary():
    """The release build, unless the environment names another."""
    return os.environ.get("RACEPROOF_BIN") or Path(__file__).resolve().parent.parent / "target" / "release" / "raceproof"


def over_jdks(name, document, measure, library, search, chosen="atomic"):
    """Measures on each JDK that is named on the command line; answers the exit status: 1 if a bar is missed, 2 if nothing can be
    measured. What the options of the library and of the search mean is said by the caller, who names the library's default."""
    default = measured_binary()
    parser = argparse.ArgumentParser(description=document.split("\n", 1)[0])
    parser.add_argument("--java-home", metavar="DIR", action="append", help="a JDK, more than once for several; else JAVA_HOME")
    parser.add_argument("--raceproof", metavar="PATH", default=default, help=f"the binary to measure; {default}")
    parser.add_argument("--library", default=chosen, help=f"{library}; {chosen}")
    parser.add_argument("--search", default="auto", help=f"{search}; auto")
    options = parser.parse_args()
    try:
        missed = 0
        for home in options.java_home or [None]:
            with tempfile.TemporaryDirectory(prefix=f"{name}-") as folder:
                missed += measure(options, java_home(home), folder)
        print(f"\n{missed} missed the bars" if missed else "\nall bars are met")
        return 1 if missed else 0
    except Unusable as why:
        print(f"{name}: {why}", file=sys.stderr)
        return 2


class Report:
    """The Markdown and the bars."""

    def __init__(self, title, script, path):
        self.lines, self.bars, self.path = [f"# {title}", "", f"Written by {script}."], [], path

    def section(self, title, *text):
        print(title, flush=True)
        self.lines += ["", f"## {title}", *([""] if text else []), *text]

    def table(self, *rows):
        head, *rest = [f"| {' | '.join(str(cell) for cell in row)} |" for row in rows]
        self.lines += ["", head, "|" + " --- |" * len(rows[0]), *rest]

    def bar(self, what, value, bound, is_least, form="d"):
        met = value is not None and (value >= bound if is_least else value <= bound)
        bound = f"{'at least' if is_least else 'at most'} {bound:{form}}"
        self.bars.append((what, "none" if value is None else f"{value:{form}}", bound, "met" if met else "MISSED"))

    def finish(self):
        """Writes the Markdown and prints the bars; answers whether all are met."""
        self.section("Bars")
        self.table(("what", "value", "bar", ""), *self.bars)
        self.path.parent.mkdir(exist_ok=True)
        self.path.write_text("\n".join(self.lines) + "\n")
        for what, value, bound, met in self.bars:
            print(f"{what:<52} {value:>8}   {bound:<14} {met}")
        return all(met == "met" for *_, met in self.bars)
