"""Voices: ways in which people put a power question, none of which training or test uses.

A voice is a file ``voices/NAME.toml``: a frame for each target, with what is asked or at hand in each way of
counting, and a text for each design of what is given (:mod:`medgym_plugin_npowerai.given`). In braces stand
the facts of :func:`medgym_plugin_npowerai.rewording.facts`, some of them in several notations.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Literal

from medgym_plugin_npowerai.design import Frozen
from medgym_plugin_npowerai.given import Given

Counted = Literal["alone", "pairs", "each", "total"]
"""What a size counts: one sample, pairs, the participants of each group, or those of all groups."""

NAMES = ("terse", "noted", "misspelt", "spoken", "formal", "shouted", "rushed", "plain")
"""The voices."""


class Voice(Frozen):
    """One way of putting every question."""

    name: str
    """Name of its file."""
    lexicon: str
    """Which words it has for those of the settings, of ``lexicon.toml``."""
    case: Literal["as written", "lower", "upper"]
    """Letters used."""
    trimmed: bool = False
    """Whether decimals are written without zeros at their end."""
    sided: tuple[str, str]
    """One-sided, two-sided."""
    error: str
    """Alpha, with the sides."""
    omnibus: str
    """Alpha of a test that has no sides."""
    size: str
    """Frame of a question for the size."""
    power: str
    """Frame of a question for the power."""
    asks: Mapping[Counted, str]
    """How it asks for a size."""
    has: Mapping[Counted, str]
    """How it states a size."""
    studies: Mapping[Given, str]
    """How it describes a study."""

    def word(self, text: str) -> str:
        """Words of a setting as this voice has them."""
        lexicon = _lexicon()[self.lexicon]
        return _pattern(self.lexicon).sub(lambda found: lexicon[found[0]], text)

    def cased(self, text: str) -> str:
        """A whole text in the letters of this voice."""
        return {"lower": text.lower(), "upper": text.upper()}.get(self.case, text)


@cache
def voices() -> tuple[Voice, ...]:
    """All voices, in the order of :data:`NAMES`."""
    return tuple(Voice(name=name, **tomllib.loads(_text("voices", f"{name}.toml"))) for name in NAMES)


@cache
def _lexicon() -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads(_text("lexicon.toml"))


@cache
def _pattern(lexicon: str) -> re.Pattern[str]:
    words = sorted(_lexicon()[lexicon], key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, words))})\b")


def _text(*path: str) -> str:
    return resources.files(__package__).joinpath(*path).read_text(encoding="utf-8")
