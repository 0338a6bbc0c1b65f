"""Times: read from a question of ``test``, and written as people write them in a hurry."""

from __future__ import annotations

import re
from datetime import date, datetime

from medgym_plugin_medcalcbench.notes.spelled import MONTHS

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_HOURS = (
    *("twelve", "one", "two", "three", "four", "five"),
    *("six", "seven", "eight", "nine", "ten", "eleven"),
)
_PAST = {5: "five", 10: "ten", 15: "quarter", 20: "twenty", 25: "twenty-five", 30: "half"}
_DAY = r"(\d{4}-\d\d-\d\d|\d{1,2} [A-Z][a-z]+ \d{4}|[A-Z][a-z]+ \d{1,2}, \d{4})"
_TIME = re.compile(rf"(?:{_DAY}, (\d\d:\d\d)|(\d\d:\d\d) on {_DAY})")


def time_in(question: str) -> datetime:
    """The time that a question of ``test`` asks for.

    Raises:
        ValueError: if it asks for none, or for several.
    """
    found = _TIME.findall(question)
    if len(found) != 1:
        raise ValueError(f"{len(found)} times in {question!r}")
    before, clock, clock_first, behind = found[0]
    return datetime.fromisoformat(f"{_day(before or behind)} {clock or clock_first}")


def _day(text: str) -> date:
    if text[0].isdigit() and text[4] == "-":
        return date.fromisoformat(text)
    (name,) = re.findall(r"[A-Z][a-z]+", text)
    day, year = sorted(int(figure) for figure in re.findall(r"\d+", text))
    return date(year, next(i for i, month in enumerate(MONTHS, 1) if month.startswith(name)), day)


def notations(time: datetime) -> list[str]:
    """A time in the notations that no other split has."""
    month, week = MONTHS[time.month - 1], DAYS[time.weekday()]
    nth, hour, half = ordinal(time.day), (time.hour - 1) % 12 + 1, "am" if time.hour < 12 else "pm"
    return [
        f"{time:%H%M}h on {week[:3]} {time.day}/{month[:3]}/{time.year}",
        f"{hour}.{time:%M}{half} {nth} {month} {time.year}",
        f"{time:%d}-{month[:3]}-{time.year} {time:%H.%M}h",
        f"{week} {nth} {month} '{time:%y}, {hour}:{time:%M} {half}",
        f"{clock(time)} of {nth} {month} {time.year}",
        f"{time:%Y/%m/%d %H%M}",
        f"{month[:3]} {nth} {time.year}, {time:%H%M} hrs",
        f"{time.day}.{month[:3]}.{time.year} @ {time:%H%M}",
    ]


def ordinal(day: int) -> str:
    """A day of the month as ``1st``, ``22nd`` or ``13th``."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
    return f"{day}{'th' if 10 < day < 14 else ending}"


def clock(time: datetime) -> str:
    """A clock time in words, such as ``twenty past six in the evening``; by figures between five minutes."""
    part = "morning" if time.hour < 12 else "afternoon" if time.hour < 18 else "evening"
    minute = time.minute
    if minute % 5:
        return f"{(time.hour - 1) % 12 + 1}.{time:%M} in the {part}"
    if minute == 0:
        return f"{_HOURS[time.hour % 12]} o'clock in the {part}"
    if minute <= 30:
        return f"{_PAST[minute]} past {_HOURS[time.hour % 12]} in the {part}"
    return f"{_PAST[60 - minute]} to {_HOURS[(time.hour + 1) % 12]} in the {part}"
