"""Volumes of intakes and outputs."""

from __future__ import annotations

from medgym_ehr.hospital.forms import measurement as forms
from medgym_ehr.mimic3.ehrsql import facts
from medgym_ehr.questions.option import UNIT_AVERAGES, Option
from medgym_ehr.questions.period import CALENDAR, HOSPITAL, ICU, NO_PERIOD
from medgym_ehr.questions.premise import at_least
from medgym_ehr.questions.template import When

_WHEN = When(
    "e.charttime", visit="e.hadm_id", stay="e.icustay_id", tags=(NO_PERIOD, *CALENDAR, *HOSPITAL, *ICU)
)
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

TEMPLATES = (
    forms.intake_volume(
        facts=facts.INTAKE,
        period=_WHEN,
        premise=at_least(2, "count(*)", _INTAKES),
        sql="\nSELECT {aggregate.sql}(e.amount)" + _INTAKES,
    ),
    forms.output_volume(
        facts=facts.OUTPUT,
        period=_WHEN,
        premise=at_least(2, "count(*)", _OUTPUTS),
        sql="\nSELECT {aggregate.sql}(e.value)" + _OUTPUTS,
    ),
    forms.fluid_total(
        facts=_FLUID,
        options={"fluid": _FLUIDS},
        period=_WHEN,
        sql="""
SELECT sum(e.{fluid.volume}) FROM {fluid.sql} e
WHERE e.subject_id = {patient} AND {period}""",
    ),
    forms.fluid_total_by_unit(
        facts=_FLUID,
        options={"fluid": _FLUIDS, "unit": UNIT_AVERAGES},
        period=_WHEN,
        sql="""
SELECT strftime('{unit.sql}', e.charttime) AS period, sum(e.{fluid.volume}) AS volume
FROM {fluid.sql} e
WHERE e.subject_id = {patient} AND {period}
GROUP BY 1""",
    ),
)
