"""How many records does a day, a month or a year have?"""

from __future__ import annotations

from medgym_ehr.hospital.forms import statistics as forms
from medgym_ehr.questions.figure import rate
from medgym_ehr.questions.option import UNIT_AVERAGES
from medgym_ehr.questions.template import Template, When

CATEGORY = "statistics"


TEMPLATES = (
    forms.rate_of_diagnosis(
        facts="""
SELECT d.short_title AS diagnosis, e.charttime AS at
FROM diagnoses_icd e JOIN d_icd_diagnoses d ON d.icd9_code = e.icd9_code""",
        period=When("e.charttime", tags=forms.RATED),
        **rate(
            """
  FROM diagnoses_icd e
  JOIN d_icd_diagnoses d ON d.icd9_code = e.icd9_code
  WHERE d.short_title = {diagnosis} AND {period}""",
            "e.charttime",
        ),
    ),
    Template(
        id="rate_of_procedure",
        category=CATEGORY,
        wordings=(
            "What is the {aggregate} {unit} number of {procedure} procedures {period}?",
            "Over the {unit.each}s that have any, what is the {aggregate} number of times "
            "{procedure} was performed per {unit.each} {period}?",
            "Counting the {procedure} procedures {period} by {unit.each}, what is the {aggregate} count?",
        ),
        facts="""
SELECT d.short_title AS procedure, e.charttime AS at
FROM procedures_icd e JOIN d_icd_procedures d ON d.icd9_code = e.icd9_code""",
        options=forms.RATES,
        period=When("e.charttime", tags=forms.RATED),
        answer=forms.NUMBER,
        **rate(
            """
  FROM procedures_icd e
  JOIN d_icd_procedures d ON d.icd9_code = e.icd9_code
  WHERE d.short_title = {procedure} AND {period}""",
            "e.charttime",
        ),
    ),
    forms.rate_of_drug(
        facts="SELECT drug, startdate AS at FROM prescriptions",
        period=When("startdate", tags=forms.RATED),
        **rate("FROM prescriptions WHERE drug = {drug} AND {period}", "startdate"),
    ),
    forms.rate_of_lab(
        facts="""
SELECT d.label AS lab, e.charttime AS at FROM labevents e JOIN d_labitems d ON d.itemid = e.itemid""",
        period=When("e.charttime", tags=forms.RATED),
        **rate(
            """
  FROM d_labitems d
  JOIN labevents e ON e.itemid = d.itemid
  WHERE d.label = {lab} AND {period}""",
            "e.charttime",
        ),
    ),
    Template(
        id="counts_of_specimen_by_unit",
        category=CATEGORY,
        wordings=(
            "List the {unit} number of microbiology tests on {specimen} {period}: "
            "each {unit.each} and its count.",
            "For every {unit.each} with microbiology tests on {specimen} {period}, "
            "give the {unit.each} and the number of these tests.",
            "How many microbiology tests on {specimen} were there in each {unit.each} that had any {period}? "
            "Give the {unit.each}s and the numbers.",
        ),
        facts="SELECT spec_type_desc AS specimen, charttime AS at FROM microbiologyevents",
        options={"unit": UNIT_AVERAGES},
        period=When("charttime", tags=forms.RATED),
        answer=forms.COUNTS,
        fewest=2,
        most=15,
        sql="""
SELECT strftime('{unit.sql}', charttime) AS period, count(*) AS number FROM microbiologyevents
WHERE spec_type_desc = {specimen} AND {period}
GROUP BY strftime('{unit.sql}', charttime)""",
    ),
    Template(
        id="counts_of_admissions_by_unit",
        category=CATEGORY,
        wordings=(
            "List the {unit} number of {admission} hospital visits that began {period}: "
            "each {unit.each} and its count.",
            "For every {unit.each} in which {admission} hospital visits began {period}, "
            "give the {unit.each} and the number of these visits.",
            "How many {admission} hospital visits began in each {unit.each} that had any {period}? "
            "Give the {unit.each}s and the numbers.",
        ),
        facts="SELECT admission_type AS admission, admittime AS at FROM admissions",
        options={"unit": UNIT_AVERAGES},
        period=When("admittime", tags=forms.RATED),
        answer=forms.COUNTS,
        fewest=2,
        most=15,
        sql="""
SELECT strftime('{unit.sql}', admittime) AS period, count(*) AS number FROM admissions
WHERE admission_type = {admission} AND {period}
GROUP BY strftime('{unit.sql}', admittime)""",
    ),
)
