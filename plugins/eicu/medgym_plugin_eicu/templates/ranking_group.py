"""What was most frequent among patients of an age band, a gender or a kind of visit?"""

from __future__ import annotations

from medgym_ehr.hospital.forms import ranking as forms
from medgym_ehr.questions.option import AGE_BANDS, RANKS, Option
from medgym_ehr.questions.template import Template, When
from medgym_ehr.questions.top import top
from medgym_plugin_eicu.templates.gender import GENDERS

CATEGORY = "ranking"

_GENDERS = {"top": RANKS, "gender": GENDERS}
_ATTRIBUTES = (Option("admission sources", "hospitaladmitsource"), Option("ethnicities", "ethnicity"))

TEMPLATES = (
    forms.top_diagnoses_of_age(
        facts="SELECT diagnosistime AS at FROM diagnosis",
        period=When("diagnosistime", tags=forms.YEARS),
        **top(
            "diagnosisname",
            """
  FROM diagnosis JOIN patient USING (patientunitstayid)
  WHERE CAST(age AS INTEGER) {age.sql} AND {period}""",
        ),
    ),
    forms.top_drugs_of_age(
        facts="SELECT drugstarttime AS at FROM medication",
        period=When("drugstarttime", tags=forms.YEARS),
        **top(
            "drugname",
            """
  FROM medication JOIN patient USING (patientunitstayid)
  WHERE CAST(age AS INTEGER) {age.sql} AND {period}""",
        ),
    ),
    Template(
        id="top_treatments_of_gender",
        category=CATEGORY,
        wordings=(
            "What are the top {top} most frequent treatments of {gender} patients {period}?",
            "Which treatments rank among the top {top} by how often {gender} patients had them {period}?",
            "For {gender} patients, name the top {top} treatments by number of times given {period}.",
        ),
        facts="SELECT treatmenttime AS at FROM treatment",
        options=_GENDERS,
        period=When("treatmenttime", tags=forms.YEARS),
        answer=forms.NAMES,
        fewest=2,
        **top(
            "treatmentname",
            """
  FROM treatment JOIN patient USING (patientunitstayid)
  WHERE gender = {gender.sql} AND {period}""",
        ),
    ),
    forms.widest_diagnoses_of_gender(
        facts="SELECT diagnosistime AS at FROM diagnosis",
        options=_GENDERS,
        period=When("diagnosistime", tags=forms.YEARS),
        **top(
            "diagnosisname",
            """
  FROM diagnosis JOIN patient USING (patientunitstayid)
  WHERE gender = {gender.sql} AND {period}""",
            by="count(DISTINCT uniquepid)",
        ),
    ),
    Template(
        id="top_diagnoses_in_hospital",
        category=CATEGORY,
        wordings=(
            "What are the top {top} most frequent diagnoses in hospital {hospital} {period}?",
            "In the hospital with the id {hospital}, which diagnoses rank among the top {top} by how often "
            "they were made {period}?",
            "Name the top {top} diagnoses of hospital {hospital} by number of times made {period}.",
        ),
        facts="""
SELECT hospitalid AS hospital, diagnosistime AS at
FROM diagnosis JOIN patient USING (patientunitstayid)""",
        options={"top": RANKS},
        period=When("diagnosistime", tags=forms.YEARS),
        answer=forms.NAMES,
        fewest=2,
        **top(
            "diagnosisname",
            """
  FROM diagnosis
  WHERE patientunitstayid IN (SELECT patientunitstayid FROM patient WHERE hospitalid = {hospital})
    AND {period}""",
        ),
    ),
    Template(
        id="top_attributes_of_visits",
        category=CATEGORY,
        wordings=(
            "What are the top {top} {attribute} of the hospital visits of {gender} patients {age} "
            "that began {period}?",
            "Counting hospital visits of {gender} patients {age} that began {period}, "
            "what are the top {top} {attribute}?",
            "Of the hospital visits of {gender} patients {age} that began {period}, "
            "name the top {top} {attribute} by number of visits.",
        ),
        facts="SELECT hospitaladmittime AS at FROM patient",
        options={"top": RANKS[:2], "attribute": _ATTRIBUTES, "age": AGE_BANDS, "gender": GENDERS},
        period=When("hospitaladmittime", tags=forms.YEARS[1:]),
        answer=forms.NAMES,
        fewest=2,
        **top(
            "{attribute.sql}",
            """
  FROM patient
  WHERE {attribute.sql} IS NOT NULL
    AND gender = {gender.sql}
    AND CAST(age AS INTEGER) {age.sql}
    AND {period}""",
            by="count(DISTINCT patienthealthsystemstayid)",
        ),
    ),
)
