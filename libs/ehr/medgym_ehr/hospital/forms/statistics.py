"""Medians, rates, shares and survival."""

from __future__ import annotations

from functools import partial

from medgym_core import Number, SetOf, Text
from medgym_ehr.questions.option import AGE_BANDS, AGGREGATES, SURVIVAL_YEARS, UNIT_AVERAGES, Option
from medgym_ehr.questions.template import Template

CATEGORY = "statistics"
_NUMBER = Number(abs_tol=0.001)
_DAYS = Number(abs_tol=0.001, unit="days")
_OPTIONS = {"aggregate": AGGREGATES, "unit": UNIT_AVERAGES}
_PERCENT = Number(abs_tol=0.001, unit="percent")
_RETURNS = tuple(Option(days, days) for days in ("30", "60", "90", "180", "365"))
_YEARS = {"survival": SURVIVAL_YEARS[:3]}

median_stay_with_diagnosis = partial(
    Template,
    id="median_stay_with_diagnosis",
    category=CATEGORY,
    wordings=(
        "What is the median length in days of the finished hospital visits "
        "in which {diagnosis} was diagnosed {period}?",
        "Of the hospital visits that have ended and in which {diagnosis} was diagnosed {period}, "
        "what is the median length of stay in days?",
        "How many days did the finished hospital visits in which {diagnosis} was diagnosed {period} "
        "last in the median?",
    ),
    answer=_DAYS,
)
age_of_patients_with_drug = partial(
    Template,
    id="age_of_patients_with_drug",
    category=CATEGORY,
    wordings=(
        "What is the median age at the hospital visits in which {drug} was prescribed {period}?",
        "Taking each hospital visit in which {drug} was prescribed {period} once, "
        "what is the median patient age?",
        "Find the median patient age over the hospital visits in which {drug} was prescribed {period}.",
    ),
    answer=Number(abs_tol=0.001, unit="years"),
)
rate_of_diagnosis = partial(
    Template,
    id="rate_of_diagnosis",
    category=CATEGORY,
    wordings=(
        "What is the {aggregate} {unit} number of diagnoses of {diagnosis} {period}?",
        "Over the {unit.each}s that have any, what is the {aggregate} number of times "
        "{diagnosis} was diagnosed per {unit.each} {period}?",
        "Counting the diagnoses of {diagnosis} {period} by {unit.each}, what is the {aggregate} count?",
    ),
    options=_OPTIONS,
    answer=_NUMBER,
)
rate_of_drug = partial(
    Template,
    id="rate_of_drug",
    category=CATEGORY,
    wordings=(
        "What is the {aggregate} {unit} number of prescriptions of {drug} {period}?",
        "Over the {unit.each}s that have any, what is the {aggregate} number of prescriptions "
        "of {drug} per {unit.each} {period}?",
        "Counting the prescriptions of {drug} {period} by {unit.each}, what is the {aggregate} count?",
    ),
    options=_OPTIONS,
    answer=_NUMBER,
)
rate_of_lab = partial(
    Template,
    id="rate_of_lab",
    category=CATEGORY,
    wordings=(
        "What is the {aggregate} {unit} number of {lab} lab tests {period}?",
        "Over the {unit.each}s that have any, what is the {aggregate} number of {lab} lab tests "
        "per {unit.each} {period}?",
        "Counting the {lab} lab tests {period} by {unit.each}, what is the {aggregate} count?",
    ),
    options=_OPTIONS,
    answer=_NUMBER,
)
gender_share_of_diagnosis = partial(
    Template,
    id="gender_share_of_diagnosis",
    category=CATEGORY,
    wordings=(
        "Of the patients diagnosed with {diagnosis} {period}, what percentage are {gender}?",
        "What percentage of the patients who were diagnosed with {diagnosis} {period} are {gender}?",
        "In percent, how many of the patients in whom {diagnosis} was diagnosed {period} are {gender}?",
    ),
    answer=_PERCENT,
)
age_share_of_drug = partial(
    Template,
    id="age_share_of_drug",
    category=CATEGORY,
    wordings=(
        "Of the hospital visits in which {drug} was prescribed {period}, "
        "what percentage were of patients {age}?",
        "What percentage of the hospital visits during which {drug} was prescribed {period} "
        "were of patients {age}?",
        "In percent, how many of the hospital visits in which {drug} was prescribed {period} "
        "belong to patients {age}?",
    ),
    options={"age": AGE_BANDS},
    answer=_PERCENT,
)
return_share_of_diagnosis = partial(
    Template,
    id="return_share_of_diagnosis",
    category=CATEGORY,
    wordings=(
        "Of the hospital visits with a diagnosis of {diagnosis} that ended {period}, what percentage "
        "was followed by another visit of the same patient within {days} days of discharge?",
        "After discharge {period} from a hospital visit in which {diagnosis} was diagnosed, "
        "in what percentage of cases did the patient's next visit begin within {days} days?",
        "In percent, how many of the hospital visits with a diagnosis of {diagnosis} that ended {period} "
        "were followed by a further visit of the patient within {days} days of their end?",
    ),
    options={"days": _RETURNS},
    answer=_PERCENT,
)
survival_after_diagnosis = partial(
    Template,
    id="survival_after_diagnosis",
    category=CATEGORY,
    wordings=(
        "What is the {survival} survival rate of patients first diagnosed with {diagnosis} {period}?",
        "What is the {survival} survival rate after a first diagnosis of {diagnosis} {period}?",
        "For patients whose first diagnosis of {diagnosis} was made {period}, "
        "what is the {survival} survival rate?",
    ),
    options=_YEARS,
    answer=_PERCENT,
    frequent=True,
)
survival_after_drug = partial(
    Template,
    id="survival_after_drug",
    category=CATEGORY,
    wordings=(
        "What is the {survival} survival rate of patients first prescribed {drug} {period}?",
        "What is the {survival} survival rate after a first prescription of {drug} {period}?",
        "For patients whose first prescription of {drug} was made {period}, "
        "what is the {survival} survival rate?",
    ),
    options=_YEARS,
    answer=_PERCENT,
    frequent=True,
)
deadliest_diagnoses = partial(
    Template,
    id="deadliest_diagnoses",
    category=CATEGORY,
    wordings=(
        "Among the diagnoses that {least} or more {gender} patients first received {period}, "
        "and that more than {survival.days} days ago, which are the top {top} "
        "by the {survival} mortality rate of these patients?",
        "Considering {gender} patients and first diagnoses {period}, which diagnoses have "
        "the top {top} {survival} mortality rates, leaving out rates that count "
        "fewer than {least} patients?",
        "Rank diagnoses by the {survival} mortality rate of {gender} patients first diagnosed "
        "with them {period}, where that rate counts at least {least} patients: "
        "which are the top {top}?",
    ),
    answer=SetOf(items=Text()),
    fewest=2,
    most=12,
)
