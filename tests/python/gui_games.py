#!/usr/bin/env python3
"""Plays games as a chess GUI does: characters with a level, their opening books, clocks and pondering.

python-chess checks moves and protocol. This script fails if an engine oversteps its time, does not offer an option, or
opens every game alike.

    pip install chess
    cargo build --release
    tests/python/gui_games.py --games 10 --tc 10+0.1
"""

import argparse
import itertools
import sys
import time

import chess
import chess.engine

CHARACTERS = [
    "attacker", "cavalier", "defender", "gambler", "grabber", "purist", "romantic", "squeezer", "stormer", "wanderer",
]
LEVELS = [800, 1300, 1800, 2300]
OPENING_PLIES = 10


class Failure(Exception):
    """An option that is not offered, no move, or a time forfeit."""


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default="target/release/temper", help="the binary (%(default)s)")
    parser.add_argument("--games", type=int, default=10, metavar="N", help="number of games (%(default)s)")
    parser.add_argument("--tc", default="10+0.1", metavar="S+S", help="seconds and increment (%(default)s)")
    parser.add_argument("--margin", type=float, default=0, metavar="MS", help="tolerance of clocks (%(default)s)")
    parser.add_argument("--max-moves", type=int, default=200, metavar="N", help="draw after move N (%(default)s)")
    parser.add_argument("--no-ponder", action="store_true", help="do not think in the opponent's time")
    return parser.parse_args()


def configure(engine, profile, level):
    """Sets up an opponent as a player does in a GUI's dialogue."""
    options = {"Profile": profile, "UCI_LimitStrength": True, "UCI_Elo": level, "OwnBook": True}
    for name in [*options, "Ponder"]:
        if name not in engine.options:
            raise Failure(f"there is no option {name}")
    engine.configure(options)


def play(engines, arguments):
    """Plays one game with clocks. Returns the final position and the shortest time left in seconds."""
    start, increment = map(float, arguments.tc.split("+"))
    clock = {color: start for color in chess.COLORS}
    shortest = start
    board = chess.Board()
    game = object()
    while not board.is_game_over(claim_draw=True) and board.fullmove_number <= arguments.max_moves:
        limit = chess.engine.Limit(
            white_clock=clock[chess.WHITE], black_clock=clock[chess.BLACK],
            white_inc=increment, black_inc=increment,
        )
        began = time.perf_counter()
        # A copy: python-chess keeps the board to recognise a hit of the pondered move, also after the game.
        result = engines[board.turn].play(board.copy(), limit, game=game, ponder=not arguments.no_ponder)
        clock[board.turn] -= time.perf_counter() - began
        if result.move is None:
            raise Failure(f"no move in {board.fen()}")
        if clock[board.turn] < -arguments.margin / 1000:
            raise Failure(f"out of time in {board.fen()}")
        shortest = min(shortest, clock[board.turn])
        clock[board.turn] += increment
        board.push(result.move)
    return board, shortest


def main():
    arguments = parse_arguments()
    engines = {color: chess.engine.SimpleEngine.popen_uci(arguments.engine) for color in chess.COLORS}
    openings, shortest = set(), float("inf")
    opponents = zip(itertools.cycle(CHARACTERS), itertools.cycle(LEVELS))
    try:
        for number in range(1, arguments.games + 1):
            sides = {color: next(opponents) for color in chess.COLORS}
            names = " - ".join(f"{profile} ({level})" for profile, level in sides.values())
            try:
                for color, (profile, level) in sides.items():
                    configure(engines[color], profile, level)
                board, time_left = play(engines, arguments)
            except (Failure, chess.engine.EngineError) as error:
                print(f"game {number}, {names}: {error}")
                return 1
            shortest = min(shortest, time_left)
            moves = chess.Board().variation_san(board.move_stack[:OPENING_PLIES])
            openings.add(moves)
            print(f"game {number}: {names} {board.result(claim_draw=True)} in {board.fullmove_number} moves: {moves}")
    finally:
        for engine in engines.values():
            engine.close()
    print(f"{arguments.games} games without errors, {len(openings)} openings, shortest clock {shortest:.2f} s")
    return int(arguments.games > 1 and len(openings) == 1)


if __name__ == "__main__":
    sys.exit(main())
