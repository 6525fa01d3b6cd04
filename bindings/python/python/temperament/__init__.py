"""A chess engine whose whole evaluation is a text file.

    >>> from temperament import Profile
    >>> profile = Profile.load("temperament")
    >>> profile.evaluate("startpos")
    27

A *profile* is an evaluation: piece values, piece-square tables and some two hundred other named numbers. `Profile.load`
reads a shipped one or yours, and its methods evaluate, explain, search, play and review. `match` and `tune` are what
`temper match` and `temper tune` are on the command line, which this package installs as well.
"""

from ._games import Match, match, tune
from ._profile import Features, Profile, Terms, profiles
from ._results import (
    Explanation,
    Game,
    Line,
    Move,
    Played,
    Player,
    Review,
    Row,
    Search,
    Why,
)
from ._temperament import PositionError, ProfileError, TemperamentError, __version__

__all__ = [
    "Explanation",
    "Features",
    "Game",
    "Line",
    "Match",
    "Move",
    "Played",
    "Player",
    "PositionError",
    "Profile",
    "ProfileError",
    "Review",
    "Row",
    "Search",
    "TemperamentError",
    "Terms",
    "Why",
    "__version__",
    "match",
    "profiles",
    "tune",
]
