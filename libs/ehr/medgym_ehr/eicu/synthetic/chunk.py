"""All rows of a fixed number of patients, drawn from a generator of their own."""

from __future__ import annotations

import numpy as np

from medgym_ehr.eicu.synthetic.allergy import allergy_rows
from medgym_ehr.eicu.synthetic.culture import culture_rows
from medgym_ehr.eicu.synthetic.finding import diagnosis_rows, treatment_rows
from medgym_ehr.eicu.synthetic.fluid import fluid_rows
from medgym_ehr.eicu.synthetic.lab import lab_rows
from medgym_ehr.eicu.synthetic.medication import medication_rows
from medgym_ehr.eicu.synthetic.person import draw_people
from medgym_ehr.eicu.synthetic.stay import draw_stays, patient_rows
from medgym_ehr.eicu.synthetic.visit import draw_visits
from medgym_ehr.eicu.synthetic.vital import vital_rows
from medgym_ehr.synthetic.files import Rows
from medgym_ehr.synthetic.identity import Identifiers

PATIENTS = 256
"""Patients of a chunk. Another number would make other patients."""
COUNTED = {
    "diagnosis": "diagnosisid",
    "treatment": "treatmentid",
    "lab": "labid",
    "medication": "medicationid",
    "allergy": "allergyid",
    "intakeOutput": "intakeoutputid",
    "microLab": "microlabid",
    "vitalPeriodic": "vitalperiodicid",
}
"""File to the column that numbers its rows."""


def draw_chunk(seed: int, number: int, people: Identifiers) -> dict[str, Rows]:
    """File name to rows of chunk ``number``; chunks must be drawn in order, for they share ``people``."""
    rng = np.random.default_rng([seed, number])
    persons = draw_people(rng, people.take(PATIENTS))
    visits = draw_visits(rng, persons, number)
    stays = draw_stays(rng, visits, number)
    return {
        "patient": patient_rows(rng, persons, visits, stays),
        "diagnosis": diagnosis_rows(rng, stays),
        "treatment": treatment_rows(rng, stays),
        "lab": lab_rows(rng, stays),
        "medication": medication_rows(rng, stays),
        "allergy": allergy_rows(rng, stays),
        "intakeOutput": fluid_rows(rng, stays),
        "microLab": culture_rows(rng, stays),
        "vitalPeriodic": vital_rows(rng, stays),
    }
