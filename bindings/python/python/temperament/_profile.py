"""Profiles."""

from __future__ import annotations

import fnmatch
import json
import os
import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import _arguments as arguments
from . import _results as results
from . import _temperament as native

if TYPE_CHECKING:
    import chess
    import chess.pgn
    import numpy as np

    from ._arguments import Position, Set

#: Seconds of a search without limits.
_SECONDS = 1.0
#: Nodes of each search of `why` without limits, as of `temper why`; and of each position of a review.
_WHY_NODES = 500_000
_REVIEW_NODES = 100_000
#: Maximum length of changes in a label, in characters.
_LONGEST_LABEL = 60


def _numpy() -> Any:
    try:
        import numpy
    except ImportError as error:
        raise ImportError("arrays need NumPy: pip install numpy") from error
    return numpy


def profiles() -> dict[str, str]:
    """The names of all profiles that `Profile.load` finds, with their descriptions; the strongest one first."""
    return dict(native.profiles())


class Profile:
    """An evaluation: named numbers, and the engine that uses them. `Profile.load` and `Profile.parse` return one.

    Positions are FENs, EPD lines, `"startpos"`, or objects `chess.Board`, whose moves before count for repetitions. A
    profile does not change: `tweak` and `with_values` return another one. All methods may be called by several threads at
    once; they release the GIL while they work, and Ctrl-C ends them. Boards of variants other than Chess960 are refused.
    """

    def __init__(self, of: native.Profile | None = None, changes: Sequence[str] = ()) -> None:
        """Use `Profile.load` or `Profile.parse`."""
        if not isinstance(of, native.Profile):
            raise TypeError("use Profile.load('temperament'), Profile.load('mine.toml') or Profile.parse(text)")
        self._native = of
        self._seed = random.getrandbits(63)
        named = [i for i, change in enumerate(changes) if change.partition("=")[0].strip() == "name"]
        # Changes since the profile has this name.
        self._changes = tuple(changes[named[-1] + 1 if named else 0 :])

    @classmethod
    def load(
        cls,
        name_or_path: str | os.PathLike[str] = "temperament",
        *,
        set: Set = (),
        folders: str | os.PathLike[str] | Iterable[str | os.PathLike[str]] = (),
    ) -> Profile:
        """Loads a profile by the name of a shipped one or of a file, or by path (`.toml` or `.ron`).

        `set` changes values: `{"material.knight": [400, 380]}`, or as on the command line `["mobility.*=1.5x"]`. `folders`
        are searched first.

        Raises `ProfileError` with file, line, column, key and hint.
        """
        changes = arguments.overrides(set)
        where = arguments.paths(folders, "a folder")
        return cls(native.Profile.load(arguments.path(name_or_path, "a profile"), changes, where), changes)

    @classmethod
    def parse(cls, text: str, *, format: str = "toml", set: Set = ()) -> Profile:
        """Reads the text of a profile, in TOML or RON."""
        if format not in ("toml", "ron"):
            raise ValueError(f"the format is 'toml' or 'ron', not {format!r}")
        if not isinstance(text, str):
            raise TypeError(f"the text of a profile is a str, not {type(text).__name__}")
        changes = arguments.overrides(set)
        return cls(native.Profile.parse(text, format == "ron", changes), changes)

    @property
    def name(self) -> str:
        """The name that the profile gives itself."""
        return self._native.name

    @property
    def description(self) -> str | None:
        """Its description, as `profiles()` has it."""
        return self._native.description

    @property
    def label(self) -> str:
        """The name and what has been changed since: `simplified (material.knight=300)`."""
        changes = ", ".join(self._changes)
        short = changes if len(changes) <= _LONGEST_LABEL else changes[: _LONGEST_LABEL - 3] + "..."
        return f"{self.name} ({short})" if changes else self.name

    @property
    def warnings(self) -> list[str]:
        """Lines about what is probably unintended."""
        return self._native.warnings

    def __repr__(self) -> str:
        return f"<Profile {self.label}>"

    def __eq__(self, other: object) -> bool:
        """Equal profiles evaluate every position alike."""
        return isinstance(other, Profile) and self._native.id == other._native.id

    def __hash__(self) -> int:
        return self._native.id

    def __reduce__(self) -> Any:
        return (_unpickled, (self.text(complete=True), self._changes))

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
        evaluations = numpy.frombuffer(self._native.evaluate_all(arguments.many(positions), units == "profile"))
        return evaluations.astype(int) if units == "cp" else evaluations.copy()

    def explain(self, position: Position, *, words: bool = True) -> results.Explanation:
        """The evaluation with its rows: which key is worth how much to White and to Black, and on which squares.

        `words=False` leaves sentences and squares out, which is many times faster; `terms` is for many positions.
        """
        data = json.loads(self._native.explain(position, words))
        fen: str = data["fen"]
        return results.explanation(data, results.Table(self._native, fen))

    def terms(self, positions: Iterable[Position], *, units: str = "pawns") -> Terms:
        """What each key is worth to White and to Black in many positions, as an array. A profile has the same keys, in the same
        order, for every position.

        `units="pawns"`: pawns as in `explain`, whose size depends on the position. `units="profile"`: units of the profile, which
        are the same in every position. `print` shows the keys with their meanings.
        """
        if units not in ("pawns", "profile"):
            raise ValueError(f"units are 'pawns' or 'profile', not {units!r}")
        numpy = _numpy()
        keys, shares = self._native.term_keys(), self._native.terms(arguments.many(positions), units == "profile")
        return Terms(
            keys=tuple(key for key, _, _ in keys),
            topics=tuple(topic for _, topic, _ in keys),
            meanings=tuple(meaning for _, _, meaning in keys),
            units=units,
            shares=numpy.frombuffer(shares).copy().reshape(-1, len(keys), 2),
        )

    def features(self, positions: Iterable[Position], keys: str | Iterable[str] = "*") -> Features:
        """Counts how often each value of the profile applies, for machine learning.

        The arrays take 12 bytes for each position and column, so that a million positions are done in parts.

        `keys` selects columns by key, section or pattern: `"material"`, `["psqt.knight", "mobility.*"]`. The others are in
        `rest` then.
        """
        numpy = _numpy()
        all_columns = self._native.columns()
        wanted = self._selected([column[1] for column in all_columns], keys)
        columns = [column for column in all_columns if column[1] in wanted]
        read = self._native.features(arguments.many(positions), [column[0] for column in columns])
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

    def _selected(self, names: Sequence[str], keys: str | Iterable[str]) -> set[str]:
        """The names of columns that a key, a section or a pattern selects."""
        if not isinstance(keys, Iterable):
            raise TypeError(f"keys are 'material' or a list such as ['material', 'psqt.*'], not {type(keys).__name__}")
        patterns = [keys] if isinstance(keys, str) else list(keys)
        if not patterns:
            raise ValueError("no keys are selected")
        wanted: set[str] = set()
        for p in patterns:
            if not isinstance(p, str):
                raise TypeError(f"a key is a str such as 'material.knight', not {p!r}")
            found = {name for name in names if name == p or name.startswith(p + ".") or fnmatch.fnmatchcase(name, p)}
            if not found:
                depth = p.count(".") + 1
                known = {".".join(name.split(".")[:depth]) for name in names}
                raise native.TemperamentError(f"{self.name} has no values like {p}{arguments.did_you_mean(p, known)}")
            wanted |= found
        return wanted

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
        start, moves = arguments.game(position)
        limits = arguments.limits(nodes, depth, time, (None, None, _SECONDS))
        sizes = [arguments.whole(*one) for one in (("lines", lines), ("threads", threads), ("hash", hash))]
        return results.search(json.loads(native.search(self._native, start, moves, *limits, *sizes)))

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
        start, moves = arguments.game(position)
        limits = arguments.limits(nodes, depth, time, (None, None, _SECONDS))
        seed = self._seed if seed is None else arguments.whole("seed", seed)
        elo = arguments.whole("elo", elo, arguments.U32)
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
        start, moves = arguments.game(position)
        limits = arguments.limits(nodes, depth, time, (_WHY_NODES, None, None))
        than = None if other is None else arguments.move(other)
        return results.why(json.loads(native.why(self._native, start, moves, arguments.move(move), than, *limits)))

    def review(
        self,
        pgn: str | bytes | os.PathLike[str] | chess.pgn.Game,
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
        nodes, _, time = arguments.limits(nodes, None, time, (_REVIEW_NODES, None, None))
        reviewed, annotated, html = native.review(self._native, arguments.pgn(pgn), nodes, time, progress)
        return results.review(json.loads(reviewed), annotated, html)

    # Changes

    def tweak(self, set: Set) -> Profile:
        """The profile with other values: `{"material.knight": [400, 380]}`, or as on the command line
        `"mobility.*=1.5x"`, `"pawns.isolated+=5"`, `"psqt.knight.mg.e4=12"`.

        Lists may be arrays of NumPy. A table by square is as in a file, with rank 8 first; `features` counts squares from a1,
        so that an array of 64 is refused: `with_values` takes it, and an array (8, 8) has rank 8 first.
        """
        changes = arguments.overrides(set)
        return Profile(self._native.tweak(changes), (*self._changes, *changes))

    def with_values(self, features: Features, values: Any) -> Profile:
        """The profile with other values for the columns of `features`: an array (C, 2) of middlegame and endgame, in units of
        the profile. Scores are rounded to the steps of the profile: whole numbers, or tenths with `units.decimals = 1`."""
        if not isinstance(features, Features):
            raise TypeError(f"the first argument is what Profile.features has returned, not {type(features).__name__}")
        own = {column[0]: column[1] for column in self._native.columns()}
        for column, name in zip(features.columns, features.names):
            if own.get(column) != name:
                raise ValueError(f"{self.name} has no value {name}: the features are those of another profile")
        rows = _numpy().asarray(values, dtype=float)
        if rows.shape != (len(features.columns), 2):
            raise ValueError(f"the values have the shape {rows.shape}, not {(len(features.columns), 2)}")
        for name, row in zip(features.names, rows):
            if not _numpy().isfinite(row).all():
                raise native.TemperamentError(f"a value of {name} is not finite: {row}")
        pairs = [(column, float(mg), float(eg)) for column, (mg, eg) in zip(features.columns, rows)]
        before = [change for change in self._changes if change != "with_values"]
        return Profile(self._native.with_values(pairs), (*before, "with_values"))

    def text(self, *, complete: bool = False) -> str:
        """The text of the profile in its format, with comments and with changed values in their places; that of a changed
        shipped profile has the differences. `complete=True`: all values in TOML, without comments and inheritance."""
        return self._native.text(complete)

    def save(self, path: str | os.PathLike[str], *, overwrite: bool = False, complete: bool = False) -> None:
        """Writes `text` into a file `NAME.toml`, whole or not at all; the text of a profile in RON into `NAME.ron`."""
        suffix = ".ron" if self._native.is_ron and not complete else ".toml"
        file = arguments.path(path, "a file")
        if os.path.splitext(file)[1] != suffix:
            raise ValueError(f"the name of this file must end in {suffix}: {file}")
        self._native.save(file, self.text(complete=complete), overwrite)


def _unpickled(text: str, changes: tuple[str, ...]) -> Profile:
    return Profile(native.Profile.parse(text, False, []), changes)


def _table(head: str, *rows: Sequence[str]) -> str:
    """Aligned columns; the last one is text."""
    widths = [max(map(len, column)) for column in zip(*rows)]
    lines = ["  ".join(word.ljust(width) for word, width in zip(row, widths)).rstrip() for row in rows]
    return "\n".join([head, "", *lines])


@dataclass(frozen=True, eq=False, repr=False)
class Terms:
    """What each of K keys is worth in N positions. The differences of a position add up to its evaluation, but for rounding.
    `print` shows the keys with their meanings.

    A pawn is what wins half of the games, which depends on the position: a term that counts the same in two positions may
    be worth different pawns. For statistics across positions, use `units="profile"` or `features`.
    """

    keys: tuple[str, ...]
    """`material.knight`, `pawns.isolated`, ..."""
    topics: tuple[str, ...]
    """The topic of each key: material, king safety, ..."""
    meanings: tuple[str, ...]
    """What each key counts."""
    units: str
    """`"pawns"`, or `"profile"` for units of the profile."""
    shares: np.ndarray
    """The shares of White and Black, (N, K, 2), blended of middlegame and endgame; that of Black is to be subtracted."""

    @property
    def differences(self) -> np.ndarray:
        """White's share minus Black's, (N, K)."""
        return self.shares[:, :, 0] - self.shares[:, :, 1]

    def by_topic(self) -> dict[str, np.ndarray]:
        """The sum of the differences of each topic, (N,)."""
        differences = self.differences
        places = {topic: [i for i, of in enumerate(self.topics) if of == topic] for topic in dict.fromkeys(self.topics)}
        return {topic: differences[:, columns].sum(axis=1) for topic, columns in places.items()}

    def __len__(self) -> int:
        return len(self.shares)

    def __repr__(self) -> str:
        return f"<Terms of {len(self)} positions, {len(self.keys)} keys, in {self._unit()}>"

    def __str__(self) -> str:
        """The keys with their topics and meanings."""
        head = f"{len(self.keys)} keys. A share is in {self._unit()}, White's or Black's; White's minus Black's is for White."
        return _table(head, ("key", "topic", "meaning"), *zip(self.keys, self.topics, self.meanings))

    def _unit(self) -> str:
        return "pawns" if self.units == "pawns" else "units of the profile"


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

    def __str__(self) -> str:
        """The keys with their values and meanings."""
        head = (
            f"{len(self.names)} columns. A count is White's minus Black's, without a unit; mg and eg are the values in the "
            "middlegame and in the endgame, in units of the profile."
        )
        columns = Counter(self.keys)
        rows = []
        for key, meaning, (mg, eg) in zip(self.keys, self.meanings, self.values):
            if columns[key] == 1:
                rows.append((key, "1", f"{mg:g}", f"{eg:g}", meaning))
            elif not rows or rows[-1][0] != key:
                rows.append((key, str(columns[key]), "", "", meaning))
        return _table(head, ("key", "columns", "mg", "eg", "meaning"), *rows)

    def evaluations(self, values: Any = None) -> np.ndarray:
        """The evaluations in units of the profile with these values, (C, 2); by default those of the profile."""
        values = self.values if values is None else _numpy().asarray(values)
        return (self.counts @ values * self.stages).sum(axis=1) + self.rest

    def design_matrix(self) -> np.ndarray:
        """A matrix (N, 2 C) by which the values, in the order of `values.ravel()`, are multiplied: the counts, in the share of
        each stage."""
        return (self.counts[:, :, None] * self.stages[:, None, :]).reshape(len(self), -1)
