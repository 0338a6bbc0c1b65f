"""How many patients were treated, tested, admitted; how many had one event close to another."""

from __future__ import annotations

from functools import partial

from medgym_core import Integer
from medgym_ehr.questions.option import AGE_BANDS, TIMES
from medgym_ehr.questions.period import NO_PERIOD, UNITS
from medgym_ehr.questions.template import Template

CATEGORY = "count"
BOTH = ("within-same", "within-day", "within-month", "within-hosp")
"""How close two events are where neither comes first."""
SPANS = (
    *(f"abs-{unit}-{how}" for unit in UNITS for how in ("since", "until")),
    *(f"rel-{unit}-{how}" for unit in ("year", "month") for how in ("since", "until")),
    "abs-year-in",
    "rel-year-this",
    "rel-year-last",
    NO_PERIOD,
)
"""Periods long enough for two events in one month."""


def frequent(pairs: str, names: str) -> str:
    """Those of ``pairs`` whose ``names`` come together several times: others hardly make a number."""
    return f"""
SELECT *
FROM (SELECT *, count(*) OVER (PARTITION BY {names}) AS together FROM ({pairs}))
WHERE together > 2"""


drug_prescriptions = partial(
    Template,
    id="drug_prescriptions",
    category=CATEGORY,
    wordings=(
        "How many prescriptions of {drug} were made {period}?",
        "How many times was {drug} prescribed {period}, counting every prescription?",
        "What is the total number of prescriptions of {drug} {period}?",
    ),
)
patient_drugs = partial(
    Template,
    id="patient_drugs",
    category=CATEGORY,
    wordings=(
        "How many different drugs was patient {patient} prescribed {period}?",
        "What is the number of distinct drugs prescribed to patient {patient} {period}?",
        "Count the different drugs that patient {patient} was prescribed {period}.",
    ),
)
patient_lab_tests = partial(
    Template,
    id="patient_lab_tests",
    category=CATEGORY,
    wordings=(
        "How many times did patient {patient} have the lab test {lab} {period}?",
        "How many lab tests of {lab} were done on patient {patient} {period}?",
        "What is the number of lab tests of {lab} of patient {patient} {period}?",
    ),
)
patients_with_diagnosis = partial(
    Template,
    id="patients_with_diagnosis",
    category=CATEGORY,
    wordings=(
        "How many patients were diagnosed with {diagnosis} {period}?",
        "What is the number of patients who received a diagnosis of {diagnosis} {period}?",
        "Count the patients in whom {diagnosis} was diagnosed {period}.",
    ),
    answer=Integer(unit="patients"),
)
patients_with_drug = partial(
    Template,
    id="patients_with_drug",
    category=CATEGORY,
    wordings=(
        "How many patients were prescribed {drug} {period}?",
        "What is the number of patients who received a prescription of {drug} {period}?",
        "Count the patients to whom {drug} was prescribed {period}.",
    ),
    answer=Integer(unit="patients"),
)
patients_with_drug_n_times = partial(
    Template,
    id="patients_with_drug_n_times",
    category=CATEGORY,
    wordings=(
        "How many patients were prescribed {drug} exactly {times} {period}?",
        "What is the number of patients to whom {drug} was prescribed exactly {times} {period}?",
        "Count the patients who got prescriptions of {drug} exactly {times} {period}.",
    ),
    options={"times": TIMES},
    answer=Integer(unit="patients"),
)
patients_with_lab_n_times = partial(
    Template,
    id="patients_with_lab_n_times",
    category=CATEGORY,
    wordings=(
        "How many patients had the lab test {lab} exactly {times} {period}?",
        "What is the number of patients who underwent the lab test {lab} exactly {times} {period}?",
        "Count the patients on whom the lab test {lab} was done exactly {times} {period}.",
    ),
    options={"times": TIMES},
    answer=Integer(unit="patients"),
)
patients_admitted_by_age = partial(
    Template,
    id="patients_admitted_by_age",
    category=CATEGORY,
    wordings=(
        "How many {gender} patients {band} were admitted to the hospital {period}?",
        "What is the number of {gender} patients {band} with a hospital admission {period}?",
        "Count the {gender} patients who were admitted to the hospital {period} when they were {band}.",
    ),
    answer=Integer(unit="patients"),
)
current_patients_by_age = partial(
    Template,
    id="current_patients_by_age",
    category=CATEGORY,
    wordings=(
        "How many current {gender} patients {band} were admitted for the current hospital visit {period}?",
        "Of the {gender} patients {band} who are in the hospital now, how many were admitted for this "
        "visit {period}?",
        "Count the {gender} patients {band} in the hospital at present whose current visit began {period}.",
    ),
    answer=Integer(unit="patients"),
)
current_patients_with_lab = partial(
    Template,
    id="current_patients_with_lab",
    category=CATEGORY,
    wordings=(
        "How many current patients {band} have had the lab test {lab} during the current hospital visit?",
        "Of the patients {band} who are in the hospital now, how many have had the lab test {lab} "
        "during this visit?",
        "Count the patients {band} now in the hospital on whom the lab test {lab} has been done on the "
        "current visit.",
    ),
    options={"band": AGE_BANDS},
    answer=Integer(unit="patients"),
)
patients_with_drug_after_diagnosis = partial(
    Template,
    id="patients_with_drug_after_diagnosis",
    category=CATEGORY,
    wordings=(
        "Of the patients diagnosed with {diagnosis} {period}, how many were prescribed {drug} {within} "
        "after such a diagnosis?",
        "Among the patients who received a diagnosis of {diagnosis} {period}, how many got a "
        "prescription of {drug} {within} after it?",
        "Count the patients who were diagnosed with {diagnosis} {period} and were prescribed {drug} "
        "{within} after such a diagnosis.",
    ),
    answer=Integer(unit="patients"),
)
patients_with_lab_after_drug = partial(
    Template,
    id="patients_with_lab_after_drug",
    category=CATEGORY,
    wordings=(
        "Of the patients prescribed {drug} {period}, how many had the lab test {lab} {within} after "
        "such a prescription?",
        "Among the patients who received a prescription of {drug} {period}, how many had a lab test of "
        "{lab} {within} after it?",
        "Count the patients who were prescribed {drug} {period} and had the lab test {lab} done "
        "{within} after such a prescription.",
    ),
    answer=Integer(unit="patients"),
)
patients_with_both_drugs = partial(
    Template,
    id="patients_with_both_drugs",
    category=CATEGORY,
    wordings=(
        "How many patients were prescribed both {drug} and {drug2} {within} {period}?",
        "What is the number of patients to whom both {drug} and {drug2} were prescribed {within} {period}?",
        "Count the patients who received prescriptions of both {drug} and {drug2} {within} {period}.",
    ),
    answer=Integer(unit="patients"),
)
deaths_after_diagnosis = partial(
    Template,
    id="deaths_after_diagnosis",
    category=CATEGORY,
    wordings=(
        "Of the patients diagnosed with {diagnosis} {period}, how many died {within} after such a diagnosis?",
        "Among the patients who received a diagnosis of {diagnosis} {period}, how many deaths occurred "
        "{within} after it?",
        "Count the patients who were diagnosed with {diagnosis} {period} and died {within} after such a "
        "diagnosis.",
    ),
    answer=Integer(unit="patients"),
)
patients_not_returned = partial(
    Template,
    id="patients_not_returned",
    category=CATEGORY,
    wordings=(
        "Of the patients diagnosed with {diagnosis} {period} and not known to have died, how many were not "
        "admitted to the hospital again {within} after that diagnosis, or the earliest of several such?",
        "How many patients who are not known to have died were diagnosed with {diagnosis} {period} and did "
        "not come back to the hospital {within} after that diagnosis, the earliest if there were several?",
        "Leaving out those known to have died, count the patients who were diagnosed with {diagnosis} "
        "{period} and had no new hospital admission {within} after that diagnosis, the earliest of several.",
    ),
    answer=Integer(unit="patients"),
)
