"""The database's current time, and calendar arithmetic around it as SQLite does it."""

from __future__ import annotations

import calendar
from datetime import datetime, timedelta

TEXT = "%Y-%m-%d %H:%M:%S"
"""How the databases write times."""
FORMATS = {"year": "%Y", "month": "%Y-%m", "day": "%Y-%m-%d"}
"""Unit (year, month, day) to the format that names a period of it."""


def moved(when: datetime, unit: str, count: int) -> datetime:
    """``when`` plus ``count`` units; a day that the month lacks runs over into the next, as in SQLite."""
    return _moved(when, unit, count, overflow=True)


def clamped(when: datetime, unit: str, count: int) -> datetime:
    """``when`` plus ``count`` units; a day that the month lacks becomes its last, as in most calendars."""
    return _moved(when, unit, count, overflow=False)


def _moved(when: datetime, unit: str, count: int, overflow: bool) -> datetime:
    if unit == "day":
        return when + timedelta(days=count)
    months = when.year * 12 + when.month - 1 + count * (12 if unit == "year" else 1)
    year, month = divmod(months, 12)
    last = calendar.monthrange(year, month + 1)[1]
    start = when.replace(year=year, month=month + 1, day=min(when.day, last))
    return start + timedelta(days=max(0, when.day - last) if overflow else 0)
