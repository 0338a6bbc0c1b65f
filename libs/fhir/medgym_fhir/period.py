"""FHIR dates, dateTimes and instants as half-open periods, and the comparison prefixes of search.

A date is the period that its precision leaves open: ``2023-11`` is all of November. Without a time zone it
is in UTC, the server's. Source: http://hl7.org/fhir/R4/search.html#date and #prefix.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from math import inf
from typing import Any

_FORM = re.compile(
    r"(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?(?:(Z)|([+-])(\d\d):(\d\d))?)?)?)?",
    re.ASCII,
)
_SECOND = 1_000_000
_MINUTE = 60 * _SECOND
_DAY = 24 * 60 * _MINUTE


@dataclass(frozen=True, slots=True)
class Period:
    """From ``low`` to before ``high``, microseconds since the year 1; an open end is infinite."""

    low: float
    high: float

    def within(self, other: Period) -> bool:
        """Whether ``other`` holds all of it."""
        return other.low <= self.low and self.high <= other.high

    def overlaps(self, other: Period) -> bool:
        """Whether an instant is in both."""
        return self.low < other.high and other.low < self.high

    def widened(self, now: Period) -> Period:
        """A tenth of the distance from ``now`` wider at both ends."""
        gap = abs(now.low - self.low) / 10
        return Period(self.low - gap, self.high + gap)


def period(text: str) -> Period:
    """The period of a FHIR date, dateTime or instant; the seconds may be left out.

    Raises:
        ValueError: if it is none.
    """
    found = _FORM.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is no FHIR date: YYYY, YYYY-MM, YYYY-MM-DD or YYYY-MM-DDThh:mm:ss+zz:zz")
    year, month, day, hour, minute, second = (int(found[k] or 0) for k in range(1, 7))
    try:
        if found[4] is None:
            return _days(year, *(int(part) for part in (found[2], found[3]) if part))
        if hour > 23 or minute > 59 or second > 59:
            raise ValueError("there is no such time of day")
        low = date(year, month, day).toordinal() * _DAY + (hour * 60 + minute) * _MINUTE
        low -= _offset(found[9], found[10], found[11])
        return _clock(low, second, found[7]) if found[6] else Period(low, low + _MINUTE)
    except ValueError as error:
        raise ValueError(f"{text!r} is no FHIR date: {error}") from None


def _days(year: int, month: int | None = None, day: int | None = None) -> Period:
    first = date(year, 1 if month is None else month, 1 if day is None else day)
    end = 12 if month is None else month
    last = first if day is not None else date(year, end, monthrange(year, end)[1])
    return Period(first.toordinal() * _DAY, (last.toordinal() + 1) * _DAY)


def _offset(sign: str | None, hours: str, minutes: str) -> int:
    if sign is None:
        return 0
    if int(hours) > 14 or int(minutes) > 59:
        raise ValueError("a time zone is at most 14:00 from UTC")
    return (int(hours) * 60 + int(minutes)) * _MINUTE * (-1 if sign == "-" else 1)


def _clock(low: int, second: int, fraction: str | None) -> Period:
    low += second * _SECOND
    if fraction is None:
        return Period(low, low + _SECOND)
    digits = fraction[:6]
    width = 10 ** (6 - len(digits))
    low += int(digits) * width
    return Period(low, low + width)


def periods(value: Any) -> list[Period]:
    """The period of an element, be it a date or a Period; none where it cannot be read."""
    try:
        if isinstance(value, str):
            return [period(value)]
        if isinstance(value, Mapping) and ("start" in value or "end" in value):
            low = period(value["start"]).low if "start" in value else -inf
            return [Period(low, period(value["end"]).high if "end" in value else inf)]
    except (ValueError, TypeError):
        pass
    return []


PREFIXES: Mapping[str, Callable[[Period, Period, Period], bool]] = {
    "eq": lambda target, asked, now: target.within(asked),
    "ne": lambda target, asked, now: not target.within(asked),
    "gt": lambda target, asked, now: target.high > asked.high,
    "lt": lambda target, asked, now: target.low < asked.low,
    "ge": lambda target, asked, now: target.high > asked.high or target.within(asked),
    "le": lambda target, asked, now: target.low < asked.low or target.within(asked),
    "sa": lambda target, asked, now: target.low >= asked.high,
    "eb": lambda target, asked, now: target.high <= asked.low,
    "ap": lambda target, asked, now: target.overlaps(asked.widened(now)),
}
"""Whether a resource's period satisfies prefix and searched period, at the server's time."""
