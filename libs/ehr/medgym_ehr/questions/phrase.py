"""Periods in words."""

from __future__ import annotations

from datetime import datetime

from medgym_ehr.questions.period import NONE, Period

_VISITS = {"hosp": "hospital visit", "icu": "ICU stay"}
_WHICH = {"cur": "current", "first": "first", "last": "last"}
_TODAY = {"this": "today", "last": "yesterday"}


def words(period: Period, variant: int = 0) -> str:
    """How a question says ``period``; ``variant`` chooses among equivalent phrases."""
    if period == NONE:
        return ""
    kind, unit, how = period.tag.split("-")
    if kind == "abs":
        return _absolute(unit, how, period.value, variant)
    if kind == "mix":
        return _mixed(unit, how, period.value)
    if unit in _VISITS:
        preposition = ("during", "on")[variant % 2] if unit == "hosp" else "during"
        return f"{preposition} the {_WHICH[how]} {_VISITS[unit]}"
    if how in ("this", "last"):
        return _TODAY[how] if unit == "day" else f"{how} {unit}"
    count = int(period.value)
    return f"{how} {count} {unit}{'s' if count > 1 else ''} ago"


def _absolute(unit: str, how: str, value: str, variant: int) -> str:
    named = value
    if unit == "month":
        when = datetime.strptime(value, "%Y-%m")
        named = (f"{when:%B %Y}", f"{when:%m/%Y}")[variant % 2]
    if unit == "day":
        when = datetime.strptime(value, "%Y-%m-%d")
        named = (f"{when.day} {when:%B %Y}", f"{when:%Y-%m-%d}")[variant % 2]
    return f"{'on' if (unit, how) == ('day', 'in') else how} {named}"


def _mixed(unit: str, how: str, value: str) -> str:
    which, scope = how.split("_")
    if unit == "month":
        return f"in {datetime.strptime(value, '%m'):%B} {'of this' if which == 'this' else 'last'} year"
    if scope == "year":
        when = datetime.strptime(f"2104-{value}", "%Y-%m-%d")
        return f"on {when.day} {when:%B} {'of this' if which == 'this' else 'last'} year"
    return f"on the {_ordinal(int(value))} of {which} month"


def _ordinal(day: int) -> str:
    ending = "th" if 10 <= day % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
    return f"{day}{ending}"
