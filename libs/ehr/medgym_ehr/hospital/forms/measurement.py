"""How much was measured, and how long a stay lasted."""

from __future__ import annotations

from functools import partial

from medgym_core import Column, Number, Table, Text
from medgym_ehr.questions.option import AGGREGATES, Option
from medgym_ehr.questions.period import CALENDAR
from medgym_ehr.questions.template import Template

CATEGORY = "measurement"
BEGUN = tuple(tag for tag in CALENDAR if not tag.endswith("until"))
"""Periods in which a stay begins."""
MONTHS = ("abs-month-in", "rel-month-this", "rel-month-last", "mix-month-this_year", "mix-month-last_year")
"""Periods of one month."""
WHICH = (
    Option("first", "start ASC", "exact-first"),
    Option("last", "start DESC", "exact-last"),
    Option("longest", "days DESC", "sort"),
    Option("shortest", "days ASC", "sort"),
)
"""Which of a patient's stays: ``{which.sql}`` sorts it first."""
FIGURES = Table(
    columns=(Column(name="period", kind=Text()), Column(name="value", kind=Number(abs_tol=0.001)))
)
DAYS = Number(unit="days", abs_tol=0.001)
SUMMARIES = (Option("total", "sum", "agg_function"), *AGGREGATES)
MILLILITRES = Number(unit="ml", abs_tol=0.001)

lab_summary_of_all = partial(
    Template,
    id="lab_summary_of_all",
    category=CATEGORY,
    wordings=(
        "What was the {aggregate} {lab} value over the lab tests of all patients {period}?",
        "Over all patients, what is the {aggregate} of the {lab} lab values {period}?",
        "Give the {aggregate} result of {lab} lab tests over all patients {period}.",
    ),
    options={"aggregate": AGGREGATES},
    answer=Number(abs_tol=0.001),
)
vital_by_unit = partial(
    Template,
    id="vital_by_unit",
    category=CATEGORY,
    wordings=(
        "What were the {unit} {aggregate} values of {vital} of patient {patient} {period}?",
        "For each {unit.each} with {vital} measurements of patient {patient} {period}, what was the "
        "{aggregate} value?",
        "List the {unit} {aggregate} {vital} of patient {patient} {period}, each with its {unit.each}.",
    ),
    answer=FIGURES,
    fewest=2,
    most=15,
)
stay_length = partial(
    Template,
    id="stay_length",
    category=CATEGORY,
    wordings=(
        "How many {unit} long was the {which} {stay} of patient {patient}?",
        "What was the length in {unit} of the {which} {stay} of patient {patient}?",
        "Give the length of the {which} {stay} of patient {patient} in {unit}.",
    ),
    answer=Number(abs_tol=0.001),
)
stay_length_begun = partial(
    Template,
    id="stay_length_begun",
    category=CATEGORY,
    wordings=(
        "Of the ended {stay}s of patient {patient} that began {period}, how many days long was the {which}?",
        "Among the ended {stay}s of patient {patient} that began {period}, how long in days was the {which}?",
        "Give the length in days of the {which} ended {stay} of patient {patient} that began {period}.",
    ),
    answer=DAYS,
)
stay_length_by_diagnosis = partial(
    Template,
    id="stay_length_by_diagnosis",
    category=CATEGORY,
    wordings=(
        "What was the {aggregate} length in days of the ended hospital visits in which {diagnosis} was "
        "diagnosed {period}?",
        "Over the ended hospital visits with a {diagnosis} diagnosis {period}, what is the {aggregate} "
        "length of stay in days?",
        "Give the {aggregate} length of stay, in days, of the ended hospital visits in which {diagnosis} "
        "was diagnosed {period}.",
    ),
    options={"aggregate": AGGREGATES},
    answer=DAYS,
)
intake_volume = partial(
    Template,
    id="intake_volume",
    category=CATEGORY,
    wordings=(
        "What was the {aggregate} recorded volume of the intake {intake} of patient {patient} {period}?",
        "What is the {aggregate} of the {intake} intake volumes of patient {patient} {period}?",
        "Give the {aggregate} volume over the intakes of {intake} of patient {patient} {period}.",
    ),
    options={"aggregate": SUMMARIES},
    answer=MILLILITRES,
)
output_volume = partial(
    Template,
    id="output_volume",
    category=CATEGORY,
    wordings=(
        "What was the {aggregate} recorded volume of the output {output} of patient {patient} {period}?",
        "What is the {aggregate} of the {output} output volumes of patient {patient} {period}?",
        "Give the {aggregate} volume over the outputs of {output} of patient {patient} {period}.",
    ),
    options={"aggregate": SUMMARIES},
    answer=MILLILITRES,
)
fluid_total = partial(
    Template,
    id="fluid_total",
    category=CATEGORY,
    wordings=(
        "What was the total volume of all {fluid} of patient {patient} {period}?",
        "How many ml do all {fluid} of patient {patient} add up to {period}?",
        "Add up the volumes of the {fluid} recorded for patient {patient} {period}.",
    ),
    answer=MILLILITRES,
)
fluid_total_by_unit = partial(
    Template,
    id="fluid_total_by_unit",
    category=CATEGORY,
    wordings=(
        "What were the {unit} total volumes of all {fluid} of patient {patient} {period}?",
        "For each {unit.each} with {fluid} of patient {patient} {period}, what was their total volume?",
        "List the {unit} totals of the {fluid} of patient {patient} {period}, each with its {unit.each}.",
    ),
    answer=Table(columns=(Column(name="period", kind=Text()), Column(name="volume", kind=MILLILITRES))),
    fewest=2,
    most=15,
)
