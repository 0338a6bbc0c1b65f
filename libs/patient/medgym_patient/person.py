"""Persons: who they are and what they live with, before any stay."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from medgym_patient.concept import table
from medgym_patient.key import Flags, Floats, Indices, Keys, chance, choose, normal, start, uniform
from medgym_patient.site import Site

ETHNICITIES = {"white": 0.70, "black": 0.11, "hispanic": 0.05, "asian": 0.03, "other": 0.05, "unknown": 0.06}
"""Shares among MIMIC-III's and eICU's patients (Johnson 2016, Pollard 2018), rounded."""
LANGUAGES = {
    "english": 0.86,
    "spanish": 0.05,
    "russian": 0.025,
    "portuguese": 0.025,
    "chinese": 0.02,
    "other": 0.02,
}
MARITAL = ("married", "single", "widowed", "divorced", "separated")
INSURANCES = ("medicare", "private", "medicaid", "government", "self_pay")
BLOOD_GROUPS = {"O": 0.45, "A": 0.40, "B": 0.11, "AB": 0.04}
"""Shares among American donors (Garratty et al., Transfusion 2004;44:703)."""
ALLERGENS = {
    "penicillins": 0.10,
    "sulfonamides": 0.055,
    "codeine": 0.035,
    "latex": 0.01,
    "iodine_contrast": 0.015,
    "aspirin": 0.012,
    "cephalosporins": 0.012,
    "morphine": 0.02,
    "ace_inhibitors": 0.02,
    "statins": 0.012,
}
"""Prevalence in records of an American network (Zhou et al., Allergy 2016;71:1305), rounded."""
FEMALE = 0.44
"""Of MIMIC-III's adults (Johnson 2016: 55.9 % male)."""
_CONDITIONS = table("condition")


@dataclass(frozen=True)
class People:
    """Persons of a batch; every array has one entry each, the two matrices one column."""

    number: Indices
    """Which person of the seed."""
    key: Keys
    newborn: Flags
    preterm: Flags
    female: Flags
    age: Floats
    """Years at the first admission."""
    height: Floats
    """Centimetres."""
    weight: Floats
    """Kilograms, at the first admission, without excess fluid."""
    ethnicity: Indices
    language: Indices
    marital: Indices
    insurance: Indices
    blood_group: Indices
    smoking_years: Floats
    """Pack-years, 0 for those who never smoked."""
    conditions: Flags
    """(conditions, persons), rows as in the table."""
    allergies: Flags
    """(allergens, persons)."""

    def has(self, condition: str) -> Flags:
        """Who lives with a condition."""
        found: Flags = self.conditions[_CONDITIONS.index[condition]]
        return found


def draw_people(seed: int, first: int, size: int, site: Site) -> People:
    """Persons number ``first`` to ``first + size`` of a seed, as they come to a site."""
    key = start(seed, first, size)
    newborn = chance(key, "newborn", site.number("newborns"))
    female = chance(key, "female", np.where(newborn, 0.48, FEMALE))
    age = np.where(newborn, 0.0, _age(key, female) + site.number("age_shift")).clip(0, 101)
    conditions = _conditions(key, age, female, newborn, site)
    obese = conditions[_CONDITIONS.index["obesity"]]
    preterm = newborn & chance(key, "preterm", 0.33)
    height, weight = _build(key, age, female, newborn, preterm, obese)
    smokes = conditions[_CONDITIONS.index["smoking"]] | conditions[_CONDITIONS.index["former_smoker"]]
    years = np.where(smokes, (5 + 45 * uniform(key, "pack-years")) * ((age - 12) / 50).clip(0.1, 1.2), 0)
    allergic = np.array([chance(key, f"allergy {name}", share) for name, share in ALLERGENS.items()])
    return People(
        number=np.arange(first, first + size),
        key=key,
        newborn=newborn,
        preterm=preterm,
        female=female,
        age=age,
        height=height,
        weight=weight,
        ethnicity=_share(key, "ethnicity", ETHNICITIES),
        language=_share(key, "language", LANGUAGES),
        marital=_marital(key, age),
        insurance=_insurance(key, age),
        blood_group=_share(key, "blood group", BLOOD_GROUPS),
        smoking_years=years,
        conditions=conditions,
        allergies=allergic & ~newborn,
    )


def _share(key: Keys, stream: str, shares: dict[str, float]) -> Indices:
    weights = np.array(list(shares.values()))[:, None]
    return choose(key, stream, np.broadcast_to(weights, (len(shares), len(key))))


def _age(key: Keys, female: Flags) -> Floats:
    """Median 66, quartiles 53 and 78 among adults of MIMIC-III (Dai et al., PLoS One 2020;15:e0232176).

     A skewed mixture: one in eleven is a young adult (overdose, ketoacidosis, trauma); women are two years
    older.
    """
    young = chance(key, "young", 0.11)
    usual = 67.5 + 14.5 * normal(key, "age") + np.where(female, 2.0, 0.0)
    age = np.where(young, 18 + 26 * uniform(key, "young age"), usual)
    return np.where(age < 18, 18 + (18 - age) % 40, np.where(age > 99, 80 + age % 15, age))


def _conditions(key: Keys, age: Floats, female: Flags, newborn: Flags, site: Site) -> Flags:
    """Logistic in age, sex and earlier conditions of the table, each centred on its prevalence.

    A site that draws people with some conditions has odds that are so many times those of others.
    """
    found = np.zeros((len(_CONDITIONS), len(key)), dtype=bool)
    prevalence = _CONDITIONS.numbers("prevalence")
    columns = (_CONDITIONS.numbers(name) for name in ("per_decade", "female", "least_age"))
    per_decade, of_female, least = columns
    for row, parents in enumerate(_CONDITIONS.pairs("parents")):
        sex = np.where(female, of_female[row], 0.0)
        if abs(of_female[row]) > 9:
            sex = np.where(female == (of_female[row] > 0), 0.0, -99.0)
        odds = np.log(prevalence[row] / (1 - prevalence[row])) + sex + per_decade[row] * (age - 65) / 10
        odds = odds + np.log(site.drawn.get(_CONDITIONS.names[row], 1.0))
        for parent, weight in parents:
            place = _CONDITIONS.index[parent]
            odds = odds + weight * (found[place] - prevalence[place])
        found[row] = chance(key, f"condition {row}", 1 / (1 + np.exp(-odds.clip(-30, 30))))
        found[row] &= (age >= least[row]) & ~newborn
    _exclude(found)
    return found


def _exclude(found: Flags) -> None:
    """What cannot go together: one kind of diabetes, smoking or having smoked, one kind of kidney disease."""
    row = _CONDITIONS.index
    found[row["diabetes_type_2"]] &= ~found[row["diabetes_type_1"]]
    found[row["former_smoker"]] &= ~found[row["smoking"]]
    found[row["renal_failure_on_dialysis"]] &= ~found[row["chronic_kidney_disease"]]
    found[row["kidney_transplant"]] &= ~found[row["renal_failure_on_dialysis"]]
    found[row["diastolic_failure"]] &= ~found[row["systolic_failure"]]
    found[row["old_infarction"]] &= found[row["coronary_disease"]]
    found[row["bypass_status"]] &= found[row["coronary_disease"]]
    found[row["stent_status"]] &= found[row["coronary_disease"]]


def _build(
    key: Keys, age: Floats, female: Flags, newborn: Flags, preterm: Flags, obese: Flags
) -> tuple[Floats, Floats]:
    """Height and weight of American adults (NHANES 2015-2018, Fryar et al., Vital Health Stat 3(46)).

     Men 175.3 cm, women 161.3 cm, less a centimetre a decade over 40; newborns after Fenton and Kim (BMC
    Pediatr 2013;13:59): 3.4 kg and 50 cm at term, 1.9 kg and 42 cm preterm.
    """
    adult = (
        np.where(female, 161.3, 175.3)
        - (age - 40).clip(0) / 10
        + np.where(female, 6.5, 7.0) * normal(key, "height")
    )
    lean = 19.6 + 9.5 * uniform(key, "bmi") ** 0.8 + 1.6 * normal(key, "bmi")
    fat = 30.5 + 13 * uniform(key, "obese bmi") ** 2
    mass = np.where(obese, fat, lean.clip(16.5, 29.9)) * (adult / 100) ** 2
    small = np.where(preterm, 1.9, 3.4) * np.exp(np.where(preterm, 0.28, 0.13) * normal(key, "birth weight"))
    height = np.where(newborn, 50 * (small / 3.4) ** 0.33, adult.clip(140, 205))
    return height.round(0), np.where(newborn, small, mass).round(2)


def _marital(key: Keys, age: Floats) -> Indices:
    """By age, after the American Community Survey: the young are single, the old widowed."""
    old = (age - 60).clip(0) / 30
    young = (40 - age).clip(0) / 20
    weights = np.array(
        [0.55 - 0.15 * old, 0.22 + 0.9 * young, 0.04 + 0.5 * old, 0.10 + 0 * old, 0.02 + 0 * old]
    )
    weights[0] *= 1 / (1 + 3 * young)
    weights[2:] *= 1 / (1 + 20 * young)
    weights[:, age < 16] = np.array([0, 1, 0, 0, 0])[:, None]
    return choose(key, "marital", weights)


def _insurance(key: Keys, age: Floats) -> Indices:
    """Medicare from 65 on; shares by age after the Census Bureau's coverage report (P60-264)."""
    old = age >= 65
    weights = np.array(
        [
            np.where(old, 0.86, 0.10 * (age >= 18)),
            np.where(old, 0.11, 0.56),
            np.where(old, 0.02, 0.24),
            np.where(old, 0.005, 0.05),
            np.where(old, 0.005, 0.05),
        ]
    )
    return choose(key, "insurance", weights)
