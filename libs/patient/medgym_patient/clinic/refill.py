"""Home medication, prescribed again at visits."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from medgym_patient.clinic.discovery import Discoveries
from medgym_patient.clinic.visit import Visits
from medgym_patient.concept import table
from medgym_patient.formulary import DRUGS
from medgym_patient.key import Flags, Floats, Indices, uniform
from medgym_patient.order import home_drugs, usual_dose
from medgym_patient.person import People
from medgym_patient.site import Site

REFILLED = 0.4
"""Share of visits at which a drug is prescribed again: about every third month for who comes often."""


@dataclass(frozen=True)
class Refills:
    """Prescriptions written at visits."""

    visit: Indices
    drug: Indices
    dose: Floats
    """In the drug's unit."""


def refill(people: People, visits: Visits, found: Discoveries, site: Site) -> Refills:
    """Drugs that the person takes for something known by then."""
    takes = home_drugs(people, site)
    visit, drug = [], []
    for row in np.flatnonzero(takes.any(axis=1)):
        due = takes[row][visits.person] & (uniform(visits.key, 900 + int(row)) < REFILLED)
        rows = np.flatnonzero(due)
        visit.append(rows)
        drug.append(np.full(len(rows), row))
    visit_of = np.concatenate([*visit, np.zeros(0, dtype=np.int64)])
    drugs = np.concatenate([*drug, np.zeros(0, dtype=np.int64)])
    person = visits.person[visit_of]
    kept = indicated(drugs, person, visits.minute[visit_of], found)
    visit_of, drugs, person = visit_of[kept], drugs[kept], person[kept]
    order = np.lexsort((drugs, visit_of))
    dose = usual_dose(people.key[person], drugs)
    return Refills(visit_of[order], drugs[order], dose[order])


def indicated(drug: Indices, person: Indices, minute: Floats, found: Discoveries) -> Flags:
    """Whether a person knew by then of a condition that the drug treats."""
    treats = np.array(
        [[name in text.split(";") for name in table("condition").names] for text in DRUGS.texts("treats")]
    )
    known = found.known(person, minute)
    return np.asarray(np.any(treats[drug].T & known, axis=0))
