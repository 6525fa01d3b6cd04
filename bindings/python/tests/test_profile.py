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


def test_labels_name_changes():
    profile = Profile.load("simplified", set={"material.knight": 420.0})
    assert repr(profile) == "<Profile simplified (material.knight=420)>" and Profile.load("simplified").label == "simplified"
    more = pickle.loads(pickle.dumps(profile.tweak("material.queen+=10")))
    assert more.label == "simplified (material.knight=420, material.queen+=10)"
    assert more.tweak({"name": "mine"}).label == "mine"
    assert len(more.tweak({"psqt.knight": [[0] * 8] * 8}).label) < 80


def test_numbers_and_arrays_of_numpy():
    numpy = pytest.importorskip("numpy")
    profile = Profile.load("simplified")
    for value in (numpy.int64(400), numpy.float32(400), numpy.float64(400), [numpy.float64(400), numpy.int32(400)]):
        assert profile.tweak({"material.knight": value}) == profile.tweak({"material.knight": 400})
    pair = numpy.array([400, 380.0])
    assert profile.tweak({"material.knight": pair}) == profile.tweak({"material.knight": [400, 380]})
    board = numpy.arange(64.0).reshape(8, 8)
    assert profile.tweak({"psqt.knight": board}) == profile.tweak({"psqt.knight": board.tolist()})
    assert profile.tweak({"psqt.knight": board}) != profile.tweak({"psqt.knight": board[::-1]})
    with pytest.raises(TypeError, match=r"rank 8 first, or with_values"):
        profile.tweak({"psqt.pawn": profile.features(["startpos"], "psqt.pawn").values})
    features = profile.features(["startpos"], "material")
    for values in (features.values.tolist(), features.values.astype("float32")):
        same = profile.with_values(features, values)
        assert same == profile and same.with_values(features, values).label == "simplified (with_values)"
    limits = {"nodes": numpy.float64(100), "lines": numpy.int64(2)}
    assert profile.search("startpos", **limits) and profile.play("startpos", elo=numpy.int64(900), seed=numpy.uint8(3))


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
        with pytest.raises(ValueError, match="must end in .toml"):
            profile.save(tmp_path / name)


def test_a_changed_shipped_profile_is_a_child(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    changed = Profile.load("otter").tweak({"material.queen": 1000})
    assert 'extends = "otter"' in changed.text() and len(changed.text().splitlines()) < 10
    assert Profile.parse(changed.text()) == changed


def test_ron():
    profile = Profile.parse('(name: "short", material: (pawn: 100))', format="ron")
    assert profile.name == "short"
    with pytest.raises(ValueError, match="must end in .ron"):
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
    for changes in (5, ("material.knight", 300)):
        with pytest.raises(TypeError, match="changes are a dict"):
            Profile.load(set=changes)
    with pytest.raises(TypeError, match=r"use Profile.load\("):
        Profile("simplified")
    for call in (Profile.load, Profile.parse, Profile.load().save, lambda value: Profile.load(folders=[value])):
        with pytest.raises(TypeError, match="is a str.*not int"):
            call(3)


def test_positions_that_are_none():
    profile = Profile.load()
    for text in ("", "x", "8/8/8/8/8/8/8/8 w - - 0 1", "\0", "k" * 1_000_000):
        with pytest.raises(PositionError):
            profile.evaluate(text)
    for value in (None, 3, [], b"startpos"):
        with pytest.raises(TypeError, match="chess.Board"):
            profile.evaluate(value)
    pytest.importorskip("numpy")
    with pytest.raises(PositionError, match=r"positions\[1\]: "):
        profile.evaluate_all(["startpos", "x"])
    with pytest.raises(TypeError, match=r"positions\[1\]: .* not NoneType"):
        profile.terms(["startpos", None])
    for value in (3, None, "startpos"):
        with pytest.raises(TypeError, match="list of FENs"):
            profile.evaluate_all(value)
    assert profile.evaluate_all([]).shape == (0,) and len(profile.features([])) == 0
