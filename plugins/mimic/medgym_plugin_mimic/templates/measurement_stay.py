"""Lengths of stays in hospital and in intensive care."""

from __future__ import annotations

from medgym_core import Number
from medgym_ehr.mimic3.ehrsql import facts
from medgym_ehr.questions.option import AGGREGATES, UNIT_COUNTS, Option
from medgym_ehr.questions.period import CALENDAR
from medgym_ehr.questions.premise import at_least
from medgym_ehr.questions.template import Template, When

CATEGORY = "measurement"

_BEGUN = tuple(tag for tag in CALENDAR if not tag.endswith("until"))
_STAYS = (
    Option("hospital visit", "admissions", parts={"start": "admittime", "end": "dischtime"}),
    Option("ICU stay", "icustays", parts={"start": "intime", "end": "outtime"}),
)
_WHICH = (
    Option("first", "start ASC", "exact-first"),
    Option("last", "start DESC", "exact-last"),
    Option("longest", "days DESC", "sort"),
    Option("shortest", "days ASC", "sort"),
)
_STAY = f"SELECT patient, at FROM ({facts.ADMISSION}) WHERE at2 IS NOT NULL"
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
_DAYS = Number(unit="days", abs_tol=0.001)

TEMPLATES = (
    Template(
        id="stay_length",
        category=CATEGORY,
        wordings=(
            "How many {unit} long was the {which} {stay} of patient {patient}?",
            "What was the length in {unit} of the {which} {stay} of patient {patient}?",
            "Give the length of the {which} {stay} of patient {patient} in {unit}.",
        ),
        facts=_STAY,
        options={"which": _WHICH, "stay": _STAYS, "unit": UNIT_COUNTS},
        premise=at_least(2, "count(*)", _ENDED),
        answer=Number(abs_tol=0.001),
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
    Template(
        id="stay_length_begun",
        category=CATEGORY,
        wordings=(
            "Of the ended {stay}s of patient {patient} that began {period}, how many days long was the "
            "{which}?",
            "Among the ended {stay}s of patient {patient} that began {period}, how long in days was the "
            "{which}?",
            "Give the length in days of the {which} ended {stay} of patient {patient} that began {period}.",
        ),
        facts=_STAY,
        options={"which": _WHICH, "stay": _STAYS},
        period=When("start", tags=_BEGUN),
        premise=at_least(2, "count(*)", _ENDED),
        answer=_DAYS,
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
    Template(
        id="stay_length_by_diagnosis",
        category=CATEGORY,
        wordings=(
            "What was the {aggregate} length in days of the ended hospital visits in which {diagnosis} was "
            "diagnosed {period}?",
            "Over the ended hospital visits with a {diagnosis} diagnosis {period}, what is the {aggregate} "
            "length of stay in days?",
            "Give the {aggregate} length of stay, in days, of the ended hospital visits in which {diagnosis} "
            "was diagnosed {period}.",
        ),
        facts=_DIAGNOSIS,
        options={"aggregate": AGGREGATES},
        period=When("e.charttime"),
        premise=at_least(2, "count(*)", _DIAGNOSED),
        answer=_DAYS,
        sql="\nSELECT {aggregate.sql}(julianday(a.dischtime) - julianday(a.admittime))" + _DIAGNOSED,
    ),
)
