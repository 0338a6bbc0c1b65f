"""How many records does a day, a month or a year have?"""

from __future__ import annotations

from medgym_ehr.hospital.forms import statistics as forms
from medgym_ehr.questions.figure import rate
from medgym_ehr.questions.option import UNIT_AVERAGES
from medgym_ehr.questions.template import Template, When

CATEGORY = "statistics"


TEMPLATES = (
    forms.rate_of_diagnosis(
        facts="SELECT diagnosisname AS diagnosis, diagnosistime AS at FROM diagnosis",
        period=When("diagnosistime", tags=forms.RATED),
        **rate("FROM diagnosis WHERE diagnosisname = {diagnosis} AND {period}", "diagnosistime"),
    ),
    Template(
        id="rate_of_treatment",
        category=CATEGORY,
        wordings=(
            "What is the {aggregate} {unit} number of records of the treatment {treatment} {period}?",
            "Over the {unit.each}s that have any, what is the {aggregate} number of times "
            "the treatment {treatment} was given per {unit.each} {period}?",
            "Counting the records of the treatment {treatment} {period} by {unit.each}, what is the "
            "{aggregate} count?",
        ),
        facts="SELECT treatmentname AS treatment, treatmenttime AS at FROM treatment",
        options=forms.RATES,
        period=When("treatmenttime", tags=forms.RATED),
        answer=forms.NUMBER,
        **rate("FROM treatment WHERE treatmentname = {treatment} AND {period}", "treatmenttime"),
    ),
    forms.rate_of_drug(
        facts="SELECT drugname AS drug, drugstarttime AS at FROM medication",
        period=When("drugstarttime", tags=forms.RATED),
        **rate("FROM medication WHERE drugname = {drug} AND {period}", "drugstarttime"),
    ),
    forms.rate_of_lab(
        facts="SELECT labname AS lab, labresulttime AS at FROM lab",
        period=When("labresulttime", tags=forms.RATED),
        **rate("FROM lab WHERE labname = {lab} AND {period}", "labresulttime"),
    ),
    Template(
        id="counts_of_admissions_by_unit",
        category=CATEGORY,
        wordings=(
            "List the {unit} number of hospital visits with the admission source {source} that began "
            "{period}: each {unit.each} and its count.",
            "For every {unit.each} in which hospital visits with the admission source {source} began "
            "{period}, give the {unit.each} and the number of these visits.",
            "How many hospital visits with the admission source {source} began in each {unit.each} that had "
            "any {period}? Give the {unit.each}s and the numbers.",
        ),
        facts="SELECT hospitaladmitsource AS source, hospitaladmittime AS at FROM patient",
        options={"unit": UNIT_AVERAGES},
        period=When("hospitaladmittime", tags=forms.RATED),
        answer=forms.COUNTS,
        fewest=2,
        most=15,
        sql="""
SELECT strftime('{unit.sql}', hospitaladmittime) AS period,
       count(DISTINCT patienthealthsystemstayid) AS number
FROM patient
WHERE hospitaladmitsource = {source} AND {period}
GROUP BY strftime('{unit.sql}', hospitaladmittime)""",
    ),
    Template(
        id="counts_of_stays_by_unit",
        category=CATEGORY,
        wordings=(
            "List the {unit} number of ICU stays in hospital {hospital} that began {period}: each "
            "{unit.each} and its count.",
            "For every {unit.each} in which ICU stays in hospital {hospital} began {period}, give the "
            "{unit.each} and the number of these stays.",
            "How many ICU stays in hospital {hospital} began in each {unit.each} that had any {period}? "
            "Give the {unit.each}s and the numbers.",
        ),
        facts="SELECT hospitalid AS hospital, unitadmittime AS at FROM patient",
        options={"unit": UNIT_AVERAGES},
        period=When("unitadmittime", tags=forms.RATED),
        answer=forms.COUNTS,
        fewest=2,
        most=15,
        sql="""
SELECT strftime('{unit.sql}', unitadmittime) AS period, count(*) AS number FROM patient
WHERE hospitalid = {hospital} AND {period}
GROUP BY strftime('{unit.sql}', unitadmittime)""",
    ),
)
