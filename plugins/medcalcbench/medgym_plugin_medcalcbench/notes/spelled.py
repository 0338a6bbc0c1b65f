"""How notes are spelled: numbers, days, and statements. The writer and the check of notes share it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
NUMBER = r"\d[\d,]*(?:\.\d+)?"
"""Pattern of a number."""


def date_spellings(day: date) -> list[str]:
    """How notes write a day."""
    month = MONTHS[day.month - 1]
    return [
        f"{day.day} {month} {day.year}",
        f"{day.day} {month[:3]} {day.year}",
        f"{month} {day.day}, {day.year}",
        day.isoformat(),
    ]


def time_spellings(moment: datetime) -> list[str]:
    """How notes and questions write a time: each spelling of the day, the clock time behind or before it."""
    days = date_spellings(moment.date())
    return [f"{day}, {moment:%H:%M}" for day in days] + [f"{moment:%H:%M} on {day}" for day in days]


def statements(note: str) -> list[str]:
    """The note's statements: lines, and what full stops or semicolons part, without bullets."""
    pieces = re.split(r"\n|; |(?<=\.) ", note)
    return [bare for piece in pieces if (bare := piece.strip().removeprefix("- ").rstrip(".;"))]


def one_of(texts: Sequence[str]) -> str:
    """Pattern of any of these texts."""
    return "(?:" + "|".join(re.escape(text) for text in sorted(texts, key=len, reverse=True)) + ")"
