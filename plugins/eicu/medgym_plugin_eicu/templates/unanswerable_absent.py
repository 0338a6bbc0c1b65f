"""Who or what a question asks about is not in the database, or nothing of the kind befell them."""

from __future__ import annotations

from medgym_core import Number, SetOf, Text
from medgym_ehr.hospital.forms import absent as forms
from medgym_ehr.questions.period import CALENDAR, HOSPITAL, NO_PERIOD
from medgym_ehr.questions.unanswerable import Unanswerable

_PATIENT_TAGS = (NO_PERIOD, *HOSPITAL, *CALENDAR)
_STRANGER = """
SELECT substr(a.uniquepid, 1, instr(a.uniquepid, '-'))
  || (CAST(substr(a.uniquepid, instr(a.uniquepid, '-') + 1) AS INTEGER) + n.step) AS patient,
  a.hospitaladmittime AS at
FROM patient a
JOIN (SELECT 1 AS step UNION ALL SELECT 2 UNION ALL SELECT 3) n
WHERE substr(a.uniquepid, 1, instr(a.uniquepid, '-'))
  || (CAST(substr(a.uniquepid, instr(a.uniquepid, '-') + 1) AS INTEGER) + n.step)
  NOT IN (SELECT uniquepid FROM patient)"""
"""Ids that no patient has, each at a time when another was admitted."""

TEMPLATES = (
    forms.gender_of_stranger(
        facts=_STRANGER,
        sql="SELECT gender FROM patient WHERE uniquepid = {patient}",
    ),
    forms.drugs_of_stranger(
        facts=_STRANGER,
        sql="""
SELECT DISTINCT drugname
FROM medication JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient}""",
    ),
    forms.admission_of_stranger(
        facts=_STRANGER,
        sql="""
SELECT min(hospitaladmittime) FROM patient
WHERE uniquepid = {patient}
GROUP BY uniquepid""",
    ),
    forms.price_of_later_drug(
        sql="SELECT medicationid FROM medication WHERE instr(drugname, {drug}) > 0",
    ),
    forms.route_of_later_drug(
        sql="SELECT routeadmin FROM medication WHERE instr(drugname, {drug}) > 0",
    ),
    Unanswerable(
        id="lab_never_measured",
        wordings=(
            "What was the last {lab} lab value of patient {patient} {period}?",
            "What is the last measured value of the lab test {lab} of patient {patient} {period}?",
            "Give the most recent {lab} lab result of patient {patient} {period}.",
        ),
        facts="""
SELECT a.uniquepid AS patient, d.lab, a.hospitaladmittime AS at
FROM patient a
JOIN (SELECT labname AS lab, min(labid) AS place FROM lab GROUP BY labname) d
  ON abs(a.patientunitstayid * 31 + d.place * 17) % 23 = 0""",
        tags=_PATIENT_TAGS,
        answer=Number(abs_tol=0.001),
        sql="""
SELECT labresult
FROM lab JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient} AND labname = {lab}""",
    ),
    forms.drug_never_prescribed(
        facts="""
SELECT a.uniquepid AS patient, d.drug, a.hospitaladmittime AS at
FROM patient a
JOIN (SELECT drugname AS drug, min(medicationid) AS place FROM medication GROUP BY drugname) d
  ON abs(a.patientunitstayid * 31 + d.place * 17) % 23 = 0""",
        sql="""
SELECT drugname
FROM medication JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient} AND drugname = {drug}""",
    ),
    forms.death_of_survivor(
        facts="""
SELECT uniquepid AS patient FROM patient
GROUP BY uniquepid
HAVING count(CASE WHEN hospitaldischargestatus = 'alive' THEN 1 END) = count(*)""",
        sql="""
SELECT hospitaldischargetime FROM patient
WHERE uniquepid = {patient} AND (hospitaldischargestatus IS NULL OR hospitaldischargestatus <> 'alive')""",
    ),
    forms.visit_of_discharged(
        facts="""
SELECT uniquepid AS patient FROM patient
GROUP BY uniquepid HAVING count(*) = count(hospitaldischargetime)""",
        sql="""
SELECT patienthealthsystemstayid FROM patient
WHERE uniquepid = {patient} AND hospitaldischargetime IS NULL""",
    ),
    forms.second_visit_of_single(
        facts="""
SELECT uniquepid AS patient FROM patient
GROUP BY uniquepid HAVING count(DISTINCT patienthealthsystemstayid) = 1""",
        sql="""
SELECT hospitaladmittime FROM (
  SELECT hospitaladmittime, dense_rank() OVER (ORDER BY hospitaladmittime) AS place
  FROM patient WHERE uniquepid = {patient}
)
WHERE place = 2""",
    ),
    Unanswerable(
        id="status_of_current",
        wordings=(
            "With which status was patient {patient} discharged from the current hospital visit?",
            "What is the discharge status of patient {patient} on the current hospital visit?",
            "Name the discharge status of the current hospital visit of patient {patient}.",
        ),
        facts="""
SELECT uniquepid AS patient FROM patient WHERE hospitaldischargetime IS NULL""",
        answer=Text(),
        sql="""
SELECT hospitaldischargestatus FROM patient a
WHERE uniquepid = {patient} AND hospitaldischargetime IS NOT NULL AND hospitaladmittime = (
  SELECT max(hospitaladmittime) FROM patient WHERE uniquepid = a.uniquepid
)""",
    ),
    Unanswerable(
        id="allergies_of_nobody",
        wordings=(
            "Which allergies does patient {patient} have?",
            "What is patient {patient} allergic to?",
            "Name the allergies on record for patient {patient}.",
        ),
        facts="""
SELECT uniquepid AS patient FROM patient
GROUP BY uniquepid
HAVING max(patientunitstayid IN (SELECT patientunitstayid FROM allergy)) = 0""",
        answer=SetOf(items=Text()),
        sql="""
SELECT allergyname
FROM allergy JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient}""",
    ),
)
