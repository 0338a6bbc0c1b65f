"""What was most frequent."""

from __future__ import annotations

from functools import partial

from medgym_core import SetOf, Text
from medgym_ehr.questions.option import AGE_BANDS, RANKS
from medgym_ehr.questions.period import ABSOLUTE, NO_PERIOD
from medgym_ehr.questions.template import Template

CATEGORY = "ranking"
WIDE = (
    NO_PERIOD,
    *(tag for tag in ABSOLUTE if tag != "abs-day-in"),
    *(f"rel-{unit}-{how}" for unit in ("year", "month") for how in ("this", "last", "since", "until")),
    "rel-day-since",
    "rel-day-until",
    "mix-month-this_year",
    "mix-month-last_year",
)
"""Periods wide enough for the counts of many names to differ."""
LONG = (
    NO_PERIOD,
    *(tag for tag in ABSOLUTE if not tag.startswith("abs-day")),
    *(f"rel-year-{how}" for how in ("this", "last", "since", "until")),
    "rel-month-since",
    "rel-month-until",
)
"""Periods long enough for much to follow what happened in them."""
YEARS = (
    NO_PERIOD,
    *(f"abs-{unit}-{how}" for unit in ("year", "month") for how in ("since", "until")),
    "abs-year-in",
    *(f"rel-year-{how}" for how in ("this", "last", "since", "until")),
)
"""Periods wide enough for a part of the patients."""
NEAR = ("within-hosp", "within-month", "within-n_month", "within-day", "within-n_day")
"""How soon after one event another is counted."""
SOON = tuple(tag for tag in NEAR if tag not in ("within-hosp", "within-day"))
"""The same where what comes before in a visit, or on a day, is little: who overlooks "after" must err."""
TOP = {"top": RANKS}
NAMES = SetOf(items=Text())
BANDS = {"top": RANKS, "age": AGE_BANDS}

top_diagnoses = partial(
    Template,
    id="top_diagnoses",
    category=CATEGORY,
    wordings=(
        "What are the top {top} most frequent diagnoses {period}?",
        "Which diagnoses rank among the top {top} by how often they were made {period}?",
        "Name the top {top} diagnoses by the number of times they were given {period}.",
    ),
    options=TOP,
    answer=NAMES,
    fewest=2,
)
top_drugs = partial(
    Template,
    id="top_drugs",
    category=CATEGORY,
    wordings=(
        "What are the top {top} most frequently prescribed drugs {period}?",
        "Which drugs rank among the top {top} by number of prescriptions {period}?",
        "Name the top {top} drugs by how many prescriptions of them were made {period}.",
    ),
    options=TOP,
    answer=NAMES,
    fewest=2,
)
top_specimens = partial(
    Template,
    id="top_specimens",
    category=CATEGORY,
    wordings=(
        "What are the top {top} most frequent specimens of microbiology tests {period}?",
        "Which specimens rank among the top {top} by number of microbiology tests {period}?",
        "Name the top {top} specimens by how many microbiology tests were done on them {period}.",
    ),
    options=TOP,
    answer=NAMES,
    fewest=2,
)
top_drugs_after_diagnosis = partial(
    Template,
    id="top_drugs_after_diagnosis",
    category=CATEGORY,
    wordings=(
        "For patients diagnosed with {diagnosis} {period}, what are the top {top} drugs "
        "most frequently prescribed {within} after that diagnosis?",
        "Which drugs rank among the top {top} by number of prescriptions made {within} after "
        "a diagnosis of {diagnosis} {period}?",
        "After a diagnosis of {diagnosis} {period}, what are the top {top} drugs prescribed {within}?",
    ),
    options=TOP,
    answer=NAMES,
    fewest=2,
)
top_drugs_with_drug = partial(
    Template,
    id="top_drugs_with_drug",
    category=CATEGORY,
    wordings=(
        "What are the top {top} other drugs most frequently prescribed to a patient {within} "
        "as {drug} {period}?",
        "Besides {drug} itself, which drugs rank among the top {top} by number of prescriptions made "
        "for the same patient {within} as a prescription of {drug} {period}?",
        "Name the top {top} other drugs by number of prescriptions {within} "
        "as {drug} was prescribed to the same patient {period}.",
    ),
    options=TOP,
    answer=NAMES,
    fewest=2,
)
top_diagnoses_of_age = partial(
    Template,
    id="top_diagnoses_of_age",
    category=CATEGORY,
    wordings=(
        "What are the top {top} most frequent diagnoses of patients {age} {period}?",
        "Which diagnoses rank among the top {top} by how often patients {age} were given them {period}?",
        "For patients {age}, name the top {top} diagnoses by number of times made {period}.",
    ),
    options=BANDS,
    answer=NAMES,
    fewest=2,
)
top_drugs_of_age = partial(
    Template,
    id="top_drugs_of_age",
    category=CATEGORY,
    wordings=(
        "What are the top {top} drugs most frequently prescribed to patients {age} {period}?",
        "Which drugs rank among the top {top} by number of prescriptions for patients {age} {period}?",
        "For patients {age}, name the top {top} drugs by number of prescriptions {period}.",
    ),
    options=BANDS,
    answer=NAMES,
    fewest=2,
)
widest_diagnoses_of_gender = partial(
    Template,
    id="widest_diagnoses_of_gender",
    category=CATEGORY,
    wordings=(
        "What are the top {top} diagnoses by the number of different {gender} patients "
        "who received them {period}?",
        "Which diagnoses rank among the top {top} by how many distinct {gender} patients "
        "were given them {period}?",
        "Counting each {gender} patient once, name the top {top} diagnoses made {period}.",
    ),
    answer=NAMES,
    fewest=2,
)
top_drugs_of_patient = partial(
    Template,
    id="top_drugs_of_patient",
    category=CATEGORY,
    wordings=(
        "What are the top {top} drugs of patient {patient} by the total cost of their prescriptions "
        "{period}?",
        "Which drugs rank among the top {top} by what patient {patient}'s prescriptions of them "
        "cost in all {period}?",
        "Name the top {top} drugs on which most was spent in patient {patient}'s prescriptions {period}.",
    ),
    options=TOP,
    answer=NAMES,
    fewest=2,
)
most_varied_labs_of_patient = partial(
    Template,
    id="most_varied_labs_of_patient",
    category=CATEGORY,
    wordings=(
        "What are the top {top} lab tests of patient {patient} by the number of different values "
        "they had {period}?",
        "Which lab tests rank among the top {top} by how many distinct values patient {patient} had "
        "of them {period}?",
        "Counting each value of a lab test once, name the top {top} lab tests of patient {patient} "
        "by number of values {period}.",
    ),
    options=TOP,
    answer=NAMES,
    fewest=2,
)
top_volumes_of_patient = partial(
    Template,
    id="top_volumes_of_patient",
    category=CATEGORY,
    wordings=(
        "What are the top {top} intakes of patient {patient} by total volume {period}?",
        "Which intakes rank among the top {top} by the total amount patient {patient} received {period}?",
        "Name the top {top} intakes by the summed amount given to patient {patient} {period}.",
    ),
    options=TOP,
    answer=NAMES,
    fewest=2,
)
