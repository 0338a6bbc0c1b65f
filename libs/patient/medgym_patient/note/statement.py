"""What a note says, and where: text with its statements."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from medgym_patient.note.fact import Fact

Polarity = Literal["affirmed", "negated"]
Temporality = Literal["now", "past", "planned"]
"""Whether something is so at the time that the text speaks of, was so before (history, or a passage copied
forward from an earlier day), or is only intended."""
Experiencer = Literal["patient", "family"]


@dataclass(frozen=True)
class Statement:
    """One fact as a note states it."""

    start: int
    """Where in the text it begins."""
    stop: int
    """Where it ends; ``text[start:stop]`` holds ``written``."""
    name: str
    """What the fact is called, as written; before the span where a value continues a series."""
    written: str
    """The value as written; empty if none is."""
    unit: str
    """The unit as written; empty if none is."""
    fact: Fact
    polarity: Polarity = "affirmed"
    temporality: Temporality = "now"
    experiencer: Experiencer = "patient"


@dataclass(frozen=True)
class Section:
    """A part of a note under one heading."""

    name: str
    """What the part is, whatever its heading: ``history``, ``results``, ``course``, ``plan``, ..."""
    start: int
    stop: int


@dataclass(frozen=True)
class Note:
    """A note: its text, and what each part of it says."""

    kind: str
    """``discharge``, ``physician`` or ``nursing``."""
    style: str
    minute: float
    """When it was written, since admission."""
    text: str
    statements: tuple[Statement, ...]
    """In order of the text."""
    sections: tuple[Section, ...]
