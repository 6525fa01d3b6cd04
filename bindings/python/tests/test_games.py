"""Matches, tuning, and the program of the package."""

import subprocess
import sys
import time

import pytest
import temperament
from temperament import Profile, TemperamentError, match, tune


def temper(*arguments: str, **options) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "temperament", *arguments]
    return subprocess.run(command, capture_output=True, encoding="utf-8", **options)


def test_match(tmp_path):
    seen = []
    weak = Profile.load("simplified", set={"material.queen": 100})
    played = match("simplified", weak, games=8, nodes=300, progress=seen.append, pgn=tmp_path / "games.pgn")
    assert (played.a, played.b, played.games) == ("simplified", "simplified (material.queen=100)", 8)
    assert played.wins + played.draws + played.losses == 8 and sum(played.pentanomial) == 4
    assert played.losses > played.wins and len(seen) == 4 and seen[-1] == played
    assert (tmp_path / "games.pgn").read_text(encoding="utf-8").count("[Event ") == 8
    test = match("simplified", weak, games=200, nodes=300, elo0=-100, elo1=0, concurrency=1)
    assert test.decision == "H0" and test.llr < 0
    with pytest.raises(TemperamentError, match="no profile is called"):
        match("simplifid", weak)
    with pytest.raises(TypeError, match="not NoneType"):
        match("simplified", None)
    with pytest.raises(TemperamentError, match="even$"):
        match("simplified", weak, games=3)
    with pytest.raises(TypeError, match="no option max_nods"):
        match("simplified", weak, max_nods=3)
    with pytest.raises(TemperamentError, match="no profile is called `--help`"):
        match("--help", weak)


def test_a_callback_ends_a_match():
    """While the callback sleeps, the program fills the pipe."""

    def slow(result):
        time.sleep(3)
        raise ZeroDivisionError

    begun = time.monotonic()
    with pytest.raises(ZeroDivisionError):
        match("pesto", "rustic", games=4000, nodes=1, progress=slow)
    assert time.monotonic() - begun < 60


def test_the_working_directory_is_not_searched_for_modules(tmp_path, monkeypatch):
    (tmp_path / "json.py").write_text("raise SystemExit('no module of mine')")
    monkeypatch.chdir(tmp_path)
    assert match("pesto", "rustic", games=2, nodes=100).games == 2


def test_tune(tmp_path, positions):
    lines = []
    profile = Profile.load("simplified")
    for fen in positions:
        # A world in which knights are worth much.
        white, black = (fen.split()[0].count(piece) for piece in "Nn")
        result = "1-0" if white > black else "0-1" if black > white else "1/2-1/2"
        lines.append(f'{fen} c9 "{result}";')
    file = tmp_path / "labelled.epd"
    file.write_text("\n".join(lines), encoding="utf-8")
    tuned = tune(profile, file, only="material.knight", epochs=30, threads=1, as_they_are=True, k=1.0)
    knight = "4k3/8/8/8/8/8/8/4KN2 w - - 0 1"
    assert tuned.explain(knight).eval > profile.explain(knight).eval + 20
    with pytest.raises(TemperamentError, match="none.epd"):
        tune("simplified", tmp_path / "none.epd")
    with pytest.raises(TypeError, match="needs files"):
        tune("simplified")
    empty = tmp_path / "empty.epd"
    empty.write_text("")
    with pytest.raises(TemperamentError, match="positions"):
        tune("simplified", empty)


def test_the_program():
    assert temperament.__version__ in temper("--version").stdout
    uci = temper(input="uci\nposition startpos\ngo depth 3\nquit\n")
    assert uci.returncode == 0 and "uciok" in uci.stdout and "bestmove" in uci.stdout and not uci.stderr
    unknown = temper("profile", "show", "none")
    assert unknown.returncode == 1 and "no profile is called" in unknown.stderr
