"""How many survive a diagnosis, a procedure or a drug, and which visits end in death?"""

from __future__ import annotations

from medgym_core import Number, SetOf, Text
from medgym_ehr.questions.option import GENDERS, RANKS, SURVIVAL_YEARS, Option
from medgym_ehr.questions.period import CALENDAR
from medgym_ehr.questions.template import NO_PERIOD, Template, When

CATEGORY = "statistics"

_PERCENT = Number(abs_tol=0.001, unit="percent", minimum=0, maximum=100)
_YEARS = {"survival": SURVIVAL_YEARS[:3]}
_LEAST = tuple(Option(str(count), str(count)) for count in (8, 10, 12, 15, 20, 25, 30))
_FIRST = (
    NO_PERIOD,
    *(f"abs-{unit}-{how}" for unit in ("year", "month") for how in ("since", "until")),
    "abs-year-in",
    "rel-year-until",
    "rel-year-since",
)
"""Periods of first events that leave enough patients who were followed for long."""
_FOLLOWED = "julianday('2105-12-31 23:59:00') - julianday(f.first) > {survival.days}"
_GONE = "julianday(p.dod) - julianday(f.first) <= {survival.days}"


def _first_events(name: str, rows: str, time: str = "e.charttime") -> str:
    """Facts: what was first recorded for at least five patients, and when for each."""
    return f"""
WITH f AS (
  SELECT e.subject_id, {name} AS name, min({time}) AS first
  {rows}
  GROUP BY e.subject_id, {name}
)
SELECT name AS {{kind}}, first AS at FROM f
WHERE name IN (SELECT name FROM f WHERE first < '2105-01-01' GROUP BY name HAVING count(*) >= 5)"""


def _survival_rate(rows: str, time: str = "e.charttime") -> str:
    """SQL of the survival rate after the first event of each patient."""
    return f"""
WITH f AS (
  SELECT e.subject_id, min({time}) AS first
  {rows.strip()}
  GROUP BY e.subject_id
)
SELECT 100.0 * sum(p.dod IS NULL OR NOT {_GONE}) / count(*)
FROM f
JOIN patients p ON p.subject_id = f.subject_id
WHERE {_FOLLOWED} AND {{period}}"""


_DIAGNOSES = "FROM diagnoses_icd e JOIN d_icd_diagnoses d ON d.icd9_code = e.icd9_code"
_PROCEDURES = "FROM procedures_icd e JOIN d_icd_procedures d ON d.icd9_code = e.icd9_code"

TEMPLATES = (
    Template(
        id="survival_after_diagnosis",
        category=CATEGORY,
        wordings=(
            "What is the {survival} survival rate of patients first diagnosed with {diagnosis} {period}?",
            "What is the {survival} survival rate after a first diagnosis of {diagnosis} made {period}?",
            "For patients whose first diagnosis of {diagnosis} was made {period}, "
            "what is the {survival} survival rate?",
        ),
        facts=_first_events("d.short_title", _DIAGNOSES).format(kind="diagnosis"),
        options=_YEARS,
        period=When("f.first", tags=_FIRST[1:]),
        answer=_PERCENT,
        frequent=True,
        sql=_survival_rate(f"{_DIAGNOSES} WHERE d.short_title = {{diagnosis}}"),
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
        facts=_first_events("d.short_title", _PROCEDURES).format(kind="procedure"),
        options=_YEARS,
        period=When("f.first", tags=_FIRST[1:]),
        answer=_PERCENT,
        frequent=True,
        sql=_survival_rate(f"{_PROCEDURES} WHERE d.short_title = {{procedure}}"),
    ),
    Template(
        id="survival_after_drug",
        category=CATEGORY,
        wordings=(
            "What is the {survival} survival rate of patients first prescribed {drug} {period}?",
            "What is the {survival} survival rate after a first prescription of {drug} made {period}?",
            "For patients whose first prescription of {drug} was made {period}, "
            "what is the {survival} survival rate?",
        ),
        facts=_first_events("e.drug", "FROM prescriptions e", "e.startdate").format(kind="drug"),
        options=_YEARS,
        period=When("f.first", tags=_FIRST[1:]),
        answer=_PERCENT,
        frequent=True,
        sql=_survival_rate("FROM prescriptions e WHERE e.drug = {drug}", "e.startdate"),
    ),
    Template(
        id="deadliest_diagnoses",
        category=CATEGORY,
        wordings=(
            "Among the diagnoses that {least} or more {gender} patients first received {period} "
            "and more than {survival.days} days ago, which are the top {top} "
            "by the {survival} mortality rate of these patients?",
            "Considering {gender} patients and first diagnoses made {period}, which diagnoses have "
            "the top {top} {survival} mortality rates, leaving out rates that count "
            "fewer than {least} patients?",
            "Rank diagnoses by the {survival} mortality rate of {gender} patients first diagnosed "
            "with them {period}, where that rate counts at least {least} patients: "
            "which are the top {top}?",
        ),
        facts="SELECT admittime AS at FROM admissions WHERE admittime < '2105-01-01'",
        options={"top": RANKS, "survival": SURVIVAL_YEARS, "gender": GENDERS, "least": _LEAST},
        period=When("f.first", tags=_FIRST),
        answer=SetOf(items=Text()),
        fewest=2,
        most=12,
        sql=f"""
WITH f AS (
  SELECT e.subject_id, d.short_title AS diagnosis, min(e.charttime) AS first
  {_DIAGNOSES}
  GROUP BY e.subject_id, d.short_title
)
SELECT diagnosis FROM (
  SELECT f.diagnosis, dense_rank() OVER (ORDER BY 1.0 * sum(coalesce({_GONE}, 0)) / count(*) DESC) AS place
  FROM f
  JOIN patients p ON p.subject_id = f.subject_id
  WHERE p.gender = {{gender.sql}} AND {_FOLLOWED} AND {{period}}
  GROUP BY f.diagnosis
  HAVING count(*) >= {{least.sql}}
)
WHERE place <= {{top.sql}}""",
    ),
    Template(
        id="death_share_with_diagnosis",
        category=CATEGORY,
        wordings=(
            "Of the hospital visits that have ended and in which {diagnosis} was diagnosed {period}, "
            "what percentage ended with discharge location dead/expired?",
            "What percentage of finished hospital visits with a diagnosis of {diagnosis} made {period} "
            "have dead/expired as discharge location?",
            "In percent, how many of the finished hospital visits in which {diagnosis} was diagnosed "
            "{period} ended in death, discharge location dead/expired?",
        ),
        facts=f"SELECT d.short_title AS diagnosis, e.charttime AS at {_DIAGNOSES}",
        period=When("e.charttime", tags=(NO_PERIOD, *CALENDAR)),
        answer=_PERCENT,
        frequent=True,
        sql=f"""
SELECT 100.0 * sum(discharge_location = 'dead/expired') / count(*) FROM admissions
WHERE dischtime IS NOT NULL AND hadm_id IN (
  SELECT e.hadm_id {_DIAGNOSES}
  WHERE d.short_title = {{diagnosis}} AND {{period}}
)""",
    ),
)
