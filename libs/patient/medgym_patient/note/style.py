"""Writers: how each of four words, abbreviates, lays out and copies."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Style:
    """One way of writing."""

    name: str
    register: int
    """0 takes the shortest names, 1 any, 2 the longest."""
    abbreviates: float
    """Share of common words that are abbreviated."""
    units: float
    """Share of values that are written with their unit."""
    bullets: bool
    """Whether sentences of the course stand on lines of their own, with dashes."""
    copies: float
    """Share of daily notes with a passage copied from an earlier day, and of summaries with an old list."""
    sentences: int
    """How many sentences a problem gets at most."""


STYLES = {
    style.name: style
    for style in (
        Style("terse", 0, 0.9, 0.12, False, 0.1, 4),
        Style("dictated", 2, 0.0, 0.6, False, 0.1, 7),
        Style("bulleted", 1, 0.55, 0.3, True, 0.15, 5),
        Style("copying", 1, 0.3, 0.25, False, 0.85, 5),
    )
}
"""By name."""
ABBREVIATIONS = {
    "patient": "pt", "with": "w/", "without": "w/o", "history": "hx", "treated": "tx'd",
    "because of": "2/2", "secondary to": "2/2", "status post": "s/p", "shortness of breath": "SOB",
    "year old": "yo", "year-old": "yo", "chest pain": "CP", "within normal limits": "WNL",
    "admitted": "adm", "transferred": "txfr'd", "follow up": "f/u", "medications": "meds",
    "hospital course": "course", "intensive care unit": "ICU", "abdominal": "abd", "increased": "incr",
    "decreased": "decr", "bilateral": "b/l", "continue": "cont", "continued": "cont'd",
    "evaluation": "eval", "temperature": "temp", "respiratory": "resp", "negative": "neg",
    "positive": "pos", "and": "&", "emergency department": "ED", "no acute distress": "NAD",
    "alert and oriented": "A&O", "culture": "cx", "cultures": "cx", "antibiotics": "abx",
    "presented": "p/w", "physical therapy": "PT", "as needed": "prn", "significant": "sig",
    "consistent with": "c/w", "rule out": "r/o", "loss of consciousness": "LOC",
    "nausea and vomiting": "N/V", "immediately": "stat",
}  # fmt: skip
"""What clinicians shorten."""
_WORDS = re.compile(
    r"(?<![\w<{])(" + "|".join(sorted(ABBREVIATIONS, key=len, reverse=True)) + r")(?![\w}>-])"
)


def abbreviated(text: str, share: float, draw: Callable[[], float]) -> str:
    """A template with some common words shortened.

    Args:
        text: without marks; slots in braces stay.
        share: of words.
        draw: gives a number in (0, 1) for each word.
    """
    if not share:
        return text
    return _WORDS.sub(lambda found: ABBREVIATIONS[found[0]] if draw() < share else found[0], text)
