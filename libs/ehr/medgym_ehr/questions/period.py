"""Periods: the part of a question that says when, fitted to a fact so that it covers it.

Tags are those of EHRSQL's taxonomy (Lee et al. 2022, arXiv 2301.07695):
``abs-{year,month,day}-{in,since,until}``, ``rel-{year,month,day}-{this,last,since,until}``,
``mix-month-{this,last}_year``, ``mix-day-{this,last}_{year,month}``, ``rel-hosp-{cur,first,last}`` and
``rel-icu-{cur,first,last}``.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

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
TAGS = (*CALENDAR, *HOSPITAL, *ICU)
"""Every tag."""
MOST = {"year": 5, "month": 18, "day": 45}
"""No question goes further back than so many units in ``N units ago``."""
_COMPARISON = {"in": "=", "since": ">=", "until": "<="}


@dataclass(frozen=True)
class Period:
    """One period of a question: a tag and its value."""

    tag: str
    """One of :data:`TAGS`."""
    value: str = ""
    """As in ``2104``, ``2104-05``, ``2104-05-17`` (abs), ``3`` (rel), ``10``, ``12-24``, ``17`` (mix)."""


def fit(tag: str, at: datetime, now: datetime, pick: int) -> Period | None:
    """A period of ``tag`` that covers ``at``, or None if there is none; ``pick`` varies its distance."""
    kind, unit, how = tag.split("-")
    if kind == "mix":
        return _fit_mixed(tag, at, now)
    if unit in ("hosp", "icu"):
        return Period(tag)
    if kind == "abs":
        steps = {"in": 0, "since": -(pick % 2), "until": pick % 2}[how]
        return Period(tag, clamped(at, unit, steps).strftime(FORMATS[unit]))
    if how in ("this", "last"):
        named = clamped(now, unit, 0 if how == "this" else -1).strftime(FORMATS[unit])
        return Period(tag) if at.strftime(FORMATS[unit]) == named else None
    return _fit_ago(tag, unit, at, now, pick)


def condition(period: Period, column: str, now: datetime, overflow: bool = True) -> str:
    """SQL that holds where ``column`` lies in a period of a calendar tag.

    Args:
        period: not of a hospital or ICU tag; those are the dialect's.
        column: an SQL expression of time.
        now: current time of the database.
        overflow: whether ``N months ago`` runs over short months, as SQLite does, or stops at their end.
    """
    kind, unit, how = period.tag.split("-")
    if kind == "mix":
        scope = "year" if how.endswith("year") else "month"
        spelled = {"month": "%m", "day": "%m-%d" if scope == "year" else "%d"}[unit]
        within = Period(f"rel-{scope}-{how.split('_')[0]}")
        return f"({condition(within, column, now)} AND strftime('{spelled}', {column}) = '{period.value}')"
    if kind == "abs":
        return f"strftime('{FORMATS[unit]}', {column}) {_COMPARISON[how]} '{period.value}'"
    if how in ("this", "last"):
        named = clamped(now, unit, 0 if how == "this" else -1).strftime(FORMATS[unit])
        return f"strftime('{FORMATS[unit]}', {column}) = '{named}'"
    return f"{column} {_COMPARISON[how]} {_ago(unit, int(period.value), now, overflow)}"


def _ago(unit: str, count: int, now: datetime, overflow: bool) -> str:
    if overflow:
        return f"datetime('{now.strftime(TEXT)}', '-{count} {unit}')"
    return f"'{clamped(now, unit, -count).strftime(TEXT)}'"


def _fit_ago(tag: str, unit: str, at: datetime, now: datetime, pick: int) -> Period | None:
    counts = range(1, MOST[unit] + 1)
    if tag.endswith("since"):
        fitting = [count for count in counts if moved(now, unit, -count) <= at][:3]
    else:
        fitting = [count for count in counts if moved(now, unit, -count) >= at][-3:]
    return Period(tag, str(fitting[pick % len(fitting)])) if fitting else None


def _fit_mixed(tag: str, at: datetime, now: datetime) -> Period | None:
    _, unit, how = tag.split("-")
    which, scope = how.split("_")
    named = clamped(now, scope, 0 if which == "this" else -1).strftime(FORMATS[scope])
    if at.strftime(FORMATS[scope]) != named:
        return None
    spelled = {"month": "%m", "day": "%m-%d" if scope == "year" else "%d"}[unit]
    return Period(tag, at.strftime(spelled))
