"""What most often followed a diagnosis, or came together with a treatment or a drug?"""

from __future__ import annotations

from medgym_ehr.hospital.forms import ranking as forms
from medgym_ehr.questions.option import RANKS
from medgym_ehr.questions.template import Template, When
from medgym_ehr.questions.top import top
from medgym_ehr.questions.within import Events
from medgym_plugin_eicu.templates.gender import GENDERS

CATEGORY = "ranking"

_DIAGNOSIS = """
SELECT diagnosisname AS diagnosis, diagnosistime AS at FROM diagnosis
WHERE diagnosisname IN (SELECT diagnosisname FROM diagnosis GROUP BY diagnosisname HAVING count(*) >= 5)"""
_TREATMENT = """
SELECT treatmentname AS treatment, treatmenttime AS at FROM treatment
WHERE treatmentname IN (SELECT treatmentname FROM treatment GROUP BY treatmentname HAVING count(*) >= 5)"""
_BEGUN_TOGETHER = """
SELECT drugname AS drug, drugstarttime AS at FROM medication
WHERE drugname IN (
  SELECT a.drugname
  FROM medication a JOIN medication b USING (patientunitstayid, drugstarttime)
  WHERE a.drugname <> b.drugname
  GROUP BY a.drugname HAVING count(*) >= 5
)"""
_VISITS = ("e.patienthealthsystemstayid", "q.patienthealthsystemstayid")
_DIAGNOSED = """
    FROM (
      SELECT DISTINCT p.uniquepid, p.patienthealthsystemstayid, p.gender, e.diagnosistime
      FROM diagnosis e JOIN patient p ON p.patientunitstayid = e.patientunitstayid
      WHERE e.diagnosisname = {diagnosis} AND {period}
    ) e
    JOIN patient q ON q.uniquepid = e.uniquepid"""

TEMPLATES = (
    forms.top_drugs_after_diagnosis(
        facts=_DIAGNOSIS,
        period=When("e.diagnosistime", tags=forms.LONG),
        within=Events("e.diagnosistime", "m.drugstarttime", *_VISITS, tags=forms.NEAR),
        **top(
            "drugname",
            f"""
  FROM (
    SELECT DISTINCT m.medicationid, m.drugname{_DIAGNOSED}
    JOIN medication m ON m.patientunitstayid = q.patientunitstayid AND m.drugstarttime > e.diagnosistime
    WHERE {{within}}
  )""",
        ),
    ),
    Template(
        id="most_varied_labs_after_diagnosis",
        category=CATEGORY,
        wordings=(
            "For {gender} patients diagnosed with {diagnosis} {period}, what are the top {top} lab tests "
            "by the number of different values they had {within} after that diagnosis?",
            "Which lab tests rank among the top {top} by how many distinct values they had {within} after "
            "a {gender} patient's diagnosis of {diagnosis} {period}?",
            "After {gender} patients were diagnosed with {diagnosis} {period}, what were the top {top} "
            "lab tests done {within} by number of values, counting each value of a lab test once?",
        ),
        facts=_DIAGNOSIS,
        options={"top": RANKS, "gender": GENDERS},
        period=When("e.diagnosistime", tags=forms.LONG),
        within=Events("e.diagnosistime", "l.labresulttime", *_VISITS, tags=forms.NEAR),
        answer=forms.NAMES,
        fewest=2,
        **top(
            "labname",
            f"""
  FROM (
    SELECT DISTINCT l.labid, l.labname, l.labresult{_DIAGNOSED}
    JOIN lab l ON l.patientunitstayid = q.patientunitstayid AND l.labresulttime > e.diagnosistime
    WHERE e.gender = {{gender.sql}} AND {{within}}
  )""",
            by="count(DISTINCT labresult)",
        ),
    ),
    Template(
        id="top_treatments_after_diagnosis",
        category=CATEGORY,
        wordings=(
            "For patients diagnosed with {diagnosis} {period}, what are the top {top} treatments "
            "most frequently given {within} after that diagnosis?",
            "Which treatments rank among the top {top} by how often they were given {within} after "
            "a diagnosis of {diagnosis} {period}?",
            "After a diagnosis of {diagnosis} {period}, what are the top {top} treatments given {within}?",
        ),
        facts=_DIAGNOSIS,
        options=forms.TOP,
        period=When("e.diagnosistime", tags=forms.LONG),
        within=Events("e.diagnosistime", "t.treatmenttime", *_VISITS, tags=forms.NEAR),
        answer=forms.NAMES,
        fewest=2,
        **top(
            "treatmentname",
            f"""
  FROM (
    SELECT DISTINCT t.treatmentid, t.treatmentname{_DIAGNOSED}
    JOIN treatment t ON t.patientunitstayid = q.patientunitstayid AND t.treatmenttime > e.diagnosistime
    WHERE {{within}}
  )""",
        ),
    ),
    Template(
        id="top_diagnoses_after_treatment",
        category=CATEGORY,
        wordings=(
            "For patients given the treatment {treatment} {period}, what are the top {top} diagnoses most "
            "frequently made {within} after that treatment?",
            "Which diagnoses rank among the top {top} by how often they were made {within} after the "
            "treatment {treatment} {period}?",
            "After the treatment {treatment} {period}, what are the top {top} diagnoses made {within}?",
        ),
        facts=_TREATMENT,
        options=forms.TOP,
        period=When("t.treatmenttime", tags=forms.LONG),
        within=Events(
            "t.treatmenttime",
            "e.diagnosistime",
            "t.patienthealthsystemstayid",
            "q.patienthealthsystemstayid",
            tags=forms.NEAR[:3],
        ),
        answer=forms.NAMES,
        fewest=2,
        **top(
            "diagnosisname",
            """
  FROM (
    SELECT DISTINCT e.diagnosisid, e.diagnosisname
    FROM (
      SELECT DISTINCT p.uniquepid, p.patienthealthsystemstayid, t.treatmenttime
      FROM treatment t JOIN patient p ON p.patientunitstayid = t.patientunitstayid
      WHERE t.treatmentname = {treatment} AND {period}
    ) t
    JOIN patient q ON q.uniquepid = t.uniquepid
    JOIN diagnosis e ON e.patientunitstayid = q.patientunitstayid AND e.diagnosistime > t.treatmenttime
    WHERE {within}
  )""",
        ),
    ),
    Template(
        id="top_diagnoses_with_treatment",
        category=CATEGORY,
        wordings=(
            "What are the top {top} most frequent diagnoses of the hospital visits in which "
            "the treatment {treatment} was given {period}?",
            "Which diagnoses rank among the top {top} by how often they were made in the hospital visits "
            "in which the treatment {treatment} was given {period}?",
            "In the hospital visits in which the treatment {treatment} was given {period}, what were the "
            "top {top} diagnoses?",
        ),
        facts=_TREATMENT,
        options=forms.TOP,
        period=When("t.treatmenttime", tags=forms.LONG),
        answer=forms.NAMES,
        fewest=2,
        **top(
            "e.diagnosisname",
            """
  FROM diagnosis e
  JOIN patient q ON q.patientunitstayid = e.patientunitstayid
  WHERE q.patienthealthsystemstayid IN (
    SELECT p.patienthealthsystemstayid
    FROM treatment t JOIN patient p ON p.patientunitstayid = t.patientunitstayid
    WHERE t.treatmentname = {treatment} AND {period}
  )""",
        ),
    ),
    forms.top_drugs_with_drug(
        facts=_BEGUN_TOGETHER,
        period=When("e.drugstarttime", tags=forms.LONG),
        within=Events("e.drugstarttime", "m.drugstarttime", tags=("within-same", "within-day")),
        **top(
            "drugname",
            """
  FROM (
    SELECT DISTINCT m.medicationid, m.drugname
    FROM medication e
    JOIN patient p ON p.patientunitstayid = e.patientunitstayid
    JOIN patient q ON q.uniquepid = p.uniquepid
    JOIN medication m ON m.patientunitstayid = q.patientunitstayid AND m.drugname <> e.drugname
    WHERE e.drugname = {drug} AND {within} AND {period}
  )""",
        ),
    ),
)
