"""Who or what a question asks about is not in the database, or nothing of the kind befell them."""

from __future__ import annotations

from medgym_core import Number, Text
from medgym_ehr.hospital.forms import absent as forms
from medgym_ehr.questions.period import CALENDAR, HOSPITAL, NO_PERIOD
from medgym_ehr.questions.unanswerable import Unanswerable

_PATIENT_TAGS = (NO_PERIOD, *HOSPITAL, *CALENDAR)
_STRANGER = """
SELECT a.subject_id + n.step AS patient, a.admittime AS at
FROM admissions a
JOIN (SELECT 1 AS step UNION ALL SELECT 2 UNION ALL SELECT 3) n
WHERE a.subject_id + n.step NOT IN (SELECT subject_id FROM patients)"""
"""Numbers that no patient has, each at a time when another was admitted."""

TEMPLATES = (
    forms.gender_of_stranger(
        facts=_STRANGER,
        sql="SELECT gender FROM patients WHERE subject_id = {patient}",
    ),
    forms.drugs_of_stranger(
        facts=_STRANGER,
        sql="SELECT DISTINCT drug FROM prescriptions WHERE subject_id = {patient}",
    ),
    forms.admission_of_stranger(
        facts=_STRANGER,
        sql="SELECT min(admittime) FROM admissions WHERE subject_id = {patient} GROUP BY subject_id",
    ),
    forms.price_of_later_drug(
        sql="SELECT row_id FROM prescriptions WHERE instr(drug, {drug}) > 0",
    ),
    forms.route_of_later_drug(
        sql="SELECT route FROM prescriptions WHERE instr(drug, {drug}) > 0",
    ),
    Unanswerable(
        id="lab_never_measured",
        wordings=(
            "What was the last {lab} value of patient {patient} {period}?",
            "What is the last measured value of the lab test {lab} of patient {patient} {period}?",
            "Give the most recent {lab} result of patient {patient} {period}.",
        ),
        facts="""
SELECT a.subject_id AS patient, d.label AS lab, a.admittime AS at
FROM admissions a
JOIN d_labitems d ON abs(a.subject_id * 31 + d.itemid * 17) % 23 = 0""",
        tags=_PATIENT_TAGS,
        answer=Number(abs_tol=0.001),
        sql="""
SELECT e.valuenum FROM labevents e
JOIN d_labitems d ON d.itemid = e.itemid
WHERE e.subject_id = {patient} AND d.label = {lab}""",
    ),
    forms.drug_never_prescribed(
        facts="""
SELECT a.subject_id AS patient, d.drug, a.admittime AS at
FROM admissions a
JOIN (SELECT drug, min(row_id) AS place FROM prescriptions GROUP BY drug) d
  ON abs(a.subject_id * 31 + d.place * 17) % 23 = 0""",
        sql="SELECT drug FROM prescriptions WHERE subject_id = {patient} AND drug = {drug}",
    ),
    forms.death_of_survivor(
        facts="SELECT subject_id AS patient FROM patients WHERE dod IS NULL",
        sql="SELECT dod FROM patients WHERE subject_id = {patient} AND dod IS NOT NULL",
    ),
    forms.visit_of_discharged(
        facts="""
SELECT subject_id AS patient FROM admissions
GROUP BY subject_id HAVING count(*) = count(dischtime)""",
        sql="SELECT hadm_id FROM admissions WHERE subject_id = {patient} AND dischtime IS NULL",
    ),
    forms.second_visit_of_single(
        facts="SELECT subject_id AS patient FROM admissions GROUP BY subject_id HAVING count(*) = 1",
        sql="""
SELECT admittime FROM (
  SELECT admittime, dense_rank() OVER (ORDER BY admittime) AS place
  FROM admissions WHERE subject_id = {patient}
)
WHERE place = 2""",
    ),
    Unanswerable(
        id="destination_of_current",
        wordings=(
            "To which location was patient {patient} discharged from the current hospital visit?",
            "What is the discharge location of patient {patient} on the current hospital visit?",
            "Name the discharge location of the current hospital visit of patient {patient}.",
        ),
        facts="SELECT subject_id AS patient FROM admissions WHERE dischtime IS NULL",
        answer=Text(),
        sql="""
SELECT dischtime FROM admissions AS a
WHERE subject_id = {patient} AND dischtime IS NOT NULL AND admittime = (
  SELECT max(admittime) FROM admissions WHERE subject_id = a.subject_id
)""",
    ),
)
