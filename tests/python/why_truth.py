#!/usr/bin/env python3
"""Checks what `temper why` says with python-chess alone.

    why_truth.py collect TEMPER GAMES.pgn N OUT.jsonl [options of temper why]
    why_truth.py check TEMPER OUT.jsonl [--profile NAME]

`collect` explains N moves of the games, spread evenly, each against the best other move. `check` reads the
explanations and reports

- whether rows and remainder add up to the difference,
- every sentence that is false of the positions that it names, by kind of sentence, and every sentence without a check,
- how many of the moves that lose a pawn or more are explained: the numbers of the sentences cover at least 80 % of the
  difference, or a tactical fact is named.

It exits with 1 if anything is false.
"""

import json
import random
import re
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import chess
import chess.pgn

POINTS = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 100}
NAMES = {"pawn": chess.PAWN, "knight": chess.KNIGHT, "bishop": chess.BISHOP, "rook": chess.ROOK, "queen": chess.QUEEN}
SIDES = {"White": chess.WHITE, "Black": chess.BLACK}
CENTRE = [chess.D4, chess.E4, chess.D5, chess.E5]


def collect(temper, pgn, n, out, options):
    positions = []
    with open(pgn, encoding="utf-8", errors="replace") as file:
        while game := chess.pgn.read_game(file):
            board = game.board()
            for move in game.mainline_moves():
                if board.legal_moves.count() > 1:
                    positions.append((board.fen(), move.uci()))
                board.push(move)
    step = max(1, len(positions) / n)
    chosen = [positions[int(i * step)] for i in range(min(n, len(positions)))]

    def explain(position):
        command = [temper, "why", *position, "--json", *options]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    with open(out, "w", encoding="utf-8") as file, ThreadPoolExecutor(1) as pool:
        for line in pool.map(explain, chosen):
            file.write(line)


# ---------------------------------------------------------------------------------------------------------------------
# Geometry. `rel` is the rank seen by a side, 0 to 7.


def rel(side, square):
    return chess.square_rank(square) if side else 7 - chess.square_rank(square)


def forward(side):
    return 8 if side else -8


def front(side, square):
    """The square in front, or None."""
    target = square + forward(side)
    return target if 0 <= target < 64 else None


def ahead(side, square, files=(0,)):
    """Squares ahead of a square on its file and those beside it that are named."""
    file = chess.square_file(square)
    return [s for s in chess.SQUARES if chess.square_file(s) - file in files and rel(side, s) > rel(side, square)]


def pawns(board, side):
    return board.pieces(chess.PAWN, side)


def beside(square):
    file, rank = chess.square_file(square), chess.square_rank(square)
    return [chess.square(f, rank) for f in (file - 1, file + 1) if 0 <= f < 8]


def on_files_beside(square, squares):
    return [s for s in squares if abs(chess.square_file(s) - chess.square_file(square)) == 1]


def on_file(square, squares):
    return [s for s in squares if chess.square_file(s) == chess.square_file(square)]


def pawn_attackers(board, side, square):
    return [s for s in board.attackers(side, square) if board.piece_type_at(s) == chess.PAWN]


def guarded_by_pawn(board, side, square):
    return bool(pawn_attackers(board, side, square))


def is_passed(board, side, square):
    return not set(ahead(side, square, (-1, 0, 1))) & set(pawns(board, not side))


def is_isolated(board, side, square):
    return not on_files_beside(square, pawns(board, side))


def is_backward(board, side, square):
    level_or_behind = [s for s in on_files_beside(square, pawns(board, side)) if rel(side, s) <= rel(side, square)]
    stop = front(side, square)
    return not level_or_behind and stop is not None and guarded_by_pawn(board, not side, stop)


def unopposed(board, side, square):
    return not set(ahead(side, square)) & set(pawns(board, not side))


def is_outpost(board, side, square):
    """Guarded by a pawn, with no opposing pawn ahead on the files beside it."""
    return guarded_by_pawn(board, side, square) and not set(ahead(side, square, (-1, 1))) & set(pawns(board, not side))


def is_outpost_square(board, side, square):
    return 3 <= rel(side, square) <= 5 and is_outpost(board, side, square)


def is_free_outpost_square(board, side, square):
    return is_outpost_square(board, side, square) and board.color_at(square) != side


def between_pieces(board, a, b):
    return len(chess.SquareSet(chess.between(a, b)) & chess.SquareSet(board.occupied))


def moves_along(piece_type, a, b):
    """Whether a slider of a kind moves along the line between two squares."""
    same_line = chess.square_file(a) == chess.square_file(b) or chess.square_rank(a) == chess.square_rank(b)
    df, dr = chess.square_file(a) - chess.square_file(b), chess.square_rank(a) - chess.square_rank(b)
    diagonal = abs(df) == abs(dr)
    kinds = {chess.BISHOP: diagonal, chess.ROOK: same_line, chess.QUEEN: same_line or diagonal}
    return a != b and kinds.get(piece_type, False)


def looks_through_one(board, slider, target):
    return moves_along(board.piece_type_at(slider), slider, target) and between_pieces(board, slider, target) == 1


def attacks(board, side, square):
    return len(board.attackers(side, square))


def xray(board, square):
    """Squares of a slider's rays that run through the first piece unless it is a pawn."""
    seen = chess.SquareSet()
    kind = board.piece_type_at(square)
    for target in chess.SQUARES:
        if not moves_along(kind, square, target):
            continue
        on_way = [s for s in chess.SquareSet(chess.between(square, target)) if board.piece_at(s)]
        if not on_way or len(on_way) == 1 and board.piece_type_at(on_way[0]) != chess.PAWN:
            seen.add(target)
    return seen


def see(board, move):
    """Points won by a capture when both sides take with the least valuable piece and may stop. Pins are ignored."""
    target = move.to_square
    side = board.turn
    captured = chess.PAWN if board.is_en_passant(move) else board.piece_type_at(target)
    gain = [POINTS[captured]]
    occupied = board.occupied & ~chess.BB_SQUARES[move.from_square]
    if board.is_en_passant(move):
        occupied &= ~chess.BB_SQUARES[target - forward(side)]
    on_target = board.piece_type_at(move.from_square)
    if move.promotion:
        gain[0] += POINTS[move.promotion] - 1
        on_target = move.promotion
    side = not side
    while True:
        attackers = board.attackers_mask(side, target, occupied) & occupied
        kinds = [(POINTS[board.piece_type_at(s)], s) for s in chess.scan_forward(attackers)]
        if not kinds:
            break
        value, square = min(kinds)
        others = board.attackers_mask(not side, target, occupied & ~chess.BB_SQUARES[square])
        if value == 100 and others & occupied & ~chess.BB_SQUARES[square]:
            break
        gain.append(POINTS[on_target] - gain[-1])
        occupied &= ~chess.BB_SQUARES[square]
        on_target = board.piece_type_at(square)
        side = not side
    while len(gain) > 1:
        last = gain.pop()
        gain[-1] = min(gain[-1], -last)
    return gain[0]


# ---------------------------------------------------------------------------------------------------------------------
# Sentences. Each kind is a pattern and a check of (board, own side, squares, match).

EACH = []
NUMBERS = []
PRESENCE = []
VALUES = []


def phrase(text):
    """A phrase of the key table as a pattern: {side}, {opponent}, {squares}, {pieces}, {n}, {value}, {one|many}."""
    pattern = ""
    for part in re.split(r"(\{[^}]*\})", text):
        if not part.startswith("{"):
            pattern += re.escape(part)
        elif "|" in part:
            one, many = part[1:-1].split("|")
            pattern += f"(?:{re.escape(one)}|{re.escape(many)})"
        else:
            name = part[1:-1]
            group = {"squares": "[a-h1-8, and]+?", "pieces": "[a-z1-8, ]+?", "n": r"-?\d+", "value": r"[+-]\d+\.\d\d"}.get(name, "White|Black")
            known = f"(?P<{name}>" in pattern
            pattern += f"(?P={name})" if known else f"(?P<{name}>{group})"
    return re.compile(pattern + "$")


def each(text, kind, holds, whose="side"):
    """Every square named has a piece of this kind of the side, for which something holds."""

    def check(board, side, squares, _):
        owner = side if whose == "side" else not side
        kinds = kind if isinstance(kind, (list, tuple)) else [kind]
        for square in squares:
            piece = board.piece_at(square)
            if piece is None or piece.color != owner or kinds != [None] and piece.piece_type not in kinds:
                return False
            if not holds(board, side, square):
                return False
        return bool(squares)

    EACH.append((phrase(text), check))


def own(kind, predicate, holds):
    each(f"{{side}}'s {{{kind}|{kind}s}} on {{squares}} " + predicate, NAMES[kind], holds)


def pawn(predicate, holds):
    own("pawn", predicate, holds)


def passed(text, holds):
    each(text, chess.PAWN, lambda b, s, q: is_passed(b, s, q) and holds(b, s, q))


pawn("{is|are} doubled, with another {side} pawn behind on the same file",
     lambda b, s, q: any(rel(s, p) < rel(s, q) for p in on_file(q, pawns(b, s))))
pawn("{is|are} doubled", lambda b, s, q: len(on_file(q, pawns(b, s))) > 1)
pawn("{is|are} isolated", is_isolated)
pawn("{is|are} backward", is_backward)
pawn("{is|are} guarded by a pawn", guarded_by_pawn)
pawn("{attacks|attack} d4, e4, d5 or e5", lambda b, s, q: bool(b.attacks(q) & chess.SquareSet(CENTRE)))
pawn("{has|have} a {side} pawn beside {it|them} on the same rank", lambda b, s, q: bool(set(beside(q)) & set(pawns(b, s))))
pawn("{is|are} connected, with no {opponent} pawn ahead on the same file",
     lambda b, s, q: (guarded_by_pawn(b, s, q) or bool(set(beside(q)) & set(pawns(b, s)))) and unopposed(b, s, q))
pawn("{attacks|attack} a {opponent} pawn", lambda b, s, q: bool(b.attacks(q) & pawns(b, not s)))
pawn("{is|are} blocked by a {opponent} pawn", lambda b, s, q: front(s, q) in pawns(b, not s))
pawn("{is|are} weak (isolated or backward), with no {opponent} pawn ahead on the same file",
     lambda b, s, q: (is_isolated(b, s, q) or is_backward(b, s, q)) and unopposed(b, s, q))
pawn("{is|are} attacked by two {opponent} pawns and guarded by no pawn",
     lambda b, s, q: len(pawn_attackers(b, not s, q)) == 2 and not guarded_by_pawn(b, s, q))
pawn("{is|are} doubled and isolated", lambda b, s, q: len(on_file(q, pawns(b, s))) > 1 and is_isolated(b, s, q))
pawn("{is|are} passed", is_passed)


def is_connected_passer(b, s, q):
    others = [p for p in on_files_beside(q, pawns(b, s)) if is_passed(b, s, p)]
    return any(abs(rel(s, p) - rel(s, q)) <= 1 for p in others)


def is_candidate(b, s, q):
    helpers = [p for p in on_files_beside(q, pawns(b, s)) if rel(s, p) <= rel(s, q)]
    sentries = set(ahead(s, q, (-1, 1))) & set(pawns(b, not s))
    return unopposed(b, s, q) and not is_passed(b, s, q) and len(helpers) >= len(sentries)


P = "{side}'s passed {pawn|pawns} on {squares} "
passed(P + "{is|are} connected with another passed pawn", is_connected_passer)
pawn("{is a candidate|are candidates} to become passed", is_candidate)
passed("{side} guards every square ahead of {side}'s passed {pawn|pawns} on {squares} that {opponent} attacks or occupies",
       lambda b, s, q: all(b.is_attacked_by(s, t) for t in ahead(s, q)
                           if b.is_attacked_by(not s, t) or b.color_at(t) == (not s)))
passed(P + "{is|are} attacked and not guarded", lambda b, s, q: b.is_attacked_by(not s, q) and not b.is_attacked_by(s, q))
HEAVY = [chess.ROOK, chess.QUEEN]


def behind_passer(b, s, q):
    return any(is_passed(b, s, p) and rel(s, p) > rel(s, q) for p in on_file(q, pawns(b, s)))


each("{side}'s {pieces} {stands|stand} behind an own passed pawn", HEAVY, behind_passer)
each("{opponent}'s {pieces} {stands|stand} behind a passed pawn of {side}", HEAVY, behind_passer,
     "opponent")
passed(P + "{is|are} blocked by a {opponent} piece",
       lambda b, s, q: b.color_at(front(s, q)) == (not s))
for _name, _kind in {**NAMES, "king": chess.KING}.items():
    passed(P + f"{{is|are}} blocked by a {{opponent}} {_name}",
           lambda b, s, q, k=_kind: b.piece_at(front(s, q)) == chess.Piece(k, not s))
passed("the square in front of {side}'s passed {pawn|pawns} on {squares} is empty and not attacked by {opponent}",
       lambda b, s, q: not b.piece_at(front(s, q)) and not b.is_attacked_by(not s, front(s, q)))
passed("{side} attacks the square in front of {side}'s passed {pawn|pawns} on {squares}",
       lambda b, s, q: b.is_attacked_by(s, front(s, q)))
passed(P + "{has|have} no piece ahead on the file", lambda b, s, q: not any(b.piece_at(t) for t in ahead(s, q)))
passed("{opponent} attacks no square ahead of {side}'s passed {pawn|pawns} on {squares}",
       lambda b, s, q: not any(b.is_attacked_by(not s, t) for t in ahead(s, q)))
passed(P + "{has|have} the own king ahead on the same or a neighbouring file",
       lambda b, s, q: b.king(s) in ahead(s, q, (-1, 0, 1)))


def is_unstoppable(b, s, q):
    only_pawns = not any(b.pieces(k, not s) for k in (2, 3, 4, 5))
    goal = chess.square(chess.square_file(q), 7 if s else 0)
    steps = min(7 - rel(s, q), 5)
    return only_pawns and not any(b.piece_at(t) for t in ahead(s, q)) and \
        chess.square_distance(b.king(not s), goal) - (b.turn != s) > steps


passed("{opponent}'s king cannot catch {side}'s passed {pawn|pawns} on {squares}", is_unstoppable)

OUTPOST = "{is|are} on {an outpost|outposts} (guarded by a pawn, no {opponent} pawn ahead on the files beside {it|them})"
for _name in ("knight", "bishop"):
    own(_name, OUTPOST, is_outpost)
    own(_name, "{has|have} an outpost within reach",
        lambda b, s, q: any(is_free_outpost_square(b, s, t) for t in b.attacks(q)))
    own(_name, "{has|have} a pawn right in front of {it|them}",
        lambda b, s, q: front(s, q) is not None and b.piece_type_at(front(s, q)) == chess.PAWN)
own("knight", "{is|are} guarded by a pawn", guarded_by_pawn)
for _name in ("knight", "bishop", "rook", "queen"):
    own(_name, "{is|are} pinned to the king", lambda b, s, q: b.is_pinned(s, q))
    own(_name, "{attacks|attack} a queen, a rook or the king",
        lambda b, s, q: any(b.color_at(t) == (not s) and b.piece_type_at(t) in (4, 5, 6) for t in b.attacks(q)))
for _name in ("bishop", "rook", "queen"):
    own(_name, "{is|are} in line with {opponent}'s king, with one piece between them", lambda b, s, q: looks_through_one(b, q, b.king(not s)))
    own(_name, "{is|are} in line with a queen, a rook or the king, with one piece between them",
        lambda b, s, q: any(b.color_at(t) == (not s) and b.piece_type_at(t) in (4, 5, 6)
                            for t in xray(b, q) if t not in b.attacks(q)))


def sees_centre(b, s, q):
    only_pawns = chess.Board(None)
    for p in b.pieces(chess.PAWN, True) | b.pieces(chess.PAWN, False):
        only_pawns.set_piece_at(p, b.piece_at(p))
    only_pawns.set_piece_at(q, b.piece_at(q))
    return len(only_pawns.attacks(q) & chess.SquareSet(CENTRE)) >= 2


own("bishop", "{looks|look} along a long diagonal at two squares of the centre", sees_centre)


def is_shut_in(b, s, q):
    """A bishop on a7 or h7 (or a6, h6) with an opposing pawn diagonally behind it, towards the middle."""
    file = {0: 1, 7: 6}.get(chess.square_file(q))
    guard = None if file is None else chess.square(file, chess.square_rank(q) - (1 if s else -1))
    return rel(s, q) in (5, 6) and guard in pawns(b, not s)


own("bishop", "{is|are} shut in at the edge by a {opponent} pawn", is_shut_in)
own("rook", "{stands|stand} on the file of a queen",
    lambda b, s, q: bool(on_file(q, b.pieces(chess.QUEEN, True) | b.pieces(chess.QUEEN, False))))


def is_trapped(b, s, q):
    king, rook = chess.square_file(b.king(s)), chess.square_file(q)
    beyond = rook > king if king >= 4 else rook < king
    room = [t for t in b.attacks(q) if b.color_at(t) != s]
    return beyond and len(room) <= 3 and bool(on_file(q, pawns(b, s)))


SHUT_IN = "{is|are} shut in between the own king and the edge, with at most three squares to go to"
own("rook", SHUT_IN, is_trapped)
own("rook", SHUT_IN + ", and {side} cannot castle any more",
    lambda b, s, q: is_trapped(b, s, q) and not b.has_castling_rights(s))
for _name in ("rook", "queen"):
    own(_name, "{stands|stand} on an open file",
        lambda b, s, q: not on_file(q, pawns(b, True) | pawns(b, False)))
    own(_name, "{stands|stand} on a half-open file",
        lambda b, s, q: not on_file(q, pawns(b, s)) and bool(on_file(q, pawns(b, not s))))
    own(_name, "{stands|stand} on {side}'s seventh rank", lambda b, s, q: rel(s, q) == 6)
    own(_name, "{shares|share} a file with an own pawn", lambda b, s, q: bool(on_file(q, pawns(b, s))))
own("queen", "{is|are} in line with a {opponent} bishop or rook, with one piece between them",
    lambda b, s, q: any(looks_through_one(b, p, q) for k in (chess.BISHOP, chess.ROOK) for p in b.pieces(k, not s)))


def theirs(kind, predicate, holds):
    kinds = [2, 3, 4, 5] if kind is None else NAMES[kind]
    named = "{pieces}" if kind is None else f"{{{kind}|{kind}s}} on {{squares}}"
    each(f"{{opponent}}'s {named} " + predicate, kinds, holds, "opponent")


def by(kinds):
    return lambda b, s, q: any(b.piece_type_at(a) in kinds for a in b.attackers(s, q))


def loose(holds):
    return lambda b, s, q: holds(b, s, q) and not guarded_by_pawn(b, not s, q)


for _name in NAMES:
    theirs(_name, "{is|are} attacked by a pawn", by([1]))
    theirs(_name, "{is|are} attacked by a knight or bishop", by([2, 3]))
    theirs(_name, "{is|are} attacked by a knight or bishop and guarded by no pawn", loose(by([2, 3])))
    theirs(_name, "{is|are} attacked by a rook", by([4]))
    theirs(_name, "{is|are} attacked by a rook and guarded by no pawn", loose(by([4])))
    theirs(_name, "{is|are} attacked by the king and not guarded",
           lambda b, s, q: by([6])(b, s, q) and not b.is_attacked_by(not s, q))
each("{opponent}'s {pieces} {is|are} attacked and not guarded", [1, 2, 3, 4, 5],
     lambda b, s, q: b.is_attacked_by(s, q) and not b.is_attacked_by(not s, q), "opponent")
theirs(None, "{is|are} attacked at least twice and guarded once",
       lambda b, s, q: attacks(b, s, q) >= 2 and attacks(b, not s, q) == 1)


def can_be_attacked_by_push(b, s, q):
    for p in pawns(b, s):
        targets, step = [], front(s, p)
        if step is not None and not b.piece_at(step):
            targets.append(step)
            if rel(s, p) == 1 and not b.piece_at(front(s, step)):
                targets.append(front(s, step))
        for t in targets:
            is_safe = not guarded_by_pawn(b, not s, t) and (b.is_attacked_by(s, t) or not b.is_attacked_by(not s, t))
            if is_safe and q in chess.SquareSet(chess.BB_PAWN_ATTACKS[s][t]):
                return True
    return False


theirs(None, "can be attacked by the safe advance of a pawn", can_be_attacked_by_push)


def number(text, count):
    NUMBERS.append((phrase(text), count))


def restricted(b, s):
    found = 0
    for q in chess.SQUARES:
        a, d = attacks(b, s, q), attacks(b, not s, q)
        found += a > 0 and d > 0 and not guarded_by_pawn(b, not s, q) and (d == 1 or a > 1)
    return found


def pawn_mobility(b, s):
    total = 0
    for p in pawns(b, s):
        total += len(chess.SquareSet(chess.BB_PAWN_ATTACKS[s][p]))
        step = front(s, p)
        if not b.piece_at(step):
            total += 1 + (rel(s, p) == 1 and not b.piece_at(front(s, step)))
    return total


def islands(b, s):
    files = sorted({chess.square_file(p) for p in pawns(b, s)})
    return max(0, sum(f - 1 not in files for f in files) - 1)


def flank(b, s):
    file = chess.square_file(b.king(s))
    files = range(0, 4) if file < 3 else range(4, 8) if file > 4 else range(2, 6)
    return [q for q in chess.SQUARES if chess.square_file(q) in files and rel(s, q) <= 4]


def shield_files(b, s):
    king = b.king(s)
    if rel(s, king) == 7:
        return []
    middle = min(max(chess.square_file(king), 1), 6)
    return [f for f in range(middle - 1, middle + 2)
            if not any(chess.square_file(p) == f and 1 <= rel(s, p) - rel(s, king) <= 2 for p in pawns(b, s))]


def open_shield_files(b, s):
    return [f for f in shield_files(b, s)
            if not any(chess.square_file(p) == f and rel(s, p) > rel(s, b.king(s)) for p in pawns(b, not s))]


def useful(b, s):
    """The mobility area of the default profile (`useful squares`)."""
    held = [q for q in chess.SQUARES if guarded_by_pawn(b, not s, q)] + [b.king(s)] + list(b.pieces(chess.QUEEN, s))
    held += [p for p in pawns(b, s) if rel(s, p) in (1, 2) or b.piece_at(front(s, p))]
    return set(chess.SQUARES) - set(held)


AREA = {"useful squares": useful, "no own pieces": lambda b, s: {q for q in chess.SQUARES if b.color_at(q) != s}}
OPTIONS = {"area": "no own pieces"}


def mobility(kind):
    def count(b, s):
        area = AREA[OPTIONS["area"]](b, s)
        return sum(len(set(b.attacks(p)) & area) for p in b.pieces(kind, s))
    return count


number("{side} restricts {opponent} on {n} {square|squares} that both attack", restricted)
number("the mobility of {side}'s pawns (steps forward and squares they attack) is {n}", pawn_mobility)
number("{side}'s pawns are split by {n} {gap|gaps}", islands)
number("{n} of the files at {side}'s king {has|have} no own pawn on the two ranks ahead of the king",
       lambda b, s: len(shield_files(b, s)))
number("{n} of the files at {side}'s king {has|have} neither an own pawn just ahead of the king nor a {opponent} pawn further on",
       lambda b, s: len(open_shield_files(b, s)))
number("{opponent} attacks {n} {square|squares} on the flank of {side}'s king (twice attacked counts twice)",
       lambda b, s: sum(min(2, attacks(b, not s, q)) for q in flank(b, s)))
number("{side} attacks {n} {square|squares} on the flank of its own king",
       lambda b, s: sum(b.is_attacked_by(s, q) for q in flank(b, s)))
number("{side}'s bishops have {n} own {pawn|pawns} diagonally beside them",
       lambda b, s: sum(chess.square_distance(p, q) == 1 and moves_along(chess.BISHOP, p, q)
                        for q in b.pieces(chess.BISHOP, s) for p in pawns(b, s)))
number("{side}'s bishops are on the colour of {n} own {pawn|pawns}, counted for each bishop",
       lambda b, s: sum((chess.BB_SQUARES[p] & chess.BB_DARK_SQUARES > 0) == (chess.BB_SQUARES[q] & chess.BB_DARK_SQUARES > 0)
                        for q in b.pieces(chess.BISHOP, s) for p in pawns(b, s)))
for _name in ("knight", "bishop", "rook", "queen"):
    number(f"{{side}}'s {_name}s attack {{n}} {{square|squares}} of the mobility area", mobility(NAMES[_name]))
    number(f"{{side}}'s {_name}s see {{n}} {{square|squares}} through one other piece",
           lambda b, s, k=NAMES[_name]: sum(q not in pawns(b, s) for p in b.pieces(k, s) for q in xray(b, p)))
for _name in NAMES:
    number(f"{{side}} has {{n}} {{{_name}|{_name}s}}", lambda b, s, k=NAMES[_name]: len(b.pieces(k, s)))


def knight_on_queen(b, s):
    found = 0
    for queen in b.pieces(chess.QUEEN, not s):
        for q in chess.SquareSet(chess.BB_KNIGHT_ATTACKS[queen]):
            comes = any(b.piece_type_at(a) == chess.KNIGHT for a in b.attackers(s, q))
            safe = not guarded_by_pawn(b, not s, q) and (attacks(b, not s, q) < 2 or attacks(b, s, q) >= 2)
            found += comes and safe and b.color_at(q) != s
    return found


def slider_on_queen(b, s):
    found = 0
    for queen in b.pieces(chess.QUEEN, not s):
        for q in chess.SQUARES:
            if b.color_at(q) == s or guarded_by_pawn(b, not s, q) or attacks(b, s, q) < 2:
                continue
            if attacks(b, not s, q) >= 2 and attacks(b, s, q) < 2 or between_pieces(b, queen, q):
                continue
            comes = {b.piece_type_at(a) for a in b.attackers(s, q)}
            found += any(k in comes and moves_along(k, q, queen) for k in (chess.BISHOP, chess.ROOK))
    return found


number("{side}'s knights can attack a queen from {n} {square|squares}", knight_on_queen)
number("{side}'s bishops and rooks can attack a queen from {n} guarded {square|squares}", slider_on_queen)


def presence(text, holds):
    PRESENCE.append((phrase(text), holds))


def stands_castled(b, s):
    king, rooks = b.king(s), b.pieces(chess.ROOK, s)
    file = chess.square_file(king)
    home = [chess.square_file(r) for r in rooks if rel(s, r) == 0]
    if b.has_castling_rights(s) or rel(s, king) != 0:
        return False
    return file >= 6 and not any(f > file for f in home) or file <= 2 and not any(f < file for f in home)


def pawnless_flank(b, s):
    files = {chess.square_file(q) for q in flank(b, s)}
    return not any(chess.square_file(p) in files for p in pawns(b, True) | pawns(b, False))


def opposite_bishops(b):
    both = [b.pieces(chess.BISHOP, True), b.pieces(chess.BISHOP, False)]
    dark = chess.SquareSet(chess.BB_DARK_SQUARES)
    return [len(x) for x in both] == [1, 1] and len((both[0] | both[1]) & dark) == 1


def other_pieces(b):
    return any(b.pieces(k, c) for k in (2, 4, 5) for c in (True, False))


presence("it is {side}'s turn", lambda b, s: b.turn == s)
presence("{side} has the bishop pair", lambda b, s: len(b.pieces(chess.BISHOP, s)) >= 2)
presence("{side} does not have the bishop pair", lambda b, s: len(b.pieces(chess.BISHOP, s)) < 2)
presence("no {side} pawn stands beside {side}'s king",
         lambda b, s: not any(chess.square_distance(p, b.king(s)) == 1 for p in pawns(b, s)))
presence("{side}'s king stands as after castling", stands_castled)
presence("no pawn stands on the files around {side}'s king", pawnless_flank)
presence("each side has one bishop, on squares of different colours, and no other piece but king and pawns",
         lambda b, s: opposite_bishops(b) and not other_pieces(b))
presence("each side has one bishop, on squares of different colours, and there are other pieces",
         lambda b, s: opposite_bishops(b) and other_pieces(b))


# ---------------------------------------------------------------------------------------------------------------------
# One explanation.


def numbered(board, move):
    return f"{board.fullmove_number}{'.' if board.turn else '...'}{board.san(move)}"


class Line:
    def __init__(self, fen, moves):
        self.boards = [chess.Board(fen)]
        self.moves = []
        for uci in moves:
            move = self.boards[-1].parse_uci(uci)
            board = self.boards[-1].copy()
            board.push(move)
            self.moves.append(move)
            self.boards.append(board)
        self.end = self.boards[-1]

    def san(self, ply):
        """Move number `ply` of the line, from 1, with its number."""
        return numbered(self.boards[ply - 1], self.moves[ply - 1])

    def label(self):
        if len(self.moves) > 2:
            return f"{self.san(1)} ... {self.san(len(self.moves))}"
        words = [self.san(1)]
        for ply in range(2, len(self.moves) + 1):
            board = self.boards[ply - 1]
            words.append(self.san(ply) if board.turn else board.san(self.moves[ply - 1]))
        return " ".join(words)


def balance(line):
    us = line.boards[0].turn

    def count(board):
        return {k: len(board.pieces(k, us)) - len(board.pieces(k, not us)) for k in range(1, 6)}

    before, after = count(line.boards[0]), count(line.end)
    return {k: after[k] - before[k] for k in before}


WORDS = {"a": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8}


def pieces(text):
    found = Counter()
    for word in re.split(", | and ", text):
        n, name = word.split(" ")
        found[NAMES[name.rstrip("s")]] += WORDS[n]
    return found


def check_captures(match, line):
    """The same for a line with promotions, where the words are about captured pieces alone."""
    gone = {True: Counter(), False: Counter()}
    for board, move in zip(line.boards, line.moves):
        if board.is_capture(move):
            gone[not board.turn][chess.PAWN if board.is_en_passant(move) else board.piece_type_at(move.to_square)] += 1
    us = line.boards[0].turn
    lost, won = gone[us] - gone[not us], gone[not us] - gone[us]
    traded = gone[us] & gone[not us]
    first = pieces(match[3]) if match[3] else Counter()
    second = pieces(match[4]) if match[4] else Counter()
    stated = (second, first) if match[2] == "wins" else (first, second)
    return stated == (lost, won) and (not match[6] or pieces(match[6]) == traded)


def check_material(part, lines):
    """`23.Qxb7 loses a queen for a bishop (23...Bxb7) and trades two pawns`."""
    pattern = r"(\S+)(?: (loses|wins|gives) ([a-z, ]+?)(?: for ([a-z, ]+?))?(?: \((\S+)\))?)?(?:(?: and)? trades ([a-z, ]+))?"
    promotions = re.findall(r" (promotes a pawn|allows a promotion) \((\S+)\)", part)
    part = re.sub(r" (?:promotes a pawn|allows a promotion) \(\S+\),?(?: and)?", "", part)
    match = re.fullmatch(pattern, part)
    line = next(l for l in lines if l.san(1) == match[1])
    change, good = balance(line), True
    for words, san in promotions:
        ply = next(p for p in range(1, len(line.moves) + 1) if line.san(p) == san)
        good &= bool(line.moves[ply - 1].promotion) and (ply % 2 == 1) == (words == "promotes a pawn")
    if promotions:
        return good and check_captures(match, line)
    if match[6]:
        traded = pieces(match[6])
        us = line.boards[0].turn
        gone = {s: {k: len(line.boards[0].pieces(k, s)) - len(line.end.pieces(k, s)) for k in range(1, 6)} for s in (True, False)}
        good &= all(max(0, min(gone[us][k], gone[not us][k])) == traded[k] for k in range(1, 6))
    if not match[2]:
        return good and bool(match[6]) and not any(change.values())
    first, second = pieces(match[3]), pieces(match[4]) if match[4] else Counter()
    lost, won = (second, first) if match[2] == "wins" else (first, second)
    good &= all(change[k] == won[k] - lost[k] for k in change) and not set(lost) & set(won)
    value = lambda c: sum(POINTS[k] * n for k, n in c.items())
    verbs = {"loses": value(lost) > value(won), "wins": value(won) > value(lost), "gives": value(won) == value(lost)}
    good &= verbs[match[2]]
    if match[5]:
        ply = next(p for p in range(1, len(line.moves) + 1) if line.san(p) == match[5])
        board, move = line.boards[ply - 1], line.moves[ply - 1]
        taken = chess.PAWN if board.is_en_passant(move) else board.piece_type_at(move.to_square)
        side = (board.turn != line.boards[0].turn) == (match[2] != "wins")
        good &= side and taken == max(first)
    return good


def check_fact(text, fact, why, lines):
    kind = fact["kind"]
    if kind == "material":
        body = text[: text.rindex(": ")]
        return float(text[text.rindex(": ") + 2 : -1]) == fact["difference"] / 100 and all(
            check_material(part, lines) for part in body.split("; "))
    if kind == "mate":
        match = re.fullmatch(r"(\S+) (?:is checkmate|(forces|allows) mate in (\d+)(?: \((\S+)\))?)\.", text)
        line = next(l for l in lines if l.san(1) == match[1])
        if match[2] is None:
            return line.boards[1].is_checkmate()
        winner = line.boards[0].turn == (match[2] == "forces")
        if match[4] is None:
            return None
        ply = len(line.moves)
        moves = (ply + 1) // 2 if match[2] == "forces" else ply // 2
        return line.end.is_checkmate() and line.san(ply) == match[4] and moves == int(match[3]) and winner is not None
    if kind == "draw":
        match = re.fullmatch(r"After (.+), (?:the game is drawn by (.+)|a position occurs again)\.", text)
        line = next(l for l in lines if l.label() == match[1])
        rules = {"stalemate": line.end.is_stalemate(), "insufficient material": line.end.is_insufficient_material(),
                 "the fifty-move rule": line.end.halfmove_clock >= 100}
        if match[2]:
            return rules[match[2]]
        return any(b.epd() == line.end.epd() for b in line.boards[:-1])
    if kind == "exchange":
        match = re.fullmatch(r"(?:After (\S+), )?(\S+) gains (\d+) points? in the exchanges on (..) \(.*\)\.", text)
        ply = 2 if match[1] else 1
        for line in lines:
            if line.san(1) == (match[1] or match[2]):
                if ply <= len(line.moves) and line.san(ply) == match[2]:
                    board, move = line.boards[ply - 1], line.moves[ply - 1]
                    return see(board, move) == int(match[3]) and chess.square_name(move.to_square) == match[4]
        return False
    if kind == "remainder":
        if match := re.search(r"and adds (\S+)\.$", text):
            return float(match[1]) == why["remainder"] / 100 and why["remainder"] * why["difference"] < 0
        match = re.search(r"deeper: (\S+) of (\S+) comes", text)
        return why["remainder"] * why["difference"] > 0 and float(match[1]) == why["remainder"] / 100 and float(match[2]) == why["difference"] / 100
    return None


class Values:
    """What a key is worth to a side, from `temper eval --json`, in units of the profile."""

    def __init__(self, temper, profile, scale, divisor):
        self.command = [temper, "eval", "--json", "--profile", profile]
        self.scale, self.divisor, self.cache, self.pairs = scale, divisor, {}, []

    def units(self, fen, key, side):
        if fen not in self.cache:
            self.cache[fen] = json.loads(subprocess.run([*self.command, fen], capture_output=True, text=True).stdout)
        result = self.cache[fen]
        mg, eg = result["terms"][key]["white" if side else "black"]
        share = result["phase"] / self.scale
        return mg * share + eg * (1 - share) / self.divisor


def named_rightly(board, words):
    """Whether `knight on c6 and pawns on a4 and d5` says of every square what stands on it."""
    name = None
    for word in re.findall(r"[a-h][1-8]|pawn|knight|bishop|rook|queen|king", words):
        if word in chess.SQUARE_NAMES:
            piece = board.piece_at(chess.parse_square(word))
            if piece is None or name != chess.piece_name(piece.piece_type):
                return False
        else:
            name = word
    return True


def check_clause(clause, board, key, values):
    """Whether a clause is true of a position; `None` if there is no check. Also what kind of clause it is."""
    for checks in (EACH, NUMBERS, PRESENCE):
        for pattern, check in checks:
            if not (match := pattern.fullmatch(clause)):
                continue
            groups = match.groupdict()
            name, opponent = groups.get("side"), groups.get("opponent")
            if name and name == opponent:
                return False, pattern.pattern
            side = SIDES[name] if name else not SIDES[opponent] if opponent else chess.WHITE
            if checks is EACH:
                words = groups.get("squares") or groups["pieces"]
                squares = [chess.parse_square(s) for s in re.findall("[a-h][1-8]", words)]
                named = "pieces" not in groups or named_rightly(board, words)
                return named and check(board, side, squares, match), pattern.pattern
            if checks is NUMBERS:
                return check(board, side) == int(groups["n"]), pattern.pattern
            return bool(check(board, side)), pattern.pattern
    if match := re.search(r"(?:worth|adds) ([+-]\d+\.\d\d)|by ([+-]\d+\.\d\d)", clause):
        side = SIDES[re.search("White|Black", clause)[0]] if "to White" not in clause and "to Black" not in clause \
            else SIDES[re.search("to (White|Black)", clause)[1]]
        values.pairs.append((float(match[1] or match[2]), values.units(board.fen(), key, side), clause, board.fen()))
        return True, "value"
    return None, clause


def check_row(text, key, why, lines, values):
    body, value = text[:-1].rsplit(": ", 1)
    row = next((r for r in why["rows"] if r["key"] == key), None)
    if row is None or float(value) != row["difference"] / 100:
        return False, "number of the row"
    kind, result = "", True
    # What the other side has at both ends, behind what one side has.
    others = re.search(r" \((White|Black): ([+-]\d+\.\d\d) and ([+-]\d+\.\d\d)\)$", body)
    if others:
        body = body[: others.start()]
        for line, number in zip(lines, others.groups()[1:]):
            end = line.end.fen()
            values.pairs.append((float(number), values.units(end, key, SIDES[others[1]]), others[0], end))
    parts = re.split("; after ", body.removeprefix("After "))
    for i, part in enumerate(parts):
        line = next((l for l in lines if part.startswith(l.label() + ", ")), None)
        if line is None:
            return False, "label"
        clause = part[len(line.label()) + 2 :]
        if re.fullmatch(r"-?\d+|[+-]\d+\.\d\d", clause):
            label = next(l for l in lines if parts[0].startswith(l.label() + ", ")).label()
            first = parts[0][len(label) + 2 :]
            old = re.search(r"[+-]\d+\.\d\d" if "." in clause else r"\b\d+\b", first)
            clause = first[: old.start()] + clause + first[old.end() :]
        found, kind = check_clause(clause, line.end, key, values)
        if found is None:
            return None, kind
        result &= found
    return result, kind


def options_of(temper, profile):
    text = subprocess.run([temper, "profile", "show", "--flat", profile], capture_output=True, text=True).stdout
    area = re.search(r'^area = "(.+?)"', text, re.M)
    OPTIONS["area"] = area[1] if area else "no own pieces"
    number = lambda name, default: float(m[1]) if (m := re.search(rf"^{name} = ([\d.]+)", text, re.M)) else default
    return number("scale", 256.0), number("endgame_divisor", 1.0)


def check(temper, file, profile):
    values = Values(temper, profile, *options_of(temper, profile))
    kinds, false, unchecked = Counter(), [], Counter()
    sums, explained, losing, mates = 0, 0, 0, 0
    unexplained = []
    explanations = [json.loads(line) for line in open(file, encoding="utf-8")]
    for why in explanations:
        rows = sum(row["difference"] for row in why["rows"])
        sums += rows + why["remainder"] != why["difference"]
        lines = [Line(why["fen"], why["line"]), Line(why["fen"], why["other_line"])]
        assert len(why["sentences"]) <= 5
        covered, is_tactical = 0, False
        for sentence in why["sentences"]:
            text = sentence["text"]
            if "fact" in sentence:
                fact = sentence["fact"]
                if text.startswith("In return, "):
                    assert fact["kind"] == "material" and fact["difference"] * why["difference"] < 0
                    text = text.removeprefix("In return, ")
                assert fact in why["facts"]
                good, kind = check_fact(text, fact, why, lines), fact["kind"]
                is_tactical |= kind in ("mate", "exchange", "draw")
            else:
                good, kind = check_row(text, sentence["key"], why, lines, values)
                covered += next(r["difference"] for r in why["rows"] if r["key"] == sentence["key"])
            if kind == "material":
                covered += fact["difference"]
                is_tactical |= fact["move"]["lost"] != fact["other"]["lost"] or fact["move"]["won"] != fact["other"]["won"]
            kinds[kind if kind and len(kind) < 60 else (kind or "")[:60]] += 1
            if good is None:
                unchecked[kind] += 1
            elif not good:
                false.append((kind, text, why["fen"], why["line"], why["other_line"]))
        if why["difference"] <= -100:
            losing += 1
            covers = abs(covered - why["difference"]) <= 0.2 * abs(why["difference"])
            explained += is_tactical or covers
            if not (is_tactical or covers):
                unexplained.append(why)
    large = sorted(v / u for v, u, *_ in values.pairs if abs(v) > 0.3 and u)
    factor = large[len(large) // 2] if large else 0
    for value, units, clause, fen in values.pairs:
        if abs(value - factor * units) > 0.0051 + 0.002 * abs(value):
            false.append(("value", f"{clause}: {factor * units:+.3f}", fen, [], []))
    for kind, n in kinds.most_common():
        print(f"{n:6}  {kind}")
    print(f"{len(explanations)} explanations, {sum(kinds.values())} sentences of {len(kinds)} kinds")
    print(f"rows + remainder differ from the difference: {sums}")
    print(f"without a check: {sum(unchecked.values())} {dict(unchecked.most_common(20))}")
    print(f"moves that lose a pawn or more: {losing}, explained {explained}"
          + (f" ({100 * explained / losing:.1f} %)" if losing else ""))
    for why in unexplained[:5]:
        print("  unexplained:", why["fen"], why["move"], why["other"], why["difference"], "remainder", why["remainder"])
        for sentence in why["sentences"]:
            print("      ", sentence["text"])
    print(f"false: {len(false)}")
    for kind, text, fen, line, other in false[:20]:
        print(f"  {kind}\n    {text}\n    {fen}\n    {' '.join(line)} / {' '.join(other)}")
    return bool(false) or bool(sums)


def main():
    if sys.argv[1] == "collect":
        temper, pgn, n, out = sys.argv[2:6]
        collect(temper, pgn, int(n), out, sys.argv[6:])
        return 0
    temper, file = sys.argv[2:4]
    profile = sys.argv[sys.argv.index("--profile") + 1] if "--profile" in sys.argv else "default"
    return int(check(temper, file, profile))


if __name__ == "__main__":
    sys.exit(main())
