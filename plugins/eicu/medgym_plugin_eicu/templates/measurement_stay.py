"""Lengths of stays in hospital and in intensive care."""

from __future__ import annotations

from medgym_ehr.eicu.ehrsql import facts
from medgym_ehr.hospital.forms import measurement as forms
from medgym_ehr.questions.option import AGGREGATES, UNIT_COUNTS, Option
from medgym_ehr.questions.premise import at_least
from medgym_ehr.questions.template import Template, When

CATEGORY = "measurement"

_VISIT = {"start": "hospitaladmittime", "end": "hospitaldischargetime"}
_STAY = {"start": "unitadmittime", "end": "unitdischargetime"}
_STAYS = (
    Option("hospital visit", "patienthealthsystemstayid", parts=_VISIT),
    Option("ICU stay", "patientunitstayid", parts=_STAY),
)
_ENDED_STAYS = """
    SELECT DISTINCT
      {stay.sql} AS id,
      {stay.start} AS start,
      julianday({stay.end}) - julianday({stay.start}) AS days
    FROM patient
    WHERE uniquepid = {patient} AND {stay.end} IS NOT NULL"""
_ENDED = f"""
FROM ({_ENDED_STAYS}
)
WHERE {{period}}"""
_DIAGNOSED = """
FROM (
  SELECT DISTINCT
    patienthealthsystemstayid,
    julianday(hospitaldischargetime) - julianday(hospitaladmittime) AS days
  FROM patient
  WHERE hospitaldischargetime IS NOT NULL AND patienthealthsystemstayid IN (
    SELECT patienthealthsystemstayid
    FROM diagnosis JOIN patient USING (patientunitstayid)
    WHERE diagnosisname = {diagnosis} AND {period}
  )
)"""
_WARD = """
FROM patient
WHERE wardid = {ward} AND unitdischargetime IS NOT NULL AND {period}"""

TEMPLATES = (
    forms.stay_length(
        facts=f"SELECT patient, at FROM ({facts.STAY}) WHERE at2 IS NOT NULL",
        options={"which": forms.WHICH, "stay": _STAYS, "unit": UNIT_COUNTS},
        premise=at_least(1, "count(*)", _ENDED),
        sql=f"""
SELECT DISTINCT {{unit.sql}} * days FROM (
  SELECT days, {{rank}}() OVER (ORDER BY {{which.sql}}) AS place
  FROM ({_ENDED_STAYS}
  )
)
WHERE place = 1""",
    ),
    forms.stay_length_begun(
        facts=f"SELECT patient, at FROM ({facts.STAY}) WHERE at2 IS NOT NULL",
        options={"which": forms.WHICH, "stay": _STAYS},
        period=When("start", tags=forms.BEGUN),
        premise=at_least(1, "count(*)", _ENDED),
        sql=f"""
SELECT DISTINCT days FROM (
  SELECT days, {{rank}}() OVER (ORDER BY {{which.sql}}) AS place
  FROM ({_ENDED_STAYS}
  )
  WHERE {{period}}
)
WHERE place = 1""",
    ),
    forms.stay_length_by_diagnosis(
        facts="SELECT diagnosisname AS diagnosis, diagnosistime AS at FROM diagnosis",
        period=When("diagnosistime"),
        premise=at_least(2, "count(*)", _DIAGNOSED),
        sql="\nSELECT {aggregate.sql}(days)" + _DIAGNOSED,
    ),
    Template(
        id="stay_length_by_ward",
        category=CATEGORY,
        wordings=(
            "What was the {aggregate} length in days of the ended ICU stays in ward {ward} that began "
            "{period}?",
            "Over the ended ICU stays that began {period} in ward {ward}, what is the {aggregate} length in "
            "days?",
            "Give the {aggregate} length, in days, of the ended ICU stays in ward {ward} begun {period}.",
        ),
        facts="SELECT wardid AS ward, unitadmittime AS at FROM patient WHERE unitdischargetime IS NOT NULL",
        options={"aggregate": AGGREGATES},
        period=When("unitadmittime", tags=forms.BEGUN),
        premise=at_least(2, "count(*)", _WARD),
        answer=forms.DAYS,
        sql="\nSELECT {aggregate.sql}(julianday(unitdischargetime) - julianday(unitadmittime))" + _WARD,
    ),
)
