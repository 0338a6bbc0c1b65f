"""The three styles of time in notes, and the windows they stand for.

Explicit
    A date is that day, a date with a time of day is that minute. A missing year is the chart date's.
Narrative
    A phrase names a day; the window reaches from the day before to the day after, whole days.
None
    Of a discharge summary the window reaches from the day before admission to the day after the chart date,
    of other notes from the day before the chart date to the day after, whole days.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Literal

Style = Literal["explicit", "narrative", "none"]
Window = tuple[datetime, datetime]
"""First and last second that count."""

_DAY = timedelta(days=1)
_EXPLICIT = re.compile(r"(?:(\d{4})-)?(\d{1,2})-(\d{1,2})(?:[ T](\d{1,2}):(\d{2})(?::\d{2})?)?")
_HOSPITAL_DAY = re.compile(r"(?:hd|hospital day)\s*#?\s*(\d{1,3})")


@dataclass(frozen=True)
class Frame:
    """What a note's times are relative to."""

    discharge: bool
    """Whether the note is a discharge summary."""
    admitted: date
    """Day of admission."""
    charted: date
    """The note's chart date."""


def style_of(text: str | None) -> Style:
    """Which of the three styles a time text is of; None stands for no text."""
    if text is None:
        return "none"
    return "explicit" if _EXPLICIT.fullmatch(text.strip()) else "narrative"


def window(text: str | None, frame: Frame) -> Window:
    """The window of a time text.

    Args:
        text: ``YYYY-MM-DD``, ``MM-DD``, either with ``HH:MM[:SS]``; ``admission``, ``discharge``,
        ``yesterday``
            or ``HD 3``, in any case and with ``on`` or ``at`` before it; None where the note gives no time.
        frame: of the note.

    Raises:
        ValueError: if the text is none of these.
    """
    if text is None:
        first = frame.admitted if frame.discharge else frame.charted
        return _days(first - _DAY, frame.charted + _DAY)
    if found := _EXPLICIT.fullmatch(text.strip()):
        year, month, day, hour, minute = found.groups()
        named = date(int(year or frame.charted.year), int(month), int(day))
        if hour is None:
            return _days(named, named)
        start = datetime(named.year, named.month, named.day, int(hour), int(minute))
        return start, start + timedelta(seconds=59)
    named = _narrated(re.sub(r"^(on|at)\s+", "", text.strip().lower()), frame)
    return _days(named - _DAY, named + _DAY)


def _narrated(phrase: str, frame: Frame) -> date:
    if found := _HOSPITAL_DAY.fullmatch(phrase):
        return frame.admitted + (int(found[1]) - 1) * _DAY
    days = {"admission": frame.admitted, "discharge": frame.charted, "yesterday": frame.charted - _DAY}
    if phrase not in days:
        raise ValueError("a time that is neither a date nor a known phrase")
    return days[phrase]


def _days(first: date, last: date) -> Window:
    return datetime(first.year, first.month, first.day), datetime(last.year, last.month, last.day, 23, 59, 59)
