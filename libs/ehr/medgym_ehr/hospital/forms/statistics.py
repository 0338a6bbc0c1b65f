"""Medians, rates, shares and survival."""

from __future__ import annotations

from functools import partial

from medgym_core import Column, Integer, Number, Table, Text
from medgym_ehr.questions.option import AGE_BANDS, AGGREGATES, UNIT_AVERAGES, Option
from medgym_ehr.questions.period import CALENDAR, NO_PERIOD
from medgym_ehr.questions.template import Template

CATEGORY = "statistics"
WIDE = (NO_PERIOD, *(tag for tag in CALENDAR if "day" not in tag))
"""Periods wide enough for a distribution."""
RATED = (NO_PERIOD, *(tag for tag in CALENDAR if tag not in ("abs-day-in", "rel-day-this", "rel-day-last")))
"""Periods whose days are counted apart."""
COUNTS = Table(
    columns=(Column(name="period", kind=Text()), Column(name="number", kind=Integer(unit="records")))
)
NUMBER = Number(abs_tol=0.001)
DAYS = Number(abs_tol=0.001, unit="days")
RATES = {"aggregate": AGGREGATES, "unit": UNIT_AVERAGES}
PERCENT = Number(abs_tol=0.001, unit="percent")
RETURNS = tuple(Option(days, days) for days in ("30", "60", "90", "180", "365"))

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
    answer=DAYS,
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
    options=RATES,
    answer=NUMBER,
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
    options=RATES,
    answer=NUMBER,
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
    options=RATES,
    answer=NUMBER,
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
    answer=PERCENT,
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
    answer=PERCENT,
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
    options={"days": RETURNS},
    answer=PERCENT,
)
