"""What the methods of a profile return."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _arguments as arguments
from . import _temperament as native

if TYPE_CHECKING:
    import chess


def _chess() -> Any:
    try:
        import chess
    except ImportError as error:
        raise ImportError("moves as objects need python-chess: pip install chess") from error
    return chess


class Row(NamedTuple):
    """What one key of the profile is worth in a position."""

    key: str
    """The key, such as `pawns.isolated`."""
    topic: str
    """The topic: material, king safety, ..."""
    meaning: str
    """What the key counts in general."""
    sentence: str | None
    """What it counts here, such as "Black's pawn on d5 is isolated"; `None` if that cannot be said in one sentence."""
    white: float
    """White's share of the evaluation, in pawns."""
    black: float
    """Black's share, in pawns, to be subtracted."""
    white_units: tuple[float, float]
    """White's share in the middlegame and in the endgame, in units of the profile: as in `temper eval --json`."""
    black_units: tuple[float, float]
    """The same for Black."""
    white_squares: tuple[str, ...] | None
    """The squares that are counted for White; `None` if the key does not count squares."""
    black_squares: tuple[str, ...] | None
    """The same for Black."""

    @property
    def difference(self) -> float:
        """White's share minus Black's, in pawns."""
        return self.white - self.black


class Table:
    """The table of an explanation, which is made when it is needed."""

    def __init__(self, profile: native.Profile, fen: str) -> None:
        self._make: Callable[[], str] | None = lambda: profile.explain_text(fen)
        self._text = ""

    def text(self) -> str:
        if self._make is not None:
            self._text, self._make = self._make(), None
        return self._text

    def __getstate__(self) -> dict[str, Any]:
        return {"_make": None, "_text": self.text()}


@dataclass(frozen=True, repr=False)
class Explanation:
    """An evaluation, from White's point of view, and the rows that add up to it. `print` shows it as a table."""

    fen: str
    profile: str
    cp: int
    """The evaluation in centipawns: hundredths of the pawn on the screen, of which one is half of the winning chances."""
    pawns: float
    """The same in pawns, not rounded."""
    winning_chances: float
    """White's winning chances among people, from 0 to 1."""
    verdict: str
    """Who stands better, in words."""
    eval: float
    """The evaluation in units of the profile, and its two stages, of which it is the blend."""
    mg: float
    eg: float
    middlegame: float
    """The share of the middlegame in the blend, from 0 to 1."""
    rows: tuple[Row, ...]
    """One for each key that has a share, the largest difference first. The differences add up to `pawns`, but for rounding."""
    _table: Table = field(compare=False)

    def __str__(self) -> str:
        """The table of `temper eval --all`."""
        return self._table.text()

    def __repr__(self) -> str:
        return f"<Explanation of {self.fen}: {self.pawns:+.2f}, {len(self.rows)} rows>"

    def __getitem__(self, key: str) -> Row:
        """The row of a key, such as `explanation["pawns.isolated"]`."""
        for row in self.rows:
            if row.key == key:
                return row
        hint = arguments.did_you_mean(key, [row.key for row in self.rows]) if isinstance(key, str) else ""
        raise KeyError(f"{key} has no share in this position{hint}")


@dataclass(frozen=True, repr=False)
class Line:
    """A line of a search. Scores are for the side to move, as in UCI."""

    cp: int | None
    """The score in centipawns; `None` with a mate."""
    mate: int | None
    """Moves to mate, negative for the side that is mated; `None` without one."""
    winning_chances: float
    """Winning chances among people of the side to move, from 0 to 1."""
    depth: int
    seldepth: int
    pv: tuple[str, ...]
    """The moves in UCI notation."""
    san: str
    """The moves in algebraic notation."""

    def __repr__(self) -> str:
        return f"<Line {self}>"

    def __str__(self) -> str:
        score = f"mate {self.mate}" if self.cp is None else f"{self.cp / 100:+.2f}"
        return f"{score} {self.san or '(no moves)'} (depth {self.depth})"

    @property
    def moves(self) -> list[chess.Move]:
        """The moves as objects of python-chess."""
        return [_chess().Move.from_uci(move) for move in self.pv]


@dataclass(frozen=True, repr=False)
class Search:
    """The result of a search."""

    best: str | None
    """The best move in UCI notation; `None` if the game is over."""
    lines: tuple[Line, ...]
    """The best lines, the best one first."""
    nodes: int
    time: float
    """Seconds."""

    def __repr__(self) -> str:
        lines = "; ".join(map(str, self.lines))
        return f"<Search {lines or 'of a finished game'}, {self.nodes} nodes>"

    @property
    def move(self) -> chess.Move | None:
        """The best move as an object of python-chess."""
        return None if self.best is None else _chess().Move.from_uci(self.best)


@dataclass(frozen=True)
class Played:
    """A move of an opponent."""

    uci: str | None
    """The move in UCI notation; `None` if the game is over."""
    is_book: bool
    """Whether it is from the opening book of the profile."""

    @property
    def move(self) -> chess.Move | None:
        """The move as an object of python-chess."""
        return None if self.uci is None else _chess().Move.from_uci(self.uci)


@dataclass(frozen=True, repr=False)
class Why:
    """Why one move is better than another."""

    sentence: str
    """What refutes the worse move, and what the better one does; empty if the difference has no plain reason."""
    verdict: str
    """Which move is better, and by how much."""
    move: str
    """The move that was asked about, in UCI notation."""
    other: str
    """The move it is compared with."""
    difference: int
    """Score of `move` minus that of `other`, in centipawns for the side to move. A mate in n half-moves counts as 32,000 - n."""
    line: tuple[str, ...]
    """What follows `move`, which is the first of these."""
    other_line: tuple[str, ...]
    san: str
    """`line` in algebraic notation."""
    other_san: str
    arrows: tuple[str, ...]
    """What the sentence speaks of, as pairs of squares: `e4f6`."""
    rows: tuple[tuple[str, int], ...]
    """Keys of the profile, and by how many centipawns they differ at the ends of the lines."""
    details: tuple[str, ...]
    """Sentences about these rows."""

    def __str__(self) -> str:
        return f"{self.verdict}. {self.sentence}".rstrip()

    def __repr__(self) -> str:
        return f"<Why {self}>"


@dataclass(frozen=True, repr=False)
class Move:
    """A move of a reviewed game."""

    ply: int
    """Half-moves from the start of the game, from 1."""
    fen: str
    """The position before the move."""
    uci: str
    san: str
    mark: str | None
    """`?!`, `?` and `??` lose 5, 10 and 15 % of winning chances, or a mate; `!`, and a square for an only move."""
    mark_name: str | None
    before: float
    """Winning chances of the side that moves before its move, from 0 to 1."""
    after: float
    """The same after it."""
    cp: int | None
    """The score before the move, for the side that moves."""
    mate: int | None
    best: str | None
    """The best move."""
    best_line: tuple[str, ...]
    why: Why | None
    """For a move marked `?!`, `?` or `??`: why the best one is better. `print` shows verdict and sentence."""

    @property
    def loss(self) -> float:
        """The winning chances that the move loses, from 0 to 1."""
        return self.before - self.after

    def __repr__(self) -> str:
        _, stm, *_, number = self.fen.split()
        dots = "." if stm == "w" else "..."
        return f"<Move {number}{dots}{self.san}{self.mark or ''}: winning chances {self.before:.0%}, then {self.after:.0%}>"


@dataclass(frozen=True)
class Player:
    """A player of a reviewed game."""

    moves: int
    accuracy: float | None
    """From 0 to 100; `None` without moves."""
    mean_loss: float | None
    """Centipawns per move."""
    lessons: tuple[str, ...]
    """What to work on."""


@dataclass(frozen=True, repr=False)
class Game:
    """A reviewed game."""

    tags: dict[str, str]
    white: Player
    black: Player
    moves: tuple[Move, ...]

    @property
    def mistakes(self) -> list[Move]:
        """The moves marked `?` or `??`."""
        return [move for move in self.moves if move.mark in ("?", "??")]

    def __repr__(self) -> str:
        names = " - ".join(self.tags.get(side, "?") for side in ("White", "Black"))
        return f"<Game {names}, {len(self.moves)} half-moves>"


@dataclass(frozen=True, repr=False)
class Review:
    """Reviewed games."""

    games: tuple[Game, ...]
    faults: tuple[str, ...]
    """Games that could not be read: line and reason."""
    pgn: str
    """The text with marks, comments and variations. Nothing of the original text is lost."""
    html: str
    """A page with boards and graphs."""

    def __repr__(self) -> str:
        unread = f", {len(self.faults)} could not be read" if self.faults else ""
        return f"<Review of {len(self.games)} games{unread}>"

    def save_html(self, path: str | Path) -> None:
        """Writes the page into a file."""
        Path(path).write_text(self.html, encoding="utf-8")


def _tuple(value: list[Any] | None) -> tuple[Any, ...] | None:
    return None if value is None else tuple(value)


def explanation(data: dict[str, Any], table: Table) -> Explanation:
    rows = []
    for *row, white_units, black_units, white, black in data.pop("rows"):
        rows.append(Row._make([*row, tuple(white_units), tuple(black_units), _tuple(white), _tuple(black)]))
    return Explanation(**data, rows=tuple(rows), _table=table)


def search(data: dict[str, Any]) -> Search:
    lines = [Line(**{**line, "pv": tuple(line["pv"])}) for line in data["lines"]]
    return Search(data["best"], tuple(lines), data["nodes"], data["time"])


def why(data: dict[str, Any]) -> Why:
    arrows = [arrow for claim in data["claims"] for arrow in claim["arrows"]]
    return Why(
        sentence=data["sentence"],
        verdict=data["verdict"],
        move=data["move"],
        other=data["other"],
        difference=data["difference"],
        line=tuple(data["line"]),
        other_line=tuple(data["other_line"]),
        san=data["san"],
        other_san=data["other_san"],
        arrows=tuple(arrows),
        rows=tuple((row["key"], row["difference"]) for row in data["rows"]),
        details=tuple(sentence["text"] for sentence in data["sentences"]),
    )


def review(data: dict[str, Any], pgn: str, html: str) -> Review:
    return Review(tuple(_game(one) for one in data["games"]), tuple(data["faults"]), pgn, html)


def _game(data: dict[str, Any]) -> Game:
    def move(of: dict[str, Any]) -> Move:
        reason = of.pop("why")
        line = tuple(of.pop("best_line"))
        return Move(uci=of.pop("move"), best_line=line, why=None if reason is None else why(reason), **of)

    def player(of: dict[str, Any]) -> Player:
        lessons = tuple(lesson["text"] for lesson in of.pop("lessons"))
        return Player(**of, lessons=lessons)

    white, black = (player(of) for of in data["players"])
    return Game(data["tags"], white, black, tuple(move(of) for of in data["moves"]))
