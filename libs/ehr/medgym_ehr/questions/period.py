"""Periods: the part of a question that says when, fitted to a fact so that it covers it.

Tags are those of EHRSQL's taxonomy (Lee et al. 2022, arXiv 2301.07695):
``abs-{year,month,day}-{in,since,until}``, ``rel-{year,month,day}-{this,last,since,until}``,
``mix-month-{this,last}_year``, ``mix-day-{this,last}_{year,month}``, ``rel-hosp-{cur,first,last}`` and
``rel-icu-{cur,first,last}``.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from medgym_ehr.questions.clock import FORMATS, TEXT, clamped, moved

UNITS = ("year", "month", "day")
ABSOLUTE = tuple(f"abs-{unit}-{how}" for unit in UNITS for how in ("in", "since", "until"))
RELATIVE = tuple(f"rel-{unit}-{how}" for unit in UNITS for how in ("this", "last", "since", "until"))
MIXED = (
    "mix-month-this_year",
    "mix-month-last_year",
    "mix-day-this_year",
    "mix-day-last_year",
    "mix-day-this_month",
    "mix-day-last_month",
)
HOSPITAL = tuple(f"rel-hosp-{which}" for which in ("cur", "first", "last"))
ICU = tuple(f"rel-icu-{which}" for which in ("cur", "first", "last"))
CALENDAR = (*ABSOLUTE, *RELATIVE, *MIXED)
"""Every tag that needs no patient."""
OPEN = tuple(tag for tag in CALENDAR if tag.endswith(("since", "until")))
"""Those of them with one end open."""
CLOSED = tuple(tag for tag in CALENDAR if tag not in OPEN)
"""The others."""
SINGLE_DAYS = (
    "abs-day-in",
    "rel-day-this",
    "rel-day-last",
    *(tag for tag in MIXED if tag.startswith("mix-day")),
)
"""Those of one day."""
TAGS = (*CALENDAR, *HOSPITAL, *ICU)
"""Every tag."""
MOST = {"year": 5, "month": 18, "day": 45}
"""No question goes further back than so many units in ``N units ago``."""
NO_PERIOD = "none"
"""The tag of a question that names no period."""
_COMPARISON = {"since": ">=", "until": "<="}


@dataclass(frozen=True)
class Period:
    """One period of a question: a tag and its value."""

    tag: str
    """One of :data:`TAGS`."""
    value: str = ""
    """As in ``2104``, ``2104-05``, ``2104-05-17`` (abs), ``3`` (rel), ``10``, ``12-24``, ``17`` (mix)."""

    def named(self, now: datetime) -> str:
        """The calendar unit that it is, as its times begin; empty if it is not one."""
        if self.tag not in CLOSED:
            return ""
        kind, unit, how = self.tag.split("-")
        if kind == "mix":
            which, scope = how.split("_")
            return f"{_named(scope, which, now)}-{self.value}"
        return _named(unit, how, now) if kind == "rel" else self.value

    def latest(self, now: datetime) -> datetime:
        """No time that it covers is later."""
        kind, unit, how = self.tag.split("-") if self.tag in CALENDAR else ("", "", "")
        named = self.named(now) or (self.value if kind == "abs" and how == "until" else "")
        if named:
            return min(now, moved(datetime.strptime(named, FORMATS[unit]), unit, 1))
        return moved(now, unit, -int(self.value)) if how == "until" else now


NONE = Period(NO_PERIOD)
"""No period."""


def fit(tag: str, at: str, now: datetime, pick: int) -> Period | None:
    """A period of a calendar tag that covers the time ``at``; None if there is none.

    ``pick`` varies its edge.
    """
    kind, unit, how = tag.split("-")
    if kind == "mix":
        which, scope = how.split("_")
        ends = {("month", "year"): slice(5, 7), ("day", "year"): slice(5, 10), ("day", "month"): slice(8, 10)}
        return Period(tag, at[ends[unit, scope]]) if at.startswith(_named(scope, which, now)) else None
    if kind == "abs":
        later = clamped(datetime.fromisoformat(at), unit, pick % 2 if how == "until" else 0)
        return Period(tag, min(later, now).strftime(FORMATS[unit]))
    if how in ("this", "last"):
        return Period(tag) if at.startswith(_named(unit, how, now)) else None
    fitting = _counts(unit, how, at, now)
    return Period(tag, str(fitting[pick % len(fitting)])) if fitting else None


def condition(period: Period, column: str, now: datetime, overflow: bool = True) -> str:
    """SQL that holds where ``column`` lies in a period of a calendar tag.

    Args:
        period: not of a hospital or ICU tag; those are the dialect's.
        column: an SQL expression of time.
        now: current time of the database.
        overflow: whether ``N months ago`` runs over short months, as SQLite does, or stops at their end.
    """
    kind, unit, how = period.tag.split("-")
    if named := period.named(now):
        return f"strftime('{FORMATS[unit]}', {column}) = '{named}'"
    if kind == "abs":
        return f"strftime('{FORMATS[unit]}', {column}) {_COMPARISON[how]} '{period.value}'"
    return f"{column} {_COMPARISON[how]} {_ago(unit, int(period.value), now, overflow)}"


def _ago(unit: str, count: int, now: datetime, overflow: bool) -> str:
    if overflow:
        return f"datetime('{now.strftime(TEXT)}', '-{count} {unit}')"
    return f"'{clamped(now, unit, -count).strftime(TEXT)}'"


def _counts(unit: str, how: str, at: str, now: datetime) -> list[int]:
    """The three counts of units ago, nearest to ``at``, that cover it."""
    edges = enumerate(_edges(unit, now), start=1)
    if how == "since":
        return [count for count, edge in edges if edge <= at][:3]
    return [count for count, edge in edges if edge >= at][-3:]


@lru_cache
def _edges(unit: str, now: datetime) -> tuple[str, ...]:
    """Now, moved back by 1, 2, ... units."""
    return tuple(moved(now, unit, -count).strftime(TEXT) for count in range(1, MOST[unit] + 1))


@lru_cache
def _named(unit: str, which: str, now: datetime) -> str:
    """This or the last year, month or day, as times begin in it."""
    return clamped(now, unit, 0 if which == "this" else -1).strftime(FORMATS[unit])
