"""ICU stays within admissions, and ICUSTAYS."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from medgym_ehr.mimic3.synthetic.life import Lives
from medgym_ehr.mimic3.synthetic.person import NEWBORN, People
from medgym_ehr.mimic3.synthetic.visit import Visits
from medgym_ehr.mimic3.synthetic.vocabulary import traits
from medgym_ehr.synthetic.clock import DAY, MINUTE, NEVER, Seconds, datetimes, seconds, whole_minutes
from medgym_ehr.synthetic.files import Rows
from medgym_ehr.synthetic.identity import Identifiers
from medgym_ehr.synthetic.sampling import Indices, chance, pick, repeat, skewed
from medgym_ehr.synthetic.text import Texts

INTENSIVE = 0.92
"""Share of admissions with an ICU stay."""
AGAIN = 0.16
"""Share of those with more than two days left that return to an ICU."""
MOVED = 0.08
"""Share of ICU stays that change units."""
HELD = 0.78
"""Share of the stays laid around a moment whose patient is in an ICU at that moment."""

UNITS = (*traits("hospital")["careunit"], traits("hospital")["nursery"])
"""Care units by their number."""


@dataclass(frozen=True)
class Stays:
    """The ICU stays of a chunk, by visit and time; all arrays have one entry each."""

    visit: Indices
    """Number of the admission within the chunk."""
    icustay_id: NDArray[np.int64]
    entered: Seconds
    left: Seconds
    moved: Seconds
    """When the patient changed units, or never."""
    first_unit: Indices
    last_unit: Indices
    first_ward: NDArray[np.int64]
    last_ward: NDArray[np.int64]


def draw_stays(
    rng: np.random.Generator, people: People, lives: Lives, visits: Visits, ids: Identifiers
) -> Stays:
    """One ICU stay in most admissions, two in some."""
    entered, left = _first_stays(rng, lives, visits)
    again_entered, again_left = _second_stays(rng, left, visits)
    counts = (entered != NEVER).astype(np.int64) + (again_entered != NEVER)
    visit, number = repeat(counts)
    start = np.where(number == 0, entered[visit], again_entered[visit])
    end = np.where(number == 0, left[visit], again_left[visit])
    size = len(visit)
    newborn = people.kind[visits.patient[visit]] == NEWBORN
    moves = chance(rng, MOVED, size) & (end - start > DAY) & ~newborn
    moment = whole_minutes(start + ((0.2 + 0.6 * rng.random(size)) * (end - start)).astype(np.int64))
    unit = _units(rng, newborn)
    other = np.where(moves, _units(rng, newborn), unit)
    moves &= other != unit
    first_ward = _wards(rng, unit)
    last_ward = np.where(moves, _wards(rng, other), first_ward)
    moved = np.where(moves, moment, NEVER)
    return Stays(visit, ids.take(size), start, end, moved, unit, other, first_ward, last_ward)


def stay_rows(people: People, visits: Visits, stays: Stays, source: Texts) -> Rows:
    """ICUSTAYS of a chunk; ``source`` is the monitoring system of each stay."""
    units = np.array(UNITS, dtype=object)
    patient = visits.patient[stays.visit]
    columns = {
        "SUBJECT_ID": people.subject_id[patient],
        "HADM_ID": visits.hadm_id[stays.visit],
        "ICUSTAY_ID": stays.icustay_id,
        "DBSOURCE": source,
        "FIRST_CAREUNIT": units[stays.first_unit],
        "LAST_CAREUNIT": units[stays.last_unit],
        "FIRST_WARDID": stays.first_ward,
        "LAST_WARDID": stays.last_ward,
        "INTIME": datetimes(stays.entered),
        "OUTTIME": datetimes(stays.left),
        "LOS": ((stays.left - stays.entered) / DAY).round(4),
    }
    return Rows(patient, columns)


def _first_stays(rng: np.random.Generator, lives: Lives, visits: Visits) -> tuple[Seconds, Seconds]:
    size = len(visits.patient)
    length = visits.discharged - visits.admitted
    from_ward = chance(rng, 0.35, size)
    wait = np.where(from_ward, (0.05 + 0.25 * rng.random(size)) * length, rng.integers(1, 60, size) * MINUTE)
    held = (visits.around != NEVER) & chance(rng, HELD, size)
    wait = np.where(held, wait * 0.3, wait).astype(np.int64)
    entered = whole_minutes(visits.admitted + wait)
    usual = np.minimum(seconds(skewed(rng, 2.2, 0.8, size).clip(0.3)), 0.9 * (length - wait))
    after = visits.discharged - visits.around
    until = np.where(held, visits.around + (0.1 + 0.8 * rng.random(size)) * after, entered + usual)
    dying = visits.latest & lives.in_hospital[visits.patient] & chance(rng, 0.7, size)
    left = np.where(dying, visits.discharged, whole_minutes(until.astype(np.int64)))
    some = chance(rng, INTENSIVE, size) | held
    return np.where(some, entered, NEVER), np.where(some, left, NEVER)


def _second_stays(rng: np.random.Generator, left: Seconds, visits: Visits) -> tuple[Seconds, Seconds]:
    size = len(left)
    rest = visits.discharged - left
    some = (left != NEVER) & (rest > 2 * DAY) & chance(rng, AGAIN, size)
    entered = whole_minutes(left + ((0.2 + 0.3 * rng.random(size)) * rest).astype(np.int64))
    end = entered + ((0.2 + 0.4 * rng.random(size)) * (visits.discharged - entered)).astype(np.int64)
    return np.where(some, entered, NEVER), np.where(some, whole_minutes(end), NEVER)


def _units(rng: np.random.Generator, newborn: NDArray[np.bool_]) -> Indices:
    weights = np.array(list(traits("hospital")["careunit"].values()), dtype=np.float64)
    return np.where(newborn, len(UNITS) - 1, pick(rng, weights, len(newborn)))


def _wards(rng: np.random.Generator, unit: Indices) -> NDArray[np.int64]:
    wards = [traits("hospital")["careunit_wards"][name] for name in UNITS]
    drawn = np.stack([rng.choice(np.array(each), len(unit)) for each in wards])
    chosen: NDArray[np.int64] = drawn[unit, np.arange(len(unit))]
    return chosen
