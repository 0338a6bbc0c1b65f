"""What tells one database from another: how stays, codes and concepts are found, and how prompts say so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any


@dataclass(frozen=True)
class Schema:
    """The adapter of one database."""

    stays: str
    """Query for ICU stays that have ended, with the columns of ``records.Stay``."""
    codes: str
    """Query for stays with the text of a code, or of several that commas separate."""
    concepts: Mapping[str, str]
    """Concept to a query for stay, minutes since ICU admission and value."""
    follow_up: str | None
    """Query for stays with the minutes from hospital discharge to the next visit (or null), to death (or
    null) and to the current time, where readmission is followed."""
    told: str
    """What prompts say of all that."""
    course: tuple[str, int]
    """Which time to event is followed, and for how many days."""

    @property
    def queries(self) -> dict[str, Any]:
        """The queries as JSON."""
        return {
            "stays": self.stays,
            "codes": self.codes,
            "follow_up": self.follow_up,
            "concepts": dict(self.concepts),
        }


def told(name: str, **lists: str) -> str:
    """What prompts say of a schema: the text of ``definitions/NAME.txt`` with its lists filled in."""
    text = resources.files(__package__).joinpath("definitions", f"{name}.txt").read_text(encoding="utf-8")
    return text.rstrip().format(**lists)
