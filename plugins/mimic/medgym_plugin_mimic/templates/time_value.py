"""When was a value reached, and when did two orders or a diagnosis and an order come together?"""

from __future__ import annotations

from medgym_core import DateTime
from medgym_ehr.hospital.forms import time as forms
from medgym_ehr.mimic3.ehrsql import facts
from medgym_ehr.questions.nth import nth_time
from medgym_ehr.questions.option import COMPARISONS, ENDS, EXTREMES
from medgym_ehr.questions.period import CALENDAR, HOSPITAL, ICU
from medgym_ehr.questions.template import NO_PERIOD, Template, When
from medgym_ehr.questions.within import Events

CATEGORY = "time"
_VISIT = When("charttime", visit="hadm_id", tags=(*CALENDAR, *HOSPITAL, NO_PERIOD))
_STAY = When("charttime", visit="hadm_id", stay="icustay_id", tags=(*CALENDAR, *HOSPITAL, *ICU, NO_PERIOD))
_DRUG_PAIR = """
WITH repeated AS (
  SELECT * FROM (SELECT *, count(*) OVER (PARTITION BY subject_id, drug) AS times FROM prescriptions)
  WHERE times > 1
)
SELECT a.subject_id AS patient, a.drug, b.drug AS drug2, a.startdate AS at
FROM repeated a JOIN repeated b ON b.hadm_id = a.hadm_id AND b.startdate = a.startdate
WHERE a.drug < b.drug"""
"""Pairs of drugs that each were prescribed at other times too."""
_DRUG_AFTER_DIAGNOSIS = """
SELECT e.subject_id AS patient, d.short_title AS diagnosis, p.drug, p.route, p.startdate AS at
FROM diagnoses_icd e
JOIN d_icd_diagnoses d ON d.icd9_code = e.icd9_code
JOIN (
  SELECT
    *,
    min(hadm_id) OVER (PARTITION BY subject_id, drug) <> max(hadm_id) OVER (PARTITION BY subject_id, drug)
      AS again
  FROM prescriptions
) p ON p.subject_id = e.subject_id
WHERE p.startdate > e.charttime AND p.again"""
"""Of drugs that the patient was prescribed in several visits."""

TEMPLATES = (
    forms.lab_extreme_time(
        facts=facts.LAB,
        period=_VISIT,
        sql="""
SELECT DISTINCT charttime
FROM (
  SELECT charttime, {rank}() OVER (ORDER BY valuenum {extreme.direction}) AS place
  FROM labevents JOIN d_labitems USING (itemid)
  WHERE subject_id = {patient} AND label = {lab} AND valuenum IS NOT NULL AND {period}
)
WHERE place = 1""",
    ),
    forms.vital_extreme_time(
        facts=facts.VITAL,
        options={"extreme": EXTREMES},
        period=_STAY,
        sql="""
SELECT DISTINCT charttime
FROM (
  SELECT charttime, {rank}() OVER (ORDER BY valuenum {extreme.direction}) AS place
  FROM chartevents JOIN d_items USING (itemid)
  WHERE subject_id = {patient} AND label = {vital} AND valuenum IS NOT NULL AND {period}
)
WHERE place = 1""",
    ),
    Template(
        id="vital_beyond_time",
        category=CATEGORY,
        wordings=(
            "When was the {nth} time that the {vital} of patient {patient} was {side} {bound} {period}?",
            "At what time was the {vital} of patient {patient} measured {side} {bound} for the {nth} time "
            "{period}?",
            "What is the time of the {nth} {vital} reading {side} {bound} of patient {patient} {period}?",
        ),
        facts=f"""
SELECT patient, hadm_id, icustay_id, vital, at, CAST(value AS INTEGER) AS bound FROM ({facts.VITAL})""",
        options={"nth": ENDS, "side": COMPARISONS},
        period=_STAY,
        answer=DateTime(),
        sql=nth_time(
            "charttime",
            """
  FROM chartevents JOIN d_items USING (itemid)
  WHERE subject_id = {patient} AND label = {vital} AND valuenum {side.sql} {bound} AND {period}""",
        ),
    ),
    forms.drug_pair_time(
        facts=_DRUG_PAIR,
        period=When("startdate", visit="hadm_id", tags=(*CALENDAR, *HOSPITAL, NO_PERIOD)),
        within=Events("a.startdate", "b.startdate", tags=("within-same",)),
        sql="""
WITH prescribed AS (
  SELECT drug, startdate FROM prescriptions WHERE subject_id = {patient} AND {period}
)
SELECT DISTINCT a.startdate
FROM prescribed a JOIN prescribed b ON {within}
WHERE a.drug = {drug} AND b.drug = {drug2}""",
    ),
    forms.drug_after_diagnosis_time(
        facts=_DRUG_AFTER_DIAGNOSIS,
        within=Events(
            "e.charttime",
            "p.startdate",
            "e.hadm_id",
            "p.hadm_id",
            tags=("within-hosp", "within-month"),
        ),
        sql="""
SELECT DISTINCT p.startdate
FROM diagnoses_icd e
JOIN d_icd_diagnoses d ON d.icd9_code = e.icd9_code
JOIN prescriptions p ON p.subject_id = e.subject_id
WHERE e.subject_id = {patient}
  AND d.short_title = {diagnosis}
  AND p.drug = {drug}
  AND p.startdate > e.charttime
  AND {within}""",
    ),
)
