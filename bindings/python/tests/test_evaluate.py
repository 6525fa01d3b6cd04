"""Evaluations, explanations and features agree with each other and with the program."""

import json
import pickle
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from conftest import ITALIAN, MATED
from temperament import Profile, TemperamentError, profiles


def eval_json(name: str, positions: list[str], folder: Path) -> list[dict]:
    """What `temper eval --json` prints."""
    file = folder / "positions.epd"
    file.write_text("\n".join(positions), encoding="utf-8")
    command = [sys.executable, "-m", "temperament", "eval", "--json", "--profile", name, "--fens", str(file)]
    out = subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout
    return [json.loads(line) for line in out.splitlines()]


def test_numbers_are_those_of_the_program(name, positions, tmp_path):
    numpy = pytest.importorskip("numpy")
    profile = Profile.load(name)
    printed = eval_json(name, positions, tmp_path)
    assert len(printed) == len(positions)
    assert profile.evaluate_all(positions, units="profile").tolist() == [one["eval"] for one in printed]
    centipawns = profile.evaluate_all(positions)
    assert [round(cp / 100, 2) for cp in centipawns.tolist()] == [one["pawns"] for one in printed]
    assert [profile.evaluate(fen) for fen in positions] == centipawns.tolist()
    terms = profile.terms(positions)
    assert terms.shares.shape == (len(positions), len(terms.keys), 2)
    # The evaluation is a whole number of units, of which one is at most three hundredths of a pawn.
    assert numpy.abs(terms.differences.sum(axis=1) * 100 - centipawns).max() < 3.5
    assert set(printed[0]["terms"]) <= set(terms.keys)
    # In units of the profile, which are pawns of another size in each position.
    units = profile.terms(positions, units="profile")
    evaluations = numpy.array([one["eval"] for one in printed])
    pawn = numpy.abs(evaluations).max() / numpy.abs(centipawns).max() * 100
    assert numpy.abs(units.differences.sum(axis=1) - evaluations).max() < 0.035 * pawn
    ratios = units.shares[0][terms.shares[0] != 0] / terms.shares[0][terms.shares[0] != 0]
    assert units.keys == terms.keys and numpy.allclose(ratios, ratios[0])


def test_explanation_adds_up(name, positions, tmp_path):
    profile = Profile.load(name)
    some = positions[::10]
    for fen, printed in zip(some, eval_json(name, some, tmp_path)):
        explained = profile.explain(fen)
        assert explained.eval == printed["eval"] and explained.cp == profile.evaluate(fen)
        assert sum(row.difference for row in explained.rows) == pytest.approx(explained.pawns, abs=0.035)
        for row in explained.rows:
            term = printed["terms"].get(row.key)
            if term is not None:
                assert [list(row.white_units), list(row.black_units)] == [term["white"], term["black"]]


def test_features_are_linear(name, positions):
    numpy = pytest.importorskip("numpy")
    profile = Profile.load(name)
    features = profile.features(positions)
    evaluations = profile.evaluate_all(positions, units="profile")
    assert numpy.allclose(features.evaluations(), evaluations, atol=1e-9)
    assert features.counts.shape == (len(positions), len(features.names)) == (len(features), len(features.values))
    # Selected columns are the same, and the rest has the others.
    pawns = profile.features(positions, "psqt.pawn")
    assert set(pawns.keys) == {"psqt.pawn"} and len(pawns.names) == 64
    assert numpy.allclose(pawns.evaluations(), evaluations, atol=1e-9)
    matrix = pawns.design_matrix()
    assert numpy.allclose(matrix @ pawns.values.ravel() + pawns.rest, evaluations, atol=1e-9)
    if name in ("simplified", "otter", "rustic"):
        assert numpy.abs(features.rest).max() <= 1.0  # Rounding alone.


def test_new_values_evaluate_as_predicted(positions):
    numpy = pytest.importorskip("numpy")
    profile = Profile.load("simplified")
    features = profile.features(positions, ["psqt", "material"])
    values = features.values + numpy.arange(len(features.names))[:, None] % 7
    changed = profile.with_values(features, values)
    assert numpy.abs(changed.evaluate_all(positions, units="profile") - features.evaluations(values)).max() <= 1.0
    with pytest.raises(ValueError, match="shape"):
        profile.with_values(features, values[1:])
    with pytest.raises(TemperamentError, match="1000000000 is out of bounds for `material.pawn`"):
        profile.with_values(features, values * 1e7)
    with pytest.raises(TemperamentError, match="finite"):
        profile.with_values(features, values * numpy.nan)


def test_features_of_another_profile_are_refused():
    pytest.importorskip("numpy")
    features = Profile.load().features(["startpos"])
    with pytest.raises(ValueError, match="simplified has no value"):
        Profile.load("simplified").with_values(features, features.values)


def test_results_are_small_and_can_be_sent(positions):
    explained = Profile.load().explain(ITALIAN)
    assert pickle.loads(pickle.dumps(explained)) == explained
    assert str(pickle.loads(pickle.dumps(explained))) == str(explained)
    assert len(repr(explained)) < 200
    pytest.importorskip("numpy")
    terms, features = Profile.load().terms(positions[:5]), Profile.load().features(positions[:5])
    assert repr(terms) == f"<Terms of 5 positions, {len(terms.keys)} keys, in pawns>" and len(repr(features)) < 100
    assert terms == terms and len({terms, features}) == 2
    terms.shares[0] = 0  # Arrays can be written.


def test_arrays_explain_their_columns(name):
    pytest.importorskip("numpy")
    profile = Profile.load(name)
    terms, features = profile.terms([], units="profile"), profile.features([])
    assert terms.keys == profile.terms([ITALIAN, MATED]).keys
    for columns in (terms, features):
        head, _, _, *rows = str(columns).splitlines()
        assert "in units of the profile" in head and "White's minus Black's" in head
        meanings = dict(zip(columns.keys, columns.meanings))
        assert [row.split()[0] for row in rows] == list(meanings)
        assert all(row.endswith(meaning) for row, meaning in zip(rows, meanings.values()))
    values = {row.split()[0]: row.split()[1:4] for row in rows}
    for key, number in Counter(features.keys).items():
        stages = [f"{value:g}" for value in features.values[features.keys.index(key)]]
        assert values[key][0] == str(number) and (number > 1 or values[key][1:] == stages)


def test_a_profile_without_linear_values_says_so():
    pytest.importorskip("numpy")
    with pytest.raises(TemperamentError, match="attacker has other values for its own side"):
        Profile.load("attacker").features(["startpos"])
    with pytest.raises(TemperamentError, match="simplified has no values like mobility"):
        Profile.load("simplified").features(["startpos"], "mobility")
    with pytest.raises(TemperamentError, match="no values like psqt.knigt: did you mean `psqt.knight`"):
        Profile.load("simplified").features(["startpos"], ["material", "psqt.knigt"])


def test_sentences_and_squares():
    explained = Profile.load("simplified").explain("4k3/8/8/8/8/8/8/4KQ2 w - - 0 1")
    assert explained.rows[0].key == "material.queen" and explained["material.queen"].white > 5
    assert explained.winning_chances > 0.9 and "White" in explained.verdict
    assert "material.queen" in str(explained)
    with pytest.raises(KeyError, match="did you mean `material.queen`"):
        explained["material.quen"]
    with pytest.raises(KeyError, match="no share in this position"):
        explained["material.rook"]
    quick = Profile.load().explain(ITALIAN, words=False)
    slow = Profile.load().explain(ITALIAN)
    assert [row.difference for row in quick.rows] == [row.difference for row in slow.rows]
    assert {row.sentence for row in quick.rows} == {None}
    assert slow["tempo.side_to_move"].sentence == "It is White's turn"
    assert "checkmated" in Profile.load().explain(MATED).verdict


def test_boards_of_python_chess(positions):
    chess = pytest.importorskip("chess")
    profile = Profile.load()
    for fen in positions[::50]:
        assert profile.evaluate(chess.Board(fen)) == profile.evaluate(fen)
    chess960 = chess.Board.from_chess960_pos(11)
    assert profile.evaluate(chess960) == profile.evaluate(chess960.shredder_fen())
    pytest.importorskip("numpy")
    assert profile.evaluate_all([chess.Board(), "startpos"]).tolist() == [profile.evaluate("startpos")] * 2


def test_all_shipped_profiles_load():
    found = profiles()
    assert {"temperament", "simplified", "fabchess", "otter", "rustic", "cheops"} <= set(found)
    for name, description in found.items():
        profile = Profile.load(name)
        assert profile.name == name and profile.description == description and not profile.warnings
