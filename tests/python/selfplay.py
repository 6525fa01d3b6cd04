#!/usr/bin/env python3
"""Plays self-play games through python-chess and fails on any fault of the engine.

Each game pits two random profiles against each other. python-chess checks that every move is legal and
that the engine speaks UCI; this script checks the time of each move. A crash ends the run.

    pip install chess
    cargo build --release
    tests/python/selfplay.py --games 200 --movetime 20
    tests/python/selfplay.py --games 20 --movetime 20 --chess960
"""

import argparse
import random
import sys
import time

import chess
import chess.engine


class Fault(Exception):
    """The engine did something that loses a game."""


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default="target/release/temper", help="the binary (%(default)s)")
    parser.add_argument("--games", type=int, default=200, metavar="N", help="how many games (%(default)s)")
    parser.add_argument("--movetime", type=float, default=20, metavar="MS", help="time for each move (%(default)s)")
    parser.add_argument(
        "--margin", type=float, default=100, metavar="MS",
        help="how much later an answer may arrive before it counts as a time forfeit (%(default)s)",
    )
    parser.add_argument("--plies", type=int, default=6, help="random plies before the engines play (%(default)s)")
    parser.add_argument("--max-moves", type=int, default=300, help="adjudicate a draw after this move (%(default)s)")
    parser.add_argument("--profiles", nargs="*", default=[], help="names to draw from (default: all that are found)")
    parser.add_argument("--seed", type=int, default=None, help="repeat a run")
    parser.add_argument("--chess960", action="store_true", help="play Chess960")
    return parser.parse_args()


def opening(rng, plies, chess960):
    """A position after some random moves that is not over yet."""
    while True:
        board = chess.Board.from_chess960_pos(rng.randrange(960)) if chess960 else chess.Board()
        for _ in range(plies):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
        if not board.is_game_over(claim_draw=True):
            return board


def play(engines, board, arguments):
    """Plays one game. Returns its result and the longest time of a move in milliseconds."""
    limit = chess.engine.Limit(time=arguments.movetime / 1000)
    slowest = 0.0
    game = object()
    while not board.is_game_over(claim_draw=True) and board.fullmove_number <= arguments.max_moves:
        start = time.perf_counter()
        result = engines[board.turn].play(board, limit, game=game)
        elapsed = (time.perf_counter() - start) * 1000
        if result.move is None:
            raise Fault(f"no move in {board.fen()}")
        if elapsed > arguments.movetime + arguments.margin:
            raise Fault(f"{elapsed:.0f} ms for a move in {board.fen()}")
        slowest = max(slowest, elapsed)
        board.push(result.move)
    return board.result(claim_draw=True), slowest


def main():
    arguments = parse_arguments()
    seed = arguments.seed if arguments.seed is not None else random.randrange(1 << 32)
    rng = random.Random(seed)
    print(f"seed {seed}")
    engines = {color: chess.engine.SimpleEngine.popen_uci(arguments.engine) for color in chess.COLORS}
    results, slowest = {}, 0.0
    try:
        profiles = arguments.profiles or engines[chess.WHITE].options["Profile"].var
        for number in range(1, arguments.games + 1):
            names = {color: rng.choice(profiles) for color in chess.COLORS}
            for color, engine in engines.items():
                engine.configure({"Profile": names[color]})
            board = opening(rng, arguments.plies, arguments.chess960)
            start = board.root().fen()
            try:
                result, time_used = play(engines, board, arguments)
            except (Fault, chess.engine.EngineError) as error:
                moves = " ".join(move.uci() for move in board.move_stack)
                print(f"game {number}, {names[True]} - {names[False]}: {error}\n  {start} moves {moves}")
                return 1
            slowest = max(slowest, time_used)
            results[result] = results.get(result, 0) + 1
            print(f"game {number}: {names[True]} - {names[False]} {result} in {board.fullmove_number} moves")
    finally:
        for engine in engines.values():
            engine.close()
    print(f"{arguments.games} games without a fault; results {results}; slowest move {slowest:.0f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
