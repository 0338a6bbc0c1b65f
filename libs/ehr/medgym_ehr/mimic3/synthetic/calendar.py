"""When people are in hospital: the years of their stays.

MIMIC-III moves each patient into the years 2100 to 2200; what stays is the season. The EHRSQL build then
shows each patient in a year that it draws by SUBJECT_ID, and ends at its current time. By chance hardly any
stay would hold that time. So some people's times are moved by days such that a stay of theirs does.
"""

from __future__ import annotations

import numpy as np

from medgym_ehr.ehrsql.clock import first_years
from medgym_ehr.synthetic.clock import (
    DAY,
    MINUTE,
    NEVER,
    Seconds,
    now_before_shift,
    whole_minutes,
    year_start,
)
from medgym_ehr.synthetic.luck import Luck
from medgym_ehr.synthetic.sampling import Indices
from medgym_patient import Records
from medgym_patient.key import Flags, Floats

YEARS = (2100, 2188)
"""Of the first admission: from, below; it falls into one of the four years from there."""
LAID = 0.76
"""Share of those with a stay that can hold the current time, whose last such stay does."""
BEFORE, LONGEST = 1.2, 20.0
"""Days in hospital before the current time, at least, so that there is a yesterday; and days of the longest
stay that may hold it, since the build leaves out the longest twentieth of all."""
HELD = 0.55
"""Share of these whose patient is in an ICU at that time."""
AGES = (18.0, 88.0)
"""Of those: the build leaves out others."""
_DAY = 24 * 60


def admission_times(records: Records, subject_id: Indices, luck: Luck) -> Seconds:
    """The time of each admission.

    Args:
        records: people and stays; only when they were admitted and how long they stayed is looked at.
        subject_id: of each person, which the build's year depends on.
        luck: draws for each person.
    """
    stays = records.stays
    first = np.searchsorted(stays.person, np.arange(len(subject_id)))
    clock = (stays.admitted * MINUTE).astype(np.int64)
    since = clock - clock[first][stays.person]
    year = luck.integers("year", *YEARS)
    usual = year_start(year) + clock[first]
    moment = (_moments(records, luck.at(stays.person)) * MINUTE).astype(np.int64)
    shown = now_before_shift(year, first_years(subject_id))
    begin = shown[stays.person] - since - moment
    fits = _may_hold(records, first) & (moment >= BEFORE * DAY)
    fits &= (begin >= year_start(year)[stays.person]) & (begin < year_start(year + 1)[stays.person])
    chosen = np.full(len(subject_id), -1)
    np.maximum.at(chosen, stays.person[fits], np.flatnonzero(fits))
    laid = (chosen >= 0) & luck.chance("laid", LAID)
    return whole_minutes(np.where(laid, begin[chosen], usual)[stays.person] + since)


def _moments(records: Records, luck: Luck) -> Floats:
    """Minutes from admission to the current time, if a stay holds it: in the ICU, or in the stay."""
    enters, leaves = _first_icu(records)
    inside = luck.chance("held", HELD)
    share = 0.4 + 0.55 * luck.uniform("moment")
    return np.where(inside, enters + share * (leaves - enters), share * records.stays.minutes)


def _first_icu(records: Records) -> tuple[Floats, Floats]:
    """Start and end of each stay's first stretch in an ICU; both 0 if it has none."""
    units = records.units
    enters, leaves = (np.zeros(len(records.stays.person)) for _ in range(2))
    intensive = np.flatnonzero(units.intensive)[::-1]
    enters[units.stay[intensive]] = units.start[intensive]
    leaves[units.stay[intensive]] = units.stop[intensive]
    return enters, leaves


def _may_hold(records: Records, first: Indices) -> Flags:
    stays = records.stays
    enters, leaves = _first_icu(records)
    days = stays.minutes / _DAY
    fits: Flags = (days < LONGEST) & (leaves - enters > _DAY / 2)
    fits &= (stays.age > AGES[0]) & (stays.age < AGES[1])
    counted = (days[first] < LONGEST) & (stays.age[first] > AGES[0])
    return fits & counted[stays.person]


def days_later(times: Seconds, days: Floats) -> Seconds:
    """``times`` and so many days, never where these are not finite."""
    known = np.isfinite(days)
    later = times + (np.where(known, days, 0) * _DAY).astype(np.int64) * MINUTE
    return np.where(known, later, NEVER)
