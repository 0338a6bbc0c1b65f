"""Births and deaths, and with them PATIENTS."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from medgym_ehr.mimic3.synthetic.person import ADULT, ELDER, NEWBORN, People
from medgym_ehr.mimic3.synthetic.visit import Visits
from medgym_ehr.synthetic.clock import DAY, NEVER, Seconds, datetimes, midnight, seconds
from medgym_ehr.synthetic.files import Rows
from medgym_ehr.synthetic.sampling import chance

DIES_IN_HOSPITAL = {ADULT: 0.09, NEWBORN: 0.01, ELDER: 0.20}
"""Probability of death at the end of the last stay, by kind."""
DIES_LATER = {ADULT: 0.33, NEWBORN: 0.01, ELDER: 0.55}
"""Probability of a known death after it, of those who left."""
YEARS_UNTIL_DEATH = 1.6
"""Mean years from the last discharge to a later death, at most five."""


@dataclass(frozen=True)
class Lives:
    """Birth and death of each patient of a chunk."""

    born: Seconds
    """Midnight."""
    died: Seconds
    """Midnight of the day of death, or never."""
    in_hospital: NDArray[np.bool_]
    """Whether the last stay ended in death."""


def draw_lives(rng: np.random.Generator, people: People, visits: Visits) -> Lives:
    """Lives around the visits; adults stay below 90 until their last discharge."""
    first, last = visits.admitted[_first_rows(visits)], visits.discharged[visits.latest]
    span = (last - first) / (365.25 * DAY)
    age = np.where(people.kind == ADULT, np.minimum(people.age, 88.9 - span), people.age)
    size = len(first)
    in_hospital = rng.random(size) < _by_kind(DIES_IN_HOSPITAL, people.kind)
    later = ~in_hospital & (rng.random(size) < _by_kind(DIES_LATER, people.kind))
    survived = seconds((365.25 * rng.exponential(YEARS_UNTIL_DEATH, size)).clip(3, 5 * 365.25))
    died = np.where(in_hospital, last, np.where(later, last + survived, NEVER))
    return Lives(midnight(first - seconds(age * 365.25)), midnight(died), in_hospital)


def patient_rows(rng: np.random.Generator, people: People, lives: Lives) -> Rows:
    """PATIENTS of a chunk."""
    size = len(people.subject_id)
    dead = lives.died != NEVER
    registered = dead & (~lives.in_hospital | chance(rng, 0.7, size))
    columns = {
        "SUBJECT_ID": people.subject_id,
        "GENDER": np.where(chance(rng, 0.55, size), "M", "F").astype(object),
        "DOB": datetimes(lives.born),
        "DOD": datetimes(lives.died),
        "DOD_HOSP": datetimes(np.where(lives.in_hospital, lives.died, NEVER)),
        "DOD_SSN": datetimes(np.where(registered, lives.died, NEVER)),
        "EXPIRE_FLAG": dead.astype(np.int64),
    }
    return Rows(np.arange(size), columns)


def _first_rows(visits: Visits) -> NDArray[np.bool_]:
    return np.diff(visits.patient, prepend=-1) > 0


def _by_kind(shares: dict[int, float], kind: NDArray[np.int64]) -> NDArray[np.float64]:
    return np.array([shares[ADULT], shares[NEWBORN], shares[ELDER]])[kind]
