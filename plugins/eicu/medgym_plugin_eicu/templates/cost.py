"""What did something cost, and what did a visit, a patient or a period cost in all?"""

from __future__ import annotations

from medgym_ehr.hospital.forms import cost as forms
from medgym_ehr.questions.option import AGGREGATES, Option
from medgym_ehr.questions.period import CALENDAR
from medgym_ehr.questions.premise import Premised
from medgym_ehr.questions.template import NO_PERIOD, Template, When

CATEGORY = "cost"

_KINDS = (
    Option("diagnoses", "'diagnosis'"),
    Option("treatments", "'treatment'"),
    Option("lab tests", "'lab'"),
    Option("prescriptions", "'medication'"),
)
_VISIT = "patienthealthsystemstayid"


def _visit_cost(visits: str) -> Premised:
    return forms.visit_cost(_VISIT, visits, f"count(DISTINCT {_VISIT})", "cost")


TEMPLATES = (
    forms.visit_cost_with_diagnosis(
        facts="SELECT diagnosisname AS diagnosis, diagnosistime AS at FROM diagnosis",
        period=When("diagnosistime", tags=(NO_PERIOD, *CALENDAR)),
        **_visit_cost(
            """
    SELECT patienthealthsystemstayid
    FROM diagnosis JOIN patient USING (patientunitstayid)
    WHERE diagnosisname = {diagnosis} AND {period}"""
        ),
    ),
    Template(
        id="visit_cost_with_treatment",
        category=CATEGORY,
        wordings=(
            "What is the {aggregate} cost of a hospital visit in which the treatment {treatment} was given "
            "{period}?",
            "Among the hospital visits in which the treatment {treatment} was done {period}, "
            "what is the {aggregate} cost of a visit?",
            "Find the {aggregate} total cost of the hospital visits in which "
            "the treatment {treatment} was given {period}.",
        ),
        facts="SELECT treatmentname AS treatment, treatmenttime AS at FROM treatment",
        options={"aggregate": AGGREGATES},
        period=When("treatmenttime", tags=(NO_PERIOD, *CALENDAR)),
        answer=forms.AMOUNT,
        **_visit_cost(
            """
    SELECT patienthealthsystemstayid
    FROM treatment JOIN patient USING (patientunitstayid)
    WHERE treatmentname = {treatment} AND {period}"""
        ),
    ),
    forms.visit_cost_with_drug(
        facts="SELECT drugname AS drug, drugstarttime AS at FROM medication",
        period=When("drugstarttime", tags=(NO_PERIOD, *CALENDAR)),
        **_visit_cost(
            """
    SELECT patienthealthsystemstayid
    FROM medication JOIN patient USING (patientunitstayid)
    WHERE drugname = {drug} AND {period}"""
        ),
    ),
    Template(
        id="visit_cost_with_lab",
        category=CATEGORY,
        wordings=(
            "What is the {aggregate} cost of a hospital visit in which the lab test {lab} was done {period}?",
            "Among the hospital visits in which the lab test {lab} was done {period}, "
            "what is the {aggregate} cost of a visit?",
            "Find the {aggregate} total cost of the hospital visits with a lab test of {lab} {period}.",
        ),
        facts="SELECT labname AS lab, labresulttime AS at FROM lab",
        options={"aggregate": AGGREGATES},
        period=When("labresulttime", tags=(NO_PERIOD, *CALENDAR)),
        answer=forms.AMOUNT,
        **_visit_cost(
            """
    SELECT patienthealthsystemstayid
    FROM lab JOIN patient USING (patientunitstayid)
    WHERE labname = {lab} AND {period}"""
        ),
    ),
    Template(
        id="visit_cost_of_source",
        category=CATEGORY,
        wordings=(
            "What is the {aggregate} cost of the hospital visits from the admission source {source} that "
            "began {period}?",
            "Among hospital visits with the admission source {source} that began {period}, "
            "what is the {aggregate} cost of a visit?",
            "Find the {aggregate} total cost of hospital visits with {source} as admission source "
            "that began {period}.",
        ),
        facts="SELECT hospitaladmitsource AS source, hospitaladmittime AS at FROM patient",
        options={"aggregate": AGGREGATES},
        period=When("hospitaladmittime"),
        answer=forms.AMOUNT,
        **_visit_cost(
            """
    SELECT patienthealthsystemstayid FROM patient
    WHERE hospitaladmitsource = {source} AND {period}"""
        ),
    ),
    *forms.of_patient("uniquepid", _VISIT, "eventtype", _KINDS),
)
