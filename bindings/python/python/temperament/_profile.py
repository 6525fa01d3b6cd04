"""Profiles."""

from __future__ import annotations

import fnmatch
import json
import os
import random
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import _results as results
from . import _temperament as native

if TYPE_CHECKING:
    import chess
    import chess.pgn
    import numpy as np

    Position = str | chess.Board
    Set = Mapping[str, Any] | Sequence[str]

#: Seconds of a search without limits.
_SECONDS = 1.0
#: Nodes of each search of `why` without limits, as of `temper why`; and of each position of a review.
_WHY_NODES = 500_000
_REVIEW_NODES = 100_000


def _numpy() -> Any:
    try:
        import numpy
    except ImportError as error:
        raise ImportError("arrays need NumPy: pip install numpy") from error
    return numpy


def _toml(value: Any) -> str:
    """A value in TOML, which has the literals of JSON."""
    if getattr(value, "ndim", None):
        raise TypeError("an array has no order of squares that a profile knows: use lists as in its file, or with_values")
    if hasattr(value, "item"):  # A number of NumPy.
        value = value.item()
    try:
        return json.dumps(value, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise native.TemperamentError(f"a value is not a number, a text or a list: {error}") from None


def _overrides(of: Set) -> list[str]:
    if isinstance(of, str):
        return [of]
    if isinstance(of, Mapping):
        for key, value in of.items():
            if not isinstance(key, str) or not re.fullmatch(r"[\w.*-]+", key):
                raise native.TemperamentError(f"{key!r} is not a key, such as 'material.knight'")
            if isinstance(value, Mapping):
                raise native.TemperamentError(f"{key!r} has a dict: write 'section.key', such as 'material.knight'")
        return [f"{key}={_toml(value)}" for key, value in of.items()]
    if not isinstance(of, Iterable):
        raise TypeError(f"changes are a dict, or texts such as 'material.knight=400', not {type(of).__name__}")
    return list(of)


def _many(positions: Iterable[Position]) -> Iterable[Position]:
    if isinstance(positions, str):
        raise TypeError("several positions are a list of FENs or boards: [fen]")
    return positions


def _game(board: Position) -> tuple[str, list[str]]:
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


def _move(move: str | chess.Move) -> str:
    return move if isinstance(move, str) else move.uci()


def _decoded(data: bytes) -> str:
    """The text of a PGN file: UTF-8, or Latin-1 as of old."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _limits(nodes: int | None, depth: int | None, time: float | None, default: Any) -> tuple[Any, Any, Any]:
    return default if (nodes, depth, time) == (None, None, None) else (nodes, depth, time)


def profiles() -> dict[str, str]:
    """The names of all profiles that `Profile.load` finds, with their descriptions; the strongest one first."""
    return dict(native.profiles())


class Profile:
    """An evaluation: named numbers, and the engine that uses them.

    Positions are FENs, EPD lines, `"startpos"`, or objects `chess.Board`, whose moves before count for repetitions. A
    profile does not change: `tweak` and `with_values` return another one. All methods may be called by several threads at
    once; they release the GIL while they work, and Ctrl-C ends them. Boards of variants other than Chess960 are refused.
    """

    def __init__(self, of: native.Profile) -> None:
        """Use `Profile.load` or `Profile.parse`."""
        self._native = of
        self._seed = random.getrandbits(63)

    @classmethod
    def load(
        cls,
        name_or_path: str | os.PathLike[str] = "temperament",
        *,
        set: Set = (),
        folders: Iterable[str | os.PathLike[str]] = (),
    ) -> Profile:
        """Loads a profile by the name of a shipped one or of a file, or by path (`.toml` or `.ron`).

        `set` changes values: `{"material.knight": [400, 380]}`, or as on the command line `["mobility.*=1.5x"]`. `folders`
        are searched first.

        Raises `ProfileError` with file, line, column, key and hint.
        """
        return cls(native.Profile.load(os.fspath(name_or_path), _overrides(set), [os.fspath(f) for f in folders]))

    @classmethod
    def parse(cls, text: str, *, format: str = "toml", set: Set = ()) -> Profile:
        """Reads the text of a profile, in TOML or RON."""
        if format not in ("toml", "ron"):
            raise ValueError(f"the format is 'toml' or 'ron', not {format!r}")
        return cls(native.Profile.parse(text, format == "ron", _overrides(set)))

    @property
    def name(self) -> str:
        return self._native.name

    @property
    def description(self) -> str | None:
        return self._native.description

    @property
    def warnings(self) -> list[str]:
        """Lines about what is probably unintended."""
        return self._native.warnings

    def __repr__(self) -> str:
        return f"<Profile {self.name}>"

    def __eq__(self, other: object) -> bool:
        """Equal profiles evaluate every position alike."""
        return isinstance(other, Profile) and self._native.id == other._native.id

    def __hash__(self) -> int:
        return self._native.id

    def __reduce__(self) -> Any:
        return (_unpickled, (self.text(complete=True),))

    # Evaluation

    def evaluate(self, position: Position) -> int:
        """The evaluation without a search, from White's point of view, in centipawns: what a GUI shows as 1.00 is 100."""
        return self._native.evaluate(position)

    def evaluate_all(self, positions: Iterable[Position], *, units: str = "cp") -> np.ndarray:
        """The evaluations of many positions as an array (N,).

        `units="cp"`: centipawns, as `evaluate`, whole numbers. `units="profile"`: in units of the profile, as `eval` of
        `temper eval --json`.
        """
        if units not in ("cp", "profile"):
            raise ValueError(f"units are 'cp' or 'profile', not {units!r}")
        numpy = _numpy()
        evaluations = numpy.frombuffer(self._native.evaluate_all(_many(positions), units == "profile"))
        return evaluations.astype(int) if units == "cp" else evaluations.copy()

    def explain(self, position: Position, *, words: bool = True) -> results.Explanation:
        """The evaluation with its rows: which key is worth how much to White and to Black, and on which squares.

        `words=False` leaves sentences and squares out, which is many times faster; `terms` is for many positions.
        """
        data = json.loads(self._native.explain(position, words))
        fen: str = data["fen"]
        return results.explanation(data, results.Table(self._native, fen))

    def terms(self, positions: Iterable[Position]) -> Terms:
        """What each key is worth to White and to Black in many positions, in pawns, as an array."""
        numpy = _numpy()
        keys, pawns = self._native.term_keys(), self._native.terms(_many(positions))
        return Terms(
            keys=tuple(key for key, _, _ in keys),
            topics=tuple(topic for _, topic, _ in keys),
            meanings=tuple(meaning for _, _, meaning in keys),
            pawns=numpy.frombuffer(pawns).copy().reshape(-1, len(keys), 2),
        )

    def features(self, positions: Iterable[Position], keys: str | Iterable[str] = "*") -> Features:
        """Counts how often each value of the profile applies, for machine learning.

        The arrays take 12 bytes for each position and column, so that a million positions are done in parts.

        `keys` selects columns by key, section or pattern: `"material"`, `["psqt.knight", "mobility.*"]`. The others are in
        `rest` then.
        """
        numpy = _numpy()
        patterns = [keys] if isinstance(keys, str) else list(keys)
        if not patterns:
            raise ValueError("no keys are selected")

        def is_wanted(name: str) -> bool:
            return any(name == p or name.startswith(p + ".") or fnmatch.fnmatchcase(name, p) for p in patterns)

        columns = [column for column in self._native.columns() if is_wanted(column[1])]
        if not columns:
            raise native.TemperamentError(f"{self.name} has no values like {', '.join(patterns)}")
        read = self._native.features(_many(positions), [column[0] for column in columns])
        by_side = numpy.frombuffer(read[0], numpy.int32).copy().reshape(-1, len(columns), 2)
        stages = numpy.frombuffer(read[1]).copy().reshape(-1, 2)
        counts = by_side[:, :, 0] - by_side[:, :, 1]
        values = numpy.array([column[5:] for column in columns])
        linear = (counts @ values * stages).sum(axis=1)
        return Features(
            names=tuple(column[1] for column in columns),
            keys=tuple(column[2] for column in columns),
            meanings=tuple(column[3] for column in columns),
            definitions=tuple(column[4] for column in columns),
            counts=counts,
            by_side=by_side,
            values=values,
            stages=stages,
            rest=numpy.frombuffer(read[2]) - linear,
            columns=tuple(column[0] for column in columns),
        )

    # Search

    def search(
        self,
        position: Position,
        *,
        nodes: int | None = None,
        depth: int | None = None,
        time: float | None = None,
        lines: int = 1,
        threads: int = 1,
        hash: int = 64,
    ) -> results.Search:
        """The best lines at full strength. `time` is in seconds, `hash` in MiB. Without a limit: one second.

        A search by nodes or depth with one thread has the same result each time.
        """
        start, moves = _game(position)
        limits = _limits(nodes, depth, time, (None, None, _SECONDS))
        return results.search(json.loads(native.search(self._native, start, moves, *limits, lines, threads, hash)))

    def play(
        self,
        position: Position,
        *,
        elo: int | None = None,
        seed: int | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        time: float | None = None,
        book: bool = True,
    ) -> results.Played:
        """A move of the profile as an opponent: from its opening book, or at its level.

        `elo` is a rating from 600 to 2800; up to 2000 the profile errs like people of that rating. A level needs no limit, and
        takes no longer for one. Without `elo`, the level is that of the profile, and a profile without a level thinks for one
        second unless there is a limit.

        The same game with the same `seed` has the same move; by default, each loaded profile has a seed of its own.
        """
        start, moves = _game(position)
        limits = _limits(nodes, depth, time, (None, None, _SECONDS))
        seed = self._seed if seed is None else seed
        return results.Played(*native.play(self._native, start, moves, elo, seed, *limits, book))

    def why(
        self,
        position: Position,
        move: str | chess.Move,
        other: str | chess.Move | None = None,
        *,
        nodes: int | None = None,
        depth: int | None = None,
        time: float | None = None,
    ) -> results.Why:
        """Why a move is better or worse than another: by default, than the best of the others."""
        start, moves = _game(position)
        limits = _limits(nodes, depth, time, (_WHY_NODES, None, None))
        than = None if other is None else _move(other)
        return results.why(json.loads(native.why(self._native, start, moves, _move(move), than, *limits)))

    def review(
        self,
        pgn: str | os.PathLike[str] | chess.pgn.Game,
        *,
        nodes: int | None = None,
        time: float | None = None,
        progress: Callable[[int, int], object] | None = None,
    ) -> results.Review:
        """Reviews games: marks mistakes, and says why. `pgn` is the text of one or more games, a `pathlib.Path` of a file, or a
        `chess.pgn.Game`.

        A game that cannot be read is in `Review.faults`; without any other, the error is raised.

        `nodes` (100,000 by default) or `time` (seconds) is for each position; doubtful moves get five times as much.
        `progress` is called after each search with the number done and the number expected.
        """
        if nodes is None and time is None:
            nodes = _REVIEW_NODES
        if isinstance(pgn, os.PathLike):
            with open(pgn, "rb") as file:
                pgn = _decoded(file.read())
        elif not isinstance(pgn, str):
            pgn = str(pgn)
        reviewed, annotated, html = native.review(self._native, pgn, nodes, time, progress)
        return results.review(json.loads(reviewed), annotated, html)

    # Changes

    def tweak(self, set: Set) -> Profile:
        """The profile with other values: `{"material.knight": [400, 380]}`, or as on the command line
        `"mobility.*=1.5x"`, `"pawns.isolated+=5"`, `"psqt.knight.mg.e4=12"`.

        A table by square is a list as in a file, with rank 8 first; `features` counts squares from a1.
        """
        return Profile(self._native.tweak(_overrides(set)))

    def with_values(self, features: Features, values: Any) -> Profile:
        """The profile with other values for the columns of `features`: an array (C, 2) of middlegame and endgame, in units of
        the profile. Scores are rounded to the steps of the profile: whole numbers, or tenths with `units.decimals = 1`."""
        own = {column[0]: column[1] for column in self._native.columns()}
        for column, name in zip(features.columns, features.names):
            if own.get(column) != name:
                raise ValueError(f"{self.name} has no value {name}: the features are those of another profile")
        rows = _numpy().asarray(values, dtype=float)
        if rows.shape != (len(features.columns), 2):
            raise ValueError(f"the values have the shape {rows.shape}, not {(len(features.columns), 2)}")
        pairs = [(column, float(mg), float(eg)) for column, (mg, eg) in zip(features.columns, rows)]
        return Profile(self._native.with_values(pairs))

    def text(self, *, complete: bool = False) -> str:
        """The text of the profile in its format, with comments and with changed values in their places; that of a changed
        shipped profile has the differences. `complete=True`: all values in TOML, without comments and inheritance."""
        return self._native.text(complete)

    def save(self, path: str | os.PathLike[str], *, overwrite: bool = False, complete: bool = False) -> None:
        """Writes `text` into a file `NAME.toml`, whole or not at all; the text of a profile in RON into `NAME.ron`."""
        suffix = ".ron" if self._native.is_ron and not complete else ".toml"
        if os.path.splitext(os.fspath(path))[1] != suffix:
            raise ValueError(f"the name of this file ends in {suffix}: {os.fspath(path)}")
        self._native.save(path, self.text(complete=complete), overwrite)


def _unpickled(text: str) -> Profile:
    return Profile.parse(text)


@dataclass(frozen=True, eq=False, repr=False)
class Terms:
    """What each of K keys is worth in N positions. The differences of a position add up to its evaluation in pawns, but for
    rounding.

    A pawn is what wins half of the games, which depends on the position: a term that counts the same in two positions may
    be worth different pawns. For statistics across positions, use `features`.
    """

    keys: tuple[str, ...]
    """`material.knight`, `pawns.isolated`, ..."""
    topics: tuple[str, ...]
    """The topic of each key: material, king safety, ..."""
    meanings: tuple[str, ...]
    """What each key counts."""
    pawns: np.ndarray
    """The shares of White and Black, (N, K, 2), in pawns; that of Black is to be subtracted."""

    @property
    def differences(self) -> np.ndarray:
        """White's share minus Black's, (N, K)."""
        return self.pawns[:, :, 0] - self.pawns[:, :, 1]

    def by_topic(self) -> dict[str, np.ndarray]:
        """The sum of the differences of each topic, (N,)."""
        differences = self.differences
        places = {topic: [i for i, of in enumerate(self.topics) if of == topic] for topic in dict.fromkeys(self.topics)}
        return {topic: differences[:, columns].sum(axis=1) for topic, columns in places.items()}

    def __len__(self) -> int:
        return len(self.pawns)

    def __repr__(self) -> str:
        return f"<Terms of {len(self)} positions, {len(self.keys)} keys>"


@dataclass(frozen=True, eq=False, repr=False)
class Features:
    """How often each value of a profile applies in N positions: C columns.

    The evaluation, in units of the profile, is

        (features.counts @ features.values * features.stages).sum(axis=1) + features.rest
    """

    names: tuple[str, ...]
    """Names of the columns: `pawns.isolated`, `psqt.knight.e4` (the square as the owner sees the board)."""
    keys: tuple[str, ...]
    """The keys of the columns: `pawns.isolated`, `psqt.knight`."""
    meanings: tuple[str, ...]
    definitions: tuple[str, ...]
    counts: np.ndarray
    """Counts of White minus those of Black, (N, C)."""
    by_side: np.ndarray
    """Counts of White and Black, (N, C, 2)."""
    values: np.ndarray
    """The values of the profile, (C, 2): middlegame and endgame, in its units."""
    stages: np.ndarray
    """The factors of a middlegame and an endgame number in the evaluation, (N, 2), by the pieces on the board."""
    rest: np.ndarray
    """The rest of the evaluation, (N,): keys that are not selected, and what is not linear in the values, which is king
    attacks, the scaling of leads and drawish positions, and rounding."""
    columns: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.rest)

    def __repr__(self) -> str:
        return f"<Features of {len(self)} positions, {len(self.names)} columns>"

    def evaluations(self, values: Any = None) -> np.ndarray:
        """The evaluations in units of the profile with these values, (C, 2); by default those of the profile."""
        values = self.values if values is None else _numpy().asarray(values)
        return (self.counts @ values * self.stages).sum(axis=1) + self.rest

    def design_matrix(self) -> np.ndarray:
        """A matrix (N, 2 C) by which the values, in the order of `values.ravel()`, are multiplied: the counts, in the share of
        each stage."""
        return (self.counts[:, :, None] * self.stages[:, None, :]).reshape(len(self), -1)
