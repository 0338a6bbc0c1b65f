"""What share of patients or visits has something?"""

from __future__ import annotations

from medgym_core import Number
from medgym_ehr.questions.option import AGE_BANDS, GENDERS, Option
from medgym_ehr.questions.period import CALENDAR
from medgym_ehr.questions.template import NO_PERIOD, Template, When

CATEGORY = "statistics"

_PERCENT = Number(abs_tol=0.001, unit="percent", minimum=0, maximum=100)
_DAYS = tuple(Option(days, days) for days in ("30", "60", "90", "180", "365"))
_TAGS = (NO_PERIOD, *(tag for tag in CALENDAR if "day" not in tag))

TEMPLATES = (
    Template(
        id="gender_share_of_diagnosis",
        category=CATEGORY,
        wordings=(
            "Of the patients diagnosed with {diagnosis} {period}, what percentage are {gender}?",
            "What percentage of the patients who were diagnosed with {diagnosis} {period} are {gender}?",
            "In percent, how many of the patients with a diagnosis of {diagnosis} made {period} "
            "are {gender}?",
        ),
        facts="""
SELECT d.short_title AS diagnosis, e.charttime AS at
FROM diagnoses_icd e JOIN d_icd_diagnoses d ON d.icd9_code = e.icd9_code""",
        options={"gender": GENDERS},
        period=When("e.charttime", tags=_TAGS),
        answer=_PERCENT,
        sql="""
SELECT 100.0 * sum(gender = {gender.sql}) / count(*) FROM patients
WHERE subject_id IN (
  SELECT e.subject_id FROM diagnoses_icd e
  JOIN d_icd_diagnoses d ON d.icd9_code = e.icd9_code
  WHERE d.short_title = {diagnosis} AND {period}
)""",
    ),
    Template(
        id="age_share_of_drug",
        category=CATEGORY,
        wordings=(
            "Of the hospital visits in which {drug} was prescribed {period}, "
            "what percentage were of patients {age}?",
            "What percentage of the hospital visits with a prescription of {drug} started {period} "
            "were of patients {age}?",
            "In percent, how many of the hospital visits in which {drug} was prescribed {period} "
            "belong to patients {age}?",
        ),
        facts="SELECT drug, startdate AS at FROM prescriptions",
        options={"age": AGE_BANDS},
        period=When("startdate", tags=_TAGS),
        answer=_PERCENT,
        sql="""
SELECT 100.0 * sum(age {age.sql}) / count(*) FROM admissions
WHERE hadm_id IN (SELECT hadm_id FROM prescriptions WHERE drug = {drug} AND {period})""",
    ),
    Template(
        id="return_share_of_diagnosis",
        category=CATEGORY,
        wordings=(
            "Of the hospital visits with a diagnosis of {diagnosis} that ended {period}, what percentage "
            "was followed by another visit of the same patient within {days} days of discharge?",
            "After discharge {period} from a hospital visit in which {diagnosis} was diagnosed, "
            "in what percentage of cases did the patient's next visit begin within {days} days?",
            "In percent, how many of the hospital visits with a diagnosis of {diagnosis} that ended {period} "
            "were followed by a further visit of the patient within {days} days of their end?",
        ),
        facts="""
SELECT d.short_title AS diagnosis, a.dischtime AS at
FROM diagnoses_icd e
JOIN d_icd_diagnoses d ON d.icd9_code = e.icd9_code
JOIN admissions a ON a.hadm_id = e.hadm_id
WHERE a.dischtime IS NOT NULL""",
        options={"days": _DAYS},
        period=When("a.dischtime", tags=_TAGS[1:]),
        answer=_PERCENT,
        sql="""
SELECT 100.0 * sum(EXISTS (
  SELECT 1 FROM admissions b
  WHERE b.subject_id = a.subject_id AND b.admittime > a.dischtime
    AND b.admittime <= datetime(a.dischtime, '+{days} day')
)) / count(*)
FROM admissions a
WHERE {period} AND a.hadm_id IN (
  SELECT e.hadm_id FROM diagnoses_icd e
  JOIN d_icd_diagnoses d ON d.icd9_code = e.icd9_code
  WHERE d.short_title = {diagnosis}
)""",
    ),
)
