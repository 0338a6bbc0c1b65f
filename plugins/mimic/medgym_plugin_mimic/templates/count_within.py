"""How many patients had one event close to another?"""

from __future__ import annotations

from medgym_core import Integer
from medgym_ehr.hospital.forms import count as forms
from medgym_ehr.questions.period import CALENDAR
from medgym_ehr.questions.template import NO_PERIOD, Template, When
from medgym_ehr.questions.within import Events

CATEGORY = "count"
_AFTER = ("within-n_month", "within-hosp", "within-n_day", "within-month", "within-day")
_LONG_AFTER = ("within-n_month", "within-month", "within-n_day")
_DIAGNOSED = """diagnoses_icd e
JOIN d_icd_diagnoses d ON d.icd9_code = e.icd9_code"""
_PATIENTS_DIAGNOSED = """
WITH diagnosed AS MATERIALIZED (
  SELECT subject_id, hadm_id, charttime
  FROM diagnoses_icd JOIN d_icd_diagnoses USING (icd9_code)
  WHERE short_title = {diagnosis} AND {period}
)"""
_PERIOD = When("charttime", tags=(*CALENDAR, NO_PERIOD))


TEMPLATES = (
    forms.patients_with_drug_after_diagnosis(
        facts=forms.frequent(
            f"""
  SELECT d.short_title AS diagnosis, p.drug, e.charttime AS at
  FROM {_DIAGNOSED}
  JOIN (SELECT DISTINCT hadm_id, drug FROM prescriptions) p ON p.hadm_id = e.hadm_id""",
            "diagnosis, drug",
        ),
        period=_PERIOD,
        within=Events("e.charttime", "p.startdate", "e.hadm_id", "p.hadm_id", tags=_AFTER[:4]),
        sql=f"""{_PATIENTS_DIAGNOSED}
SELECT count(DISTINCT e.subject_id)
FROM diagnosed e JOIN prescriptions p ON p.subject_id = e.subject_id
WHERE p.drug = {{drug}} AND p.startdate > e.charttime AND {{within}}""",
    ),
    Template(
        id="patients_with_procedure_after_diagnosis",
        category=CATEGORY,
        wordings=(
            "Of the patients diagnosed with {diagnosis} {period}, how many underwent the procedure "
            "{procedure} {within} after such a diagnosis?",
            "Among the patients who received a diagnosis of {diagnosis} {period}, how many had the "
            "procedure {procedure} {within} after it?",
            "Count the patients who were diagnosed with {diagnosis} {period} and underwent the procedure "
            "{procedure} {within} after such a diagnosis.",
        ),
        facts=forms.frequent(
            f"""
  SELECT d.short_title AS diagnosis, c.short_title AS procedure, e.charttime AS at
  FROM {_DIAGNOSED}
  JOIN procedures_icd p ON p.hadm_id = e.hadm_id
  JOIN d_icd_procedures c ON c.icd9_code = p.icd9_code""",
            "diagnosis, procedure",
        ),
        period=_PERIOD,
        within=Events("e.charttime", "p.charttime", "e.hadm_id", "p.hadm_id", tags=_AFTER[:4]),
        answer=Integer(unit="patients"),
        sql=f"""{_PATIENTS_DIAGNOSED}
SELECT count(DISTINCT e.subject_id)
FROM diagnosed e
JOIN procedures_icd p ON p.subject_id = e.subject_id
JOIN d_icd_procedures d ON d.icd9_code = p.icd9_code
WHERE d.short_title = {{procedure}} AND p.charttime > e.charttime AND {{within}}""",
    ),
    forms.patients_with_lab_after_drug(
        # Of the pairs, by far the most of all, those of a tenth of the prescriptions are plenty.
        facts=forms.frequent(
            """
  SELECT e.drug, l.label AS lab, e.startdate AS at
  FROM prescriptions e
  JOIN (
    SELECT DISTINCT hadm_id, label, date(charttime) AS day
    FROM labevents JOIN d_labitems USING (itemid)
  ) l ON l.hadm_id = e.hadm_id AND l.day = date(e.startdate)
  WHERE e.row_id % 10 = 0""",
            "drug, lab",
        ),
        period=When("e.startdate", tags=(*CALENDAR, NO_PERIOD)),
        within=Events("e.startdate", "l.charttime", "e.hadm_id", "l.hadm_id", tags=_AFTER[::-1]),
        sql="""
SELECT count(DISTINCT e.subject_id)
FROM prescriptions e
JOIN labevents l ON l.subject_id = e.subject_id
JOIN d_labitems d ON d.itemid = l.itemid
WHERE e.drug = {drug}
  AND d.label = {lab}
  AND l.charttime > e.startdate
  AND {within}
  AND {period}""",
    ),
    forms.patients_with_both_drugs(
        facts=forms.frequent(
            """
  SELECT a.drug, b.drug AS drug2, a.startdate AS at
  FROM prescriptions a JOIN prescriptions b ON b.hadm_id = a.hadm_id AND b.startdate = a.startdate
  WHERE a.drug < b.drug""",
            "drug, drug2",
        ),
        period=When("startdate", tags=forms.SPANS),
        within=Events("a.startdate", "b.startdate", "a.hadm_id", "b.hadm_id", tags=forms.BOTH),
        sql="""
WITH prescribed AS NOT MATERIALIZED (
  SELECT subject_id, hadm_id, drug, startdate FROM prescriptions WHERE {period}
)
SELECT count(DISTINCT a.subject_id)
FROM prescribed a JOIN prescribed b ON b.subject_id = a.subject_id
WHERE a.drug = {drug} AND b.drug = {drug2} AND {within}""",
    ),
    forms.deaths_after_diagnosis(
        facts=forms.frequent(
            f"""
  SELECT d.short_title AS diagnosis, e.charttime AS at
  FROM {_DIAGNOSED}
  JOIN patients p ON p.subject_id = e.subject_id
  WHERE p.dod > e.charttime""",
            "diagnosis",
        ),
        period=_PERIOD,
        within=Events("e.charttime", "p.dod", tags=_LONG_AFTER),
        sql=f"""{_PATIENTS_DIAGNOSED}
SELECT count(DISTINCT CASE WHEN p.dod > e.charttime THEN e.subject_id END)
FROM diagnosed e JOIN patients p ON p.subject_id = e.subject_id
WHERE {{within}}""",
    ),
    forms.patients_not_returned(
        facts=f"""
SELECT d.short_title AS diagnosis, e.charttime AS at
FROM {_DIAGNOSED}""",
        period=_PERIOD,
        within=Events("e.charttime", "a.admittime", tags=("within-n_month",)),
        sql=f"""{_PATIENTS_DIAGNOSED},
first_diagnosed AS (
  SELECT subject_id, min(charttime) AS charttime FROM diagnosed GROUP BY subject_id
)
SELECT count(*) FROM first_diagnosed e JOIN patients p ON p.subject_id = e.subject_id
WHERE p.dod IS NULL AND NOT EXISTS (
  SELECT * FROM admissions a
  WHERE a.subject_id = e.subject_id AND a.admittime > e.charttime AND {{within}}
)""",
    ),
)
