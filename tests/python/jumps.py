#!/usr/bin/env python3
"""Measures how much the score of each profile changes from one ply to the next in quiet games.

Every position of the games is searched, in play and in analysis (UCI_AnalyseMode). A jump is the difference of the scores
of two consecutive positions, from White's point of view, in centipawns.

    pip install chess
    cargo build --release
    temper match temperament temperament --nodes 5000 --games 60 --pgn games.pgn
    tests/python/jumps.py --games games.pgn temperament attacker gambler
"""

import argparse
import statistics

import chess.engine
import chess.pgn

MAX_SCORE = 1000
MODES = {"play": False, "analysis": True}


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--temper", default="target/release/temper", help="the binary (%(default)s)")
    parser.add_argument("--games", required=True, metavar="FILE", help="PGN; its draws are used")
    parser.add_argument("--count", type=int, default=10, metavar="N", help="number of games (%(default)s)")
    parser.add_argument("--plies", type=int, default=60, metavar="N", help="plies of each game (%(default)s)")
    parser.add_argument("--nodes", type=int, default=40_000, metavar="N", help="nodes per ply (%(default)s)")
    parser.add_argument("profiles", nargs="+")
    return parser.parse_args()


def quiet_games(arguments):
    """Returns the first draws that last long enough, each as a list of positions."""
    found = []
    with open(arguments.games, encoding="utf-8") as file:
        while len(found) < arguments.count and (game := chess.pgn.read_game(file)) is not None:
            boards = [node.board() for node in game.mainline()][: arguments.plies]
            if game.headers["Result"] == "1/2-1/2" and len(boards) == arguments.plies:
                found.append(boards)
    return found


def mean_jump(engine, games, nodes):
    """Returns the mean jump in games."""
    jumps = []
    for boards in games:
        scores = []
        for board in boards:
            info = engine.play(board, chess.engine.Limit(nodes=nodes), game=boards, info=chess.engine.INFO_SCORE).info
            score = info["score"].white().score(mate_score=MAX_SCORE)
            scores.append(max(-MAX_SCORE, min(score, MAX_SCORE)))
        jumps += [abs(after - before) for before, after in zip(scores, scores[1:])]
    return statistics.mean(jumps)


def main():
    arguments = parse_arguments()
    games = quiet_games(arguments)
    print(f"{len(games)} games of {arguments.plies} plies, {arguments.nodes} nodes a ply")
    usual = {}
    for profile in arguments.profiles:
        cells = []
        for mode, analyses in MODES.items():
            with chess.engine.SimpleEngine.popen_uci([arguments.temper, "--profile", profile]) as engine:
                engine.configure({"UCI_AnalyseMode": analyses, "OwnBook": False})
                jump = mean_jump(engine, games, arguments.nodes)
            usual.setdefault(mode, jump)
            cells.append(f"{mode} {jump:.1f} ({jump / usual[mode]:.2f})")
        print(profile, *cells, sep=" | ", flush=True)


if __name__ == "__main__":
    main()
