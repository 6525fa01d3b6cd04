"""Arguments of users as the native module takes them. Errors name what was given."""

from __future__ import annotations

import difflib
import json
import os
import re
import reprlib
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from . import _temperament as native

if TYPE_CHECKING:
    import chess

    Position = str | chess.Board
    Set = Mapping[str, Any] | Sequence[str]

#: Largest numbers of the native module.
U32 = 2**32 - 1
U64 = 2**64 - 1


def plain(value: Any) -> Any:
    """Numbers and arrays of NumPy as numbers and lists, and whole numbers as such."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _toml(key: str, value: Any) -> str:
    """A value in TOML, which has the literals of JSON."""
    if getattr(value, "shape", ())[:1] == (64,):
        raise TypeError(
            f"{key}: 64 values of an array have no order: use a list or an array (8, 8), rank 8 first, or with_values"
        )
    try:
        if value is not None:
            return json.dumps(plain(value), allow_nan=False)
    except (TypeError, ValueError):
        pass
    raise native.TemperamentError(f"{key}: {reprlib.repr(value)} is not a number, a text or a list")


def overrides(of: Set) -> list[str]:
    """Changes as on the command line."""
    if isinstance(of, str):
        return [of]
    if isinstance(of, Mapping):
        for key, value in of.items():
            if not isinstance(key, str) or not re.fullmatch(r"[\w.*-]+", key):
                raise native.TemperamentError(f"{key!r} is not a key, such as 'material.knight'")
            if isinstance(value, Mapping):
                raise native.TemperamentError(f"{key!r} has a dict: write 'section.key', such as 'material.knight'")
        return [f"{key}={_toml(key, value)}" for key, value in of.items()]
    texts = list(of) if isinstance(of, Iterable) else [of]
    for text in texts:
        if not isinstance(text, str):
            example = "{'material.knight': 400}, or texts such as 'material.knight=400'"
            raise TypeError(f"changes are a dict, such as {example}, not {reprlib.repr(text)}")
    return texts


def path(value: Any, what: str) -> str:
    """`what`, which is a name or a path, as text."""
    if not isinstance(value, (str, os.PathLike)):
        raise TypeError(f"{what} is a str or a pathlib.Path, not {type(value).__name__}")
    return os.fspath(value)


def paths(values: Any, what: str) -> list[str]:
    """One or several of them."""
    one = isinstance(values, (str, os.PathLike)) or not isinstance(values, Iterable)
    return [path(value, what) for value in ([values] if one else values)]


def many(positions: Iterable[Position]) -> Iterable[Position]:
    if isinstance(positions, str) or not isinstance(positions, Iterable):
        raise TypeError(f"several positions are a list of FENs or boards, such as [fen], not {type(positions).__name__}")
    return positions


def game(board: Position) -> tuple[str, list[str]]:
    """Start position and moves, so that repetitions are known."""
    if isinstance(board, str):
        return board, []
    try:
        stack, root = board.move_stack, board.root()
    except AttributeError:
        raise TypeError(f"a position is a FEN (str) or a chess.Board, not {type(board).__name__}") from None

    if board.uci_variant != "chess":
        raise native.PositionError(f"`{board.uci_variant}` is neither chess nor Chess960")

    def fen(of: Any) -> str:
        return str(of.shredder_fen() if of.chess960 else of.fen())

    if not all(stack):  # Null moves are not chess.
        return fen(board), []
    return fen(root), [move.uci() for move in stack]


def move(of: str | chess.Move) -> str:
    if isinstance(of, str):
        return of
    if not hasattr(of, "uci"):
        raise TypeError(f"a move is 'Nxe5', 'c6e5' or a chess.Move, not {type(of).__name__}")
    return of.uci()


def pgn(of: Any) -> str:
    """The text of games."""
    if isinstance(of, os.PathLike):
        with open(of, "rb") as file:
            of = file.read()
    if isinstance(of, bytes):
        try:
            return of.decode("utf-8-sig")
        except UnicodeDecodeError:  # Old files.
            return of.decode("latin-1")
    if isinstance(of, str):
        if of.endswith(".pgn") and "\n" not in of:
            raise native.TemperamentError(f"a text is a PGN, and {reprlib.repr(of)} looks like a file: use pathlib.Path")
        return of
    if not hasattr(of, "mainline"):
        raise TypeError(f"games are PGN (str), a pathlib.Path of a file, or a chess.pgn.Game, not {type(of).__name__}")
    return str(of)


def whole(name: str, value: Any, most: int = U64) -> Any:
    """A whole number, or `None`."""
    number = plain(value)
    if number is None:
        return None
    if not isinstance(number, int):
        raise TypeError(f"{name} is a whole number, not {reprlib.repr(value)}")
    if number < 0:
        raise native.TemperamentError(f"{name} must not be negative: {number}")
    if number > most:
        raise native.TemperamentError(f"{name} is at most {most}")
    return number


def limits(nodes: Any, depth: Any, time: Any, default: Any) -> tuple[Any, Any, Any]:
    """Limits of a search; without any, those by default."""
    if (nodes, depth, time) == (None, None, None):
        return default
    time = plain(time)
    if not isinstance(time, (int, float, type(None))):
        raise TypeError(f"time is a number of seconds, not {reprlib.repr(time)}")
    return whole("nodes", nodes), whole("depth", depth, U32), time


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint at the nearest word; empty if none is near."""
    near = difflib.get_close_matches(word, list(known), n=1, cutoff=0.75)
    return f": did you mean `{near[0]}`?" if near else ""
