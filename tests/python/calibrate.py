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
# A rating prior as strong as one drawn game with an average player: keeps ratings finite after a score of 100 %.
PRIOR_GAMES = 1.0
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
            return [f"--{letter}-elo", str(self.elo)]
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
            command += [f"uci:{second.command}", "--b-limit", second.limit]
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


def fit(results, anchors):
    """Returns the most likely rating and the 95 % error of each level (Bradley-Terry, a draw as half a win)."""
    fixed = {anchor.name: anchor.elo for anchor in anchors}
    free = sorted({name for result in results for name in result["players"] if name not in fixed})
    index = {name: number for number, name in enumerate(free)}
    centre = np.mean(list(fixed.values()) or [0.0])
    ratings = np.full(len(free), centre)
    for _ in range(200):
        gradient = np.zeros(len(free))
        curvature = np.zeros((len(free), len(free)))
        for name in free:
            share = 1 / (1 + math.exp((centre - ratings[index[name]]) / ELO_PER_NAT))
            gradient[index[name]] += PRIOR_GAMES * (0.5 - share) * 0.01
            curvature[index[name], index[name]] += PRIOR_GAMES * share * (1 - share) * 0.01
        for result in results:
            wins, draws, losses = result["score"]
            first, second = (
                (index.get(name), fixed.get(name)) for name in result["players"]
            )
            rating = [ratings[player] if player is not None else elo for player, elo in (first, second)]
            games = wins + draws + losses
            share = 1 / (1 + math.exp((rating[1] - rating[0]) / ELO_PER_NAT))
            # Half a point is added to both sides, so that a score of 100 % has a finite rating.
            surplus = wins + draws / 2 + 0.5 - (games + 1) * share
            # Draws reduce the variance of a score.
            weight = max((games + 1) * share * (1 - share), 1e-6)
            for (player, _), sign in ((first, 1), (second, -1)):
                if player is None:
                    continue
                gradient[player] += sign * surplus
                for (other, _), other_sign in ((first, 1), (second, -1)):
                    if other is not None:
                        curvature[player, other] += sign * other_sign * weight
        step = np.linalg.solve(curvature, gradient) * ELO_PER_NAT
        ratings += np.clip(step, -200, 200)
        if np.abs(step).max() < 0.01:
            break
    errors = 1.96 * np.sqrt(np.diag(np.linalg.inv(curvature))) * ELO_PER_NAT
    return {name: (ratings[index[name]], errors[index[name]]) for name in free}


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
    ratings = fit(results, anchors)
    for level in levels:
        if level.name in ratings:
            rating, error = ratings[level.name]
            print(f"{level.name} | {rating:.0f} | +/- {error:.0f} | {level.elo - rating:+.0f}")


if __name__ == "__main__":
    main()
