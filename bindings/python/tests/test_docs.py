"""The examples of the documentation run, in the order of the page."""

import os
import re
import sysconfig
from pathlib import Path

import pytest
from conftest import REPOSITORY


def blocks(file: Path) -> str:
    """The Python code of a page as a program."""
    text = file.read_text(encoding="utf-8")
    found = re.findall(r"^```python\n(.*?)^```", text, flags=re.M | re.S)
    assert len(found) > 4
    return "\n".join(found)


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """An empty folder, and the program of the package on the path."""
    pytest.importorskip("numpy")
    pytest.importorskip("chess")
    monkeypatch.chdir(tmp_path)
    scripts = sysconfig.get_path("scripts")
    monkeypatch.setenv("PATH", scripts + os.pathsep + os.environ["PATH"])


def test_readme(capsys):
    exec(compile(blocks(REPOSITORY / "bindings/python/README.md"), "README.md", "exec"), {})
    out = capsys.readouterr().out
    assert "material.knigt did you mean `material.knight`?" in out
    assert "Nf6?? Nf6 is worse" in out and "beginner" not in out
    assert Path("review.html").stat().st_size > 10_000 and Path("mine.toml").exists()


def test_classroom(capsys):
    """The whole circle, with fewer games."""
    program = blocks(REPOSITORY / "docs/classroom.md")
    fewer = program.replace("--games 5000", "--games 2500").replace("games=400", "games=20")
    assert len(program) - len(fewer) == 1
    page = {}
    exec(compile(fewer, "classroom.md", "exec"), page)
    assert "learnt against beginner: +" in capsys.readouterr().out
    assert page["after"] < page["before"], "the weights are not true of other games"
