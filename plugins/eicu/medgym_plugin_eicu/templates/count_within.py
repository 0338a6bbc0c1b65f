"""How many patients had one event close to another?"""

from __future__ import annotations

from medgym_core import Integer
from medgym_ehr.hospital.forms import count as forms
from medgym_ehr.questions.period import CALENDAR, NO_PERIOD
from medgym_ehr.questions.template import Template, When
from medgym_ehr.questions.within import Events

CATEGORY = "count"

_AFTER = ("within-n_month", "within-hosp", "within-n_day", "within-month")
_WHENEVER = (*CALENDAR, NO_PERIOD)
_DIAGNOSED = """
WITH diagnosed AS MATERIALIZED (
  SELECT uniquepid, patienthealthsystemstayid, diagnosistime
  FROM diagnosis JOIN patient USING (patientunitstayid)
  WHERE diagnosisname = {diagnosis} AND {period}
)"""
_TREATED = """
WITH treated AS MATERIALIZED (
  SELECT uniquepid, patienthealthsystemstayid, treatmenttime
  FROM treatment JOIN patient USING (patientunitstayid)
  WHERE treatmentname = {treatment} AND {period}
)"""
_PRESCRIBED = """
WITH prescribed AS MATERIALIZED (
  SELECT uniquepid, patienthealthsystemstayid, drugstarttime
  FROM medication JOIN patient USING (patientunitstayid)
  WHERE drugname = {drug} AND {period}
)"""
_PATIENTS = Integer(unit="patients")


TEMPLATES = (
    forms.patients_with_drug_after_diagnosis(
        facts=forms.frequent(
            """
  SELECT e.diagnosisname AS diagnosis, m.drugname AS drug, e.diagnosistime AS at
  FROM diagnosis e JOIN medication m ON m.patientunitstayid = e.patientunitstayid
  WHERE m.drugstarttime > e.diagnosistime""",
            "diagnosis, drug",
        ),
        period=When("diagnosistime", tags=_WHENEVER),
        within=Events(
            "e.diagnosistime",
            "m.drugstarttime",
            "e.patienthealthsystemstayid",
            "p.patienthealthsystemstayid",
            tags=_AFTER,
        ),
        sql=f"""{_DIAGNOSED}
SELECT count(DISTINCT e.uniquepid)
FROM diagnosed e
JOIN patient p ON p.uniquepid = e.uniquepid
JOIN medication m ON m.patientunitstayid = p.patientunitstayid
WHERE m.drugname = {{drug}} AND m.drugstarttime > e.diagnosistime AND {{within}}""",
    ),
    Template(
        id="patients_with_treatment_after_diagnosis",
        category=CATEGORY,
        wordings=(
            "Of the patients diagnosed with {diagnosis} {period}, how many received the treatment "
            "{treatment} {within} after such a diagnosis?",
            "Among the patients who received a diagnosis of {diagnosis} {period}, how many had the "
            "treatment {treatment} {within} after it?",
            "Count the patients who were diagnosed with {diagnosis} {period} and received the treatment "
            "{treatment} {within} after such a diagnosis.",
        ),
        facts=forms.frequent(
            """
  SELECT e.diagnosisname AS diagnosis, t.treatmentname AS treatment, e.diagnosistime AS at
  FROM diagnosis e JOIN treatment t ON t.patientunitstayid = e.patientunitstayid
  WHERE t.treatmenttime > e.diagnosistime""",
            "diagnosis, treatment",
        ),
        period=When("diagnosistime", tags=_WHENEVER),
        within=Events(
            "e.diagnosistime",
            "t.treatmenttime",
            "e.patienthealthsystemstayid",
            "p.patienthealthsystemstayid",
            tags=_AFTER,
        ),
        answer=_PATIENTS,
        sql=f"""{_DIAGNOSED}
SELECT count(DISTINCT e.uniquepid)
FROM diagnosed e
JOIN patient p ON p.uniquepid = e.uniquepid
JOIN treatment t ON t.patientunitstayid = p.patientunitstayid
WHERE t.treatmentname = {{treatment}} AND t.treatmenttime > e.diagnosistime AND {{within}}""",
    ),
    Template(
        id="patients_with_diagnosis_after_treatment",
        category=CATEGORY,
        wordings=(
            "Of the patients who received the treatment {treatment} {period}, how many were diagnosed with "
            "{diagnosis} {within} after such a treatment?",
            "Among the patients given the treatment {treatment} {period}, how many got a diagnosis of "
            "{diagnosis} {within} after it?",
            "Count the patients who had the treatment {treatment} {period} and were diagnosed with "
            "{diagnosis} {within} after such a treatment.",
        ),
        facts=forms.frequent(
            """
  SELECT t.treatmentname AS treatment, e.diagnosisname AS diagnosis, t.treatmenttime AS at
  FROM treatment t JOIN diagnosis e ON e.patientunitstayid = t.patientunitstayid
  WHERE e.diagnosistime > t.treatmenttime""",
            "treatment, diagnosis",
        ),
        period=When("treatmenttime", tags=_WHENEVER),
        within=Events(
            "t.treatmenttime",
            "e.diagnosistime",
            "t.patienthealthsystemstayid",
            "p.patienthealthsystemstayid",
            tags=_AFTER,
        ),
        answer=_PATIENTS,
        sql=f"""{_TREATED}
SELECT count(DISTINCT t.uniquepid)
FROM treated t
JOIN patient p ON p.uniquepid = t.uniquepid
JOIN diagnosis e ON e.patientunitstayid = p.patientunitstayid
WHERE e.diagnosisname = {{diagnosis}} AND e.diagnosistime > t.treatmenttime AND {{within}}""",
    ),
    forms.patients_with_lab_after_drug(
        # Of the pairs, by far the most of all, those of a tenth of the prescriptions are plenty.
        facts=forms.frequent(
            """
  SELECT m.drugname AS drug, l.labname AS lab, m.drugstarttime AS at
  FROM medication m
  JOIN (SELECT DISTINCT patientunitstayid, labname, date(labresulttime) AS day FROM lab) l
    ON l.patientunitstayid = m.patientunitstayid AND l.day = date(m.drugstarttime)
  WHERE m.medicationid % 10 = 0""",
            "drug, lab",
        ),
        period=When("drugstarttime", tags=_WHENEVER),
        within=Events(
            "m.drugstarttime",
            "l.labresulttime",
            "m.patienthealthsystemstayid",
            "p.patienthealthsystemstayid",
            tags=(*_AFTER, "within-day"),
        ),
        sql=f"""{_PRESCRIBED}
SELECT count(DISTINCT m.uniquepid)
FROM prescribed m
JOIN patient p ON p.uniquepid = m.uniquepid
JOIN lab l ON l.patientunitstayid = p.patientunitstayid
WHERE l.labname = {{lab}} AND l.labresulttime > m.drugstarttime AND {{within}}""",
    ),
    forms.patients_with_both_drugs(
        facts=forms.frequent(
            """
  SELECT a.drugname AS drug, b.drugname AS drug2, a.drugstarttime AS at
  FROM medication a
  JOIN medication b
    ON b.patientunitstayid = a.patientunitstayid AND date(b.drugstarttime) = date(a.drugstarttime)
  WHERE a.drugname < b.drugname""",
            "drug, drug2",
        ),
        period=When("drugstarttime", tags=forms.SPANS),
        within=Events(
            "a.drugstarttime",
            "b.drugstarttime",
            "a.patienthealthsystemstayid",
            "b.patienthealthsystemstayid",
            tags=forms.BOTH,
        ),
        sql="""
WITH prescribed AS (
  SELECT uniquepid, patienthealthsystemstayid, drugname, drugstarttime
  FROM medication JOIN patient USING (patientunitstayid)
  WHERE {period}
)
SELECT count(DISTINCT a.uniquepid)
FROM prescribed a JOIN prescribed b ON b.uniquepid = a.uniquepid
WHERE a.drugname = {drug} AND b.drugname = {drug2} AND {within}""",
    ),
    forms.deaths_after_diagnosis(
        facts=forms.frequent(
            """
  SELECT diagnosisname AS diagnosis, diagnosistime AS at
  FROM diagnosis JOIN patient USING (patientunitstayid)
  WHERE hospitaldischargestatus = 'expired'""",
            "diagnosis",
        ),
        period=When("diagnosistime", tags=_WHENEVER),
        within=Events(
            "e.diagnosistime",
            "p.hospitaldischargetime",
            "e.patienthealthsystemstayid",
            "p.patienthealthsystemstayid",
            tags=("within-n_month", "within-month", "within-n_day", "within-hosp"),
        ),
        sql=f"""{_DIAGNOSED}
SELECT count(DISTINCT CASE WHEN p.hospitaldischargetime > e.diagnosistime THEN e.uniquepid END)
FROM diagnosed e JOIN patient p ON p.uniquepid = e.uniquepid
WHERE p.hospitaldischargestatus = 'expired' AND {{within}}""",
    ),
    forms.patients_not_returned(
        facts="SELECT diagnosisname AS diagnosis, diagnosistime AS at FROM diagnosis",
        period=When("diagnosistime", tags=_WHENEVER),
        within=Events("e.diagnosistime", "p.hospitaladmittime", tags=("within-n_month",)),
        sql=f"""{_DIAGNOSED},
first_diagnosed AS (
  SELECT uniquepid, min(diagnosistime) AS diagnosistime FROM diagnosed GROUP BY uniquepid
)
SELECT count(*) FROM first_diagnosed e
WHERE NOT EXISTS (
  SELECT * FROM patient d WHERE d.uniquepid = e.uniquepid AND d.hospitaldischargestatus = 'expired'
) AND NOT EXISTS (
  SELECT * FROM patient p
  WHERE p.uniquepid = e.uniquepid AND p.hospitaladmittime > e.diagnosistime AND {{within}}
)""",
    ),
)
