"""What is the price of a drug, a lab test, a procedure or a diagnosis?"""

from __future__ import annotations

from medgym_core import Column, Number, Table, Text
from medgym_ehr.eicu.ehrsql import facts
from medgym_ehr.questions.option import EXTREMES
from medgym_ehr.questions.template import Template
from medgym_plugin_eicu.templates.when import of_patient

CATEGORY = "cost"

_AMOUNT = Number(abs_tol=0.001)
_PRESCRIBED = f"SELECT patient, at FROM ({facts.DRUG})"
_PERIOD = of_patient("m.drugstarttime", alias="p.")

TEMPLATES = (
    Template(
        id="price_of_drug",
        category=CATEGORY,
        wordings=(
            "How much does a prescription of {drug} cost?",
            "What is the price of the drug {drug}?",
            "What is charged for {drug} each time it is prescribed?",
        ),
        facts="SELECT DISTINCT drugname AS drug FROM medication",
        answer=_AMOUNT,
        sql="""
SELECT DISTINCT cost
FROM medication JOIN cost ON eventtype = 'medication' AND eventid = medicationid
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
        answer=_AMOUNT,
        sql="""
SELECT DISTINCT cost
FROM lab JOIN cost ON eventtype = 'lab' AND eventid = labid
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
        answer=_AMOUNT,
        sql="""
SELECT DISTINCT cost
FROM treatment JOIN cost ON eventtype = 'treatment' AND eventid = treatmentid
WHERE treatmentname = {treatment}""",
    ),
    Template(
        id="price_of_diagnosis",
        category=CATEGORY,
        wordings=(
            "How much does a diagnosis of {diagnosis} cost?",
            "What is the price of diagnosing {diagnosis}?",
            "What is charged for a diagnosis of {diagnosis}?",
        ),
        facts="SELECT DISTINCT diagnosisname AS diagnosis FROM diagnosis",
        answer=_AMOUNT,
        sql="""
SELECT DISTINCT cost
FROM diagnosis JOIN cost ON eventtype = 'diagnosis' AND eventid = diagnosisid
WHERE diagnosisname = {diagnosis}""",
    ),
    Template(
        id="extreme_price_of_patient",
        category=CATEGORY,
        wordings=(
            "Which drug prescribed to patient {patient} {period} has the {extreme} price?",
            "By the price of one prescription, which was the drug with the {extreme} price "
            "among those patient {patient} was prescribed {period}?",
            "Name the {extreme}-priced drug that was prescribed to patient {patient} {period}.",
        ),
        facts=_PRESCRIBED,
        options={"extreme": EXTREMES},
        period=_PERIOD,
        answer=Text(),
        sql="""
SELECT DISTINCT drugname FROM (
  SELECT drugname, rank() OVER (ORDER BY cost {extreme.direction}) AS place
  FROM medication m
  JOIN patient p ON p.patientunitstayid = m.patientunitstayid
  JOIN cost c ON c.eventtype = 'medication' AND c.eventid = m.medicationid
  WHERE p.uniquepid = {patient} AND {period}
)
WHERE place = 1""",
    ),
    Template(
        id="drug_costs_of_patient",
        category=CATEGORY,
        wordings=(
            "List the drugs prescribed to patient {patient} {period}, "
            "each with the total cost of those prescriptions.",
            "For every drug that patient {patient} was prescribed {period}, "
            "give its name and the summed cost of those prescriptions.",
            "Group the prescriptions of patient {patient} {period} by drug: "
            "which drugs are there, and what does each come to in total?",
        ),
        facts=_PRESCRIBED,
        period=_PERIOD,
        answer=Table(columns=(Column(name="drug", kind=Text()), Column(name="total", kind=_AMOUNT))),
        fewest=2,
        most=15,
        sql="""
SELECT drugname AS drug, sum(cost) AS total
FROM medication m
JOIN patient p ON p.patientunitstayid = m.patientunitstayid
JOIN cost c ON c.eventtype = 'medication' AND c.eventid = m.medicationid
WHERE p.uniquepid = {patient} AND {period}
GROUP BY drugname""",
    ),
)
