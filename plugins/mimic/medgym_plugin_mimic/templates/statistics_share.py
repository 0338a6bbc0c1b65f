"""What share of patients or visits has something, or ends in death?"""

from __future__ import annotations

from medgym_ehr.hospital.forms import statistics as forms
from medgym_ehr.questions.figure import share
from medgym_ehr.questions.option import GENDERS
from medgym_ehr.questions.period import CALENDAR
from medgym_ehr.questions.template import NO_PERIOD, Template, When

CATEGORY = "statistics"

_DIAGNOSES = "FROM diagnoses_icd e JOIN d_icd_diagnoses d ON d.icd9_code = e.icd9_code"


TEMPLATES = (
    forms.gender_share_of_diagnosis(
        facts=f"SELECT d.short_title AS diagnosis, e.charttime AS at {_DIAGNOSES}",
        options={"gender": GENDERS},
        period=When("e.charttime", tags=forms.WIDE),
        **share(
            "gender = {gender.sql}",
            f"""
FROM patients
WHERE subject_id IN (
  SELECT e.subject_id {_DIAGNOSES}
  WHERE d.short_title = {{diagnosis}} AND {{period}}
)""",
        ),
    ),
    forms.age_share_of_drug(
        facts="SELECT drug, startdate AS at FROM prescriptions",
        period=When("startdate", tags=forms.WIDE),
        **share(
            "age {age.sql}",
            """
FROM admissions
WHERE hadm_id IN (SELECT hadm_id FROM prescriptions WHERE drug = {drug} AND {period})""",
        ),
    ),
    forms.return_share_of_diagnosis(
        facts=f"""
SELECT d.short_title AS diagnosis, a.dischtime AS at
{_DIAGNOSES}
JOIN admissions a ON a.hadm_id = e.hadm_id
WHERE a.dischtime IS NOT NULL""",
        period=When("a.dischtime", tags=forms.WIDE[1:]),
        **share(
            """EXISTS (
  SELECT 1 FROM admissions b
  WHERE b.subject_id = a.subject_id AND b.admittime > a.dischtime
    AND b.admittime <= datetime(a.dischtime, '+{days} day')
)""",
            f"""
FROM admissions a
WHERE {{period}} AND a.hadm_id IN (
  SELECT e.hadm_id {_DIAGNOSES}
  WHERE d.short_title = {{diagnosis}}
)""",
        ),
    ),
    Template(
        id="death_share_with_diagnosis",
        category=CATEGORY,
        wordings=(
            "Of the hospital visits that have ended and in which {diagnosis} was diagnosed {period}, "
            "what percentage ended with discharge location dead/expired?",
            "What percentage of the finished hospital visits in which {diagnosis} was diagnosed {period} "
            "have dead/expired as discharge location?",
            "In percent, how many of the finished hospital visits in which {diagnosis} was diagnosed "
            "{period} ended in death, discharge location dead/expired?",
        ),
        facts=f"SELECT d.short_title AS diagnosis, e.charttime AS at {_DIAGNOSES}",
        period=When("e.charttime", tags=(NO_PERIOD, *CALENDAR)),
        answer=forms.PERCENT,
        frequent=True,
        **share(
            "discharge_location = 'dead/expired'",
            f"""
FROM admissions
WHERE dischtime IS NOT NULL AND hadm_id IN (
  SELECT e.hadm_id {_DIAGNOSES}
  WHERE d.short_title = {{diagnosis}} AND {{period}}
)""",
        ),
    ),
)
