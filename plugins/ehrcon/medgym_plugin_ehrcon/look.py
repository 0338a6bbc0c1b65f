"""How the time of a mention looks to who reads its note and no table."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta

from medgym_plugin_ehrcon.claim import Look, Mention
from medgym_plugin_ehrcon.governing import found, stated
from medgym_plugin_ehrcon.period import window
from medgym_plugin_ehrcon.release import Note

SINCE = (0.0, 0.5, 1.0, 1.75, 3.0, 6.0, 12.0, 24.0, 48.0, 96.0)
"""Limits of the stretches of a stay, in hours since admission."""
DAYS = (1, 2, 3, 4, 6, 8)
"""Limits of the hospital days, of which the first is 0."""
GAPS = (30.0, 70.0, 130.0, 300.0, 1390.0, 1605.0)
"""Limits of the gaps between two stated times, in minutes; the last two are of a day later."""
HOURS = 4
"""Hours of the day that are alike."""
_MINUTE, _DAY = timedelta(minutes=1), timedelta(days=1)


def looks(note: Note) -> Callable[[Mention], Look]:
    """What gives the look of the time of each mention of a note."""
    admitted = datetime.fromisoformat(note.fields["ADMITTIME"])
    others = sorted({*_minutes(note)})

    def look(one: Mention) -> Look:
        start, end = one.claims[0].start, one.claims[0].end
        if one.style == "none":
            return Look(given="none")
        if end - start < _MINUTE:
            gaps = [abs(other - start) / _MINUTE for other in others if other != start]
            since = bisect(SINCE, (start - admitted) / timedelta(hours=1))
            gap = bisect(GAPS, min(gaps)) if gaps else len(GAPS) + 1
            return Look(given="minute", since=since, gap=gap, hour=start.hour // HOURS)
        day = start + _DAY if one.style == "narrative" else start
        since = bisect(DAYS, (day.date() - _day(admitted)).days)
        return Look(given="narrative" if one.style == "narrative" else "day", since=since)

    return look


def _day(when: datetime) -> date:
    return when.date()


def _minutes(note: Note) -> Iterator[datetime]:
    """The minutes that a note states."""
    for line in note.lines:
        for _, time in found(line):
            try:
                start, end = window(stated(time, note.frame), note.frame)
            except ValueError:
                continue
            if end - start < _MINUTE:
                yield start
