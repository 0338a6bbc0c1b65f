"""How long ago did something happen?"""

from __future__ import annotations

from medgym_ehr.hospital.forms import time as forms
from medgym_ehr.mimic3.ehrsql import facts
from medgym_ehr.mimic3.ehrsql.dialect import DIALECT
from medgym_ehr.questions.nth import nth_time

_CURRENT_VISIT = "hadm_id IN (SELECT hadm_id FROM admissions WHERE dischtime IS NULL)"


def _current(rows: str) -> str:
    return f"SELECT * FROM ({rows}) WHERE {_CURRENT_VISIT}"


def _since(time: str, rows: str) -> str:
    """A query for days or hours from ``time`` until now; ``rows`` is a table or a query."""
    return f"""
SELECT {{unit.sql}} * (julianday('{DIALECT.now:%Y-%m-%d %H:%M:%S}') - julianday({time}))
FROM {rows.strip()}"""


def _since_nth(column: str, rows: str) -> str:
    return _since(column, f"({nth_time(column, rows)}\n)")


TEMPLATES = (
    forms.since_admission(
        facts=_current(facts.ADMISSION),
        sql=_since("admittime", "admissions\nWHERE subject_id = {patient} AND dischtime IS NULL"),
    ),
    forms.since_icu_admission(
        facts=_current(facts.STAY),
        sql=_since("intime", f"icustays\nWHERE subject_id = {{patient}} AND {_CURRENT_VISIT}"),
    ),
    forms.since_diagnosis(
        facts=facts.DIAGNOSIS,
        sql=_since(
            "charttime",
            """diagnoses_icd JOIN d_icd_diagnoses USING (icd9_code)
WHERE subject_id = {patient} AND short_title = {diagnosis}""",
        ),
    ),
    forms.since_drug(
        facts=facts.DRUG,
        sql=_since_nth("startdate", "FROM prescriptions\n  WHERE subject_id = {patient} AND drug = {drug}"),
    ),
    forms.since_lab(
        facts=_current(facts.LAB),
        sql=_since_nth(
            "charttime",
            f"""
  FROM labevents JOIN d_labitems USING (itemid)
  WHERE subject_id = {{patient}}
    AND label = {{lab}}
    AND {_CURRENT_VISIT}""",
        ),
    ),
)
