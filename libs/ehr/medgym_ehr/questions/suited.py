"""Suited facts: those of which a period of given tags can be asked, so that no other is tried."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from datetime import datetime

from medgym_ehr.questions.facts import Facts
from medgym_ehr.questions.period import NO_PERIOD, reach
from medgym_ehr.questions.template import Template, When
from medgym_ehr.questions.visits import TAGS, NamedVisits


def suited(
    rows: Facts, template: Template, tags: tuple[str, str], visits: NamedVisits, now: datetime
) -> Sequence[int]:
    """Places of the facts that a first and a second period of these tags may cover."""
    places: Sequence[int] = range(len(rows))
    for when, tag in zip((template.period, template.period2), tags, strict=True):
        if when and tag != NO_PERIOD:
            own = _of_visits(rows, when, tag, visits) if tag in TAGS else _between(rows, when.at, tag, now)
            places = own if len(places) == len(rows) else sorted({*places} & {*own})
    return places


def _of_visits(rows: Facts, when: When, tag: str, visits: NamedVisits) -> Sequence[int]:
    """Facts of patients who have such a visit, and of that visit where the fact tells its own."""
    known = rows.by_patient(visits.column(tag) if when.at == "at" else "")
    return [
        place
        for patient, own in known.items()
        if (named := visits.of(tag, patient))
        for visit, places in own.items()
        if visit is None or visit in named
        for place in places
    ]


def _between(rows: Facts, at: str, tag: str, now: datetime) -> Sequence[int]:
    times, places = rows.by_time(at)
    low, high = reach(tag, now)
    return places[bisect_left(times, low) : bisect_left(times, high)]
