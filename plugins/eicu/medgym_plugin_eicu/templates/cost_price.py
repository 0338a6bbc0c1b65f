"""What is the price of a drug, a lab test, a procedure or a diagnosis?"""

from __future__ import annotations

from medgym_ehr.eicu.ehrsql import facts
from medgym_ehr.hospital.forms import cost as forms
from medgym_ehr.questions.template import Template
from medgym_plugin_eicu.templates.when import of_patient

CATEGORY = "cost"

_PRESCRIBED = f"SELECT patient, at FROM ({facts.DRUG})"
_PERIOD = of_patient("m.drugstarttime", alias="p.")

TEMPLATES = (
    forms.price_of_drug(
        facts="SELECT DISTINCT drugname AS drug FROM medication",
        sql="""
SELECT DISTINCT cost
FROM medication JOIN cost ON (eventtype, eventid) = ('medication', medicationid)
WHERE drugname = {drug}""",
    ),
    Template(
        id="price_of_lab",
        category=CATEGORY,
        wordings=(
            "How much does the lab test {lab} cost?",
            "What is the price of one {lab} lab test?",
            "What is charged for doing the lab test {lab} once?",
        ),
        facts="SELECT DISTINCT labname AS lab FROM lab",
        answer=forms.AMOUNT,
        sql="""
SELECT DISTINCT cost
FROM lab JOIN cost ON (eventtype, eventid) = ('lab', labid)
WHERE labname = {lab}""",
    ),
    Template(
        id="price_of_treatment",
        category=CATEGORY,
        wordings=(
            "How much does the treatment {treatment} cost?",
            "What is the price of the treatment {treatment}?",
            "What is charged for giving the treatment {treatment} once?",
        ),
        facts="SELECT DISTINCT treatmentname AS treatment FROM treatment",
        answer=forms.AMOUNT,
        sql="""
SELECT DISTINCT cost
FROM treatment JOIN cost ON (eventtype, eventid) = ('treatment', treatmentid)
WHERE treatmentname = {treatment}""",
    ),
    forms.price_of_diagnosis(
        facts="SELECT DISTINCT diagnosisname AS diagnosis FROM diagnosis",
        sql="""
SELECT DISTINCT cost
FROM diagnosis JOIN cost ON (eventtype, eventid) = ('diagnosis', diagnosisid)
WHERE diagnosisname = {diagnosis}""",
    ),
    forms.extreme_price_of_patient(
        facts=_PRESCRIBED,
        period=_PERIOD,
        sql="""
SELECT DISTINCT drugname FROM (
  SELECT drugname, rank() OVER (ORDER BY cost {extreme.direction}) AS place
  FROM medication m
  JOIN patient p ON p.patientunitstayid = m.patientunitstayid
  JOIN cost c ON (c.eventtype, c.eventid) = ('medication', m.medicationid)
  WHERE p.uniquepid = {patient} AND {period}
)
WHERE place = 1""",
    ),
    forms.drug_costs_of_patient(
        facts=_PRESCRIBED,
        period=_PERIOD,
        sql="""
SELECT drugname AS drug, sum(cost) AS total
FROM medication m
JOIN patient p ON p.patientunitstayid = m.patientunitstayid
JOIN cost c ON (c.eventtype, c.eventid) = ('medication', m.medicationid)
WHERE p.uniquepid = {patient} AND {period}
GROUP BY drugname""",
    ),
)
