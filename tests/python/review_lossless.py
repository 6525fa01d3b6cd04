"""Checks with python-chess that `temper review --out` loses nothing of a PGN file.

    python3 review_lossless.py GAMES.pgn REVIEWED.pgn

Compares byte by byte and node by node: tags, moves, comments, NAGs, clock times, nested variations. Needs `pip install
chess`. Games in which python-chess finds an error are compared by their text only.
"""

import io
import logging
import re
import sys

import chess.pgn

logging.disable(logging.CRITICAL)


def games(data):
    """The games of each part that begins with the tag `Event`: errors of a game do not reach the next part."""
    for part in re.split("^(?=\\[Event )", data.decode("utf-8", "replace"), flags=re.MULTILINE):
        text = io.StringIO(part)
        while (game := chess.pgn.read_game(text)) is not None:
            yield game


def is_subsequence(part, whole):
    rest = iter(whole)
    return all(byte in rest for byte in part)


def compare(before, after, counts):
    """Every annotation and variation of `before` is in `after`."""
    assert is_subsequence(before.comment, after.comment), (before.comment, after.comment)
    assert is_subsequence(before.starting_comment, after.starting_comment)
    assert before.nags <= after.nags, (before.nags, after.nags)
    assert before.clock() in (None, after.clock())
    counts["nodes"] += 1
    counts["comments"] += bool(before.comment)
    counts["NAGs"] += len(before.nags)
    counts["clocks"] += before.clock() is not None
    counts["scores"] += after.eval() is not None
    counts["new variations"] += len(after.variations) - len(before.variations)
    for variation in before.variations:
        # A new variation may begin with the same move.
        same = [other for other in after.variations if other.move == variation.move]
        errors = []
        for other in same:
            try:
                compare(variation, other, counts)
                break
            except AssertionError as error:
                errors.append(error)
        else:
            raise AssertionError(f"{variation.move}: {errors}")


def main():
    before, after = (open(name, "rb").read() for name in sys.argv[1:3])
    assert is_subsequence(before, after), "the text has changed"
    counts = dict.fromkeys(["games", "with errors", "nodes", "comments", "NAGs", "clocks", "scores", "new variations"], 0)
    pairs = list(zip(games(before), games(after), strict=True))
    for number, (one, two) in enumerate(pairs, 1):
        counts["games"] += 1
        if one.errors:
            assert len(one.errors) == len(two.errors), f"game {number}"
            counts["with errors"] += 1
            continue
        for name, value in one.headers.items():
            assert two.headers[name] == value, f"game {number}: {name}"
        compare(one, two, counts)
    print(", ".join(f"{count} {name}" for name, count in counts.items()))


main()
