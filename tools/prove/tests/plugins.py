"""Copies of the good plugin, each a family and a package of its own, and ways to spoil them."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from itertools import count
from pathlib import Path

from medgym_prove.check import Finding
from medgym_prove.checks import checks
from medgym_prove.subject import Subject
from medgym_prove.validation import validate

GOOD = Path(__file__).parent / "plugin"
_NUMBERS = count()

Defect = Callable[[Path], None]
"""Spoils a copy of the good plugin."""
COPIED = "    (out.public / TABLE).write_bytes(source.read_bytes())\n"
"""Where its loader builds the public half."""
FORMULAS = '{"total": "sum(costs)", "mean": "sum(costs) / len(costs)"}'
"""What its oracle computes by category."""


def copy(parent: Path) -> Path:
    """A fresh copy below ``parent``, under names that no other copy has, so that imports never mix."""
    word = f"sum{next(_NUMBERS)}"
    folder = parent / f"toy-{word}"
    shutil.copytree(GOOD, folder, ignore=shutil.ignore_patterns("__pycache__"))
    package(folder).rename(folder / f"medgym_plugin_toy_{word}")
    for path in folder.rglob("*"):
        if path.is_file():
            text = path.read_text(encoding="utf-8")
            path.write_text(text.replace("toy-sum", f"toy-{word}").replace("toy_sum", f"toy_{word}"))
    return folder


def package(folder: Path) -> Path:
    """The package's folder of a copy."""
    return next(folder.glob("medgym_plugin_*"))


def spoil(path: Path, old: str, new: str) -> None:
    """Replace ``old``, which must be there once, by ``new``."""
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{old!r} is {text.count(old)} times in {path}"
    path.write_text(text.replace(old, new), encoding="utf-8")


def subject(folder: Path) -> Subject:
    """The plugin as what is validated; builds lie beside it."""
    return Subject(folder=folder, home=folder.parent / "home")


def examine(check_id: str, folder: Path) -> Finding:
    """What one check finds."""
    chosen = [check for check in checks(_level(check_id)) if check.id == check_id]
    assert chosen, f"there is no check {check_id}"
    return next(iter(validate(subject(folder), chosen)))


def failing(level: int, folder: Path) -> set[str]:
    """Ids of the checks of one level that fail."""
    chosen = [check for check in checks(level) if check.level == level]
    return {finding.id for finding in validate(subject(folder), chosen) if finding.status == "fail"}


def _level(check_id: str) -> int:
    return 1 if check_id in LATE else {"S": 0, "B": 1, "D": 2, "A": 3, "F": 4}[check_id[0]]


LATE = {"S04", "S10"}
"""Static questions that only a build can answer."""
