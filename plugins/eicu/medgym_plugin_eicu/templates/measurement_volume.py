"""Volumes of intakes and outputs."""

from __future__ import annotations

from medgym_ehr.eicu.ehrsql import facts
from medgym_ehr.hospital.forms import measurement as forms
from medgym_ehr.questions.option import UNIT_AVERAGES, Option
from medgym_ehr.questions.premise import at_least
from medgym_plugin_eicu.templates.when import of_patient

_FLUIDS = (Option("intakes", "intake"), Option("outputs", "output"))
_FLUID = """
SELECT uniquepid AS patient, intakeoutputtime AS at
FROM intakeoutput JOIN patient USING (patientunitstayid)"""
_WHEN = of_patient("intakeoutputtime")
_INTAKES = """
FROM intakeoutput JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient}
  AND CASE WHEN cellpath LIKE '%intake%' THEN celllabel END = {intake}
  AND {period}"""
_OUTPUTS = """
FROM intakeoutput JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient}
  AND CASE WHEN cellpath LIKE '%output%' THEN celllabel END = {output}
  AND {period}"""

TEMPLATES = (
    forms.intake_volume(
        facts=facts.INTAKE,
        period=_WHEN,
        premise=at_least(2, "count(*)", _INTAKES),
        sql="\nSELECT {aggregate.sql}(cellvaluenumeric)" + _INTAKES,
    ),
    forms.output_volume(
        facts=facts.OUTPUT,
        period=_WHEN,
        premise=at_least(2, "count(*)", _OUTPUTS),
        sql="\nSELECT {aggregate.sql}(cellvaluenumeric)" + _OUTPUTS,
    ),
    forms.fluid_total(
        facts=_FLUID,
        options={"fluid": _FLUIDS},
        period=_WHEN,
        sql="""
SELECT sum(cellvaluenumeric)
FROM intakeoutput JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient} AND cellpath LIKE '%{fluid.sql}%' AND {period}""",
    ),
    forms.fluid_total_by_unit(
        facts=_FLUID,
        options={"fluid": _FLUIDS, "unit": UNIT_AVERAGES},
        period=_WHEN,
        sql="""
SELECT strftime('{unit.sql}', intakeoutputtime) AS period, sum(cellvaluenumeric) AS volume
FROM intakeoutput JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient} AND cellpath LIKE '%{fluid.sql}%' AND {period}
GROUP BY 1""",
    ),
)
