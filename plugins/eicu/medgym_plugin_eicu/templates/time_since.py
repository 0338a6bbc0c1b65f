"""How long ago did something happen?"""

from __future__ import annotations

from medgym_core import Number
from medgym_ehr.eicu.ehrsql import facts
from medgym_ehr.eicu.ehrsql.dialect import DIALECT
from medgym_ehr.hospital.forms import time as forms
from medgym_ehr.questions.nth import nth_time
from medgym_ehr.questions.option import UNIT_COUNTS
from medgym_ehr.questions.template import Template

CATEGORY = "time"


def _current(rows: str) -> str:
    return f"""
SELECT * FROM ({rows})
WHERE visit IN (SELECT patienthealthsystemstayid FROM patient WHERE hospitaldischargetime IS NULL)"""


def _since(time: str, rows: str) -> str:
    """A query for days or hours from ``time`` until now; ``rows`` is a table or a query."""
    return f"""
SELECT DISTINCT {{unit.sql}} * (julianday('{DIALECT.now:%Y-%m-%d %H:%M:%S}') - julianday({time}))
FROM {rows.strip()}"""


def _since_nth(column: str, rows: str) -> str:
    return _since(column, f"({nth_time(column, rows)}\n)")


TEMPLATES = (
    forms.since_admission(
        facts=_current(facts.VISIT),
        sql=_since(
            "hospitaladmittime", "patient\nWHERE uniquepid = {patient} AND hospitaldischargetime IS NULL"
        ),
    ),
    forms.since_icu_admission(
        facts=_current(facts.STAY),
        sql=_since("unitadmittime", "patient\nWHERE uniquepid = {patient} AND hospitaldischargetime IS NULL"),
    ),
    forms.since_diagnosis(
        facts=facts.DIAGNOSIS,
        sql=_since(
            "diagnosistime",
            """diagnosis JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient} AND diagnosisname = {diagnosis}""",
        ),
    ),
    Template(
        id="since_treatment",
        category=CATEGORY,
        wordings=(
            "How many {unit} have passed since patient {patient} was given the treatment {treatment}?",
            "How many {unit} ago did patient {patient} have the treatment {treatment}?",
            "Since the treatment {treatment} of patient {patient}, how many {unit} have passed?",
        ),
        facts=facts.TREATMENT,
        options={"unit": UNIT_COUNTS},
        answer=Number(abs_tol=0.001),
        sql=_since(
            "treatmenttime",
            """treatment JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient} AND treatmentname = {treatment}""",
        ),
    ),
    forms.since_drug(
        facts=facts.DRUG,
        sql=_since_nth(
            "drugstarttime",
            """
  FROM medication JOIN patient USING (patientunitstayid)
  WHERE uniquepid = {patient} AND drugname = {drug} AND drugstarttime IS NOT NULL""",
        ),
    ),
    forms.since_lab(
        facts=_current(facts.LAB),
        sql=_since_nth(
            "labresulttime",
            """
  FROM lab JOIN patient USING (patientunitstayid)
  WHERE uniquepid = {patient} AND labname = {lab} AND hospitaldischargetime IS NULL""",
        ),
    ),
)
