"""How many survive a diagnosis, a procedure or a drug, and which diagnoses are deadliest?"""

from __future__ import annotations

from medgym_ehr.hospital.forms import survival as forms
from medgym_ehr.questions.option import GENDERS, RANKS, SURVIVAL_YEARS
from medgym_ehr.questions.premise import Premised
from medgym_ehr.questions.template import Template, When
from medgym_ehr.questions.top import top

CATEGORY = "statistics"

_SURVIVED = "p.dod > datetime(f.first, '+{survival.days} day')"


def _survival_rate(rows: str, time: str = "e.charttime") -> Premised:
    first = f"""FROM (
  SELECT e.subject_id, min({time}) AS first
  {rows}
  GROUP BY e.subject_id
) f
JOIN patients p ON p.subject_id = f.subject_id"""
    return forms.survival_rate(f"p.dod IS NULL OR {_SURVIVED}", first)


_DIAGNOSES = "FROM diagnoses_icd e JOIN d_icd_diagnoses d ON d.icd9_code = e.icd9_code"
_PROCEDURES = "FROM procedures_icd e JOIN d_icd_procedures d ON d.icd9_code = e.icd9_code"

TEMPLATES = (
    forms.survival_after_diagnosis(
        facts=forms.first_events("diagnosis", "e.subject_id", "d.short_title", "e.charttime", _DIAGNOSES),
        period=When("f.first", tags=forms.FIRST[1:]),
        **_survival_rate(f"{_DIAGNOSES} WHERE d.short_title = {{diagnosis}}"),
    ),
    Template(
        id="survival_after_procedure",
        category=CATEGORY,
        wordings=(
            "What is the {survival} survival rate of patients who had {procedure} performed "
            "for the first time {period}?",
            "What is the {survival} survival rate after a first {procedure} procedure done {period}?",
            "For patients whose first {procedure} procedure was done {period}, "
            "what is the {survival} survival rate?",
        ),
        facts=forms.first_events("procedure", "e.subject_id", "d.short_title", "e.charttime", _PROCEDURES),
        options=forms.YEARS,
        period=When("f.first", tags=forms.FIRST[1:]),
        answer=forms.PERCENT,
        frequent=True,
        **_survival_rate(f"{_PROCEDURES} WHERE d.short_title = {{procedure}}"),
    ),
    forms.survival_after_drug(
        facts=forms.first_events("drug", "e.subject_id", "e.drug", "e.startdate", "FROM prescriptions e"),
        period=When("f.first", tags=forms.FIRST[1:]),
        **_survival_rate("FROM prescriptions e WHERE e.drug = {drug}", "e.startdate"),
    ),
    forms.deadliest_diagnoses(
        facts="SELECT admittime AS at FROM admissions WHERE admittime < '2105-01-01'",
        options={"top": RANKS, "survival": SURVIVAL_YEARS[:3], "gender": GENDERS, "least": forms.LEAST},
        period=When("f.first", tags=forms.LASTING),
        **top(
            "f.diagnosis",
            f"""
  FROM (
    SELECT e.subject_id, d.short_title AS diagnosis, min(e.charttime) AS first
    {_DIAGNOSES}
    GROUP BY e.subject_id, d.short_title
  ) f
  JOIN patients p ON p.subject_id = f.subject_id
  WHERE {forms.FOLLOWED} AND p.gender = {{gender.sql}} AND {{period}}""",
            by=f"1.0 * sum(p.dod IS NOT NULL AND NOT {_SURVIVED}) / count(*)",
            least="{least.sql}",
        ),
    ),
)
