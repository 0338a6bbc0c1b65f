"""diagnosis and treatment: paths noted again and again during a stay."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from medgym_ehr.eicu.synthetic.stay import Stays
from medgym_ehr.eicu.synthetic.vocabulary import terms
from medgym_ehr.synthetic.files import Column, Rows
from medgym_ehr.synthetic.sampling import Indices, chance, first_of_each, pick, pick_value, popularity
from medgym_ehr.synthetic.text import either, same, untidy, without

PACE = (3.0, 3, 9.0, 0.7)
"""Usual notes a day, fewest, and what long stays are held to (``Stays.paced``)."""
ONGOING = 0.5
"""Share of notes that are active upon discharge."""
UNCODED = 0.06
"""Share of diagnoses without a code."""
PRIORITIES = {"Primary": 15, "Major": 40, "Other": 45}


def diagnosis_rows(rng: np.random.Generator, stays: Stays) -> Rows:
    """Diagnosis of a chunk."""
    stay, time, term = _notes(rng, stays, len(terms("diagnosis")))
    size = len(stay)
    columns = {
        **_common(rng, stays, stay),
        "diagnosisoffset": time,
        "diagnosisstring": untidy(rng, terms("diagnosis").texts("path"), term),
        "icd9code": without(chance(rng, UNCODED, size), terms("diagnosis").texts("code")[term]),
        "diagnosispriority": pick_value(rng, PRIORITIES, size),
    }
    return Rows(stays.patient[stay], columns)


def treatment_rows(rng: np.random.Generator, stays: Stays) -> Rows:
    """Treatment of a chunk."""
    stay, time, term = _notes(rng, stays, len(terms("treatment")))
    columns = {
        **_common(rng, stays, stay),
        "treatmentoffset": time,
        "treatmentstring": untidy(rng, terms("treatment").texts("path"), term),
    }
    return Rows(stays.patient[stay], columns)


def _notes(rng: np.random.Generator, stays: Stays, size: int) -> tuple[Indices, NDArray[np.int64], Indices]:
    """Stay, offset and term of each note, by stay and time; none twice at one time."""
    stay, time = stays.moments(rng, stays.paced(*PACE))
    term = pick(rng, popularity(size), len(stay))
    kept = first_of_each(stay, time, term)
    return stay[kept], time[kept], term[kept]


def _common(rng: np.random.Generator, stays: Stays, stay: Indices) -> dict[str, Column]:
    size = len(stay)
    return {
        "patientunitstayid": stays.patientunitstayid[stay],
        "activeupondischarge": either(chance(rng, ONGOING, size), "True", same("False", size)),
    }
