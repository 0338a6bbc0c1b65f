"""What studies are made of: populations, exclusions, exposures, outcomes and covariates, with their words.

``NOVEL_EXPOSURES`` and ``NOVEL_OUTCOMES`` are asked about in ``study-ood`` alone, as are its turns
``regression`` and ``incidence``.
"""

from __future__ import annotations

from collections.abc import Mapping

from medgym_ehr.study.measure import Condition, Measure

FIRST: Condition = [["field", "nth"], "==", 1]
POPULATIONS: Mapping[str, list[Condition]] = {
    "the first stay of every patient": [FIRST],
    "the first stay of every patient, if the patient is then aged 40 or older": [
        FIRST,
        [["field", "age"], ">=", 40],
    ],
    "the first stay of every patient, if the patient is then younger than 80": [
        FIRST,
        [["field", "age"], "<", 80],
    ],
    "all stays": [],
    "all stays of patients aged 50 or older": [[["field", "age"], ">=", 50]],
    "the first stay of every patient, if its admission was an emergency": [
        FIRST,
        [["field", "emergency"], "==", 1],
    ],
}
"""Words to the conditions of the base cohort."""
EXCLUSIONS: Mapping[str, tuple[str, Condition]] = {
    "short": ("the ICU stay is shorter than 24 hours", [["days"], "<", 1]),
    "long": ("the ICU stay is longer than 14 days", [["days"], ">", 14]),
    "dialysis": (
        "a diagnosis code begins with 5856, V451, V56, 40301, 40311, 40391, 40402, 40403, 40412, 40413, "
        "40492 or 40493 (end-stage renal disease, dialysis)",
        [["codes", "5856 V451 V56 40301 40311 40391 40402 40403 40412 40413 40492 40493"], "==", 1],
    ),
    "palliative": (
        "a diagnosis code begins with V667 or V4986 (palliative care, do not resuscitate)",
        [["codes", "V667 V4986"], "==", 1],
    ),
    "metastatic": (
        "a diagnosis code begins with 196, 197, 198 or 199",
        [["codes", "196 197 198 199"], "==", 1],
    ),
    "cirrhosis": (
        "a diagnosis code begins with 5712, 5715 or 5716 (cirrhosis)",
        [["codes", "5712 5715 5716"], "==", 1],
    ),
    "trauma": (
        "a diagnosis code begins with 80, 81, 82, 85, 86 or 87 (fractures, injuries)",
        [["codes", "80 81 82 85 86 87"], "==", 1],
    ),
    "few creatinines": (
        "fewer than two creatinine values, or none, lie in the first 168 hours",
        [["number", "creatinine", 168], "<", 2],
    ),
    "raised creatinine": (
        "the first creatinine of the first 24 hours is above 3 mg/dl",
        [["first", "creatinine", 24], ">", 3],
    ),
    "elderly": ("the age is 85 or older", [["field", "age"], ">=", 85]),
    "young": ("the age is below 30", [["field", "age"], "<", 30]),
}
"""Name to its words and condition."""
EXPOSURES: Mapping[str, tuple[str, Condition]] = {
    "lactate": (
        "the highest lactate of the first 24 hours is above 2 mmol/l",
        [["highest", "lactate", 24], ">", 2],
    ),
    "sofa": ("SOFA of the first 24 hours is at least 5", [["sofa"], ">=", 5]),
    "sofa 3": ("SOFA of the first 24 hours is at least 3", [["sofa"], ">=", 3]),
    "sepsis": ("the stay has sepsis by Sepsis-3", [["sepsis"], "==", 1]),
    "kidney injury": ("AKI of stage 1 or more occurs in the first 2 days", [["aki", 2], ">=", 1]),
    "vasopressor": (
        "a vasopressor is given in the first 24 hours",
        [["number", "vasopressor", 24], ">=", 1],
    ),
    "ventilation": (
        "there is a record of mechanical ventilation in the first 24 hours",
        [["number", "ventilation", 24], ">=", 1],
    ),
    "anaemia": (
        "the lowest haemoglobin of the first 24 hours is below 10 g/dl",
        [["lowest", "haemoglobin", 24], "<", 10],
    ),
    "hyperglycaemia": (
        "the highest glucose of the first 24 hours is above 140 mg/dl",
        [["highest", "glucose", 24], ">", 140],
    ),
    "acidosis": (
        "the lowest bicarbonate of the first 24 hours is below 22 meq/l",
        [["lowest", "bicarbonate", 24], "<", 22],
    ),
    "hypotension": (
        "the lowest map of the first 24 hours is below 65 mm Hg",
        [["lowest", "map", 24], "<", 65],
    ),
    "leucocytosis": (
        "the highest count of white cells in the first 24 hours is above 11 x 10^3/ul",
        [["highest", "white cells", 24], ">", 11],
    ),
    "azotaemia": (
        "the highest urea nitrogen of the first 24 hours is above 25 mg/dl",
        [["highest", "urea nitrogen", 24], ">", 25],
    ),
    "tachycardia": (
        "the highest heart rate of the first 24 hours is above 105/min",
        [["highest", "heart rate", 24], ">", 105],
    ),
    "charlson": ("Charlson's index is at least 4", [["charlson"], ">=", 4]),
}
"""Name to its words and condition."""
NOVEL_EXPOSURES: Mapping[str, tuple[str, Condition]] = {
    "elixhauser": (
        "at least 5 of Elixhauser's conditions are present",
        [["elixhauser"], ">=", 5],
    ),
    "elixhauser 3": ("at least 3 of Elixhauser's conditions are present", [["elixhauser"], ">=", 3]),
}
OUTCOMES: Mapping[str, tuple[str, Condition]] = {
    "death": ("the patient dies in hospital", [["field", "died"], "==", 1]),
    "injury": ("AKI of stage 1 or more occurs in the first 7 days", [["aki", 7], ">=", 1]),
    "severe injury": ("AKI of stage 2 or 3 occurs in the first 7 days", [["aki", 7], ">=", 2]),
    "long stay": ("the ICU stay is longer than 4 days", [["days"], ">", 4]),
    "very long stay": ("the ICU stay is longer than 6 days", [["days"], ">", 6]),
    "fairly long stay": ("the ICU stay is longer than 3 days", [["days"], ">", 3]),
    "late discharge": (
        "the patient leaves hospital, alive or dead, more than 8 days (11520 minutes) after ICU admission",
        [["field", "left"], ">", 11520],
    ),
}
NOVEL_OUTCOMES: Mapping[str, tuple[str, Condition]] = {
    "ventilator-free": ("the stay has fewer than 27 ventilator-free days", [["ventilator-free"], "<", 27]),
    "few ventilator-free": (
        "the stay has fewer than 25 ventilator-free days",
        [["ventilator-free"], "<", 25],
    ),
}
COVARIATES: Mapping[str, Measure] = {
    "age": ["field", "age"],
    "male": ["field", "male"],
    "emergency": ["field", "emergency"],
    "surgical": ["field", "surgical"],
    "sodium": ["first", "sodium", 24],
    "haemoglobin": ["first", "haemoglobin", 24],
    "heart rate": ["first", "heart rate", 24],
    "respiratory rate": ["first", "respiratory rate", 24],
    "creatinine": ["first", "creatinine", 24],
    "glucose": ["first", "glucose", 24],
    "charlson": ["charlson"],
}
"""Name to what it is; those without a "first" need no hours."""
RELATED: Mapping[str, frozenset[str]] = {
    "anaemia": frozenset({"haemoglobin"}),
    "hyperglycaemia": frozenset({"glucose"}),
    "tachycardia": frozenset({"heart rate"}),
    "azotaemia": frozenset({"creatinine"}),
    "kidney injury": frozenset({"creatinine", "injury", "severe injury"}),
    "sofa": frozenset({"creatinine", "injury", "severe injury"}),
    "sofa 3": frozenset({"creatinine", "injury", "severe injury"}),
    "charlson": frozenset({"charlson"}),
    "elixhauser": frozenset({"charlson"}),
    "elixhauser 3": frozenset({"charlson"}),
    "ventilation": frozenset({"ventilator-free", "few ventilator-free"}),
    "long stay": frozenset({"short", "long"}),
    "very long stay": frozenset({"short", "long"}),
    "fairly long stay": frozenset({"short", "long"}),
}
"""Exposure or outcome to the covariates, outcomes and exclusions that are part of it; not asked with it."""
TURNS = (
    "base",
    "exclusions",
    "cohort",
    "exposure",
    "outcome",
    "table_one",
    "crude",
    "adjusted",
    "standardised",
    "sensitivity",
    "refute",
)
"""Turns of a study in ``study-train`` and ``study-test``."""
NOVEL_TURNS = (*TURNS[:8], "regression", "incidence", *TURNS[9:])
"""Turns of a study in ``study-ood``."""
