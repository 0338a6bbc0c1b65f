"""What did something cost, and what did a visit, a patient or a period cost in all?"""

from __future__ import annotations

from medgym_ehr.hospital.forms import cost as forms
from medgym_ehr.questions.option import AGGREGATES, Option
from medgym_ehr.questions.period import CALENDAR
from medgym_ehr.questions.premise import Premised
from medgym_ehr.questions.template import NO_PERIOD, Template, When

CATEGORY = "cost"

_KINDS = (
    Option("diagnoses", "'diagnoses_icd'"),
    Option("procedures", "'procedures_icd'"),
    Option("lab tests", "'labevents'"),
    Option("prescriptions", "'prescriptions'"),
)


def _visit_cost(visits: str) -> Premised:
    return forms.visit_cost("hadm_id", visits, "count(*)", "admissions")


TEMPLATES = (
    forms.visit_cost_with_diagnosis(
        facts="""
SELECT d.short_title AS diagnosis, e.charttime AS at
FROM diagnoses_icd e JOIN d_icd_diagnoses d ON d.icd9_code = e.icd9_code""",
        period=When("e.charttime", tags=(NO_PERIOD, *CALENDAR)),
        **_visit_cost(
            """
    SELECT e.hadm_id FROM diagnoses_icd e
    JOIN d_icd_diagnoses d ON d.icd9_code = e.icd9_code
    WHERE d.short_title = {diagnosis} AND {period}"""
        ),
    ),
    Template(
        id="visit_cost_with_procedure",
        category=CATEGORY,
        wordings=(
            "What is the {aggregate} cost of a hospital visit in which {procedure} was performed {period}?",
            "Among the hospital visits in which {procedure} was done {period}, "
            "what is the {aggregate} cost of a visit?",
            "Find the {aggregate} total cost of the hospital visits in which "
            "{procedure} was performed {period}.",
        ),
        facts="""
SELECT d.short_title AS procedure, e.charttime AS at
FROM procedures_icd e JOIN d_icd_procedures d ON d.icd9_code = e.icd9_code""",
        options={"aggregate": AGGREGATES},
        period=When("e.charttime", tags=(NO_PERIOD, *CALENDAR)),
        answer=forms.AMOUNT,
        **_visit_cost(
            """
    SELECT e.hadm_id FROM procedures_icd e
    JOIN d_icd_procedures d ON d.icd9_code = e.icd9_code
    WHERE d.short_title = {procedure} AND {period}"""
        ),
    ),
    forms.visit_cost_with_drug(
        facts="SELECT drug, startdate AS at FROM prescriptions",
        period=When("startdate", tags=(NO_PERIOD, *CALENDAR)),
        **_visit_cost("SELECT hadm_id FROM prescriptions WHERE drug = {drug} AND {period}"),
    ),
    Template(
        id="visit_cost_with_lab",
        category=CATEGORY,
        wordings=(
            "What is the {aggregate} cost of a hospital visit in which {lab} was measured {period}?",
            "Among the hospital visits in which the lab test {lab} was done {period}, "
            "what is the {aggregate} cost of a visit?",
            "Find the {aggregate} total cost of the hospital visits in which {lab} was tested {period}.",
        ),
        facts="""
SELECT d.label AS lab, e.charttime AS at FROM labevents e JOIN d_labitems d ON d.itemid = e.itemid""",
        options={"aggregate": AGGREGATES},
        period=When("e.charttime", tags=(NO_PERIOD, *CALENDAR)),
        answer=forms.AMOUNT,
        **_visit_cost(
            """
    SELECT e.hadm_id FROM labevents e
    JOIN d_labitems d ON d.itemid = e.itemid
    WHERE d.label = {lab} AND {period}"""
        ),
    ),
    Template(
        id="visit_cost_of_admission_type",
        category=CATEGORY,
        wordings=(
            "What is the {aggregate} cost of the {admission} hospital visits that began {period}?",
            "Among hospital visits of admission type {admission} that began {period}, "
            "what is the {aggregate} cost of a visit?",
            "Find the {aggregate} total cost of hospital visits with {admission} as admission type "
            "that began {period}.",
        ),
        facts="SELECT admission_type AS admission, admittime AS at FROM admissions",
        options={"aggregate": AGGREGATES},
        period=When("admittime"),
        answer=forms.AMOUNT,
        **_visit_cost("SELECT hadm_id FROM admissions WHERE admission_type = {admission} AND {period}"),
    ),
    *forms.of_patient("subject_id", "hadm_id", "event_type", _KINDS),
)
