"""Notes as they are typed in a hurry: abbreviations and brands; values, negations and times as they are."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

HEAD = 3
"""Lines at the top of a note, which say whose it is, and stay."""


@cache
def abbreviations() -> Mapping[str, str]:
    """Phrase to what is typed for it."""
    path = Path(__file__).with_name("shorthand.json")
    found: Mapping[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return found


@cache
def _phrases() -> re.Pattern[str]:
    """Any of the phrases as words of their own, the longest first."""
    longest = sorted(abbreviations(), key=len, reverse=True)
    return re.compile("|".join(rf"{_edge(text)}{re.escape(text)}(?!\w)" for text in longest))


def _edge(phrase: str) -> str:
    return r"(?<![\w-])" if phrase[0].isalpha() else r"(?<=\d)"


def shortened(text: str, lower: bool) -> str:
    """A text in abbreviations, and without capitals if ``lower``."""
    short = _phrases().sub(lambda hit: abbreviations()[hit[0]], text)
    return short.lower() if lower else short


def typed(note: str, lower: bool) -> str:
    """A note in abbreviations; its head is as it was."""
    lines = note.split("\n")
    return "\n".join([*lines[:HEAD], *(shortened(line, lower) for line in lines[HEAD:])])
