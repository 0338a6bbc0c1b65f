"""What is the price of a drug, a lab test, a procedure or a diagnosis?"""

from __future__ import annotations

from medgym_ehr.hospital.forms import cost as forms
from medgym_ehr.questions.period import CALENDAR, HOSPITAL
from medgym_ehr.questions.template import NO_PERIOD, Template, When

CATEGORY = "cost"

_PRESCRIBED = "SELECT subject_id AS patient, startdate AS at FROM prescriptions"
_PERIOD = When("p.startdate", visit="p.hadm_id", tags=(NO_PERIOD, *HOSPITAL, *CALENDAR))

TEMPLATES = (
    forms.price_of_drug(
        facts="SELECT DISTINCT drug FROM prescriptions",
        sql="""
SELECT DISTINCT c.cost
FROM prescriptions p
JOIN cost c ON (c.event_type, c.event_id) = ('prescriptions', p.row_id)
WHERE p.drug = {drug}""",
    ),
    Template(
        id="price_of_lab",
        category=CATEGORY,
        wordings=(
            "How much does the lab test {lab} cost?",
            "What is the price of one {lab} lab test?",
            "What is charged for testing {lab} once?",
        ),
        facts="SELECT DISTINCT d.label AS lab FROM labevents e JOIN d_labitems d ON d.itemid = e.itemid",
        answer=forms.AMOUNT,
        sql="""
SELECT DISTINCT c.cost
FROM d_labitems d
JOIN labevents e ON e.itemid = d.itemid
JOIN cost c ON (c.event_type, c.event_id) = ('labevents', e.row_id)
WHERE d.label = {lab}""",
    ),
    Template(
        id="price_of_procedure",
        category=CATEGORY,
        wordings=(
            "How much does the procedure {procedure} cost?",
            "What is the price of the procedure {procedure}?",
            "What is charged for performing {procedure} once?",
        ),
        facts="""
SELECT DISTINCT d.short_title AS procedure
FROM procedures_icd e JOIN d_icd_procedures d ON d.icd9_code = e.icd9_code""",
        answer=forms.AMOUNT,
        sql="""
SELECT DISTINCT c.cost
FROM d_icd_procedures d
JOIN procedures_icd e ON e.icd9_code = d.icd9_code
JOIN cost c ON (c.event_type, c.event_id) = ('procedures_icd', e.row_id)
WHERE d.short_title = {procedure}""",
    ),
    forms.price_of_diagnosis(
        facts="""
SELECT DISTINCT d.short_title AS diagnosis
FROM diagnoses_icd e JOIN d_icd_diagnoses d ON d.icd9_code = e.icd9_code""",
        sql="""
SELECT DISTINCT c.cost
FROM d_icd_diagnoses d
JOIN diagnoses_icd e ON e.icd9_code = d.icd9_code
JOIN cost c ON (c.event_type, c.event_id) = ('diagnoses_icd', e.row_id)
WHERE d.short_title = {diagnosis}""",
    ),
    forms.extreme_price_of_patient(
        facts=_PRESCRIBED,
        period=_PERIOD,
        sql="""
SELECT DISTINCT drug FROM (
  SELECT p.drug, rank() OVER (ORDER BY c.cost {extreme.direction}) AS place
  FROM prescriptions p
  JOIN cost c ON (c.event_type, c.event_id) = ('prescriptions', p.row_id)
  WHERE p.subject_id = {patient} AND {period}
)
WHERE place = 1""",
    ),
    forms.drug_costs_of_patient(
        facts=_PRESCRIBED,
        period=_PERIOD,
        sql="""
SELECT p.drug, sum(c.cost) AS total
FROM prescriptions p
JOIN cost c ON (c.event_type, c.event_id) = ('prescriptions', p.row_id)
WHERE p.subject_id = {patient} AND {period}
GROUP BY p.drug""",
    ),
)
