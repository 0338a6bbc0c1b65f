"""Why a person is admitted: what follows from age, sex, conditions and season at a site."""

from __future__ import annotations

from functools import cache

import numpy as np

from medgym_patient.concept import table
from medgym_patient.key import Floats, Indices, Keys, choose
from medgym_patient.person import People
from medgym_patient.site import Site

REASONS = table("reason")
_ROW = REASONS.index
_CANCERS = {"colectomy": "colon_cancer", "lung_resection": "lung_cancer"}
NEEDED = {
    "bypass_surgery": ("coronary_disease",),
    "valve_surgery": ("aortic_stenosis", "mitral_regurgitation"),
    "variceal_bleed": ("cirrhosis",),
    "hepatic_failure": ("cirrhosis",),
    "copd_exacerbation": ("copd",),
    "asthma_exacerbation": ("asthma",),
    "neutropenic_fever": ("leukemia", "lymphoma", "metastatic_cancer"),
    "diabetic_ketoacidosis": ("diabetes_type_1", "diabetes_type_2"),
    "alcohol_withdrawal": ("alcohol_dependence",),
    "hip_replacement": ("osteoarthritis", "rheumatoid_arthritis"),
    **{reason: (cancer,) for reason, cancer in _CANCERS.items()},
}
"""Conditions without which a reason cannot be, any of them."""


def draw_reason(
    key: Keys,
    people: People,
    person: Indices,
    age: Floats,
    day: Floats,
    ordinal: Indices,
    last: Indices,
    site: Site,
) -> Indices:
    """A row of the table of reasons for each admission.

    Args:
        key: One a stay.
        people: The persons of the batch.
        person: Which of them each stay is of.
        age: At the admission.
        day: Of the year: infections and heart failure peak in January (Reichert et al., Am J Epidemiol
            2004;160:492), by the table's amplitude and the site's.
        ordinal: Which stay of the person: nobody is born twice, and elective surgery is done once.
        last: Reason of the stay before, or -1: exacerbations of chronic disease come again.
        site: Its case mix.
    """
    female = people.female[person]
    base = REASONS.numbers(site.reason_weights)[:, None]
    weights = base * _factors(people)[:, person]
    spread = (age - REASONS.numbers("age")[:, None]) / REASONS.numbers("spread")[:, None]
    weights *= np.exp(-0.5 * np.minimum(spread**2, 200)) / REASONS.numbers("spread")[:, None]
    sex = REASONS.numbers("female")[:, None]
    weights *= np.where(sex > 9, female & (age > 16) & (age < 48), np.exp(np.where(female, sex, 0.0)))
    wave = np.cos(2 * np.pi * (day - 15) / 365.25)
    weights *= 1 + site.number("winter") * REASONS.numbers("winter")[:, None] * wave
    again = np.array([kind == "elective" for kind in REASONS.texts("kind")])[:, None] & (ordinal > 0)
    weights *= np.where(again, 0.12, 1.0)
    weights *= np.where(np.arange(len(REASONS))[:, None] == last, np.where(again, 0.0, 4.0), 1.0)
    infant = people.newborn[person] & (ordinal == 0)
    for name, preterm in (("term_newborn", False), ("preterm_newborn", True)):
        weights[_ROW[name]] = infant & (people.preterm[person] == preterm)
    newborn = np.array([kind == "newborn" for kind in REASONS.texts("kind")])
    weights[~newborn] *= ~infant
    return choose(
        key, "reason", weights + 1e-12 * (~newborn[:, None] & ~infant & (sex <= 9) & ~_bound()[:, None])
    )


@cache
def _bound() -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    return np.array([name in NEEDED for name in REASONS.names])


def _factors(people: People) -> Floats:
    """How conditions raise a reason, against what is usual, so that weights stay those of the whole site."""
    conditions = table("condition")
    prevalence = conditions.numbers("prevalence")
    factors = np.ones((len(REASONS), len(people.number)))
    for row, pairs in enumerate(REASONS.pairs("associated")):
        for name, times in pairs:
            usual = 1 + prevalence[conditions.index[name]] * (times - 1)
            factors[row] *= np.where(people.has(name), times, 1.0) / usual
    for reason, needed in NEEDED.items():
        factors[_ROW[reason]] *= np.any([people.has(name) for name in needed], axis=0)
    return factors
