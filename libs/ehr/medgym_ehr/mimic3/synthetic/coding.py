"""DIAGNOSES_ICD and PROCEDURES_ICD: what admissions are billed for."""

from __future__ import annotations

import numpy as np

from medgym_ehr.mimic3.synthetic.person import NEWBORN, People
from medgym_ehr.mimic3.synthetic.visit import Visits
from medgym_ehr.mimic3.synthetic.vocabulary import terms
from medgym_ehr.synthetic.files import Rows
from medgym_ehr.synthetic.sampling import Indices, first_of_each, pick, popularity, repeat
from medgym_ehr.synthetic.text import Texts

DIAGNOSES = 11.0
"""Mean number of diagnoses of an adult's admission, at least three."""
PROCEDURES = 4.2
"""Mean number of procedures, which may be none."""


def diagnosis_rows(rng: np.random.Generator, people: People, visits: Visits) -> Rows:
    """DIAGNOSES_ICD of a chunk; newborns have a vocabulary of their own."""
    newborn = people.kind[visits.patient] == NEWBORN
    visit, _ = repeat(3 + rng.poisson(np.where(newborn, 1.5, DIAGNOSES - 2.7), len(newborn)))
    usual, nursery = terms("diagnosis").texts("code"), terms("newborn").texts("code")
    codes = np.concatenate([usual, nursery])
    code = np.where(
        newborn[visit],
        len(usual) + pick(rng, popularity(len(nursery)), len(visit)),
        pick(rng, popularity(len(usual)), len(visit)),
    )
    return _rows(people, visits, visit, code, codes)


def procedure_rows(rng: np.random.Generator, people: People, visits: Visits) -> Rows:
    """PROCEDURES_ICD of a chunk."""
    codes = terms("procedure").texts("code")
    visit, _ = repeat(rng.poisson(PROCEDURES, len(visits.patient)))
    return _rows(people, visits, visit, pick(rng, popularity(len(codes)), len(visit)), codes)


def _rows(people: People, visits: Visits, visit: Indices, code: Indices, codes: Texts) -> Rows:
    """Each code at most once an admission, numbered within it."""
    kept = first_of_each(visit, code)
    visit, code = visit[kept], code[kept]
    patient = visits.patient[visit]
    columns = {
        "SUBJECT_ID": people.subject_id[patient],
        "HADM_ID": visits.hadm_id[visit],
        "SEQ_NUM": np.arange(len(visit)) - np.searchsorted(visit, visit) + 1,
        "ICD9_CODE": codes[code],
    }
    return Rows(patient, columns)
