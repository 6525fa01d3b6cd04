from collections.abc import Callable, Iterable
from os import PathLike
from typing import Any

__version__: str

class TemperamentError(ValueError):
    """An input that the engine cannot use."""

class ProfileError(TemperamentError):
    """A profile with errors, or none of this name."""

    file: str | None
    line: int | None
    column: int | None
    key: str | None
    hint: str | None
    diagnostics: list[str] | tuple[()]

class PositionError(TemperamentError):
    """A text that is not a legal position, or not a legal move."""

class Profile:
    @staticmethod
    def load(name_or_path: str | PathLike[str], set: list[str], folders: list[str]) -> Profile: ...
    @staticmethod
    def parse(text: str, is_ron: bool, set: list[str]) -> Profile: ...
    def tweak(self, set: list[str]) -> Profile: ...
    def with_values(self, values: list[tuple[int, float, float]]) -> Profile: ...
    def text(self, is_complete: bool) -> str: ...
    def save(self, path: str | PathLike[str], text: str, overwrite: bool) -> None: ...
    @property
    def name(self) -> str: ...
    @property
    def is_ron(self) -> bool: ...
    @property
    def description(self) -> str | None: ...
    @property
    def warnings(self) -> list[str]: ...
    @property
    def id(self) -> int: ...
    def evaluate(self, of: Any) -> int: ...
    def evaluate_all(self, of: Iterable[Any], in_units: bool) -> bytes: ...
    def explain(self, of: Any, has_words: bool) -> str: ...
    def explain_text(self, of: Any) -> str: ...
    def term_keys(self) -> list[tuple[str, str, str]]: ...
    def terms(self, of: Iterable[Any], in_units: bool) -> bytes: ...
    def columns(self) -> list[tuple[int, str, str, str, str, float, float]]: ...
    def features(self, of: Iterable[Any], columns: list[int]) -> list[bytes]: ...

def main(arguments: list[str], program: str) -> int: ...
def profiles() -> list[tuple[str, str]]: ...
def search(
    profile: Profile,
    start: str,
    moves: list[str],
    nodes: int | None,
    depth: int | None,
    seconds: float | None,
    lines: int,
    threads: int,
    hash_mib: int,
) -> str: ...
def play(
    profile: Profile,
    start: str,
    moves: list[str],
    elo: int | None,
    seed: int,
    nodes: int | None,
    depth: int | None,
    seconds: float | None,
    own_book: bool,
) -> tuple[str | None, bool]: ...
def why(
    profile: Profile,
    start: str,
    moves: list[str],
    mv: str,
    other_move: str | None,
    nodes: int | None,
    depth: int | None,
    seconds: float | None,
) -> str: ...
def review(
    profile: Profile,
    pgn: str,
    nodes: int | None,
    seconds: float | None,
    progress: Callable[[int, int], object] | None,
) -> tuple[str, str, str]: ...
