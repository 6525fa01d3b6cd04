#!/usr/bin/env python3
"""Measures the errors of the playing levels in quiet positions, judged by a stronger engine.

Each level plays one move in each position, with the errors of a new game. The loss of a move is the score of the judge's
best move less that of the played one, from searches of the same number of nodes with an empty hash table; at least 0, at
most 1000 centipawns. A position is quiet if nobody is in check, the best move neither captures nor promotes, and the score
is within 1.5 pawns.

    pip install chess
    cargo build --release
    tests/python/levels.py --engine stockfish --positions positions.epd --count 300
"""

import argparse
import math
import random
import statistics
import sys

import chess
import chess.engine

MAX_LOSS = 1000
BLUNDER = 300
QUIET_SCORE = 150


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default="stockfish", help="the engine that judges (%(default)s)")
    parser.add_argument("--temper", default="target/release/temper", help="the binary (%(default)s)")
    parser.add_argument("--positions", required=True, metavar="FILE", help="positions, one FEN or EPD per line")
    parser.add_argument("--count", type=int, default=300, metavar="N", help="number of positions (%(default)s)")
    parser.add_argument("--nodes", type=int, default=100_000, metavar="N", help="nodes of the judge (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the choice of positions (%(default)s)")
    parser.add_argument(
        "--levels", type=int, nargs="*", default=range(800, 2801, 200), metavar="ELO", help="default: 800, 1000 ... 2800"
    )
    return parser.parse_args()


class Judge:
    """An engine that scores moves."""

    def __init__(self, engine, nodes):
        self.engine = engine
        self.limit = chess.engine.Limit(nodes=nodes)
        self.losses = {}

    def search(self, board, moves=None):
        """Returns the best of some moves, or of all, with its score for the side to move."""
        # Another game each time, so that the engine clears its hash table.
        info = self.engine.analyse(board, self.limit, game=object(), root_moves=moves)
        return info["pv"][0], info["score"].relative.score(mate_score=100_000)

    def loss(self, board, best, score, move):
        """Returns the loss of a move in centipawns."""
        key = (board.fen(), move)
        if key not in self.losses:
            played = score if move == best else self.search(board, [move])[1]
            self.losses[key] = min(max(score - played, 0), MAX_LOSS)
        return self.losses[key]


def boards(path, seed):
    """Yields the positions of a file in random order."""
    with open(path, encoding="utf-8") as file:
        lines = [line.split()[:4] for line in file if line.strip() and not line.startswith("#")]
    random.Random(seed).shuffle(lines)
    for fields in lines:
        yield chess.Board(" ".join(fields) + " 0 1")


def quiet_positions(judge, arguments):
    """Returns quiet positions with the best move and its score."""
    found = []
    for board in boards(arguments.positions, arguments.seed):
        if len(found) == arguments.count:
            break
        if board.is_check() or board.is_game_over():
            continue
        best, score = judge.search(board)
        if abs(score) <= QUIET_SCORE and not board.is_capture(best) and not best.promotion:
            found.append((board, best, score))
    return found


def row(level, losses):
    """Returns a line of the table, with standard errors."""
    count = len(losses)
    error = statistics.stdev(losses) / math.sqrt(count)
    share = sum(loss > BLUNDER for loss in losses) / count
    share_error = math.sqrt(share * (1 - share) / count)
    return (
        f"| {level} | {statistics.mean(losses):.1f} +/- {error:.1f} "
        f"| {100 * share:.1f} % +/- {100 * share_error:.1f} |"
    )


def measure(judge, temper, arguments):
    positions = quiet_positions(judge, arguments)
    if len(positions) < arguments.count:
        sys.exit(f"{arguments.positions} has only {len(positions)} quiet positions")
    print(f"{len(positions)} quiet positions\n\n| level | mean loss (cp) | > {BLUNDER} cp |\n|---|---|---|", flush=True)
    for level in arguments.levels:
        temper.configure({"UCI_LimitStrength": True, "UCI_Elo": level})
        losses = []
        for board, best, score in positions:
            # `ucinewgame` before each move gives it a seed of its own.
            move = temper.play(board, chess.engine.Limit(time=10), game=object()).move
            losses.append(judge.loss(board, best, score, move))
        print(row(level, losses), flush=True)


def main():
    arguments = parse_arguments()
    popen = chess.engine.SimpleEngine.popen_uci
    with popen(arguments.engine) as engine, popen(arguments.temper) as temper:
        measure(Judge(engine, arguments.nodes), temper, arguments)


if __name__ == "__main__":
    main()
