"""Dates, times and values read from their spellings, and the patterns that find them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime

from medgym_plugin_medcalcbench.notes.spelled import MONTHS, NUMBER

DATE = r"(?:\d{4}-\d\d-\d\d|\d{1,2} [A-Za-z]{3,9} \d{4}|[A-Za-z]{3,9} \d{1,2}, \d{4})"
CLOCK = r"\d\d:\d\d"
TIME = rf"(?:{DATE}, {CLOCK}|{CLOCK} on {DATE})"


def parse_date(text: str) -> date:
    """The day that one of :func:`date_spellings` stands for."""
    if re.fullmatch(r"\d{4}-\d\d-\d\d", text):
        return date.fromisoformat(text)
    (month,) = re.findall(r"[A-Za-z]+", text)
    figures = sorted((int(figure) for figure in re.findall(r"\d+", text)), reverse=True)
    number = next(i for i, name in enumerate(MONTHS, 1) if name[:3].lower() == month[:3].lower())
    return date(figures[0], number, figures[1])


def parse_time(text: str) -> datetime:
    """A date with a clock time."""
    (clock,), (day,) = re.findall(CLOCK, text), re.findall(DATE, text)
    return datetime.fromisoformat(f"{parse_date(day)} {clock}")


def asked_in(question: str) -> list[datetime]:
    """The times that a question asks for, in its order."""
    return [parse_time(text) for text in re.findall(TIME, question)]


def spelling_pattern(spelling: str, names: bool = False) -> str:
    """Pattern of a spelling such as ``{feet} ft {inches} in``; its numbers are groups if ``names``."""
    parts = re.split(r"\{(\w+)\}", spelling)
    opening = (f"(?P<{part}>" if names else "(?:" for part in parts[1::2])
    numbers = iter(f"{start}{NUMBER})" for start in opening)
    return "".join(re.escape(part) if i % 2 == 0 else next(numbers) for i, part in enumerate(parts))


def value_pattern(units: Mapping[str, Sequence[str]]) -> str:
    """Pattern of a value in any spelling of any of ``units``."""
    return "(?:" + "|".join(spelling_pattern(text) for texts in units.values() for text in texts) + ")"


def parse_value(units: Mapping[str, Sequence[str]], text: str) -> tuple[dict[str, float], str]:
    """The numbers by name, and the unit."""
    for unit, spellings in units.items():
        for spelling in spellings:
            if found := re.fullmatch(spelling_pattern(spelling, names=True), text, re.IGNORECASE):
                return {name: float(n.replace(",", "")) for name, n in found.groupdict().items()}, unit
    raise ValueError(f"no value with a unit: {text!r}")


def pattern(frame: str, slots: Mapping[str, str]) -> str:
    """A frame as a pattern; ``slots`` are patterns too."""
    parts = re.split(r"\{(\w+)\}", frame)
    return "".join(re.escape(part) if i % 2 == 0 else slots[part] for i, part in enumerate(parts))
