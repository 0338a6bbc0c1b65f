"""What share of patients or visits has something, or ends in death?"""

from __future__ import annotations

from medgym_ehr.hospital.forms import statistics as forms
from medgym_ehr.questions.figure import share
from medgym_ehr.questions.period import CALENDAR, NO_PERIOD
from medgym_ehr.questions.template import Template, When
from medgym_plugin_eicu.templates.gender import GENDERS

CATEGORY = "statistics"

_DIAGNOSIS = "SELECT diagnosisname AS diagnosis, diagnosistime AS at FROM diagnosis"

TEMPLATES = (
    forms.gender_share_of_diagnosis(
        facts=_DIAGNOSIS,
        options={"gender": GENDERS},
        period=When("diagnosistime", tags=forms.WIDE),
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
    forms.age_share_of_drug(
        facts="SELECT drugname AS drug, drugstarttime AS at FROM medication",
        period=When("drugstarttime", tags=forms.WIDE),
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
    forms.return_share_of_diagnosis(
        facts="""
SELECT diagnosisname AS diagnosis, hospitaldischargetime AS at
FROM diagnosis JOIN patient USING (patientunitstayid)
WHERE hospitaldischargetime IS NOT NULL""",
        period=When("hospitaldischargetime", tags=forms.WIDE[1:]),
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
        answer=forms.PERCENT,
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
