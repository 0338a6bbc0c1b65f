"""How many patients: exclusion, an event after another, what recurs, and what holds each time."""

from __future__ import annotations

from medgym_core import Integer
from medgym_ehr.questions.template import Template
from medgym_plugin_treqs import condition as on
from medgym_plugin_treqs.condition import FEWER_ADMISSIONS, drawn
from medgym_plugin_treqs.templates.counting import CATEGORY, FEWEST

_ONE_AFTER_ANOTHER = f"""\
SELECT DISTINCT lower(dx.SHORT_TITLE) AS diagnosis, lower(later_dx.SHORT_TITLE) AS diagnosis2
FROM {drawn(FEWER_ADMISSIONS)} d
JOIN DEMOGRAPHIC later ON later.SUBJECT_ID = d.SUBJECT_ID AND later.ADMITTIME > d.ADMITTIME
JOIN DIAGNOSES dx ON dx.HADM_ID = d.HADM_ID JOIN DIAGNOSES later_dx ON later_dx.HADM_ID = later.HADM_ID
WHERE dx.SHORT_TITLE IS NOT NULL AND later_dx.SHORT_TITLE IS NOT NULL
  AND lower(dx.SHORT_TITLE) <> lower(later_dx.SHORT_TITLE)"""


def _counted(id: str, facts: str, sql: str, *wordings: str) -> Template:
    return Template(
        id=id,
        category=CATEGORY,
        wordings=wordings,
        facts=facts,
        sql=sql,
        answer=Integer(),
        premise=f"SELECT 1 WHERE ({sql}) >= {FEWEST}",
    )


TEMPLATES = (
    _counted(
        "patients_diagnosis_without_drug",
        on.facts([on.DIAGNOSIS, on.DRUG]),
        """\
SELECT count(DISTINCT dx.SUBJECT_ID) FROM DIAGNOSES dx
WHERE dx.SHORT_TITLE = {diagnosis} COLLATE NOCASE AND NOT EXISTS (
  SELECT 1 FROM PRESCRIPTIONS rx WHERE rx.HADM_ID = dx.HADM_ID AND rx.DRUG = {drug} COLLATE NOCASE
)""",
        "How many patients had an admission with the diagnosis {diagnosis} in which {drug} was not "
        "prescribed?",
        "Count the patients who had an admission with the diagnosis {diagnosis}, but no prescription of "
        "{drug} in it.",
        "In how many patients is there an admission with the diagnosis {diagnosis} and without any {drug}?",
    ),
    _counted(
        "patients_diagnosis_before_another",
        _ONE_AFTER_ANOTHER,
        """\
SELECT count(DISTINCT d.SUBJECT_ID) FROM DEMOGRAPHIC d
JOIN DEMOGRAPHIC later ON later.SUBJECT_ID = d.SUBJECT_ID AND later.ADMITTIME > d.ADMITTIME
WHERE d.HADM_ID IN (SELECT HADM_ID FROM DIAGNOSES WHERE SHORT_TITLE = {diagnosis} COLLATE NOCASE)
  AND later.HADM_ID IN (SELECT HADM_ID FROM DIAGNOSES WHERE SHORT_TITLE = {diagnosis2} COLLATE NOCASE)""",
        "How many patients had an admission with the diagnosis {diagnosis} and a later one with the "
        "diagnosis {diagnosis2}?",
        "Count the patients who, some time after an admission with the diagnosis {diagnosis}, were "
        "admitted with the diagnosis {diagnosis2}.",
        "In how many patients did an admission with the diagnosis {diagnosis2} begin after one with the "
        "diagnosis {diagnosis}?",
    ),
    _counted(
        "patients_diagnosis_again",
        on.facts([on.DIAGNOSIS]),
        """\
SELECT count(*) FROM (
  SELECT SUBJECT_ID FROM DIAGNOSES WHERE SHORT_TITLE = {diagnosis} COLLATE NOCASE
  GROUP BY SUBJECT_ID HAVING count(DISTINCT HADM_ID) >= 2
)""",
        "How many patients had the diagnosis {diagnosis} in two or more of their admissions?",
        "Count the patients for whom {diagnosis} is a diagnosis of more than one admission.",
        "In how many patients was {diagnosis} diagnosed in at least two different admissions?",
    ),
    _counted(
        "patients_drug_each_time",
        on.facts([on.DRUG]),
        """\
SELECT count(*) FROM (
  SELECT SUBJECT_ID FROM DEMOGRAPHIC GROUP BY SUBJECT_ID HAVING count(*) >= 2 AND count(*) = sum(
    HADM_ID IN (SELECT HADM_ID FROM PRESCRIPTIONS WHERE DRUG = {drug} COLLATE NOCASE)
  )
)""",
        "How many patients with two or more admissions were prescribed {drug} in every one of them?",
        "Count the patients who had at least two admissions and a prescription of {drug} in each of them.",
        "Of the patients with more than one admission, how many were prescribed {drug} in all of their "
        "admissions?",
    ),
)
"""Counts over several admissions of a patient, and of what is not there."""
