"""What a body is like before it falls ill: pressure, filtration, blood, frailty, from age and conditions."""

from __future__ import annotations

import numpy as np

from medgym_patient.concept import table
from medgym_patient.key import Flags, Floats, Indices, Keys, normal, uniform
from medgym_patient.person import People


def pressure(trait: Keys, age: Floats, newborn: Flags, has: dict[str, Flags]) -> Floats:
    """Usual mean pressure: 88 mmHg, 5 more with hypertension under treatment.

    Less with failing heart or liver.
    """
    adult = (
        89
        + 6 * has["hypertension"]
        - 6 * has["systolic_failure"]
        - 9 * has["cirrhosis"]
        + 7.5 * normal(trait, "pressure")
    )
    return np.where(newborn, 45 + 4 * normal(trait, "pressure"), adult.clip(68, 118))


def filtration(trait: Keys, age: Floats, newborn: Flags, has: dict[str, Flags]) -> Floats:
    """110 mL/min at 30 years, 0.8 a year less after 40 (Lindeman et al., J Am Geriatr Soc 1985;33:278).

    Chronic kidney disease is stage 3 to 4 (15 to 59, KDIGO 2012), failure on dialysis 3 to 8, newborns 20.
    """
    usual = (108 - 0.8 * (age - 40).clip(0)) * np.exp(0.13 * normal(trait, "filtration"))
    chronic = 18 + 37 * uniform(trait, "stage") ** 0.8
    found = np.where(has["chronic_kidney_disease"], np.minimum(chronic, 0.75 * usual), usual.clip(52))
    found = np.where(has["kidney_transplant"], found.clip(25, 62), found)
    found = np.where(has["renal_failure_on_dialysis"], 3 + 4 * uniform(trait, "stage"), found)
    return np.where(newborn, 20 + 3 * normal(trait, "filtration"), found)


def creatinine(trait: Keys, filtration: Floats, age: Floats, female: Flags, newborn: Flags) -> Floats:
    """From filtration by the CKD-EPI 2009 equation solved for creatinine.

    (Levey, Ann Intern Med 2009;150:604).
    """
    scale = np.where(female, 144.0, 141.0) * 0.993**age
    kappa = np.where(female, 0.7, 0.9)
    ratio = scale / filtration
    power = np.where(ratio > 1, 1 / 1.209, np.where(female, 1 / 0.329, 1 / 0.411))
    adult = kappa * ratio**power * np.exp(0.08 * normal(trait, "muscle"))
    return np.where(newborn, 0.6, adult.clip(0.3, 10.5))


def hemoglobin(trait: Keys, female: Flags, newborn: Flags, has: dict[str, Flags]) -> Floats:
    """Men 14.4, women 13.2 g/dL (NHANES), a gram and a half or more lower with chronic disease.

    16.8 in newborns.
    """
    lower = (
        1.7 * has["chronic_anemia"]
        + 0.8 * has["chronic_kidney_disease"]
        + 1.8 * has["renal_failure_on_dialysis"]
    )
    lower = lower + 1.0 * has["cirrhosis"] + 1.8 * has["leukemia"] + 0.9 * has["metastatic_cancer"]
    adult = np.where(female, 12.0, 13.1) + 0.85 * normal(trait, "hemoglobin") - lower
    return np.where(newborn, 16.8 + 1.2 * normal(trait, "hemoglobin"), adult.clip(7.6, 17.5))


def platelets(trait: Keys, neutropenic: Flags, has: dict[str, Flags]) -> Floats:
    """238 K/uL, half with cirrhosis (Afdhal et al., J Hepatol 2008;48:1000), a third after chemotherapy."""
    usual = 238 * np.exp(0.36 * normal(trait, "platelets"))
    usual = usual * np.where(has["cirrhosis"], 0.48, 1.0) * np.where(has["leukemia"], 0.4, 1.0)
    found: Floats = np.where(neutropenic, 0.3, 1.0) * usual
    return found


def frailty(people: People, person: Indices, age: Floats, newborn: Flags) -> Floats:
    """Log hazard of death: 0.28 a decade of age, and the table's weight of each condition.

    (Elixhauser's, by van Walraven et al., Med Care 2009;47:626, scaled).
    """
    weights = table("condition").numbers("death")
    burden = (weights[:, None] * people.conditions).sum(axis=0)[person]
    return np.where(newborn, 0.0, 0.028 * (age - 65).clip(-35, 35) + burden)
