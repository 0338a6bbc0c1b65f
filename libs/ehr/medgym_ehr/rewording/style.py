"""Styles: eight ways of putting a question that no template uses.

A style takes a text in which names, numbers and periods are masked (:data:`MASKED`), so that it changes words
alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from medgym_ehr.questions.facts import keyed
from medgym_ehr.rewording.lexicon import abbreviated, branded, measured
from medgym_ehr.rewording.phrases import rephrased

MASKED = re.compile("\x01\\d+\x02")
"""What stands for a name, a number or a period."""
_FRAMES = (
    (re.compile(r"^(?:what|which) (?:is|was|are|were) (?:the )?", re.IGNORECASE), ""),
    (re.compile(r"^(?:give|find|name|list|tell) (?:the |every )?", re.IGNORECASE), ""),
    (re.compile(r"^how many ", re.IGNORECASE), "number of "),
    (re.compile(r"^(?:which|what) ", re.IGNORECASE), ""),
    (re.compile(r"(?<=\S )(?:the|an|a|was|were|is|are|did|been) (?=\S)", re.IGNORECASE), ""),
)
_WORD = re.compile(r"[A-Za-z]{6,}")
_SHORT_WORD = re.compile(r"[A-Za-z]{4,}")
_TALK = (
    ("hey, can you check something for me: ", " thanks!"),
    ("sorry to bother you again, one more for the round: ", ""),
    ("somebody upstairs wants to know - ", " no rush"),
    ("quick one before handover: ", ""),
)
_LETTER = (
    "Dear colleague, for the case conference we still need the following. {} Kind regards",
    "For the quality report, please look this up in the database. {}",
    "A question that came up in clinic today: {}",
)


def terse(text: str, pick: int) -> str:
    """No more words than it takes."""
    for pattern, short in _FRAMES:
        text = pattern.sub(short, text)
    return text.rstrip("?.").lower()


def noted(text: str, pick: int) -> str:
    """As in a note."""
    return abbreviated(text)


def misspelt(text: str, pick: int) -> str:
    """Typed in a hurry: a letter swapped, left out or doubled in one word of four, and in one at least."""
    words = list(_WORD.finditer(text)) or list(_SHORT_WORD.finditer(text))
    wrong = {words[(pick + step * 5) % len(words)].span() for step in range(1 + len(words) // 4) if words}
    for start, end in sorted(wrong, reverse=True):
        text = text[:start] + _slip(text[start:end], pick) + text[end:]
    return text


def spoken(text: str, pick: int) -> str:
    """As one asks across the ward."""
    before, after = _TALK[pick % len(_TALK)]
    text = rephrased(text, "spoken")
    return f"{before}{text[:1].lower()}{text[1:]}{after}"


def formal(text: str, pick: int) -> str:
    """As one writes to a colleague."""
    return _LETTER[pick % len(_LETTER)].format(rephrased(text, "formal"))


def shouted(text: str, pick: int) -> str:
    """As on a pager."""
    return terse(text, pick).upper() + " ???"


def rushed(text: str, pick: int) -> str:
    """Abbreviated, without capitals or stops, and misspelt."""
    return misspelt(abbreviated(text).rstrip("?.").lower(), pick)


def plain(text: str, pick: int) -> str:
    """As patients and relatives ask."""
    return rephrased(text, "plain")


class Style(NamedTuple):
    """One way of putting questions."""

    words: Callable[[str, int], str]
    """Rewrites a masked text; the number chooses among alternatives."""
    name: Callable[[str], str] = str
    """What is said for a name of the database."""


STYLES: Mapping[str, Style] = {
    "terse": Style(terse),
    "noted": Style(noted, measured),
    "misspelt": Style(misspelt),
    "spoken": Style(spoken, branded),
    "formal": Style(formal, branded),
    "shouted": Style(shouted, measured),
    "rushed": Style(rushed, measured),
    "plain": Style(plain, branded),
}
"""Name to style."""


def _slip(word: str, pick: int) -> str:
    """One slip inside a word; its first and last letters stay."""
    draw = keyed(f"{word}/{pick}")
    place = 1 + draw % (len(word) - 3)
    kind = draw // 64 % 3
    if kind == 0 and word[place] != word[place + 1]:
        return word[:place] + word[place + 1] + word[place] + word[place + 2 :]
    return word[:place] + word[place + 1 :] if kind == 1 else word[:place] + word[place] + word[place:]
