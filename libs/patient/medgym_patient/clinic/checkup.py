"""Vital signs and labs of visits: the person's baseline, as the same instruments see it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from medgym_patient.body import draw_body
from medgym_patient.care import PANELS, Care
from medgym_patient.clinic.visit import Visits
from medgym_patient.formulary import DRUGS
from medgym_patient.key import Flags, Floats, Indices, normal, uniform
from medgym_patient.laboratory.bench import LABS
from medgym_patient.observation import observe
from medgym_patient.onset import at_rest
from medgym_patient.order import home_drugs
from medgym_patient.person import People
from medgym_patient.reason import REASONS
from medgym_patient.site import Site

_UNAFFECTED = REASONS.index["cellulitis"]
"""A reason that no lab asks for; at rest it does nothing to the body."""
_LOW, _HIGH = LABS.numbers("low"), LABS.numbers("high")
DRAWN = 0.3
"""Share of visits at which blood is drawn, but for dialysis, with which it nearly always is."""
_SHARES: dict[str, tuple[float, dict[str, float]]] = {
    "chemistry": (0.8, {}),
    "count": (0.7, {}),
    "minerals": (0.15, {"renal_failure_on_dialysis": 0.6, "chronic_kidney_disease": 0.2}),
    "liver": (0.35, {"cirrhosis": 0.5, "hepatitis_c": 0.4}),
    "lipids": (0.2, {"hyperlipidemia": 0.3, "coronary_disease": 0.15}),
    "glycation": (0.06, {"diabetes_type_1": 0.6, "diabetes_type_2": 0.55}),
    "thyroid": (0.08, {"hypothyroidism": 0.45}),
    "coagulation": (0.05, {"atrial_fibrillation": 0.35, "old_thrombosis": 0.3, "cirrhosis": 0.4}),
    "iron": (0.04, {"chronic_anemia": 0.3, "renal_failure_on_dialysis": 0.4}),
    "vitamins": (0.03, {"chronic_anemia": 0.12, "alcohol_dependence": 0.12}),
    "peptide": (0.02, {"systolic_failure": 0.3, "diastolic_failure": 0.25}),
    "urinalysis": (0.15, {"diabetes_type_2": 0.1, "chronic_kidney_disease": 0.15}),
    "digoxin": (0.0, {"atrial_fibrillation": 0.04}),
}
"""Share of draws that hold a panel, in anyone and more with a condition.

Usual monitoring by guidelines (KDIGO 2012, ADA 2020, ACC/AHA 2018).
"""


@dataclass(frozen=True)
class Checkups:
    """What is measured at visits."""

    vitals: Floats
    """(VITALS, visits)."""
    visit: Indices
    """Of each lab result."""
    lab: Indices
    value: Floats
    abnormal: Flags
    """Outside the reference range."""


def check_up(people: People, visits: Visits, site: Site, more: Mapping[str, float] | None = None) -> Checkups:
    """Vital signs of every visit, and labs of those at which blood is drawn.

    ``more`` is added to the shares of the draws that hold some panels: the habit of a practice.
    """
    size, none = len(visits.minute), np.zeros(len(visits.minute), dtype=np.int64)
    number = np.arange(size) - np.searchsorted(visits.person, visits.person)
    body = draw_body(
        people,
        visits.person,
        number + 5000,
        none + _UNAFFECTED,
        visits.minute / 60 % 24,
        visits.age(people),
        none,
        site,
    )
    care = Care.none(size)
    care.vitals = np.ones(size, dtype=bool)
    care.panels = _panels(people, visits, more or {})
    body = replace(body, weight=_weight(people, visits))
    state = at_rest(body)
    state = replace(state, potassium=state.potassium + _retained(people, visits, body.filtration, site))
    seen = observe(state, care, visits.key)
    abnormal = (seen.value < _LOW[seen.lab]) | (seen.value > _HIGH[seen.lab])
    return Checkups(seen.vitals, seen.stay, seen.lab, seen.value, abnormal)


def _retained(people: People, visits: Visits, filtration: Floats, site: Site) -> Floats:
    """Potassium that failing kidneys and drugs retain, mEq/L.

    Hyperkalemia is several times as frequent with chronic kidney disease, and more so with drugs on the renin
    system (Einhorn et al., Arch Intern Med 2009;169:1156).
    """
    takes = home_drugs(people, site)
    kinds = np.array(DRUGS.texts("class"))
    renin, sparing = (
        np.any(takes[np.isin(kinds, names)], axis=0)[visits.person]
        for names in (("ace_inhibitor", "arb"), ("potassium_sparing",))
    )
    dialysed = people.has("renal_failure_on_dialysis")[visits.person]
    weak = np.where(dialysed, 0.1, 0.014 * (60 - filtration).clip(0, 50))
    found: Floats = weak * (1 + 0.6 * renin) + 0.15 * renin + 0.35 * sparing
    return found


def _weight(people: People, visits: Visits) -> Floats:
    """A few percent up or down over years, and a percent from visit to visit."""
    trend = 0.012 * normal(people.key, "weight trend")[visits.person]
    years = visits.age(people) - people.age[visits.person]
    found: Floats = people.weight[visits.person] * np.exp(
        trend * years + 0.008 * normal(visits.key, "weight")
    )
    return found.round(1)


def _panels(people: People, visits: Visits, habit: Mapping[str, float]) -> Flags:
    """(panels, visits)."""
    dialysed = people.has("renal_failure_on_dialysis")[visits.person]
    drawn = uniform(visits.key, "drawn") < np.where(dialysed, 0.9, DRAWN)
    found = np.zeros((len(PANELS), len(drawn)), dtype=bool)
    for panel, (usual, more) in _SHARES.items():
        share = np.full(len(people.key), usual + habit.get(panel, 0.0))
        for condition, added in more.items():
            share = share + added * people.has(condition)
        found[PANELS.index(panel)] = drawn & (uniform(visits.key, f"panel {panel}") < share[visits.person])
    return found
