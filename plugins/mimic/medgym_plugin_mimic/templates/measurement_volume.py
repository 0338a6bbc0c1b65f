"""Volumes of intakes and outputs."""

from __future__ import annotations

from medgym_core import Column, Number, Table, Text
from medgym_ehr.mimic3.ehrsql import facts
from medgym_ehr.questions.option import AGGREGATES, UNIT_AVERAGES, Option
from medgym_ehr.questions.period import CALENDAR, HOSPITAL, ICU, NO_PERIOD
from medgym_ehr.questions.premise import at_least
from medgym_ehr.questions.template import Template, When

CATEGORY = "measurement"

_WHEN = When(
    "e.charttime", visit="e.hadm_id", stay="e.icustay_id", tags=(NO_PERIOD, *CALENDAR, *HOSPITAL, *ICU)
)
_SUMMARIES = (Option("total", "sum", "agg_function"), *AGGREGATES)
_FLUIDS = (
    Option("intakes", "inputevents_cv", parts={"volume": "amount"}),
    Option("outputs", "outputevents", parts={"volume": "value"}),
)
_FLUID = "\nUNION\n".join(
    f"SELECT subject_id AS patient, charttime AS at FROM {fluid.sql}" for fluid in _FLUIDS
)
_INTAKES = """
FROM inputevents_cv e
JOIN d_items d ON d.itemid = e.itemid
WHERE e.subject_id = {patient} AND d.label = {intake} AND {period}"""
_OUTPUTS = """
FROM outputevents e
JOIN d_items d ON d.itemid = e.itemid
WHERE e.subject_id = {patient} AND d.label = {output} AND {period}"""
_MILLILITRES = Number(unit="ml", abs_tol=0.001)

TEMPLATES = (
    Template(
        id="intake_volume",
        category=CATEGORY,
        wordings=(
            "What was the {aggregate} recorded volume of the intake {intake} of patient {patient} {period}?",
            "What is the {aggregate} of the {intake} intake volumes of patient {patient} {period}?",
            "Give the {aggregate} volume over the intakes of {intake} of patient {patient} {period}.",
        ),
        facts=facts.INTAKE,
        options={"aggregate": _SUMMARIES},
        period=_WHEN,
        premise=at_least(2, "count(*)", _INTAKES),
        answer=_MILLILITRES,
        sql="\nSELECT {aggregate.sql}(e.amount)" + _INTAKES,
    ),
    Template(
        id="output_volume",
        category=CATEGORY,
        wordings=(
            "What was the {aggregate} recorded volume of the output {output} of patient {patient} {period}?",
            "What is the {aggregate} of the {output} output volumes of patient {patient} {period}?",
            "Give the {aggregate} volume over the outputs of {output} of patient {patient} {period}.",
        ),
        facts=facts.OUTPUT,
        options={"aggregate": _SUMMARIES},
        period=_WHEN,
        premise=at_least(2, "count(*)", _OUTPUTS),
        answer=_MILLILITRES,
        sql="\nSELECT {aggregate.sql}(e.value)" + _OUTPUTS,
    ),
    Template(
        id="fluid_total",
        category=CATEGORY,
        wordings=(
            "What was the total volume of all {fluid} of patient {patient} {period}?",
            "How many ml do all {fluid} of patient {patient} add up to {period}?",
            "Add up the volumes of the {fluid} recorded for patient {patient} {period}.",
        ),
        facts=_FLUID,
        options={"fluid": _FLUIDS},
        period=_WHEN,
        answer=_MILLILITRES,
        sql="""
SELECT sum(e.{fluid.volume}) FROM {fluid.sql} e
WHERE e.subject_id = {patient} AND {period}""",
    ),
    Template(
        id="fluid_total_by_unit",
        category=CATEGORY,
        wordings=(
            "What were the {unit} total volumes of all {fluid} of patient {patient} {period}?",
            "For each {unit.each} with {fluid} of patient {patient} {period}, what was their total volume?",
            "List the {unit} totals of the {fluid} of patient {patient} {period}, each with its {unit.each}.",
        ),
        facts=_FLUID,
        options={"fluid": _FLUIDS, "unit": UNIT_AVERAGES},
        period=_WHEN,
        answer=Table(columns=(Column(name="period", kind=Text()), Column(name="volume", kind=_MILLILITRES))),
        fewest=2,
        most=15,
        sql="""
SELECT strftime('{unit.sql}', e.charttime) AS period, sum(e.{fluid.volume}) AS volume
FROM {fluid.sql} e
WHERE e.subject_id = {patient} AND {period}
GROUP BY 1""",
    ),
)
