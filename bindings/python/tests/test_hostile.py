"""Calls with wrong values: exceptions, and nothing else. `RANDOM_CALLS=10000 pytest` makes more of them."""

import os
import random

import pytest
from temperament import Profile

CALLS = int(os.environ.get("RANDOM_CALLS", "2000"))
VALUES = [
    None, True, 0, -1, 1 << 70, 1.5, float("nan"), "", "x", "startpos", "\0", "\ud800", "k" * 5000, b"x", [], [1], ["startpos"],
    ["x"], {}, {"material.pawn": [1, 2, 3]}, {1: 2}, object(), range(3), lambda: 1, "8/8/8/8/8/8/8/K1k5 w - - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 99999", "material.pawn=1", "material.pawn=1;" * 200,
    'name = "x"', 'name = "x"\nextends = "x"', '(name: "x")', "1. e4 e5 *", "1. e4 {", "e4", "e2e4", "[" * 3000,
]  # fmt: skip


def memory() -> int:
    """The most memory so far, in a unit of the system."""
    resource = pytest.importorskip("resource")
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def test_wrong_values_raise():
    chance = random.Random(5)
    base = Profile.load("simplified")
    limits = {"nodes": 200}
    calls = [
        lambda: Profile.load(pick(), set=pick()),
        lambda: Profile.load("simplified", set=pick(), folders=pick()),
        lambda: Profile.parse(pick(), format=chance.choice(["toml", "ron", pick()]), set=pick()),
        lambda: base.tweak(pick()),
        lambda: base.evaluate(pick()),
        lambda: base.evaluate_all(pick(), units=chance.choice(["cp", "profile", pick()])),
        lambda: base.explain(pick()),
        lambda: base.features(pick(), pick()),
        lambda: base.terms(pick()),
        lambda: base.search(pick(), lines=chance.choice([1, pick()]), threads=chance.choice([1, pick()]), **limits),
        lambda: base.play(pick(), elo=chance.choice([900, pick()]), seed=chance.choice([1, pick()]), **limits),
        lambda: base.why(pick(), pick(), pick(), **limits),
        lambda: base.review(pick(), progress=chance.choice([None, pick()]), **limits),
        lambda: base.with_values(pick(), pick()),
        lambda: base.text(complete=pick()),
    ]

    def pick():
        return chance.choice(VALUES)

    raised = returned = 0
    middle = 0
    for number in range(CALLS):
        if number == CALLS // 2:
            middle = memory()
        try:
            chance.choice(calls)()
            returned += 1
        except Exception as error:  # A panic is no `Exception`.
            assert str(error) or isinstance(error, (KeyError, AttributeError)), error
            raised += 1
    assert raised > CALLS / 2 and returned > CALLS / 40
    assert memory() < 1.15 * middle, "memory grows"
