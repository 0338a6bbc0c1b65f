"""Hospital visits: where and when, and which identifier places them where in the year of a build.

eICU tells no date, only the year of discharge, 2014 or 2015, and the minute of the day. The EHRSQL build
shows a patient's first year as one of its own and draws a day in it for each visit, by identifiers. By chance
hardly any visit would hold the build's current time. So a part of the last visits have identifiers for which
it does.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from medgym_ehr.draws import text_keys, uniforms
from medgym_ehr.ehrsql.clock import first_years
from medgym_ehr.eicu.synthetic import hospital
from medgym_ehr.synthetic.luck import Luck
from medgym_ehr.synthetic.sampling import Indices
from medgym_ehr.synthetic.text import Texts
from medgym_patient import Records
from medgym_patient.key import Flags, Floats

DAY = 24 * 60
"""Minutes of a day."""
YEAR = 365.25 * DAY
FIRST_YEAR, LAST_YEAR = 2014, 2015
EARLY = 0.5
"""Share of people whose first visit ends in 2014, if no other is a year later; visits after 2015 are not in
the files."""
ELSEWHERE = 0.25
"""Share of visits to another hospital than the usual one."""
OFTEN = 1.4
"""Days in a unit from which a first visit that can hold the current time does; shorter ones in proportion.
Later visits always do, so that enough of those in hospital have been there before."""
HELD = 0.75
"""Share of these whose patient is in a unit at that time."""
RECENT, LAST_MONTH = 0.35, (35, 62)
"""Share of the other last visits of that year that begin a month before it, and days ago: from, below."""
LONGEST, AGES = 13.0, (11.0, 89.0)
"""Days and ages of visits that may hold it: the build leaves out the longest twentieth, and others."""
CANDIDATES = 2**13
"""Identifiers of a part, of which visits take the suitable ones."""
FIRST = 128_919
"""Smallest identifier of a visit."""
LAST_DAY = 364
"""Number of the year's last day, from 0, as a build counts 2105."""


@dataclass(frozen=True)
class Visits:
    """Visits of a part, as its stays; arrays have one entry each, times in minutes."""

    patienthealthsystemstayid: NDArray[np.int64]
    hospital: Indices
    """Row of ``hospital.csv``."""
    year: NDArray[np.int64]
    """Of discharge."""
    clock: NDArray[np.int64]
    """Minute of the day of admission."""
    laid: Flags
    """Whether the person has a visit around the current time, or in the month before."""


def discharge_years(records: Records, luck: Luck) -> NDArray[np.int64]:
    """Of each stay; the first of a person is 2014 or 2015."""
    stays = records.stays
    year = np.floor((stays.admitted + stays.minutes) / YEAR).astype(np.int64)
    first = np.searchsorted(stays.person, np.arange(len(records.people.number)))
    gap = year - year[first][stays.person]
    again = np.isin(np.arange(len(first)), stays.person[gap == 1])
    begins = np.where(again | luck.chance("early", EARLY), FIRST_YEAR, LAST_YEAR)
    found: NDArray[np.int64] = begins[stays.person] + gap
    return found


def homes(records: Records, luck: Luck) -> Indices:
    """The hospital that each person usually goes to."""
    own = hospital.of_site(records.site)
    return own[luck.pick("home", hospital.sizes()[own])]


def draw_visits(
    records: Records,
    year: NDArray[np.int64],
    uniquepid: Texts,
    home: Indices,
    luck: Luck,
    rng: np.random.Generator,
    part: int,
) -> Visits:
    """The visits of ``records``, which are part number ``part``.

    Args:
        records: every stay is written.
        year: of discharge, of each stay.
        uniquepid: of each person, which the build's years depend on.
        home: of each person.
        luck: draws for each person.
        rng: gives identifiers.
        part: which part of the files it is.
    """
    stays = records.stays
    own = luck.at(stays.person).of(stays.ordinal)
    site = hospital.of_site(records.site)
    away = own.chance("elsewhere", ELSEWHERE) & (stays.ordinal > 0)
    clock = (stays.admitted % DAY).astype(np.int64)
    of_year, number = _within_year(stays.person, year)
    days = _days_ago(records, year, uniquepid, clock, own)
    return Visits(
        patienthealthsystemstayid=_identifiers(rng, part, days > 0, LAST_DAY - days, of_year, number),
        hospital=np.where(away, site[own.integers("hospital", 0, len(site))], home[stays.person]),
        year=year,
        clock=clock,
        laid=np.isin(stays.person, stays.person[days > 0]),
    )


def _days_ago(
    records: Records, year: NDArray[np.int64], uniquepid: Texts, clock: NDArray[np.int64], luck: Luck
) -> NDArray[np.int64]:
    """Days from admission to the current day of the visits that are laid; 0 for the others."""
    stays = records.stays
    last = np.diff(stays.person, append=-1) != 0
    first = year[np.searchsorted(stays.person, stays.person)]
    shown = first_years(text_keys(uniquepid))[stays.person] + year - first
    free = last & (shown == 2105) & _all_plausible(records)
    days = _holding(records, clock, luck)
    now = (
        free & (days > 0) & luck.chance("laid", np.where(stays.ordinal > 0, 1.0, _unit_days(records) / OFTEN))
    )
    before = free & ~now & luck.chance("recent", RECENT)
    return np.where(now, days, np.where(before, luck.integers("days", *LAST_MONTH), 0))


def _within_year(person: Indices, year: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """How many visits a person has in a visit's year, and which it is, from 0."""
    key = person * 10_000 + year
    starts, ends = np.searchsorted(key, key), np.searchsorted(key, key, side="right")
    return ends - starts, np.arange(len(key)) - starts


def _holding(records: Records, clock: NDArray[np.int64], luck: Luck) -> NDArray[np.int64]:
    """Days from admission to the current day, if a visit holds it; 0 where none would do.

    The current time is a minute before midnight, so only whole days can be chosen. Late in a unit is best:
    then something has happened.
    """
    units, minutes = records.units, records.stays.minutes
    enters, leaves = (np.zeros(len(minutes)) for _ in range(2))
    rows = np.flatnonzero(units.intensive)
    enters[units.stay[rows]], leaves[units.stay[rows]] = units.start[rows], units.stop[rows]
    share = 0.7 + 0.27 * luck.uniform("moment")
    in_unit = _fitting(share, enters + DAY / 8, leaves - 2, clock)
    in_hospital = _fitting(share, enters + DAY, minutes - 2, clock)
    return np.where(luck.chance("held", HELD) & (in_unit > 0), in_unit, in_hospital)


def _unit_days(records: Records) -> NDArray[np.float64]:
    """Days of each visit in units: the longer, the likelier does it hold a moment."""
    units = records.units
    length = np.where(units.intensive, units.stop - units.start, 0.0) / DAY
    return np.bincount(units.stay, length, len(records.stays.person)).astype(np.float64)


def _fitting(share: Floats, least: Floats, most: Floats, clock: NDArray[np.int64]) -> NDArray[np.int64]:
    """Days such that the current time lies at about a share of the way from the least minute to the most."""
    best = least + share * (most - least)
    until = DAY - 1 - clock
    days = np.clip(
        np.round((best - until) / DAY), np.ceil((least - until) / DAY), np.floor((most - until) / DAY)
    )
    passed = days * DAY + until
    fits = (days >= 1) & (passed >= least) & (passed <= most)
    return np.where(fits, days, 0).astype(np.int64)


def _all_plausible(records: Records) -> Flags:
    """Visits of persons none of whose visits a build leaves out."""
    stays = records.stays
    bad = (stays.minutes > LONGEST * DAY) | (stays.age < AGES[0]) | (stays.age >= AGES[1])
    return ~np.isin(stays.person, stays.person[bad])


def _identifiers(
    rng: np.random.Generator,
    part: int,
    laid: Flags,
    day: NDArray[np.int64],
    of_year: NDArray[np.int64],
    number: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Distinct identifiers; those ``laid`` make a build draw the ``day`` for a year's visit ``number``."""
    candidates = FIRST + part * CANDIDATES + rng.permutation(CANDIDATES)
    place = np.argsort(uniforms(candidates, "date"))
    wanted = (of_year * (day + 0.5) / LAST_DAY - number)[laid]
    order = np.argsort(wanted)
    nearest = np.searchsorted(uniforms(candidates[place], "date"), wanted[order])
    apart = np.arange(len(order))
    distinct = (np.maximum.accumulate(nearest - apart) + apart).clip(max=CANDIDATES - len(order) + apart)
    taken = np.empty(len(order), np.int64)
    taken[order] = place[distinct]
    chosen = np.zeros(CANDIDATES, bool)
    chosen[taken] = True
    identifiers = np.empty(len(laid), np.int64)
    identifiers[laid] = candidates[taken]
    identifiers[~laid] = candidates[~chosen][: int((~laid).sum())]
    return identifiers
