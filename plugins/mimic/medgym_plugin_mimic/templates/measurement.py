"""Values of labs, vital signs, weight and height, and doses of drugs."""

from __future__ import annotations

from medgym_core import Number
from medgym_ehr.hospital.forms import measurement as forms
from medgym_ehr.mimic3.ehrsql import facts
from medgym_ehr.questions.nth import at_nth
from medgym_ehr.questions.option import AGGREGATES, ENDS, PLACES, Option
from medgym_ehr.questions.period import CALENDAR, HOSPITAL, ICU, NO_PERIOD
from medgym_ehr.questions.premise import at_least
from medgym_ehr.questions.template import Template, When

CATEGORY = "measurement"

_ANYTIME = (NO_PERIOD, *CALENDAR, *HOSPITAL)
_LAB = When("e.charttime", visit="e.hadm_id", tags=_ANYTIME)
_CHART = When("e.charttime", visit="e.hadm_id", stay="e.icustay_id", tags=(*_ANYTIME, *ICU))
_DRUG = When("startdate", visit="hadm_id", tags=_ANYTIME)
_VITAL = f"SELECT patient, vital, at FROM ({facts.VITAL}) WHERE vital NOT IN ('admit wt', 'admit ht')"
_BODY = f"SELECT patient, at FROM ({facts.VITAL}) WHERE vital IN ('admit wt', 'admit ht')"
_ANYONE = f"SELECT lab, at FROM ({facts.LAB})"
_TOTAL = Option("total", "sum", "agg_function")
_LABS = """
FROM labevents e
JOIN d_labitems d ON d.itemid = e.itemid
WHERE e.subject_id = {patient} AND d.label = {lab} AND {period}"""
_VITALS = """
FROM chartevents e
JOIN d_items d ON d.itemid = e.itemid
WHERE e.subject_id = {patient} AND d.label = {vital} AND {period}"""
_BODIES = """
FROM chartevents e
JOIN d_items d ON d.itemid = e.itemid
WHERE e.subject_id = {patient} AND d.label = {measure.sql} AND {period}"""
_ALL_LABS = """
FROM labevents e
JOIN d_labitems d ON d.itemid = e.itemid
WHERE d.label = {lab} AND {period}"""
_DOSES = """
FROM prescriptions
WHERE subject_id = {patient} AND drug = {drug} AND {period}"""

TEMPLATES = (
    Template(
        id="lab_value",
        category=CATEGORY,
        wordings=(
            "What was the {nth} {lab} value of patient {patient} {period}?",
            "What did the {nth} {lab} lab test of patient {patient} {period} show?",
            "Give the result of the {nth} {lab} test of patient {patient} {period}.",
            "How did the {nth} {lab} measurement of patient {patient} {period} come out?",
        ),
        facts=facts.LAB,
        options={"nth": PLACES},
        period=_LAB,
        answer=Number(abs_tol=0.001),
        **at_nth("e.valuenum", "e.charttime", _LABS),
    ),
    Template(
        id="vital_value",
        category=CATEGORY,
        wordings=(
            "What was the {nth} {vital} of patient {patient} {period}?",
            "What was measured as the {nth} {vital} of patient {patient} {period}?",
            "Give the {nth} value of {vital} charted for patient {patient} {period}.",
            "Which {vital} was charted {nth} for patient {patient} {period}?",
        ),
        facts=_VITAL,
        options={"nth": PLACES},
        period=_CHART,
        answer=Number(abs_tol=0.001),
        **at_nth("e.valuenum", "e.charttime", _VITALS),
    ),
    Template(
        id="body_value",
        category=CATEGORY,
        wordings=(
            "What was the {nth} recorded {measure} of patient {patient} {period}?",
            "Which {measure} was charted {nth} for patient {patient} {period}?",
            "Give the {nth} {measure} on record for patient {patient} {period}.",
        ),
        facts=_BODY,
        options={
            "nth": ENDS,
            "measure": (Option("weight (admit wt)", "'admit wt'"), Option("height (admit ht)", "'admit ht'")),
        },
        period=_CHART,
        answer=Number(abs_tol=0.001),
        **at_nth("e.valuenum", "e.charttime", _BODIES),
    ),
    Template(
        id="lab_summary",
        category=CATEGORY,
        wordings=(
            "What was the {aggregate} {lab} value of patient {patient} {period}?",
            "What is the {aggregate} of the {lab} lab values of patient {patient} {period}?",
            "Give the {aggregate} result of the {lab} tests of patient {patient} {period}.",
            "Find the {aggregate} of all {lab} results of patient {patient} {period}.",
        ),
        facts=facts.LAB,
        options={"aggregate": AGGREGATES},
        period=_LAB,
        premise=at_least(2, "count(*)", _LABS),
        answer=Number(abs_tol=0.001),
        sql="\nSELECT {aggregate.sql}(e.valuenum)" + _LABS,
    ),
    Template(
        id="vital_summary",
        category=CATEGORY,
        wordings=(
            "What was the {aggregate} {vital} of patient {patient} {period}?",
            "What is the {aggregate} of the {vital} measurements of patient {patient} {period}?",
            "Give the {aggregate} value of {vital} of patient {patient} {period}.",
            "Find the {aggregate} of all charted {vital} values of patient {patient} {period}.",
        ),
        facts=_VITAL,
        options={"aggregate": AGGREGATES},
        period=_CHART,
        premise=at_least(2, "count(*)", _VITALS),
        answer=Number(abs_tol=0.001),
        sql="\nSELECT {aggregate.sql}(e.valuenum)" + _VITALS,
    ),
    forms.lab_summary_of_all(
        facts=_ANYONE,
        period=When("e.charttime"),
        premise=at_least(2, "count(*)", _ALL_LABS),
        sql="\nSELECT {aggregate.sql}(e.valuenum)" + _ALL_LABS,
    ),
    Template(
        id="drug_dose",
        category=CATEGORY,
        wordings=(
            "What was the dose of the {nth} prescription of {drug} for patient {patient} {period}?",
            "Which dose was in the {nth} {drug} prescription of patient {patient} {period}?",
            "Give the dose of {drug} in its {nth} prescription for patient {patient} {period}.",
        ),
        facts=facts.DRUG,
        options={"nth": PLACES},
        period=_DRUG,
        answer=Number(abs_tol=0.001),
        **at_nth("CAST(dose_val_rx AS REAL)", "startdate", _DOSES),
    ),
    Template(
        id="drug_dose_summary",
        category=CATEGORY,
        wordings=(
            "What was the {aggregate} dose of {drug} over the prescriptions of patient {patient} {period}?",
            "What is the {aggregate} of the {drug} doses prescribed to patient {patient} {period}?",
            "Give the {aggregate} prescribed dose of {drug} for patient {patient} {period}.",
        ),
        facts=facts.DRUG,
        options={"aggregate": (_TOTAL, *AGGREGATES)},
        period=_DRUG,
        premise=at_least(2, "count(*)", _DOSES),
        answer=Number(abs_tol=0.001),
        sql="\nSELECT {aggregate.sql}(CAST(dose_val_rx AS REAL))" + _DOSES,
    ),
)
