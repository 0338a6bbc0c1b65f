"""Lengths of stays in hospital and in intensive care."""

from __future__ import annotations

from medgym_ehr.hospital.forms import measurement as forms
from medgym_ehr.mimic3.ehrsql import facts
from medgym_ehr.questions.option import UNIT_COUNTS, Option
from medgym_ehr.questions.premise import at_least
from medgym_ehr.questions.template import When

_STAYS = (
    Option("hospital visit", "admissions", parts={"start": "admittime", "end": "dischtime"}),
    Option("ICU stay", "icustays", parts={"start": "intime", "end": "outtime"}),
)
_STAY = f"SELECT patient, at FROM ({facts.ADMISSION}) WHERE at2 IS NOT NULL"
_OFTEN = f"""{_STAY} AND patient IN (
  SELECT subject_id FROM admissions WHERE dischtime IS NOT NULL GROUP BY subject_id HAVING count(*) > 2
  UNION
  SELECT subject_id FROM icustays WHERE outtime IS NOT NULL GROUP BY subject_id HAVING count(*) > 2
)"""
_DIAGNOSIS = f"SELECT diagnosis, at FROM ({facts.DIAGNOSIS})"
_DIAGNOSED = """
FROM admissions a
WHERE a.dischtime IS NOT NULL AND a.hadm_id IN (
  SELECT e.hadm_id
  FROM diagnoses_icd e
  JOIN d_icd_diagnoses d ON d.icd9_code = e.icd9_code
  WHERE d.short_title = {diagnosis} AND {period}
)"""
_ENDED = """
FROM (SELECT {stay.start} AS start FROM {stay.sql} WHERE subject_id = {patient} AND {stay.end} IS NOT NULL)
WHERE {period}"""

TEMPLATES = (
    forms.stay_length(
        facts=_STAY,
        options={"which": forms.WHICH, "stay": _STAYS, "unit": UNIT_COUNTS},
        premise=at_least(2, "count(*)", _ENDED),
        sql="""
SELECT DISTINCT {unit.sql} * days FROM (
  SELECT days, {rank}() OVER (ORDER BY {which.sql}) AS place
  FROM (
    SELECT {stay.start} AS start, julianday({stay.end}) - julianday({stay.start}) AS days
    FROM {stay.sql}
    WHERE subject_id = {patient} AND {stay.end} IS NOT NULL
  )
)
WHERE place = 1""",
    ),
    forms.stay_length_begun(
        facts=_OFTEN,
        options={"which": forms.WHICH, "stay": _STAYS},
        period=When("start", tags=forms.BEGUN),
        premise=at_least(2, "count(*)", _ENDED),
        sql="""
SELECT DISTINCT days FROM (
  SELECT days, {rank}() OVER (ORDER BY {which.sql}) AS place
  FROM (
    SELECT {stay.start} AS start, julianday({stay.end}) - julianday({stay.start}) AS days
    FROM {stay.sql}
    WHERE subject_id = {patient} AND {stay.end} IS NOT NULL
  )
  WHERE {period}
)
WHERE place = 1""",
    ),
    forms.stay_length_by_diagnosis(
        facts=_DIAGNOSIS,
        period=When("e.charttime"),
        premise=at_least(2, "count(*)", _DIAGNOSED),
        sql="\nSELECT {aggregate.sql}(julianday(a.dischtime) - julianday(a.admittime))" + _DIAGNOSED,
    ),
)
