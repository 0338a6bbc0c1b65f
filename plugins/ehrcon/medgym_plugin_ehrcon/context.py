"""What prompts say before the question."""

from __future__ import annotations

from functools import cache
from importlib import resources

from medgym_plugin_ehrcon.database import LAYOUT
from medgym_plugin_ehrcon.release import COLUMNS


@cache
def context(conventions: str, notice: str = "") -> str:
    """The file ``conventions`` of the package with the rules in it, a notice if there is one, the tables."""
    text = _text(conventions).format(notes=", ".join(COLUMNS), rules=_text("rules.txt"))
    tables = "\n".join(f"{name}({', '.join(file.columns)})" for name, file in LAYOUT.files.items())
    return "\n\n".join(part for part in (text, notice, f"Tables\n{tables}") if part)


def _text(name: str) -> str:
    found = resources.files(__package__).joinpath(*name.split("/"))
    return found.read_text(encoding="utf-8").rstrip()
