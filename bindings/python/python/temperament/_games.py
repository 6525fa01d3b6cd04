"""Matches and tuning: the commands `temper match` and `temper tune`, in a process of their own."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Union

from . import _arguments as arguments
from . import _temperament as native
from ._profile import Profile

Player = Union[str, "os.PathLike[str]", Profile]


@dataclass(frozen=True)
class Match:
    """The result of a match, from B's point of view, as `temper match` prints it."""

    a: str
    b: str
    games: int
    wins: int
    draws: int
    losses: int
    pentanomial: tuple[int, ...]
    """Pairs of games by the points of B: 0, 0.5, 1, 1.5, 2."""
    elo: float | None
    """B's rating minus A's; `None` if one side has won all games."""
    elo_error: float | None
    """Half of the 95 % interval; `None` if there are too few pairs for one."""
    los: float | None
    """The probability that B is stronger."""
    llr: float | None
    """The log-likelihood ratio of the test (SPRT); `None` without one."""
    decision: str | None
    """The hypothesis that the test has accepted: `H0` or `H1`."""
    statistics: dict[str, Any] = field(repr=False)
    """All numbers of the last pair."""

    def __str__(self) -> str:
        error = "" if self.elo_error is None else f" +/- {self.elo_error:.0f}"
        elo = "no Elo, as one side has all points" if self.elo is None else f"Elo {self.elo:+.0f}{error}"
        return f"{self.b} against {self.a}: +{self.wins} ={self.draws} -{self.losses}, {elo}"


def _options(options: dict[str, Any]) -> list[str]:
    """Options of the command line: `max_moves=100` is `--max-moves 100`, `True` a flag, and a list is repeated."""
    words = []
    for name, value in options.items():
        option = "--" + name.strip("_").replace("_", "-")
        values = value if isinstance(value, (list, tuple)) else [value]
        for one in values:
            if one is True:
                words.append(option)
            elif one is not None and one is not False:
                words.append(f"{option}={os.fspath(one) if isinstance(one, os.PathLike) else arguments.plain(one)}")
    return words


#: Seconds that an interrupted program has to end.
_GRACE = 10.0


def _end(process: subprocess.Popen[str]) -> None:
    """Interrupts a program and waits for it. It may be writing to a pipe that nobody reads."""
    process.send_signal(signal.SIGINT if os.name == "posix" else signal.SIGTERM)
    try:
        process.communicate(timeout=_GRACE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()


@contextlib.contextmanager
def _running(arguments: Sequence[str], verdicts: Sequence[int] = (0,)) -> Iterator[Iterator[str]]:
    """The lines of the program `temper`. `verdicts` are the exit codes that are no failure. An exception, such as
    `KeyboardInterrupt`, interrupts the program and waits for it."""
    # As a file and not with `-m`, which would also look for modules in the working directory.
    command = [sys.executable, str(Path(__file__).with_name("__main__.py")), *arguments]
    # A file cannot block the program, as a full pipe would.
    with tempfile.TemporaryFile("w+", encoding="utf-8") as errors:
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, encoding="utf-8") as process:
            assert process.stdout is not None
            try:
                yield iter(process.stdout)
                process.communicate()
            except BaseException:
                _end(process)
                raise
        errors.seek(0)
        complaint = errors.read().strip()
    if process.returncode not in verdicts or complaint.startswith("error:"):
        unknown = re.match(r"error: unexpected argument '--([\w-]+)", complaint)
        if unknown:
            raise TypeError(f"`temper {arguments[0]}` has no option {unknown[1].replace('-', '_')}")
        # Without the usage of the command line.
        complaint = re.split("\n\n(?:Usage:|For more information)", complaint.removeprefix("error: "))[0]
        raise native.TemperamentError(complaint or f"temper ended with {process.returncode}")


def _argument(of: Player, folder: str, name: str) -> str:
    """A profile on the command line: by name, by path, or as a file in `folder`."""
    if not isinstance(of, Profile):
        return arguments.path(of, "a player that is not a Profile")
    path = Path(folder, name, f"{of.name}.toml")
    path.parent.mkdir()
    of.save(path, complete=True)
    return str(path)


def match(
    a: Player,
    b: Player,
    *,
    games: int = 100,
    progress: Callable[[Match], object] | None = None,
    **options: Any,
) -> Match:
    """Plays a match between two profiles, each opening with both colours; or against another engine: `"uci:/path/engine"`.

    A changed profile is called by its `label`; two of one name are called (A) and (B), as in the files that a match writes.
    `tweak({"name": "mine"})` gives another name. `progress` gets the result after each pair of games. Other options are those of
    `temper match` (docs/matches.md):
    `nodes=20000`, `tc="8+0.08"`, `elo=1500`, `concurrency=2`, `pgn="games.pgn"`, and a test with `elo0=0, elo1=5`.
    """
    result: Match | None = None
    with tempfile.TemporaryDirectory() as folder:
        players = [_argument(player, folder, name) for player, name in ((a, "a"), (b, "b"))]
        words = ["match", *_options({"games": games, "events": True, **options}), "--", *players]
        names: list[str] = []
        with _running(words, verdicts=(0, 1, 3)) as lines:
            for line in lines:
                try:
                    event = json.loads(line)
                except ValueError:
                    raise native.TemperamentError(f"`temper match` has printed: {line.strip()}") from None
                if event["event"] == "start":
                    names = _names(event["players"], (a, b))
                elif event["event"] == "pair":
                    result = _result(names, event["statistics"])
                    if progress is not None:
                        progress(result)
    if result is None:
        raise native.TemperamentError("no game was played")
    return result


def _names(printed: Sequence[str], players: Sequence[Player]) -> list[str]:
    """The names of the players, that of a changed profile with the changes."""
    labels = [of.label if isinstance(of, Profile) else re.sub(r" \([AB]\)$", "", name) for name, of in zip(printed, players)]
    return labels if labels[0] != labels[1] else list(printed)


def _result(names: Sequence[str], of: dict[str, Any]) -> Match:
    return Match(
        a=names[0],
        b=names[1],
        games=of["games"],
        wins=of["wins"],
        draws=of["draws"],
        losses=of["losses"],
        pentanomial=tuple(of["ptnml"]),
        elo=of["elo"],
        elo_error=of["elo_error"],
        los=of["los"],
        llr=of["llr"],
        decision=of["decision"],
        statistics=of,
    )


def tune(
    profile: Player,
    *data: str | os.PathLike[str],
    only: str | Sequence[str] = (),
    out: str | os.PathLike[str] | None = None,
    **options: Any,
) -> Profile:
    """Fits the numbers of a profile to labelled positions or games (Texel tuning), and returns the tuned profile.

    `only` selects keys: `"material"`, `["psqt", "mobility.*"]`. `out` is the file to write, with the comments of the original
    if that is a file. Other options are those of `temper tune` (docs/tuning.md), such as `epochs=50`.
    """
    if not data:
        raise TypeError("tune needs files with positions or games: tune(profile, 'positions.epd')")
    files = [file for one in data for file in arguments.paths(one, "a file with positions or games")]
    with tempfile.TemporaryDirectory() as folder:
        written = Path(folder, "tuned.toml") if out is None else Path(out)
        if out is None and not isinstance(profile, Profile):
            # A text in another folder must not name its parent by a relative path.
            profile = Profile.load(profile)
        path = _argument(profile, folder, "profile")
        options = {"data": files, "only": [only] if isinstance(only, str) else list(only), "out": written, **options}
        with _running(["tune", *_options(options), "--", path]) as lines:
            for _ in lines:
                pass
        return Profile.load(written) if out is not None else Profile.parse(written.read_text(encoding="utf-8"))
