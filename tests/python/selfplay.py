#!/usr/bin/env python3
"""Plays self-play games through python-chess and fails on any engine error.

Each game is between two random profiles. python-chess checks legality of moves and the UCI protocol; this script
checks the time per move. A crash ends the run.

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


class EngineFailure(Exception):
    """No move, or a time forfeit."""


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default="target/release/temper", help="the binary (%(default)s)")
    parser.add_argument("--games", type=int, default=200, metavar="N", help="number of games (%(default)s)")
    parser.add_argument("--movetime", type=float, default=20, metavar="MS", help="time per move (%(default)s)")
    parser.add_argument(
        "--margin", type=float, default=100, metavar="MS",
        help="tolerance before a late answer counts as a time forfeit (%(default)s)",
    )
    parser.add_argument("--plies", type=int, default=6, help="random plies before the engines play (%(default)s)")
    parser.add_argument("--max-moves", type=int, default=300, help="adjudicate a draw after move N (%(default)s)")
    parser.add_argument("--profiles", nargs="*", default=[], help="profiles to choose from (default: all)")
    parser.add_argument("--seed", type=int, default=None, help="random seed, to reproduce a run")
    parser.add_argument("--chess960", action="store_true", help="play Chess960")
    return parser.parse_args()


def opening(rng, plies, chess960):
    """Returns a position after random moves in which the game is not over."""
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
    """Plays one game. Returns its result and the longest time for a move in milliseconds."""
    limit = chess.engine.Limit(time=arguments.movetime / 1000)
    slowest = 0.0
    game = object()
    while not board.is_game_over(claim_draw=True) and board.fullmove_number <= arguments.max_moves:
        start = time.perf_counter()
        result = engines[board.turn].play(board, limit, game=game)
        elapsed = (time.perf_counter() - start) * 1000
        if result.move is None:
            raise EngineFailure(f"no move in {board.fen()}")
        if elapsed > arguments.movetime + arguments.margin:
            raise EngineFailure(f"{elapsed:.0f} ms for a move in {board.fen()}")
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
            except (EngineFailure, chess.engine.EngineError) as error:
                moves = " ".join(move.uci() for move in board.move_stack)
                print(f"game {number}, {names[True]} - {names[False]}: {error}\n  {start} moves {moves}")
                return 1
            slowest = max(slowest, time_used)
            results[result] = results.get(result, 0) + 1
            print(f"game {number}: {names[True]} - {names[False]} {result} in {board.fullmove_number} moves")
    finally:
        for engine in engines.values():
            engine.close()
    print(f"{arguments.games} games without errors; results {results}; slowest move {slowest:.0f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
