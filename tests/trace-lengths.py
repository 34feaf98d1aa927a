#!/usr/bin/env python3
"""How much simpler counterexamples become: switches of threads and steps, before and after.

Checks programs of tests/java by several searches, with `--minimise off` and `on`, replays what each
saves, and prints a table. Fails if a trace is not shown again, if one becomes longer, or if the
switches are, in the geometric mean (each plus one, as some need none), more than half as many.
RACEPROOF_BIN is the binary.
"""

import json
import math
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
BINARY = os.environ.get("RACEPROOF_BIN", os.path.join(HERE, "../target/release/raceproof"))

# Every fourth program of assertion, deadlock, exception and race, where `dfs` or `random` finds a
# counterexample of at least five switches.
PROGRAMS = [
    ("assertion/AtomicGetThenSet.java", "dfs"),
    ("assertion/AtomicGetThenSet.java", "random"),
    ("assertion/BakeryNoDoorway.java", "dfs"),
    ("assertion/BakeryNoDoorway.java", "random"),
    ("assertion/DirectBufferShared.java", "dfs"),
    ("assertion/DirectBufferShared.java", "random"),
    ("assertion/InterruptBeforeStart.java", "dfs"),
    ("assertion/InterruptBeforeStart.java", "random"),
    ("assertion/NotifiedThoughInterrupted.java", "random"),
    ("assertion/ReadLockWrites.java", "dfs"),
    ("assertion/ReadLockWrites.java", "random"),
    ("assertion/ScheduledTrusted.java", "random"),
    ("assertion/StaleDecision.java", "random"),
    ("assertion/TicketTwice.java", "dfs"),
    ("assertion/TicketTwice.java", "random"),
    ("assertion/TryLockTimeoutTrusted.java", "dfs"),
    ("assertion/UnparkBeforeStart.java", "dfs"),
    ("assertion/UnparkBeforeStart.java", "random"),
    ("deadlock/DeadlockBesideSpinning.java", "dfs"),
    ("deadlock/PoolNotShutDown.java", "dfs"),
    ("deadlock/PoolNotShutDown.java", "random"),
    ("deadlock/ReentrantLockOrder.java", "random"),
    ("deadlock/SynchronousQueueOffer.java", "random"),
    ("exception/BarrierBroken.java", "random"),
    ("exception/MainThrows.java", "random"),
    ("exception/QueueCheckThenPoll.java", "random"),
    ("race/HandInvokeAllLate.java", "dfs"),
    ("race/HandInvokeAllLate.java", "random"),
    ("race/HandLinkedBlockingQueueLate.java", "random"),
    ("race/HandPoolResultLate.java", "random"),
    ("race/HandRunAsyncLate.java", "dfs"),
    ("race/HandRunAsyncLate.java", "random"),
    ("race/HandThenAcceptLate.java", "dfs"),
    ("race/HandThenAcceptLate.java", "random"),
    ("race/HandTransferredLate.java", "dfs"),
    ("race/HandTransferredLate.java", "random"),
    ("race/JucSensePlain.java", "dfs"),
    ("race/JucSensePlain.java", "random"),
]


def checked(arguments):
    """The report of a command, and its exit status."""
    done = subprocess.run([BINARY, *arguments, "--format", "json"], capture_output=True, text=True)
    if done.returncode != 1:
        sys.exit(f"{' '.join(arguments)}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return json.loads(done.stdout)["findings"][0]


def cost(finding):
    """Switches and steps of a trace."""
    threads = [step["thread"] for step in finding["trace"]]
    return sum(one != next for one, next in zip(threads, threads[1:])), len(threads)


def found(program, search, minimise, trace):
    """What a check finds, which its trace shows again."""
    path = os.path.join(HERE, "java", program)
    options = ["--search", search, "--minimise", minimise, "--save-trace", trace]
    finding = checked(["check", path, *options])
    shown = checked(["replay", trace])
    if shown != finding:
        sys.exit(f"{program}, {search}: the trace with `--minimise {minimise}` shows another finding")
    return finding


def main():
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        trace = os.path.join(folder, "saved.trace")
        for program, search in PROGRAMS:
            before, after = (cost(found(program, search, word, trace)) for word in ("off", "on"))
            if after > before or after[1] > before[1]:
                sys.exit(f"{program}, {search}: {before} has become {after}")
            rows.append((program, search, before, after))
    print("| program | search | switches | | steps | |\n|---|---|---|---|---|---|")
    for program, search, before, after in rows:
        print(f"| {program} | {search} | {before[0]} | {after[0]} | {before[1]} | {after[1]} |")
    ratios = [(after[0] + 1) / (before[0] + 1) for _, _, before, after in rows]
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    print(f"\n{len(rows)} traces, each replayed: switches come to {mean:.2f} in the geometric mean")
    sys.exit(mean > 0.5)


main()
