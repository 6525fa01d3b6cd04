"""What the tests share: positions of the repository, and a slow or missing optional package."""

from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[3]


def _positions() -> list[str]:
    lines = []
    for file in ("src/cli/profile/normalize.epd", "crates/engine/tests/data/perft-own.epd"):
        text = (REPOSITORY / file).read_text(encoding="utf-8")
        rows = (line.split(";")[0].split("#")[0].strip() for line in text.splitlines())
        lines += [row for row in rows if row.count("/") == 7]
    return lines


@pytest.fixture(scope="session")
def positions() -> list[str]:
    """A thousand positions of games, and odd ones."""
    positions = _positions()
    assert len(positions) > 1000
    return positions


ITALIAN = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"
#: The shortest mate.
MATED = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"


@pytest.fixture(params=["simplified", "rustic", "otter", "fabchess", "temperament"])
def name(request: pytest.FixtureRequest) -> str:
    """Profiles that differ in their arithmetic."""
    return str(request.param)
