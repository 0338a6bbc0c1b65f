"""Daily, monthly and yearly figures of labs and vital signs."""

from __future__ import annotations

from medgym_ehr.hospital.forms import measurement as forms
from medgym_ehr.mimic3.ehrsql import facts
from medgym_ehr.questions.option import AGGREGATES, UNIT_AVERAGES
from medgym_ehr.questions.period import HOSPITAL, ICU, NO_PERIOD, OPEN
from medgym_ehr.questions.template import Template, When

CATEGORY = "measurement"

_SPANS = (*OPEN, "abs-year-in", "rel-year-this", "rel-year-last")
_VITAL = f"SELECT patient, vital, at FROM ({facts.VITAL}) WHERE vital NOT IN ('admit wt', 'admit ht')"
_ANYONE = f"SELECT lab, at FROM ({facts.LAB})"

TEMPLATES = (
    Template(
        id="lab_by_unit",
        category=CATEGORY,
        wordings=(
            "What were the {unit} {aggregate} values of the lab {lab} of patient {patient} {period}?",
            "For each {unit.each} with {lab} tests of patient {patient} {period}, what was the {aggregate} "
            "value?",
            "List the {unit} {aggregate} of {lab} of patient {patient} {period}, each with its {unit.each}.",
        ),
        facts=facts.LAB,
        options={"aggregate": AGGREGATES, "unit": UNIT_AVERAGES},
        period=When("e.charttime", visit="e.hadm_id", tags=(NO_PERIOD, *_SPANS, *forms.MONTHS, *HOSPITAL)),
        answer=forms.FIGURES,
        fewest=2,
        most=15,
        sql="""
SELECT strftime('{unit.sql}', e.charttime) AS period, {aggregate.sql}(e.valuenum) AS value
FROM labevents e
JOIN d_labitems d ON d.itemid = e.itemid
WHERE e.subject_id = {patient} AND d.label = {lab} AND {period}
GROUP BY 1""",
    ),
    forms.vital_by_unit(
        facts=_VITAL,
        options={"aggregate": AGGREGATES, "unit": UNIT_AVERAGES},
        period=When(
            "e.charttime",
            visit="e.hadm_id",
            stay="e.icustay_id",
            tags=(NO_PERIOD, *_SPANS, *forms.MONTHS, *HOSPITAL, *ICU),
        ),
        sql="""
SELECT strftime('{unit.sql}', e.charttime) AS period, {aggregate.sql}(e.valuenum) AS value
FROM chartevents e
JOIN d_items d ON d.itemid = e.itemid
WHERE e.subject_id = {patient} AND d.label = {vital} AND {period}
GROUP BY 1""",
    ),
    Template(
        id="lab_by_unit_of_all",
        category=CATEGORY,
        wordings=(
            "Over all patients, what were the {unit} {aggregate} values of the lab {lab} {period}?",
            "For each {unit.each} with {lab} tests of any patient {period}, what was the {aggregate} value?",
            "List the {unit} {aggregate} of {lab} over all patients {period}, each with its {unit.each}.",
        ),
        facts=_ANYONE,
        options={"aggregate": AGGREGATES, "unit": UNIT_AVERAGES[1:]},
        period=When("e.charttime", tags=(NO_PERIOD, *_SPANS)),
        answer=forms.FIGURES,
        fewest=2,
        most=24,
        sql="""
SELECT strftime('{unit.sql}', e.charttime) AS period, {aggregate.sql}(e.valuenum) AS value
FROM labevents e
JOIN d_labitems d ON d.itemid = e.itemid
WHERE d.label = {lab} AND {period}
GROUP BY 1""",
    ),
)
