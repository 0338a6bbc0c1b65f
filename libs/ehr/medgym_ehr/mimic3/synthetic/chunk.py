"""All rows of a fixed number of patients, drawn from a generator of their own."""

from __future__ import annotations

import numpy as np

from medgym_ehr.mimic3.synthetic.admission import admission_rows
from medgym_ehr.mimic3.synthetic.chart import chart_rows
from medgym_ehr.mimic3.synthetic.coding import diagnosis_rows, procedure_rows
from medgym_ehr.mimic3.synthetic.culture import culture_rows
from medgym_ehr.mimic3.synthetic.fluid import intake_rows, output_rows
from medgym_ehr.mimic3.synthetic.icustay import draw_stays, stay_rows
from medgym_ehr.mimic3.synthetic.lab import lab_rows
from medgym_ehr.mimic3.synthetic.life import draw_lives, patient_rows
from medgym_ehr.mimic3.synthetic.person import draw_people
from medgym_ehr.mimic3.synthetic.prescription import prescription_rows
from medgym_ehr.mimic3.synthetic.transfer import transfer_rows
from medgym_ehr.mimic3.synthetic.visit import draw_visits
from medgym_ehr.synthetic.files import Rows
from medgym_ehr.synthetic.identity import Identifiers
from medgym_ehr.synthetic.sampling import chance, repeat

PATIENTS = 256
"""Patients of a chunk. Another number would make other patients."""


class Registry:
    """Who is numbered how: the three kinds of identifiers, given out in order."""

    def __init__(self, seed: int) -> None:
        """Ranges as in MIMIC-III, which continue above where they are too small."""
        self.subjects = Identifiers(seed, 1, first=1, width=99_999)
        self.admissions = Identifiers(seed, 2, first=100_000, width=100_000)
        self.stays = Identifiers(seed, 3, first=200_000, width=100_000)


def draw_chunk(seed: int, number: int, registry: Registry) -> dict[str, Rows]:
    """File name to rows of chunk ``number``; chunks must be drawn in order, for they share the registry."""
    rng = np.random.default_rng([seed, number])
    people = draw_people(rng, registry.subjects.take(PATIENTS))
    patient, ordinal = repeat(people.visits)
    visits = draw_visits(rng, people, patient, ordinal, registry.admissions.take(len(patient)))
    lives = draw_lives(rng, people, visits)
    stays = draw_stays(rng, people, lives, visits, registry.stays)
    source = np.where(chance(rng, 0.03, len(stays.visit)), "both", "carevue").astype(object)
    in_icu = np.isin(np.arange(len(patient)), stays.visit)
    return {
        "PATIENTS": patient_rows(rng, people, lives),
        "ADMISSIONS": admission_rows(rng, people, lives, visits, in_icu),
        "ICUSTAYS": stay_rows(people, visits, stays, source),
        "TRANSFERS": transfer_rows(rng, people, visits, stays, source),
        "DIAGNOSES_ICD": diagnosis_rows(rng, people, visits),
        "PROCEDURES_ICD": procedure_rows(rng, people, visits),
        "LABEVENTS": lab_rows(rng, people, lives, visits),
        "PRESCRIPTIONS": prescription_rows(rng, people, visits, stays),
        "CHARTEVENTS": chart_rows(rng, people, visits, stays),
        "INPUTEVENTS_CV": intake_rows(rng, people, visits, stays),
        "OUTPUTEVENTS": output_rows(rng, people, visits, stays),
        "MICROBIOLOGYEVENTS": culture_rows(rng, people, visits),
    }
