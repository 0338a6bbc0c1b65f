"""When people see a doctor out of hospital."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from medgym_patient.key import Flags, Floats, Indices, Keys, fold, lognormal, uniform
from medgym_patient.outcome import first_admission
from medgym_patient.person import People
from medgym_patient.record import Stays

DAY = 1440.0
YEAR = 365.25 * DAY
"""Minutes."""
MOST = 48
"""Visits of one person."""


@dataclass(frozen=True)
class Spans:
    """From when to when each person is known to the clinic; minutes since the start of the clock."""

    start: Floats
    stop: Floats


@dataclass(frozen=True)
class Visits:
    """Visits, by person and time."""

    person: Indices
    """Row of the people."""
    minute: Floats
    """Since the start of the clock."""
    key: Keys

    def age(self, people: People) -> Floats:
        """Years at each visit."""
        since = self.minute / YEAR - first_admission(people.key)[self.person] / 365.25
        found: Floats = people.age[self.person] + since
        return found


def follow(people: People, stays: Stays) -> Spans:
    """From up to four years before the first stay to death, or to about two years after the last discharge.

    Args:
        people: Of a batch.
        stays: All of theirs.
    """
    size = len(people.key)
    first, last = np.full(size, np.inf), np.full(size, -np.inf)
    np.minimum.at(first, stays.person, stays.admitted)
    np.maximum.at(last, stays.person, stays.admitted + stays.minutes)
    before = (0.1 + 3.9 * uniform(people.key, "known before")) * YEAR
    after = lognormal(people.key, "known after", 1.6, 0.6) * YEAR
    return Spans(first - before, np.minimum(last + after, deaths(people, stays)))


def deaths(people: People, stays: Stays) -> Floats:
    """When each person dies, in hospital or after the last stay; infinite for who lives on."""
    found = np.full(len(people.key), np.inf)
    last = np.append(stays.person[1:] != stays.person[:-1], True)
    after = np.where(stays.died, 0.0, stays.death * DAY)
    found[stays.person[last]] = (stays.admitted + stays.minutes + after)[last]
    return found


def draw_visits(
    people: People, spans: Spans, stays: Stays | None = None, extra: Visits | None = None
) -> Visits:
    """Routine visits, one soon after most discharges, and those of ``extra``; none during a stay.

    A visit a year and a third of one more for each chronic condition (Starfield et al., Ann Fam Med 2003;1:8:
    visits go with comorbidity, not age); two thirds are seen within a month of discharge (Jencks et al., NEJM
    2009;360:1418: half of those readmitted were not). Who is on dialysis comes every other
    month at least.
    """
    parts = [_routine(people, spans)]
    if stays is not None:
        parts.append(_after_discharge(people, stays))
    if extra is not None:
        parts.append((extra.person, extra.minute))
    person = np.concatenate([part[0] for part in parts])
    minute = np.concatenate([part[1] for part in parts])
    kept = (minute >= spans.start[person]) & (minute <= spans.stop[person])
    if stays is not None:
        kept &= ~_in_hospital(person, minute, stays)
    order = np.lexsort((minute, person))
    order = order[kept[order]]
    person, minute = person[order], minute[order]
    return Visits(person, minute, fold(people.key[person], minute.astype(np.int64)))


def office_hours(key: Keys, day: Floats) -> Floats:
    """A minute between eight and five on a day given in minutes."""
    found: Floats = np.floor(day / DAY) * DAY + np.floor((8 + 9 * uniform(key, "office")) * 60)
    return found


def _routine(people: People, spans: Spans) -> tuple[Indices, Floats]:
    rate = 1.0 + 0.33 * people.conditions.sum(axis=0) + 5 * people.has("renal_failure_on_dialysis")
    count = np.minimum(1 + rate * (spans.stop - spans.start).clip(0) / YEAR, MOST).astype(np.int64)
    person = np.repeat(np.arange(len(count)), count)
    number = np.arange(len(person)) - np.repeat(np.cumsum(count) - count, count)
    key = fold(people.key[person], number + 3000)
    share = (number + uniform(key, "visit")) / count[person]
    minute = spans.start[person] + share * (spans.stop - spans.start)[person]
    return person, np.maximum(office_hours(key, minute), spans.start[person])


def _after_discharge(people: People, stays: Stays) -> tuple[Indices, Floats]:
    key = fold(people.key[stays.person], stays.ordinal + 4000)
    comes = ~stays.died & (uniform(key, "follow-up") < 0.67)
    day = stays.admitted + stays.minutes + (3 + 25 * uniform(key, "follow-up day")) * DAY
    return stays.person[comes], office_hours(key, day)[comes]


def _in_hospital(person: Indices, minute: Floats, stays: Stays) -> Flags:
    """Whether a time falls within a stay of the person, or the hour before; stays are by person and time."""
    span = 1e9
    starts = stays.person * span + stays.admitted
    place = np.searchsorted(starts, person * span + minute + 60, side="right") - 1
    own = (place >= 0) & (stays.person[place] == person)
    end = stays.admitted[place] + stays.minutes[place]
    return np.asarray(own & (minute < end + 60))
