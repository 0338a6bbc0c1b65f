"""Periods, said in other words than templates say them."""

from __future__ import annotations

from datetime import datetime

from medgym_ehr.questions.period import ABSOLUTE, MIXED, Period

LANGUAGES = ("de", "fr", "es")
"""Languages whose names of months are used: German, French, Spanish."""
_MONTHS = (
    ("Januar", "janvier", "enero"),
    ("Februar", "février", "febrero"),
    ("März", "mars", "marzo"),
    ("April", "avril", "abril"),
    ("Mai", "mai", "mayo"),
    ("Juni", "juin", "junio"),
    ("Juli", "juillet", "julio"),
    ("August", "août", "agosto"),
    ("September", "septembre", "septiembre"),
    ("Oktober", "octobre", "octubre"),
    ("November", "novembre", "noviembre"),
    ("Dezember", "décembre", "diciembre"),
)
_SIDES = {"in": "in", "since": "from {} on", "until": "up to and including {}"}
_NAMED = {
    "rel-year-this": "in the current year",
    "rel-year-last": "in the previous year",
    "rel-month-this": "in the current month",
    "rel-month-last": "in the previous month",
    "rel-day-this": "on the current day",
    "rel-day-last": "the day before today",
    "rel-hosp-cur": "this admission",
    "rel-hosp-first": "on the very first admission",
    "rel-hosp-last": "on the last finished admission",
    "rel-icu-cur": "in the ICU now",
    "rel-icu-first": "in the very first ICU stay",
    "rel-icu-last": "in the last finished ICU stay",
}


def said_otherwise(period: Period, variant: int) -> str:
    """A phrase for ``period`` that no template uses; ``variant`` chooses how dates are written."""
    if period.tag in _NAMED:
        return _NAMED[period.tag]
    if period.tag in ABSOLUTE:
        how = period.tag.split("-")[2]
        return _sided(how, dated(period.value, variant))
    if period.tag in MIXED:
        return _mixed(period, variant)
    _, unit, how = period.tag.split("-")
    count, unit = _converted(int(period.value), unit) if variant % 2 else (int(period.value), unit)
    units = f"{count} {unit}s" if count > 1 else unit
    return f"over the past {units}" if how == "since" else f"at least {count} {unit}{'s' * (count > 1)} back"


def dated(value: str, variant: int) -> str:
    """A year, month or day of the form YYYY[-MM[-DD]] as people write it elsewhere."""
    parts = value.split("-")
    if len(parts) == 1:
        return ("{} (calendar year)", "the year {}", "calendar year {}")[variant % 3].format(value)
    year, month, *day = parts
    language, named = _month(month, variant)
    forms = (
        f"{named} de {year}" if language == "es" else f"{named} {year}",
        f"{month}.{year}",
        f"{year}/{month}",
    )
    if day:
        short = datetime(2000, int(month), 1).strftime("%b").upper()
        written = {"de": f"{int(day[0])}. {forms[0]}", "es": f"{int(day[0])} de {forms[0]}"}
        forms = (
            written.get(language, f"{int(day[0])} {forms[0]}"),
            f"{day[0]}.{month}.{year}",
            f"{day[0]}-{short}-{year}",
        )
    return forms[variant // len(LANGUAGES) % len(forms)]


def _converted(count: int, unit: str) -> tuple[int, str]:
    """The same length of time in another unit, where one is as exact; days are not turned into months."""
    if unit == "year":
        return 12 * count, "month"
    if unit == "month" and count % 12 == 0:
        return count // 12, "year"
    if unit == "day":
        return (
            (count // 7, "week") if count % 7 == 0 else (24 * count, "hour") if count < 4 else (count, unit)
        )
    return count, unit


def _month(month: str, variant: int) -> tuple[str, str]:
    """A language, and what it calls a month."""
    place = variant % len(LANGUAGES)
    return LANGUAGES[place], _MONTHS[int(month) - 1][place]


def _sided(how: str, date: str) -> str:
    return _SIDES[how].format(date) if "{}" in _SIDES[how] else f"{_SIDES[how]} {date}"


def _mixed(period: Period, variant: int) -> str:
    which, scope = period.tag.split("-")[2].split("_")
    current = "current" if which == "this" else "previous"
    if scope == "month":
        return f"on day {int(period.value)} of the {current} month"
    month, *day = period.value.split("-")
    _, named = _month(month, variant)
    date = f"on {int(day[0])} {named}" if day else f"in {named}"
    return f"{date} of the {current} year"
