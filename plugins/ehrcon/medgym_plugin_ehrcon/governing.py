"""The time of a note that governs a mention."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, datetime

from medgym_plugin_ehrcon.period import Frame

Explicit = tuple[str | None, ...]
"""Year, month, day, hour, minute and half of the day, as written."""


def phrase(lines: Sequence[str], at: int, character: int) -> str | Explicit | None:
    """The time that governs a mention: the last before it, else the first after it, else the heading's."""
    times = sorted(found(lines[at]), key=lambda time: time[0])
    if times:
        before = [time for place, time in times if place < character]
        return before[-1] if before else times[0][1]
    heading = next((line for line in reversed(lines[:at]) if line.rstrip().endswith(":")), "")
    inside = sorted(found(heading), key=lambda time: time[0])
    return inside[-1][1] if inside else None


def found(line: str) -> Iterator[tuple[int, str | Explicit]]:
    """Every time on a line: where it begins, and how it reads."""
    date = r"(?:(?<!\d)(\d{4})-|\[\*\*)(\d{1,2})-(\d{1,2})(?:\*\*\])?"
    for match in re.finditer(date + r"(?:\s+(?:at )?(\d{1,2}):(\d{2})(AM|PM)?)?", line):
        yield match.start(), match.groups()
    narrative = r"(?i)hd ?#(\d+)|hospital day (\d+)|\b(admission|discharge|yesterday)\b"
    for match in re.finditer(narrative, line):
        yield match.start(), next(group for group in match.groups() if group).lower()


def stated(time: str | Explicit | None, frame: Frame) -> str | None:
    """A time as labels state it."""
    if time is None:
        return None
    if isinstance(time, str):
        return f"HD {int(time)}" if time.isdigit() else time
    year, month, day, hour, minute, half = time
    named = date(int(year or frame.charted.year), int(month or 0), int(day or 0))
    if hour is None:
        return f"{named:%Y-%m-%d}"
    hours = int(hour) % 12 + 12 * (half == "PM") if half else int(hour)
    return f"{datetime(named.year, named.month, named.day, hours, int(minute or 0)):%Y-%m-%d %H:%M:%S}"
