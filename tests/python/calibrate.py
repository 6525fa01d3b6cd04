#!/usr/bin/env python3
"""Measures playing levels: matches between neighbours and against engines of known rating, and a fit of all ratings.

A level is written ELO to measure the level of the program, or ELO:NODES/NOISE to try other settings for it. An anchor is
written 'RATING LIMIT COMMAND', with LIMIT as for `temper match --b-limit`. All results are kept in a file; a second run
plays what is missing.

    pip install numpy
    cargo build --release
    tests/python/calibrate.py --results results.json --levels 800 1000 1200 --anchors '1453 movetime=50 stash-8'
"""

import argparse
import itertools
import json
import math
import subprocess
import sys
import tempfile

import numpy as np

ELO_PER_NAT = 400 / math.log(10)
# Standard deviations of the priors of a rating, in Elo, and of the factor of self-play.
PRIOR_RATING = 3000.0
PRIOR_FACTOR = 0.3
# A level this much below an anchor still counts as near it, in Elo.
ANCHOR_MARGIN = 100
# Games against engines end when both players agree for four moves that one is ten pawns ahead: mating takes time only.
RESIGN = "movecount=4,score=1000,twosided=true"
# Ends of games that say nothing about playing strength.
FAILURES = {"out of time", "crash", "no answer", "illegal move"}


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--temper", default="target/release/temper", help="the binary (%(default)s)")
    parser.add_argument("--profile", default="temperament", help="the profile that is measured (%(default)s)")
    parser.add_argument("--levels", nargs="+", required=True, metavar="ELO[:NODES/NOISE]")
    parser.add_argument("--anchors", nargs="*", default=[], metavar="'RATING LIMIT COMMAND'")
    parser.add_argument("--results", required=True, metavar="FILE", help="JSON file with all results")
    parser.add_argument("--games", type=int, default=400, help="games of two neighbouring levels (%(default)s)")
    parser.add_argument("--anchor-games", type=int, default=60, help="games against an anchor (%(default)s)")
    parser.add_argument("--reach", type=int, default=200, help="largest difference to an anchor in Elo (%(default)s)")
    parser.add_argument("--concurrency", type=int, default=1, help="games in parallel (%(default)s)")
    parser.add_argument("--fit-only", action="store_true", help="play nothing, print the ratings")
    return parser.parse_args()


class Level:
    """A level of the program, or settings for one."""

    def __init__(self, text):
        self.name = text
        elo, _, settings = text.partition(":")
        self.elo = int(elo)
        self.settings = settings.split("/") if settings else None

    def options(self, letter):
        if self.settings is None:
            return [f"--{letter}-elo", str(self.elo), f"--{letter}-set", 'strength.scale="engines"']
        nodes, noise = self.settings
        return [f"--{letter}-set", f"strength.nodes={nodes}", f"--{letter}-set", f"strength.noise={noise}"]


class Anchor:
    """An engine of known rating."""

    def __init__(self, text):
        rating, self.limit, self.command = text.split(" ", 2)
        self.elo = float(rating)
        self.name = text


def play(arguments, first, second, games):
    """Plays a match and returns [wins, draws, losses] of the first player."""
    with tempfile.TemporaryDirectory() as folder:
        report = f"{folder}/report.json"
        command = [arguments.temper, "match", arguments.profile, *first.options("a"), "--nodes", "1000000"]
        if isinstance(second, Anchor):
            command += [f"uci:{second.command}", "--b-limit", second.limit, "--resign", RESIGN]
        else:
            command += [arguments.profile, *second.options("b")]
        command += ["--games", str(games), "--order", "random", "--seed", "1", "--json", report]
        subprocess.run([*command, "--concurrency", str(arguments.concurrency)], check=True, capture_output=True)
        found = json.load(open(report, encoding="utf-8"))
        if failures := FAILURES.intersection(found["reasons"]):
            sys.exit(f"{first.name} - {second.name}: games ended by {', '.join(failures)}: not a measurement")
        statistics = found["statistics"]
        # A report counts for B, the challenger.
        return [statistics[key] for key in ("losses", "draws", "wins")]


def pairs(arguments, levels, anchors):
    """Yields the pairs to play, with the number of games."""
    for first, second in itertools.pairwise(levels) if arguments.games else []:
        yield second, first, arguments.games
    for anchor in anchors:
        near = [level for level in levels if abs(level.elo - anchor.elo) <= arguments.reach]
        for level in near:
            yield level, anchor, arguments.anchor_games


def is_level(name):
    """Whether a player of the results is a level of the program rather than an anchor."""
    return " " not in name


def fit(results, anchors):
    """Returns the most likely rating and the 95 % error of each level, and the factor of self-play with its error.

    Bradley-Terry, a draw as half a win, with one addition: matches of a program against itself exaggerate differences,
    so their differences are multiplied by a factor, which the anchors determine. It is 1 below the lowest anchor, where
    nothing is known about it.
    """
    fixed = {anchor.name: anchor.elo for anchor in anchors}
    lowest = min(fixed.values(), default=math.inf) - ANCHOR_MARGIN
    free = sorted({name for result in results for name in result["players"] if name not in fixed})
    index = {name: number for number, name in enumerate(free)}
    last = len(free)
    prior = np.full(last + 1, np.mean(list(fixed.values()) or [0.0]))
    prior[last] = 1.0
    precision = np.array([PRIOR_RATING**-2] * last + [PRIOR_FACTOR**-2])
    estimate = prior.copy()
    for _ in range(100):
        # A weak prior keeps ratings finite after a score of 100 %, and the factor near 1 without anchors.
        information = np.diag(precision)
        gradient = (prior - estimate) * precision
        for result in results:
            rating = [fixed[name] if name in fixed else estimate[index[name]] for name in result["players"]]
            is_self_play = all(is_level(name) and Level(name).elo >= lowest for name in result["players"])
            factor = estimate[last] if is_self_play else 1.0
            wins, draws, losses = result["score"]
            games = wins + draws + losses + 1
            expected = 1 / (1 + math.exp(factor * (rating[1] - rating[0]) / ELO_PER_NAT))
            # Half a point is added to both sides, so that a score of 100 % has a finite rating.
            surplus = wins + draws / 2 + 0.5 - games * expected
            slope = np.zeros(last + 1)
            for name, sign in zip(result["players"], (1, -1)):
                if name in index:
                    slope[index[name]] += sign * factor / ELO_PER_NAT
            if is_self_play:
                slope[last] = (rating[0] - rating[1]) / ELO_PER_NAT
            gradient += surplus * slope
            information += max(games * expected * (1 - expected), 1e-6) * np.outer(slope, slope)
        step = np.linalg.solve(information, gradient)
        estimate += np.clip(step, -200, 200)
        if np.abs(step).max() < 0.001:
            break
    errors = 1.96 * np.sqrt(np.diag(np.linalg.inv(information)))
    ratings = {name: (estimate[index[name]], errors[index[name]]) for name in free}
    return ratings, (estimate[last], errors[last])


def main():
    arguments = parse_arguments()
    levels = sorted((Level(text) for text in arguments.levels), key=lambda level: level.elo)
    anchors = [Anchor(text) for text in arguments.anchors]
    try:
        results = json.load(open(arguments.results, encoding="utf-8"))
    except FileNotFoundError:
        results = []
    for first, second, games in [] if arguments.fit_only else pairs(arguments, levels, anchors):
        players = [first.name, second.name]
        if any(result["players"] == players for result in results):
            continue
        results.append({"players": players, "score": play(arguments, first, second, games)})
        json.dump(results, open(arguments.results, "w", encoding="utf-8"), indent=1)
        print(*players, "+%d =%d -%d" % tuple(results[-1]["score"]), sep=" | ", flush=True)
    print("level | measured | 95 % | set - measured")
    ratings, (factor, factor_error) = fit(results, anchors)
    for level in levels:
        if level.name in ratings:
            rating, error = ratings[level.name]
            print(f"{level.name} | {rating:.0f} | +/- {error:.0f} | {level.elo - rating:+.0f}")
    print(f"differences in self-play are exaggerated by a factor of {factor:.2f} +/- {factor_error:.2f}")


if __name__ == "__main__":
    main()
