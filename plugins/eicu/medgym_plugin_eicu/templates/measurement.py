"""Values of labs, vital signs, weight and height."""

from __future__ import annotations

from medgym_core import Number
from medgym_ehr.eicu.ehrsql import facts
from medgym_ehr.hospital.forms import measurement as forms
from medgym_ehr.questions.nth import at_nth
from medgym_ehr.questions.option import AGGREGATES, ENDS, PLACES, Option
from medgym_ehr.questions.period import CALENDAR, NO_PERIOD
from medgym_ehr.questions.premise import at_least
from medgym_ehr.questions.template import Template, When
from medgym_plugin_eicu.templates.gender import GENDERS
from medgym_plugin_eicu.templates.vital import MEASURED, VITALS
from medgym_plugin_eicu.templates.when import of_patient

CATEGORY = "measurement"

_BODY = (
    Option("admission weight", "admissionweight"),
    Option("admission height", "admissionheight"),
    Option("discharge weight", "dischargeweight"),
)
_VALUE = Number(abs_tol=0.001)
_LABS = """
FROM lab JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient} AND labname = {lab} AND {period}"""
_VITALS = """
FROM vitalperiodic JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient} AND {vital.sql} IS NOT NULL AND {period}"""
_BODIES = """
FROM patient
WHERE uniquepid = {patient} AND {measure.sql} IS NOT NULL AND {period}"""
_ALL_LABS = """
FROM lab
WHERE labname = {lab} AND {period}"""
_LABS_OF_GENDER = """
FROM lab JOIN patient USING (patientunitstayid)
WHERE labname = {lab} AND gender = {gender.sql} AND {period}"""
_BODIES_WITH_DIAGNOSIS = """
FROM patient
WHERE {measure.sql} IS NOT NULL AND patientunitstayid IN (
  SELECT patientunitstayid FROM diagnosis
  WHERE diagnosisname = {diagnosis} AND {period}
)"""

TEMPLATES = (
    Template(
        id="lab_value",
        category=CATEGORY,
        wordings=(
            "What was the {nth} value of the lab test {lab} of patient {patient} {period}?",
            "What did the {nth} {lab} lab test of patient {patient} {period} show?",
            "Give the result of the {nth} {lab} lab test of patient {patient} {period}.",
            "How did the {nth} lab test of {lab} of patient {patient} {period} come out?",
        ),
        facts=facts.LAB,
        options={"nth": PLACES},
        period=of_patient("labresulttime"),
        answer=_VALUE,
        **at_nth("labresult", "labresulttime", _LABS),
    ),
    Template(
        id="vital_value",
        category=CATEGORY,
        wordings=(
            "What was the {nth} {vital} of patient {patient} {period}?",
            "What was measured as the {nth} {vital} of patient {patient} {period}?",
            "Give the {nth} value of {vital} recorded for patient {patient} {period}.",
            "Which {vital} was recorded {nth} for patient {patient} {period}?",
        ),
        facts=MEASURED,
        options={"nth": PLACES, "vital": VITALS},
        period=of_patient("observationtime"),
        answer=_VALUE,
        **at_nth("{vital.sql}", "observationtime", _VITALS),
    ),
    Template(
        id="body_value",
        category=CATEGORY,
        wordings=(
            "What was the {nth} recorded {measure} of patient {patient} over the ICU stays that began "
            "{period}?",
            "Which {measure} was recorded {nth} for patient {patient} in ICU stays that began {period}?",
            "Give the {nth} {measure} on record for patient {patient} among the ICU stays begun {period}.",
        ),
        facts=facts.STAY,
        options={"nth": ENDS, "measure": _BODY},
        period=When("unitadmittime", tags=CALENDAR),
        answer=_VALUE,
        **at_nth("{measure.sql}", "unitadmittime", _BODIES, times=1),
    ),
    Template(
        id="lab_summary",
        category=CATEGORY,
        wordings=(
            "What was the {aggregate} value of the lab test {lab} of patient {patient} {period}?",
            "What is the {aggregate} of the {lab} lab values of patient {patient} {period}?",
            "Give the {aggregate} result of the {lab} lab tests of patient {patient} {period}.",
            "Find the {aggregate} of all {lab} lab results of patient {patient} {period}.",
        ),
        facts=facts.LAB,
        options={"aggregate": AGGREGATES},
        period=of_patient("labresulttime"),
        premise=at_least(2, "count(*)", _LABS),
        answer=_VALUE,
        sql="\nSELECT {aggregate.sql}(labresult)" + _LABS,
    ),
    Template(
        id="vital_summary",
        category=CATEGORY,
        wordings=(
            "What was the {aggregate} {vital} of patient {patient} {period}?",
            "What is the {aggregate} of the {vital} measurements of patient {patient} {period}?",
            "Give the {aggregate} value of {vital} of patient {patient} {period}.",
            "Find the {aggregate} of all recorded {vital} values of patient {patient} {period}.",
        ),
        facts=MEASURED,
        options={"aggregate": AGGREGATES, "vital": VITALS},
        period=of_patient("observationtime"),
        premise=at_least(2, "count(*)", _VITALS),
        answer=_VALUE,
        sql="\nSELECT {aggregate.sql}({vital.sql})" + _VITALS,
    ),
    forms.lab_summary_of_all(
        facts="SELECT labname AS lab, labresulttime AS at FROM lab",
        period=When("labresulttime"),
        premise=at_least(2, "count(*)", _ALL_LABS),
        sql="\nSELECT {aggregate.sql}(labresult)" + _ALL_LABS,
    ),
    Template(
        id="lab_summary_of_gender",
        category=CATEGORY,
        wordings=(
            "What was the {aggregate} {lab} value over the lab tests of all {gender} patients {period}?",
            "Over all {gender} patients, what is the {aggregate} of the {lab} lab values {period}?",
            "Give the {aggregate} result of the {lab} lab tests of {gender} patients {period}.",
        ),
        facts="SELECT labname AS lab, labresulttime AS at FROM lab",
        options={"aggregate": AGGREGATES, "gender": GENDERS},
        period=When("labresulttime"),
        premise=at_least(2, "count(*)", _LABS_OF_GENDER),
        answer=_VALUE,
        sql="\nSELECT {aggregate.sql}(labresult)" + _LABS_OF_GENDER,
    ),
    Template(
        id="body_summary_by_diagnosis",
        category=CATEGORY,
        wordings=(
            "What is the {aggregate} {measure} over the ICU stays in which {diagnosis} was diagnosed "
            "{period}?",
            "Over the ICU stays with a diagnosis of {diagnosis} made {period}, what is the {aggregate} "
            "{measure}?",
            "Give the {aggregate} {measure} of the ICU stays in which {diagnosis} was diagnosed {period}.",
        ),
        facts="SELECT diagnosisname AS diagnosis, diagnosistime AS at FROM diagnosis",
        options={"aggregate": AGGREGATES, "measure": _BODY},
        period=When("diagnosistime", tags=(NO_PERIOD, *CALENDAR)),
        premise=at_least(2, "count(*)", _BODIES_WITH_DIAGNOSIS),
        answer=_VALUE,
        sql="\nSELECT {aggregate.sql}({measure.sql})" + _BODIES_WITH_DIAGNOSIS,
    ),
)
