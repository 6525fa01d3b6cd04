#!/usr/bin/env python3
"""Compares the moves of a level with those of people of its rating, in the same positions.

Takes positions from games with ratings (WhiteElo, BlackElo), of players at most 100 points from the level. The level plays each
position as in a new game, without its book. Prints for each kind of move how often people and the level play it, in percent of the
positions; the last column is the 95 % interval of the difference. With --judge, also how often each loses more than 5, 10, 20 and 30 points:
percent of winning chances, 100 / (1 + exp(-0.00368208 cp)), of the judge's best move less those of the move.

    pip install chess
    cargo build --release
    tests/python/people.py games.pgn --elo 1100 --judge stockfish
"""

import argparse
import contextlib
import itertools
import math
import random

import chess
import chess.engine
import chess.pgn

VALUES = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 100}
BAND = 100
LOSSES = (5, 10, 20, 30)
# A threat wins at least as many pawns.
THREAT = 2
# An endgame has at most so many knights, bishops, rooks and queens.
ENDGAME_PIECES = 6


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", metavar="FILE", help="games of people, PGN")
    parser.add_argument("--elo", type=int, required=True, metavar="N", help="the level")
    parser.add_argument("--profile", default="temperament", help="its profile (%(default)s)")
    parser.add_argument("--subtract", type=int, default=0, metavar="N", help="from the ratings: 270 for games of Lichess")
    parser.add_argument("--temper", default="target/release/temper", help="the program, from `cargo build --release` (%(default)s)")
    parser.add_argument("--count", type=int, default=1000, metavar="N", help="number of positions (%(default)s)")
    parser.add_argument("--per-player", type=int, default=2, metavar="N", help="positions of a player in a game (%(default)s)")
    parser.add_argument("--moves", type=int, nargs=2, default=(1, 200), metavar=("FROM", "TO"), help="moves of the game")
    parser.add_argument("--judge", metavar="PROGRAM", help="engine that judges all moves of each position")
    parser.add_argument("--nodes", type=int, default=100_000, metavar="N", help="nodes of the judge (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the choice of positions (%(default)s)")
    return parser.parse_args()


def positions(arguments):
    """Yields boards with their moves so far, and the move that was played."""
    rnd = random.Random(arguments.seed)
    players = []
    with open(arguments.games, encoding="utf-8") as file:
        while game := chess.pgn.read_game(file):
            for side, tag in ((chess.WHITE, "WhiteElo"), (chess.BLACK, "BlackElo")):
                rating = game.headers.get(tag, "")
                if rating.isdigit() and abs(int(rating) - arguments.subtract - arguments.elo) <= BAND:
                    players.append((side, game))
    rnd.shuffle(players)
    first, last = arguments.moves
    for side, game in players:
        board, found = game.board(), []
        for move in game.mainline_moves():
            if board.turn == side and first <= board.fullmove_number <= last and board.legal_moves.count() > 1:
                found.append((board.copy(), move))
            board.push(move)
        yield from rnd.sample(found, min(arguments.per_player, len(found)))


def exchange(board, move):
    """Returns how many pawns a capture wins when all pieces take on its square."""
    captured = chess.PAWN if board.is_en_passant(move) else board.piece_type_at(move.to_square)
    won = VALUES.get(captured, 0) + (VALUES[move.promotion] - 1 if move.promotion else 0)
    board.push(move)
    replies = list(board.generate_legal_captures(to_mask=chess.BB_SQUARES[move.to_square]))
    least = min(replies, key=lambda reply: VALUES[board.piece_type_at(reply.from_square)], default=None)
    lost = max(0, exchange(board, least)) if least else 0
    board.pop()
    return won - lost


def threatens(board, source):
    """Returns whether a piece of the opponent could win something, were it its turn."""
    if board.is_check():
        return False
    board.push(chess.Move.null())
    moves = list(board.generate_legal_captures(from_mask=chess.BB_SQUARES[source]))
    found = any(exchange(board, move) >= THREAT for move in moves)
    board.pop()
    return found


def loses(board, move, source=None):
    """Returns how many pawns the opponent wins next, less what the move takes: by a piece, or by any."""
    captured = chess.PAWN if board.is_en_passant(move) else board.piece_type_at(move.to_square)
    board.push(move)
    replies = board.generate_legal_captures(from_mask=chess.BB_SQUARES[source] if source is not None else chess.BB_ALL)
    most = max((exchange(board, reply) for reply in list(replies)), default=0)
    board.pop()
    return most - VALUES.get(captured, 0)


def kinds(board, move):
    """Yields the names of the kinds that a move belongs to."""
    piece, file = board.piece_type_at(move.from_square), chess.square_file(move.to_square)
    last = board.peek().to_square if board.move_stack else None
    protected = bool(board.attackers(not board.turn, move.to_square))
    if board.is_capture(move):
        captured = board.piece_type_at(move.to_square) or chess.PAWN
        yield "capture"
        if move.to_square == last:
            yield "captures the piece that has just moved"
        elif protected and VALUES[captured] == VALUES[piece]:
            yield "offers a trade"
        elif not protected:
            yield "captures an unprotected pawn" if captured == chess.PAWN else "captures an unprotected piece"
    elif piece == chess.PAWN:
        yield "advances a pawn on c, d or e" if file in (2, 3, 4) else "advances another pawn"
    if board.gives_check(move):
        yield "check"
    if board.is_castling(move):
        yield "castles"
    elif piece != chess.PAWN:
        yield f"moves a {chess.piece_name(piece)}"
    if piece == chess.KNIGHT and file in (0, 7):
        yield "puts a knight on the rim"
    yield from unforced(board, move)
    if last is not None and loses(board, move, last) >= THREAT and threatens(board, last):
        yield "leaves what the last move threatens"
    if loses(board, move) >= THREAT:
        yield "leaves something to be taken"


def unforced(board, move):
    """Yields the kinds of quiet moves that have no reason on the board."""
    piece = board.piece_type_at(move.from_square)
    if board.is_check() or board.is_capture(move) or board.is_castling(move):
        return
    pieces = board.occupied & ~(board.pawns | board.kings)
    if piece == chess.KING and chess.popcount(pieces) > ENDGAME_PIECES:
        yield "moves the king before the endgame"
        if chess.square_file(move.to_square) in (3, 4):
            yield "moves the king to d or e before the endgame"
    if board.has_castling_rights(board.turn) and piece in (chess.KING, chess.ROOK):
        yield "gives up castling"
    home = chess.square_rank(move.to_square) == (0 if board.turn else 7)
    if piece in (chess.KNIGHT, chess.BISHOP) and home and not board.attackers(not board.turn, move.from_square):
        yield "retreats a minor piece to the first rank, unattacked"


def points(score):
    if score.is_mate():
        return 100.0 if score.mate() > 0 else 0.0
    return 100 / (1 + math.exp(-0.00368208 * score.score()))


def judged(judge, board, nodes):
    """Returns how many points each move loses."""
    lines = judge.analyse(board, chess.engine.Limit(nodes=nodes), multipv=board.legal_moves.count(), game=object())
    found = {line["pv"][0]: points(line["score"].relative) for line in lines}
    return {move: max(found.values()) - value for move, value in found.items()}


def compare(arguments, level, judge):
    """Returns the number of positions, and how often people and the level play each kind of move."""
    counts, total = {}, 0
    for board, played in itertools.islice(positions(arguments), arguments.count):
        chosen = level.play(board, chess.engine.Limit(nodes=1_000_000), game=object()).move
        losses = judged(judge, board, arguments.nodes) if judge else {}
        for index, move in enumerate((played, chosen)):
            lost = [f"loses more than {limit} points" for limit in LOSSES if losses.get(move, 0) > limit]
            for kind in [*kinds(board, move), *lost, *(["the move of the person"] if chosen == played else [])]:
                counts.setdefault(kind, [0, 0])[index] += 1
        total += 1
    return total, counts


def main():
    arguments = parse_arguments()
    options = {"Profile": arguments.profile, "UCI_LimitStrength": True, "UCI_Elo": arguments.elo, "OwnBook": False}
    try:
        with contextlib.ExitStack() as engines:
            level = engines.enter_context(chess.engine.SimpleEngine.popen_uci(arguments.temper))
            level.configure(options)
            judge = arguments.judge and engines.enter_context(chess.engine.SimpleEngine.popen_uci(arguments.judge))
            total, counts = compare(arguments, level, judge)
    except (OSError, UnicodeDecodeError, chess.engine.EngineError) as error:
        raise SystemExit(f"people.py: {error}") from None
    if total == 0:
        low, high = (arguments.elo + side * BAND + arguments.subtract for side in (-1, 1))
        raise SystemExit(f"{arguments.games}: no game has a WhiteElo or BlackElo from {low} to {high}")
    print(f"{total} positions, level {arguments.elo}\n{'':52}people level   +/-")
    for kind, (people, ours) in sorted(counts.items(), key=lambda row: -sum(row[1])):
        shares = people / total, ours / total
        interval = 196 * math.sqrt(sum(share * (1 - share) for share in shares) / total)
        print(f"{kind:52} {100 * shares[0]:5.1f} {100 * shares[1]:5.1f} {interval:5.1f}")


if __name__ == "__main__":
    main()
