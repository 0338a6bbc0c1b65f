"""What voids a certificate, and what does not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from medgym_prove.digest import decisive

from .plugins import package, spoil, subject


def append(text: str) -> Callable[[Path], None]:
    return lambda path: path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("README.md", "\nMore.\n"),
        ("DETAILS.md", "\nMore.\n"),
        ("tests/test_family.py", "\n\ndef test_more():\n    assert True\n"),
        ("{package}/family.py", "# a comment\n"),
        ("{package}/family.py", "    # a comment of a block that has ended\n"),
        ("pyproject.toml", "# a comment\n"),
        ("pyproject.toml", '\n[dependency-groups]\nmore = ["pytest"]\n'),
        ("pyproject.toml", '\n[tool.pytest.ini_options]\ntestpaths = ["tests"]\n'),
    ],
)
def test_what_decides_nothing_voids_nothing(plugin: Path, name: str, text: str) -> None:
    path = plugin / name.format(package=package(plugin).name)
    path.touch()
    before = subject(plugin)
    deciding, every = before.deciding, before.digest
    append(text)(path)
    assert subject(plugin).deciding == deciding
    assert subject(plugin).digest != every


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("{package}/family.py", "\nMORE = 1\n"),
        ("{package}/oracle.py", '\n"""A prompt may quote it."""\n'),
        ("{package}/image/requirements.txt", "numpy==2.0.0\n"),
        ("attacks/more.py", "ANSWER = 1\n"),
        ("pyproject.toml", "\n[tool.hatch.version]\nsource = 'vcs'\n"),
    ],
)
def test_what_may_decide_voids(plugin: Path, name: str, text: str) -> None:
    path = plugin / name.format(package=package(plugin).name)
    before = subject(plugin).deciding
    path.parent.mkdir(exist_ok=True)
    path.touch()
    append(text)(path)
    assert subject(plugin).deciding != before


def test_a_description_decides_nothing_and_a_dependency_does(plugin: Path) -> None:
    before = subject(plugin).deciding
    spoil(plugin / "pyproject.toml", "description = ", 'description = "Another" # ')
    assert subject(plugin).deciding == before
    spoil(plugin / "pyproject.toml", "dependencies = [", 'dependencies = ["numpy", ')
    assert subject(plugin).deciding != before


@pytest.mark.parametrize(
    ("source", "left"),
    [
        (b"x = 1  # one\n", b"x = 1\n"),
        (b"# alone\nx = '# kept'\n", b"x = '# kept'\n"),
        (b'"""# kept"""\n', b'"""# kept"""\n'),
        (b"x = (1,\n  # within\n  2)\r\n", b"x = (1,\n  2)\n"),
        (b"x = '''never closed", b"x = '''never closed"),
        (b"x = '\xff'\n", b"x = '\xff'\n"),
    ],
)
def test_only_comments_are_left_out(tmp_path: Path, source: bytes, left: bytes) -> None:
    path = tmp_path / "module.py"
    path.write_bytes(source)
    assert decisive(path) == left
