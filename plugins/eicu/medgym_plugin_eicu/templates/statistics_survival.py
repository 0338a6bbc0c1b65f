"""How many survive a diagnosis, a treatment or a drug, and which diagnoses are deadliest?

A patient dies where a hospital visit ends with the discharge status expired.
"""

from __future__ import annotations

from medgym_ehr.hospital.forms import survival as forms
from medgym_ehr.questions.option import RANKS, SURVIVAL_YEARS
from medgym_ehr.questions.premise import Premised
from medgym_ehr.questions.template import Template, When
from medgym_ehr.questions.top import top
from medgym_plugin_eicu.templates.gender import GENDERS

CATEGORY = "statistics"

_DIED = """EXISTS (
  SELECT * FROM patient d
  WHERE d.uniquepid = f.uniquepid
    AND d.hospitaldischargestatus = 'expired'
    AND d.hospitaldischargetime <= datetime(f.first, '+{survival.days} day')
)"""


def _first_events(kind: str, name: str, time: str, table: str) -> str:
    rows = f"FROM {table} JOIN patient USING (patientunitstayid)"
    return forms.first_events(kind, "uniquepid", name, time, rows)


def _survival_rate(time: str, table: str, condition: str) -> Premised:
    first = f"""FROM (
  SELECT uniquepid, min({time}) AS first
  FROM {table} JOIN patient USING (patientunitstayid)
  WHERE {condition}
  GROUP BY uniquepid
) f"""
    return forms.survival_rate(f"NOT {_DIED}", first)


TEMPLATES = (
    forms.survival_after_diagnosis(
        facts=_first_events("diagnosis", "diagnosisname", "diagnosistime", "diagnosis"),
        period=When("f.first", tags=forms.FIRST[1:]),
        **_survival_rate("diagnosistime", "diagnosis", "diagnosisname = {diagnosis}"),
    ),
    Template(
        id="survival_after_treatment",
        category=CATEGORY,
        wordings=(
            "What is the {survival} survival rate of patients who received the treatment {treatment} "
            "for the first time {period}?",
            "What is the {survival} survival rate after a first treatment of {treatment} given {period}?",
            "For patients whose first treatment of {treatment} was given {period}, "
            "what is the {survival} survival rate?",
        ),
        facts=_first_events("treatment", "treatmentname", "treatmenttime", "treatment"),
        options=forms.YEARS,
        period=When("f.first", tags=forms.FIRST[1:]),
        answer=forms.PERCENT,
        frequent=True,
        **_survival_rate("treatmenttime", "treatment", "treatmentname = {treatment}"),
    ),
    forms.survival_after_drug(
        facts=_first_events("drug", "drugname", "drugstarttime", "medication"),
        period=When("f.first", tags=forms.FIRST[1:]),
        **_survival_rate("drugstarttime", "medication", "drugname = {drug}"),
    ),
    forms.deadliest_diagnoses(
        facts="SELECT hospitaladmittime AS at FROM patient WHERE hospitaladmittime < '2105-01-01'",
        options={"top": RANKS, "survival": SURVIVAL_YEARS[:3], "gender": GENDERS, "least": forms.LEAST},
        period=When("f.first", tags=forms.LASTING),
        **top(
            "f.diagnosisname",
            f"""
  FROM (
    SELECT uniquepid, gender, diagnosisname, min(diagnosistime) AS first
    FROM diagnosis JOIN patient USING (patientunitstayid)
    GROUP BY uniquepid, gender, diagnosisname
  ) f
  WHERE {forms.FOLLOWED} AND f.gender = {{gender.sql}} AND {{period}}""",
            by=f"1.0 * sum({_DIED}) / count(*)",
            least="{least.sql}",
        ),
    ),
)
