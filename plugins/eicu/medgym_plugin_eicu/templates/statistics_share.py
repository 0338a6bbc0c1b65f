"""What share of patients or visits has something, or ends in death?"""

from __future__ import annotations

from medgym_core import Number
from medgym_ehr.questions.figure import share
from medgym_ehr.questions.option import AGE_BANDS, Option
from medgym_ehr.questions.period import CALENDAR, NO_PERIOD
from medgym_ehr.questions.template import Template, When
from medgym_plugin_eicu.templates.gender import GENDERS

CATEGORY = "statistics"

_PERCENT = Number(abs_tol=0.001, unit="percent")
_DAYS = tuple(Option(days, days) for days in ("30", "60", "90", "180", "365"))
_TAGS = (NO_PERIOD, *(tag for tag in CALENDAR if "day" not in tag))
_DIAGNOSIS = "SELECT diagnosisname AS diagnosis, diagnosistime AS at FROM diagnosis"

TEMPLATES = (
    Template(
        id="gender_share_of_diagnosis",
        category=CATEGORY,
        wordings=(
            "Of the patients diagnosed with {diagnosis} {period}, what percentage are {gender}?",
            "What percentage of the patients who were diagnosed with {diagnosis} {period} are {gender}?",
            "In percent, how many of the patients in whom {diagnosis} was diagnosed {period} are {gender}?",
        ),
        facts=_DIAGNOSIS,
        options={"gender": GENDERS},
        period=When("diagnosistime", tags=_TAGS),
        answer=_PERCENT,
        **share(
            "gender = {gender.sql}",
            """
FROM (
  SELECT DISTINCT uniquepid, gender
  FROM diagnosis JOIN patient USING (patientunitstayid)
  WHERE diagnosisname = {diagnosis} AND {period}
)""",
        ),
    ),
    Template(
        id="age_share_of_drug",
        category=CATEGORY,
        wordings=(
            "Of the hospital visits in which {drug} was prescribed {period}, "
            "what percentage were of patients {age}?",
            "What percentage of the hospital visits during which {drug} was prescribed {period} "
            "were of patients {age}?",
            "In percent, how many of the hospital visits in which {drug} was prescribed {period} "
            "belong to patients {age}?",
        ),
        facts="SELECT drugname AS drug, drugstarttime AS at FROM medication",
        options={"age": AGE_BANDS},
        period=When("drugstarttime", tags=_TAGS),
        answer=_PERCENT,
        **share(
            "age {age.sql}",
            """
FROM (
  SELECT DISTINCT patienthealthsystemstayid, CAST(age AS INTEGER) AS age
  FROM medication JOIN patient USING (patientunitstayid)
  WHERE drugname = {drug} AND {period}
)""",
        ),
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
SELECT diagnosisname AS diagnosis, hospitaldischargetime AS at
FROM diagnosis JOIN patient USING (patientunitstayid)
WHERE hospitaldischargetime IS NOT NULL""",
        options={"days": _DAYS},
        period=When("hospitaldischargetime", tags=_TAGS[1:]),
        answer=_PERCENT,
        **share(
            """EXISTS (
  SELECT * FROM patient b
  WHERE b.uniquepid = a.uniquepid AND b.hospitaladmittime > a.hospitaldischargetime
    AND b.hospitaladmittime <= datetime(a.hospitaldischargetime, '+{days} day')
)""",
            """
FROM (
  SELECT DISTINCT uniquepid, patienthealthsystemstayid, hospitaldischargetime
  FROM diagnosis JOIN patient USING (patientunitstayid)
  WHERE diagnosisname = {diagnosis} AND {period}
) a""",
        ),
    ),
    Template(
        id="death_share_with_diagnosis",
        category=CATEGORY,
        wordings=(
            "Of the hospital visits that have ended and in which {diagnosis} was diagnosed {period}, "
            "what percentage ended with discharge status expired?",
            "What percentage of the finished hospital visits in which {diagnosis} was diagnosed {period} "
            "have expired as discharge status?",
            "In percent, how many of the finished hospital visits in which {diagnosis} was diagnosed "
            "{period} ended in death, discharge status expired?",
        ),
        facts=_DIAGNOSIS,
        period=When("diagnosistime", tags=(NO_PERIOD, *CALENDAR)),
        answer=_PERCENT,
        frequent=True,
        **share(
            "hospitaldischargestatus IS 'expired'",
            """
FROM (
  SELECT DISTINCT patienthealthsystemstayid, hospitaldischargestatus
  FROM diagnosis JOIN patient USING (patientunitstayid)
  WHERE hospitaldischargetime IS NOT NULL
    AND diagnosisname = {diagnosis}
    AND {period}
)""",
        ),
    ),
)
