"""The shipped table of abbreviations and brand names."""

from __future__ import annotations

import csv
from functools import cache
from importlib import resources


@cache
def shipped_terms() -> tuple[tuple[str, str], ...]:
    """Pairs of a term, as notes write it, and a name in the database, in lower case, that it may mean."""
    text = resources.files(__package__).joinpath("terms.csv").read_text(encoding="utf-8")
    return tuple((row["term"], row["name"]) for row in csv.DictReader(text.splitlines()))
