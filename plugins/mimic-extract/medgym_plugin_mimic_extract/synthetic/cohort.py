"""Who is in the file: of each adult the first stay in intensive care, if it lasts from 12 hours to 10 days.

Persons, numbers, times and texts are those of synthetic MIMIC-III, written by its own modules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from medgym_ehr.mimic3.synthetic.admission import admission_rows
from medgym_ehr.mimic3.synthetic.icustay import IcuStays
from medgym_ehr.mimic3.synthetic.part import Part
from medgym_ehr.mimic3.synthetic.person import births
from medgym_ehr.synthetic.clock import DAY, HOUR, NEVER, Seconds
from medgym_plugin_mimic_extract.synthetic.hospital import Hospital

YOUNGEST = 15.0
"""Years of age."""
SHORTEST, LONGEST = 12, 240
"""Hours of a stay."""
SOON = 30.0
"""Days within which a readmission is counted."""
Texts = NDArray[np.object_]


@dataclass(frozen=True)
class Cohort:
    """Stays in intensive care; every field has one entry each, times are seconds since 1970 or never."""

    subject: NDArray[np.int64]
    hadm: NDArray[np.int64]
    icustay: NDArray[np.int64]
    gender: Texts
    ethnicity: Texts
    age: NDArray[np.float64]
    """Years, as recorded: about 300 for those older than 89, as in MIMIC-III."""
    insurance: Texts
    admission_type: Texts
    diagnosis: Texts
    discharge_location: Texts
    unit: Texts
    admittime: Seconds
    dischtime: Seconds
    deathtime: Seconds
    intime: Seconds
    outtime: Seconds
    readmitted: NDArray[np.bool_]
    """Whether within 30 days of discharge."""

    @property
    def last_hour(self) -> NDArray[np.int64]:
        """The last whole hour; a stay has a row for each hour from 0 to it."""
        return (self.outtime - self.intime) // HOUR

    @property
    def died(self) -> NDArray[np.bool_]:
        """Whether the patient died in hospital, by stay, shape (stays,)."""
        died: NDArray[np.bool_] = self.deathtime != NEVER
        return died

    @property
    def died_in_icu(self) -> NDArray[np.bool_]:
        """Whether the patient died in intensive care, by stay, shape (stays,)."""
        died: NDArray[np.bool_] = self.died & (self.deathtime <= self.outtime)
        return died

    def at(self, rows: NDArray[Any]) -> Cohort:
        """The stays at ``rows``: positions, or a mask of shape (stays,)."""
        return Cohort(*(getattr(self, field.name)[rows] for field in fields(self)))

    @classmethod
    def joined(cls, parts: Sequence[Cohort]) -> Cohort:
        """The stays of all ``parts``, one part after another."""
        return cls(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(cls)))


def eligible(part: Part, icustays: IcuStays) -> NDArray[np.int64]:
    """Rows of the ICU stays that are in the file, by person."""
    person = part.stays.person[icustays.stay]
    first = np.unique(person, return_index=True)[1]
    hours = (icustays.stop - icustays.start)[first] // 60
    old = part.stays.age[icustays.stay[first]] >= YOUNGEST
    return first[old & (hours >= SHORTEST) & (hours <= LONGEST)]


def cohort(part: Part, icustays: IcuStays, rows: NDArray[np.int64], hospital: Hospital) -> Cohort:
    """What is known of ``rows`` of a hospital's ICU stays."""
    stay = icustays.stay[rows]
    person, stays = part.stays.person[stay], part.stays
    admission = admission_rows(part, icustays).columns
    text = {name: _texts(admission[name])[stay] for name in TEXTS}
    intime = part.at(stay, icustays.start[rows])
    return Cohort(
        subject=part.subject_id[person],
        hadm=part.hadm_id[stay],
        icustay=icustays.icustay_id[rows],
        gender=np.where(part.people.female[person], "F", "M").astype(object),
        ethnicity=text["ETHNICITY"],
        age=(intime - births(part)[person]) / (365.242 * DAY),
        insurance=text["INSURANCE"],
        admission_type=text["ADMISSION_TYPE"],
        diagnosis=text["DIAGNOSIS"],
        discharge_location=text["DISCHARGE_LOCATION"],
        unit=hospital.first_units(part, icustays, rows),
        admittime=part.admitted[stay],
        dischtime=part.discharged[stay],
        deathtime=np.where(stays.died[stay], part.discharged[stay], NEVER),
        intime=intime,
        outtime=part.at(stay, icustays.stop[rows]),
        readmitted=stays.readmitted[stay] <= SOON,
    )


TEXTS = ("ETHNICITY", "INSURANCE", "ADMISSION_TYPE", "DIAGNOSIS", "DISCHARGE_LOCATION")


def _texts(column: Any) -> Texts:
    values = column if isinstance(column, np.ndarray) else column.to_numpy(zero_copy_only=False)
    return np.array([text or "nan" for text in values], dtype=object)
