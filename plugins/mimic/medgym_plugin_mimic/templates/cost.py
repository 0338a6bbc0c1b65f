"""What did something cost, and what did a visit, a patient or a period cost in all?"""

from __future__ import annotations

from medgym_ehr.hospital.forms import cost as forms
from medgym_ehr.questions.option import AGGREGATES, Option
from medgym_ehr.questions.period import CALENDAR, HOSPITAL
from medgym_ehr.questions.premise import Premised, at_least
from medgym_ehr.questions.template import NO_PERIOD, Template, When

CATEGORY = "cost"

_KINDS = (
    Option("diagnoses", "'diagnoses_icd'"),
    Option("procedures", "'procedures_icd'"),
    Option("lab tests", "'labevents'"),
    Option("prescriptions", "'prescriptions'"),
)
_CHARGE = "SELECT subject_id AS patient, chargetime AS at FROM cost"
_PATIENTS_CHARGES = When("chargetime", visit="hadm_id", tags=(NO_PERIOD, *HOSPITAL, *CALENDAR))


def _visit_cost(visits: str) -> Premised:
    """Query of the cost of a visit, maximum, minimum or average, over at least three visits.

    Args:
        visits: a query of their HADM_ID.
    """
    chosen = f"""WHERE hadm_id IN (
    {visits.strip()}
  )"""
    return Premised(
        sql=f"""
SELECT {{aggregate.sql}}(total) FROM (
  SELECT sum(cost) AS total FROM cost
  {chosen}
  GROUP BY hadm_id
)""",
        premise=at_least(3, "count(*)", f"FROM admissions {chosen}"),
    )


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
    forms.cost_of_patient(
        facts=_CHARGE,
        period=_PATIENTS_CHARGES,
        sql="SELECT sum(cost) FROM cost WHERE subject_id = {patient} AND {period}",
    ),
    forms.cost_of_kind_of_patient(
        facts=_CHARGE,
        options={"kind": _KINDS},
        period=_PATIENTS_CHARGES,
        sql="""
SELECT sum(cost) FROM cost
WHERE subject_id = {patient} AND event_type = {kind.sql} AND {period}""",
    ),
    forms.costs_of_patient_by_unit(
        facts=_CHARGE,
        period=_PATIENTS_CHARGES,
        sql="""
SELECT strftime('{unit.sql}', chargetime) AS period, sum(cost) AS total FROM cost
WHERE subject_id = {patient} AND {period}
GROUP BY strftime('{unit.sql}', chargetime)""",
    ),
    forms.unit_cost_of_patient(
        facts=_CHARGE,
        period=_PATIENTS_CHARGES,
        sql="""
SELECT {aggregate.sql}(total) FROM (
  SELECT sum(cost) AS total FROM cost
  WHERE subject_id = {patient} AND {period}
  GROUP BY strftime('{unit.sql}', chargetime)
)""",
        premise=at_least(
            2,
            "count(DISTINCT strftime('{unit.sql}', chargetime))",
            "FROM cost WHERE subject_id = {patient} AND {period}",
        ),
    ),
)
