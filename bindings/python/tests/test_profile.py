"""Loading, changing and saving profiles; errors."""

import copy
import pickle

import pytest
from temperament import PositionError, Profile, ProfileError

OWN = """\
# My own.
name = "mine"
extends = "simplified"

[material]
knight = 333  # a comment
"""


def test_tweaks_change_the_evaluation():
    profile = Profile.load("simplified")
    knight = "4k3/8/8/8/8/8/8/4KN2 w - - 0 1"
    changed = profile.tweak({"material.knight": 420})
    assert changed != profile and profile == Profile.load("simplified")
    assert Profile.load("simplified", set={"material.knight": 420}) == changed
    assert profile.tweak("material.knight+=100") == changed
    assert profile.tweak(["material.knight=400", "material.knight+=20"]) == changed
    assert changed.explain(knight).eval == profile.explain(knight).eval + 100
    assert hash(changed) == hash(profile.tweak({"material.knight": [420, 420]}))


def test_text_keeps_comments(tmp_path):
    profile = Profile.parse(OWN)
    assert profile.text() == OWN
    changed = profile.tweak({"material.knight": 340})
    assert changed.text() == OWN.replace("333", "340")
    named = profile.tweak({"name": "other", "material.knight": 340, "description": 'It\'s "quoted"'})
    assert named.text().startswith('# My own.\nname = "other"') and Profile.parse(named.text()).description == 'It\'s "quoted"'
    file = tmp_path / "mine.toml"
    changed.save(file)
    assert file.read_text(encoding="utf-8") == changed.text() and Profile.load(file) == changed
    with pytest.raises(FileExistsError):
        profile.save(file)
    profile.save(file, overwrite=True)
    assert Profile.load("mine", folders=[tmp_path]) == profile
    profile.save(tmp_path / "whole.toml", complete=True)
    assert "extends" not in (tmp_path / "whole.toml").read_text(encoding="utf-8")
    assert Profile.load(tmp_path / "whole.toml") == profile
    with pytest.raises(FileNotFoundError, match="none/mine.toml"):
        profile.save(tmp_path / "none" / "mine.toml")
    for name in ("mine", "mine.ron"):
        with pytest.raises(ValueError, match="ends in .toml"):
            profile.save(tmp_path / name)


def test_a_changed_shipped_profile_is_a_child(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    changed = Profile.load("otter").tweak({"material.queen": 1000})
    assert 'extends = "otter"' in changed.text() and len(changed.text().splitlines()) < 10
    assert Profile.parse(changed.text()) == changed


def test_ron():
    profile = Profile.parse('(name: "short", material: (pawn: 100))', format="ron")
    assert profile.name == "short"
    with pytest.raises(ValueError, match="ends in .ron"):
        profile.save("short.toml")
    with pytest.raises(ValueError, match="format"):
        Profile.parse(OWN, format="yaml")


def test_copies_and_pickles():
    profile = Profile.load("fabchess").tweak({"material.queen": [1500, 2000]})
    assert pickle.loads(pickle.dumps(profile)) == profile
    assert copy.copy(profile) == profile


def test_errors_have_a_place():
    with pytest.raises(ProfileError) as caught:
        Profile.parse(OWN + "knigt = 3\nbishop = true\n")
    error = caught.value
    assert (error.line, error.column, error.key) == (7, 1, "material.knigt")
    assert error.hint == "did you mean `material.knight`?"
    assert len(error.diagnostics) == 2
    with pytest.raises(ProfileError, match="did you mean `temperament`") as caught:
        Profile.load("temprament")
    assert caught.value.line is None and "temperament" in caught.value.hint
    with pytest.raises(ProfileError, match="material.knigt"):
        Profile.load(set={"material.knigt": 3})
    with pytest.raises(ValueError, match="not a number"):
        Profile.load(set={"material.knight": object()})
    with pytest.raises(ValueError):
        Profile.load(set={"material.knight": float("nan")})
    for key in ("material.knight=3 #", "", 3):
        with pytest.raises(ValueError, match="is not a key"):
            Profile.load(set={key: 3})
    with pytest.raises(ValueError, match="write 'section.key'"):
        Profile.load(set={"material": {"knight": 300}})
    with pytest.raises(TypeError, match="changes are a dict"):
        Profile.load(set=5)


def test_positions_that_are_none():
    profile = Profile.load()
    for text in ("", "x", "8/8/8/8/8/8/8/8 w - - 0 1", "\0", "k" * 1_000_000):
        with pytest.raises(PositionError):
            profile.evaluate(text)
    for value in (None, 3, [], b"startpos"):
        with pytest.raises(TypeError, match="chess.Board"):
            profile.evaluate(value)
    pytest.importorskip("numpy")
    with pytest.raises(PositionError, match="position 1: "):
        profile.evaluate_all(["startpos", "x"])
    with pytest.raises(TypeError):
        profile.evaluate_all(3)
    with pytest.raises(TypeError, match="list of FENs"):
        profile.evaluate_all("startpos")
    with pytest.raises(TypeError, match="with_values"):
        profile.tweak({"psqt.pawn": profile.features(["startpos"], "psqt.pawn").values})
    assert profile.evaluate_all([]).shape == (0,) and len(profile.features([])) == 0
