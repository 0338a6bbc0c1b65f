"""One patient's admissions beside each other: what is new, what lasts, the days between, what came first."""

from __future__ import annotations

from medgym_core import Column, Integer, SetOf, Table, Text
from medgym_ehr.questions.template import Template
from medgym_plugin_treqs.condition import MOST_ADMISSIONS, drawn
from medgym_plugin_treqs.templates.patient import CATEGORY

_RETURNED = f"""\
SELECT DISTINCT SUBJECT_ID AS patient FROM {drawn(MOST_ADMISSIONS)}
WHERE SUBJECT_ID IN (SELECT SUBJECT_ID FROM DEMOGRAPHIC GROUP BY 1 HAVING count(*) > 1)"""
"""Patients of two admissions or more."""
_LAST = "SELECT HADM_ID FROM DEMOGRAPHIC WHERE SUBJECT_ID = {patient} ORDER BY ADMITTIME DESC LIMIT 1"

TEMPLATES = (
    Template(
        id="patient_new_diagnoses",
        category=CATEGORY,
        wordings=(
            "Which diagnoses of the last admission of patient {patient}, by short title, are recorded for "
            "none of the earlier admissions?",
            "List the short titles of the diagnoses that patient {patient} had in the last admission and "
            "in none before.",
            "What was newly diagnosed in the last admission of patient {patient}, compared with all "
            "admissions before? Give short titles.",
        ),
        facts=_RETURNED,
        sql=f"""\
SELECT lower(SHORT_TITLE) FROM DIAGNOSES WHERE SHORT_TITLE IS NOT NULL AND HADM_ID = ({_LAST})
EXCEPT
SELECT lower(SHORT_TITLE) FROM DIAGNOSES WHERE SUBJECT_ID = {{patient}} AND HADM_ID <> ({_LAST})""",
        answer=SetOf(items=Text()),
    ),
    Template(
        id="patient_lasting_diagnoses",
        category=CATEGORY,
        wordings=(
            "Which diagnoses, by short title, are recorded for every admission of patient {patient}?",
            "List the short titles of the diagnoses that all admissions of patient {patient} have.",
            "What was diagnosed in each and every admission of patient {patient}? Give short titles.",
        ),
        facts=_RETURNED,
        sql="""\
SELECT lower(SHORT_TITLE) FROM DIAGNOSES WHERE SUBJECT_ID = {patient} AND SHORT_TITLE IS NOT NULL
GROUP BY 1
HAVING count(DISTINCT HADM_ID) = (SELECT count(*) FROM DEMOGRAPHIC WHERE SUBJECT_ID = {patient})""",
        answer=SetOf(items=Text()),
    ),
    Template(
        id="patient_days_between",
        category=CATEGORY,
        wordings=(
            "For each admission of patient {patient} but the first, how many days after the date of the "
            "discharge before was its date of admission? Give the HADM_ID and the days.",
            "List every admission of patient {patient} that is not the first, by its HADM_ID, with the "
            "days from the date of the preceding discharge to its date of admission.",
            "How many days, from date to date, had passed since the discharge before when patient "
            "{patient} was admitted again? Give each later admission's HADM_ID with the days.",
        ),
        facts=_RETURNED,
        sql="""\
SELECT HADM_ID, CAST(days AS INTEGER) FROM (
  SELECT HADM_ID, julianday(date(ADMITTIME))
    - julianday(date(lag(DISCHTIME) OVER (ORDER BY ADMITTIME))) AS days
  FROM DEMOGRAPHIC WHERE SUBJECT_ID = {patient}
)
WHERE days IS NOT NULL""",
        answer=Table(
            columns=(Column(name="hadm_id", kind=Integer()), Column(name="days", kind=Integer(unit="days")))
        ),
    ),
    Template(
        id="patient_first_values",
        category=CATEGORY,
        wordings=(
            "What was the first value of the lab test {lab} in each admission of patient {patient}? Give "
            "the HADM_ID and the value with unit; of several at the same time, each.",
            "List the admissions of patient {patient} with the lab test {lab} by HADM_ID, each with the "
            "value and unit charted first, or with every one charted at that time.",
            "For every admission of patient {patient} in which the lab test {lab} was done, give the "
            "HADM_ID and the earliest value with unit, each one if there are several at once.",
        ),
        facts=f"""\
SELECT DISTINCT d.SUBJECT_ID AS patient, lower(lb.LABEL) AS lab
FROM ({_RETURNED}) known JOIN DEMOGRAPHIC d ON d.SUBJECT_ID = known.patient
JOIN LAB lb ON lb.HADM_ID = d.HADM_ID WHERE lb.LABEL IS NOT NULL""",
        sql="""\
SELECT DISTINCT HADM_ID, lower(VALUE_UNIT) FROM (
  SELECT HADM_ID, VALUE_UNIT, rank() OVER (PARTITION BY HADM_ID ORDER BY CHARTTIME) AS place
  FROM LAB WHERE SUBJECT_ID = {patient} AND LABEL = {lab} COLLATE NOCASE
)
WHERE place = 1 AND VALUE_UNIT IS NOT NULL""",
        answer=Table(
            columns=(Column(name="hadm_id", kind=Integer()), Column(name="value_unit", kind=Text()))
        ),
    ),
)
"""Questions about one patient that compare admissions."""
