"""Daily, monthly and yearly figures of labs and vital signs."""

from __future__ import annotations

from medgym_ehr.eicu.ehrsql import facts
from medgym_ehr.hospital.forms import measurement as forms
from medgym_ehr.questions.option import AGGREGATES, UNIT_AVERAGES
from medgym_ehr.questions.period import HOSPITAL, ICU, NO_PERIOD, OPEN
from medgym_ehr.questions.template import Template, When
from medgym_plugin_eicu.templates.vital import MEASURED, VITALS
from medgym_plugin_eicu.templates.when import of_patient

CATEGORY = "measurement"

_SPANS = (NO_PERIOD, *OPEN, "abs-year-in", "rel-year-this", "rel-year-last")
_OF_PATIENT = (*_SPANS, *forms.MONTHS, *HOSPITAL, *ICU)

TEMPLATES = (
    Template(
        id="lab_by_unit",
        category=CATEGORY,
        wordings=(
            "What were the {unit} {aggregate} values of the lab {lab} of patient {patient} {period}?",
            "For each {unit.each} with {lab} lab tests of patient {patient} {period}, what "
            "was the {aggregate} "
            "value?",
            "List the {unit} {aggregate} of the lab test {lab} of patient {patient} {period}, each with its "
            "{unit.each}.",
        ),
        facts=facts.LAB,
        options={"aggregate": AGGREGATES, "unit": UNIT_AVERAGES},
        period=of_patient("labresulttime", _OF_PATIENT),
        answer=forms.FIGURES,
        fewest=2,
        most=15,
        sql="""
SELECT strftime('{unit.sql}', labresulttime) AS period, {aggregate.sql}(labresult) AS value
FROM lab JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient} AND labname = {lab} AND {period}
GROUP BY 1""",
    ),
    forms.vital_by_unit(
        facts=MEASURED,
        options={"aggregate": AGGREGATES, "unit": UNIT_AVERAGES, "vital": VITALS},
        period=of_patient("observationtime", _OF_PATIENT),
        sql="""
SELECT strftime('{unit.sql}', observationtime) AS period, {aggregate.sql}({vital.sql}) AS value
FROM vitalperiodic JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient} AND {vital.sql} IS NOT NULL AND {period}
GROUP BY 1""",
    ),
    Template(
        id="lab_by_unit_of_all",
        category=CATEGORY,
        wordings=(
            "Over all patients, what were the {unit} {aggregate} values of the lab {lab} {period}?",
            "For each {unit.each} with {lab} lab tests of any patient {period}, what was the {aggregate} "
            "value?",
            "List the {unit} {aggregate} of the lab test {lab} over all patients {period}, each with its "
            "{unit.each}.",
        ),
        facts="SELECT labname AS lab, labresulttime AS at FROM lab",
        options={"aggregate": AGGREGATES, "unit": UNIT_AVERAGES[1:]},
        period=When("labresulttime", tags=_SPANS),
        answer=forms.FIGURES,
        fewest=2,
        most=24,
        sql="""
SELECT strftime('{unit.sql}', labresulttime) AS period, {aggregate.sql}(labresult) AS value
FROM lab
WHERE labname = {lab} AND {period}
GROUP BY 1""",
    ),
)
