"""PATIENTS: births and deaths."""

from __future__ import annotations

import numpy as np

from medgym_ehr.mimic3.synthetic.calendar import days_later
from medgym_ehr.mimic3.synthetic.part import Part
from medgym_ehr.synthetic.clock import NEVER, Seconds, datetimes, midnight, seconds
from medgym_ehr.synthetic.files import Rows
from medgym_patient.key import Flags

OLDEST = 90.0
"""Years of age from which MIMIC-III hides the age (over 89)."""
HIDDEN = 300.0
"""Years before the first admission to which it moves the birth of such a patient."""
FOLLOWED = 4 * 365.25
"""Days after the last discharge within which a death becomes known."""


def patient_rows(part: Part) -> Rows:
    """PATIENTS of a part."""
    died, in_hospital = deaths(part)
    dead = died != NEVER
    registered = dead & (~in_hospital | part.luck.chance("registered", 0.7))
    columns = {
        "SUBJECT_ID": part.subject_id,
        "GENDER": np.where(part.people.female, "F", "M").astype(object),
        "DOB": datetimes(births(part)),
        "DOD": datetimes(died),
        "DOD_HOSP": datetimes(np.where(in_hospital, died, NEVER)),
        "DOD_SSN": datetimes(np.where(registered, died, NEVER)),
        "EXPIRE_FLAG": dead.astype(np.int64),
    }
    return Rows(np.arange(len(part.subject_id)), columns)


def births(part: Part) -> Seconds:
    """Midnight of each person's birth, moved for those who are older than 89 at an admission."""
    first = np.searchsorted(part.stays.person, np.arange(len(part.subject_id)))
    oldest = np.zeros(len(part.subject_id))
    np.maximum.at(oldest, part.stays.person, part.stays.age)
    years = np.where(oldest >= OLDEST, HIDDEN, part.stays.age[first])
    return midnight(part.admitted[first] - seconds(years * 365.25))


def deaths(part: Part) -> tuple[Seconds, Flags]:
    """Midnight of each person's day of death, or never, and whether that was in hospital."""
    size = len(part.subject_id)
    last = np.searchsorted(part.stays.person, np.arange(size), side="right") - 1
    days = np.where(part.stays.death[last] < FOLLOWED, part.stays.death[last], np.inf)
    return midnight(days_later(part.discharged[last], days)), part.stays.died[last]
