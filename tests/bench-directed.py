#!/usr/bin/env python3
"""Compares directed search with plain heuristic search: transitions until a given pair is executed as a race.

`audit --deciders directed` looks for each candidate; of those that it, or `check --search heuristic` alone, executes as a race, the
pair that plain search comes to last is taken: the rarest. For that pair alone (`--pair`) directed search is asked again, with several
seeds, of which the geometric mean counts: it goes by chance. How many transitions plain search makes before it has executed the pair
is found by limits on its states, to within a twentieth. The one that has not found it within its time is counted with the transitions
that it has made until then, which favours it.

The programs: racy twins (`java/race`, `java/everyday-buggy`), and larger ones, whose races are rare (`java/rare`, `java/papers`).
Those in which plain search needs fewer than twenty transitions are measured, and are told apart: nothing is ten times sooner there.

The exit status is 0 if the geometric mean over all others meets the bar; 1 if it does not; 2 if nothing can be measured.
"""

import argparse
import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path

from benching import Run, Unusable, measured_binary

HERE = Path(__file__).resolve().parent
TWINS = (HERE / "java/race", HERE / "java/everyday-buggy")
LARGER = (HERE / "java/rare", HERE / "java/papers/jrf")
BAR = 10.0
FEW = 20
# How near the least number of states that suffices is bracketed.
NEAR = 1.05


def report(binary, arguments, seconds):
    command = [binary, *arguments, "--time", str(seconds), "--format", "json"]
    return json.loads(Run(command, 6 * seconds, (0, 1, 2, 3, 4, 101)).output)


def pair_of(finding):
    """What a race is told by, whichever command tells it."""
    places = sorted((one["class"], one["method"], one["line"]) for one in finding["accesses"])
    return finding["variable"].split("[")[0], tuple(places)


def races(check):
    return {pair_of(finding) for finding in check["findings"] if finding["kind"] == "data-race"}


class Plain:
    """Plain heuristic search of a program, which goes on after findings."""

    def __init__(self, binary, target, seconds):
        self.base, self.seconds = (binary, ["check", *target, "--search", "heuristic", "--all", "--library", "exact"]), seconds
        self.whole = self.limited(None)

    def limited(self, states):
        binary, arguments = self.base
        limit = [] if states is None else ["--max-states", str(states)]
        check = report(binary, arguments + limit, self.seconds)
        return check["statistics"]["states"], check["statistics"]["transitions"], races(check)

    def until(self, pair):
        """Transitions until the pair is found, and whether it is."""
        states, transitions, found = self.whole
        if pair not in found:
            return transitions, False
        least, most = 1, states
        while most > least + 1 and most > NEAR * least:
            middle = round(math.sqrt(least * most))
            _, made, found = self.limited(middle)
            if pair in found:
                most, transitions = middle, made
            else:
                least = middle
        return transitions, True


def towards(binary, target, candidate, seconds, seeds):
    """Transitions of directed search for one pair alone, and whether it is executed with each seed."""
    lines = ",".join(access["place"] for access in candidate["accesses"])
    transitions, found = [], True
    for seed in range(seeds):
        options = ["--deciders", "directed", "--seed", str(seed), "--pair", lines]
        audit = report(binary, ["audit", *target, *options], seconds)
        one = next(one for one in audit["candidates"] if one["candidate"] == candidate["candidate"])
        transitions.append(max(one["directed"]["transitions"], 1))
        found = found and one["status"] == "witnessed"
    return mean(transitions), found


def measure(binary, source, seconds, seeds):
    """Transitions of both for one pair of a program, and whether each found it; none if neither finds any."""
    with tempfile.TemporaryDirectory() as folder:
        if subprocess.run(["javac", "-nowarn", "-d", folder, str(source)], capture_output=True).returncode:
            return None
        target = [source.stem, "-cp", folder]
        try:
            candidates = report(binary, ["audit", *target, "--deciders", "directed"], seconds)["candidates"]
            plain = Plain(binary, target, seconds)
            pairs = []
            for number, candidate in enumerate(candidates):
                if candidate["status"] == "witnessed" and "directed" in candidate["witness"]["by"]:
                    pairs.append((*plain.until(pair_of(candidate["witness"]["finding"])), number))
                elif len(candidates) == 1 and plain.whole[2]:
                    pairs.append((*plain.until(next(iter(plain.whole[2]))), number))
            if not pairs:
                return None
            heuristic, plain_found, number = max(pairs)
            return heuristic, plain_found, *towards(binary, target, candidates[number], seconds, seeds)
        except (Unusable, json.JSONDecodeError) as why:
            print(f"{source.stem}: not measured: {why}", file=sys.stderr)
            return None


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=int, default=10, help="for each search")
    parser.add_argument("--seeds", type=int, default=4, help="of directed search, for each pair")
    parser.add_argument("names", nargs="*", help="only these programs")
    given = parser.parse_args()
    binary = measured_binary()
    ratios = {"twins": [], "larger": []}
    small = []
    print(f"{'program':32} {'directed':>10} {'heuristic':>10} {'ratio':>8}")
    sources = [(kind, path) for kind, folders in (("twins", TWINS), ("larger", LARGER))
               for folder in folders for path in sorted(folder.glob("*.java"))]
    sources = [(kind, path) for kind, path in sources if not given.names or path.stem in given.names]
    for kind, source in sources:
        measured = measure(binary, source, given.seconds, given.seeds)
        if measured is None:
            continue
        heuristic, plain_found, directed, directed_found = measured
        ratio = max(heuristic, 1) / directed
        is_small = plain_found and heuristic < FEW
        (small if is_small else ratios[kind]).append(ratio)
        notes = ["small"] * is_small
        notes += ["heuristic search has not found it"] * (not plain_found)
        notes += ["directed search has not found it"] * (not directed_found)
        note = f"  ({'; '.join(notes)})" if notes else ""
        print(f"{source.stem:32} {directed:>10.0f} {heuristic:>10} {ratio:>8.2f}{note}", flush=True)
    for kind, all_of_it in (*ratios.items(), ("small ones", small)):
        if all_of_it:
            worse = sum(ratio < 1 for ratio in all_of_it)
            print(f"{kind}: {mean(all_of_it):.2f} times sooner over {len(all_of_it)}; later on {worse}")
    counted = ratios["twins"] + ratios["larger"]
    if not counted:
        print("no program has a pair that is found", file=sys.stderr)
        return 2
    met = mean(counted) >= BAR
    print(f"geometric mean of {len(counted)}: {mean(counted):.2f} times sooner; the bar is {BAR:g}: {'met' if met else 'missed'}")
    return 0 if met else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Unusable as why:
        print(why, file=sys.stderr)
        sys.exit(2)
