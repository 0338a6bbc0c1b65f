"""Patients of the hospital simulator, as calculators see them: what was known of someone at one hour.

A calculator's inputs are values of one person where that person has them (:mod:`drawing`), and what a note
says beside them is of someone alike (:mod:`notes.background`). The people are the same for every seed of
a build.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from medgym_patient import DRUGS, LABS, VITALS, Records, Site, admit

PEOPLE, SEED, SITE = 420, 2024, "teaching"
"""Persons simulated, their seed, and where; children are left out."""
HOURS = (6, 18, 36, 60, 96)
"""Hours of a stay at which a patient is looked at."""
ADULT = 18.0
_LABS = {
    "albumin": "albumin",
    "alt": "alt",
    "ast": "ast",
    "bicarbonate": "bicarbonate",
    "bilirubin": "bilirubin_total",
    "bun": "urea_nitrogen",
    "calcium": "calcium",
    "chloride": "chloride",
    "creatinine": "creatinine",
    "fasting_glucose": "glucose",
    "glucose": "glucose",
    "haematocrit": "hematocrit",
    "haemoglobin": "hemoglobin",
    "hdl": "hdl_cholesterol",
    "inr": "inr",
    "paco2": "pco2",
    "pao2": "po2",
    "ph": "ph",
    "platelets": "platelets",
    "potassium": "potassium",
    "sodium": "sodium",
    "total_cholesterol": "cholesterol",
    "triglycerides": "triglycerides",
    "urine_creatinine": "urine_creatinine",
    "urine_sodium": "urine_sodium",
    "white_cells": "white_cells",
}
"""Parameter to the laboratory's name."""
_VITALS = {
    "sbp": "systolic",
    "dbp": "diastolic",
    "heart_rate": "heart_rate",
    "respiratory_rate": "respiratory_rate",
    "spo2": "saturation",
    "temperature": "temperature",
    "weight": "weight",
}
_CONDITIONS = {
    "active_cancer": ("lung_cancer", "colon_cancer", "metastatic_cancer"),
    "blood_pressure_treated": ("hypertension",),
    "chronic_kidney_disease": ("chronic_kidney_disease",),
    "chronic_renal_failure": ("chronic_kidney_disease",),
    "copd": ("copd",),
    "dementia": ("dementia",),
    "diabetes": ("diabetes_type_1", "diabetes_type_2"),
    "dialysis": ("renal_failure_on_dialysis",),
    "heart_failure": ("systolic_failure", "diastolic_failure"),
    "hypercholesterolaemia": ("hyperlipidemia",),
    "hypertension": ("hypertension",),
    "insulin_treatment": ("diabetes_type_1",),
    "ischaemic_heart_disease": ("coronary_disease", "old_infarction"),
    "leukaemia": ("leukemia",),
    "liver_disease": ("cirrhosis", "hepatitis_c"),
    "lymphoma": ("lymphoma",),
    "malignancy": ("lung_cancer", "colon_cancer", "breast_cancer", "prostate_cancer", "metastatic_cancer"),
    "myocardial_infarction": ("old_infarction",),
    "obesity": ("obesity",),
    "peptic_ulcer": ("peptic_ulcer",),
    "peripheral_vascular_disease": ("peripheral_disease",),
    "prior_dvt": ("old_thrombosis",),
    "renal_disease": ("chronic_kidney_disease", "renal_failure_on_dialysis"),
    "smoking": ("smoking",),
    "stroke": ("old_stroke",),
    "vascular_disease": ("peripheral_disease", "old_infarction"),
}
"""Finding to the conditions of which one is enough."""
QT_USUAL, QT_SPREAD = 415.0, 22.0
"""Rate-corrected QT interval, ms, and its deviation (Rautaharju et al., J Am Coll Cardiol 2009;53:982)."""
SHOWN_LABS = (
    *(
        "mcv",
        "rdw",
        "magnesium",
        "phosphate",
        "alkaline_phosphatase",
        "neutrophils",
        "lymphocytes",
        "ferritin",
    ),
    *("tsh", "lipase", "amylase", "free_t4", "vitamin_b12", "folate", "transferrin", "haptoglobin"),
)
"""Laboratory values that no calculator takes."""


@dataclass(frozen=True)
class Patient:
    """A person at one hour of a stay."""

    sex: str
    """``female`` or ``male``."""
    values: Mapping[str, float]
    """Quantity to its value in the canonical unit; what was not measured is missing."""
    findings: Mapping[str, bool]
    """Findings that the simulator knows, present or absent."""
    conditions: frozenset[str]
    """What the person lives with, by the simulator's names."""
    tests: Mapping[str, float]
    """Values that no calculator takes, by laboratory name."""


@cache
def patients() -> tuple[Patient, ...]:
    """All of them, in an order of no meaning; simulated once in a process, which takes some seconds."""
    return tuple(_seen(admit(SEED, 0, PEOPLE, Site.named(SITE), most=1)))


@cache
def column(name: str) -> NDArray[np.float64]:
    """A quantity of every patient, NaN where it is not known; of a finding or of being female 1 or 0."""
    if name == "sex":
        return np.array([patient.sex == "female" for patient in patients()], dtype=np.float64)
    return np.array(
        [patient.values.get(name, patient.findings.get(name, np.nan)) for patient in patients()],
        dtype=np.float64,
    )


def _seen(records: Records) -> Iterator[Patient]:
    vitals, labs, stays = records.vitals, records.labs, records.stays
    for stay in np.flatnonzero(stays.age >= ADULT):
        bedside = slice(*np.searchsorted(vitals.stay, [stay, stay + 1]))
        drawn = slice(*np.searchsorted(labs.stay, [stay, stay + 1]))
        for hour in HOURS:
            now = np.flatnonzero(vitals.minute[bedside] == hour * 60)
            if len(now):
                found = dict(zip(VITALS, vitals.values[bedside][now[0]].astype(float).tolist(), strict=True))
                before = labs.minute[drawn] <= hour * 60
                rows = zip(labs.lab[drawn][before].tolist(), labs.value[drawn][before].tolist(), strict=True)
                known = {LABS.names[lab]: value for lab, value in rows}
                yield _patient(records, int(stay), hour, found, known)


def _patient(
    records: Records, stay: int, hour: int, vitals: Mapping[str, float], labs: Mapping[str, float]
) -> Patient:
    people, person = records.people, int(records.stays.person[stay])
    height, female = float(people.height[person]), bool(people.female[person])
    values = {name: vitals[source] for name, source in _VITALS.items()}
    values |= {name: labs[source] for name, source in _LABS.items() if source in labs}
    values |= {
        "age": float(int(records.stays.age[stay])),
        "height": height,
        "bmi": values["weight"] / (height / 100) ** 2,
        "fio2": 100 * vitals["fio2"],
        "gcs": vitals["eyes"] + vitals["verbal"] + vitals["motor"],
        "urine_output": 24 * vitals["urine"],
        "norepinephrine": _norepinephrine(records, stay, hour),
        "qt": _qt(stay, values["heart_rate"]),
    }
    if "pao2" in values:
        values["aa_gradient"] = 7.13 * values["fio2"] - values["paco2"] / 0.8 - values["pao2"]
    has = {name for name in CONDITIONS if people.has(name)[person]}
    findings = {name: bool(has & set(given)) for name, given in _CONDITIONS.items()}
    tests = {name: labs[name] for name in SHOWN_LABS if name in labs}
    return Patient("female" if female else "male", values, findings, frozenset(has), tests)


CONDITIONS = (
    *sorted({condition for given in _CONDITIONS.values() for condition in given}),
    *("reflux", "hypothyroidism", "osteoarthritis", "gout", "glaucoma", "osteoporosis", "anxiety"),
    *("prostatic_hyperplasia", "sleep_apnea", "epilepsy"),
)


def _norepinephrine(records: Records, stay: int, hour: int) -> float:
    doses = records.doses
    own = slice(*np.searchsorted(doses.stay, [stay, stay + 1]))
    rows = (doses.drug[own] == DRUGS.index["norepinephrine"]) & (doses.minute[own] == hour * 60)
    return float(doses.amount[own][rows].sum())


def _qt(stay: int, heart_rate: float) -> float:
    """QT of that pulse, by Bazett (Heart 1920;7:353) from a corrected one of the patient's own."""
    own = QT_USUAL + QT_SPREAD * np.random.default_rng(stay).standard_normal()
    return float(own * np.sqrt(60 / heart_rate))
