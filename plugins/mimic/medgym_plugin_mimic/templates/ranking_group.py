"""What was most frequent among patients of an age band, a gender or a kind of visit?"""

from __future__ import annotations

from medgym_ehr.hospital.forms import ranking as forms
from medgym_ehr.questions.option import AGE_BANDS, GENDERS, RANKS, Option
from medgym_ehr.questions.template import Template, When
from medgym_ehr.questions.top import top

CATEGORY = "ranking"

_GENDERS = {"top": RANKS, "gender": GENDERS}
_ATTRIBUTES = (
    Option("admission locations", "admission_location"),
    Option("ethnicities", "ethnicity"),
    Option("insurances", "insurance"),
    Option("languages", "language"),
    Option("marital statuses", "marital_status"),
)

TEMPLATES = (
    forms.top_diagnoses_of_age(
        facts="SELECT charttime AS at FROM diagnoses_icd",
        period=When("e.charttime", tags=forms.YEARS),
        **top(
            "d.short_title",
            """
  FROM diagnoses_icd e
  JOIN d_icd_diagnoses d ON d.icd9_code = e.icd9_code
  JOIN admissions a ON a.hadm_id = e.hadm_id
  WHERE a.age {age.sql} AND {period}""",
        ),
    ),
    forms.top_drugs_of_age(
        facts="SELECT startdate AS at FROM prescriptions",
        period=When("p.startdate", tags=forms.YEARS),
        **top(
            "p.drug",
            """
  FROM prescriptions p
  JOIN admissions a ON a.hadm_id = p.hadm_id
  WHERE a.age {age.sql} AND {period}""",
        ),
    ),
    Template(
        id="top_procedures_of_gender",
        category=CATEGORY,
        wordings=(
            "What are the top {top} most frequent procedures of {gender} patients {period}?",
            "Which procedures rank among the top {top} by how often {gender} patients had them {period}?",
            "For {gender} patients, name the top {top} procedures by number of times done {period}.",
        ),
        facts="SELECT charttime AS at FROM procedures_icd",
        options=_GENDERS,
        period=When("e.charttime", tags=forms.YEARS),
        answer=forms.NAMES,
        fewest=2,
        **top(
            "d.short_title",
            """
  FROM procedures_icd e
  JOIN d_icd_procedures d ON d.icd9_code = e.icd9_code
  JOIN patients p ON p.subject_id = e.subject_id
  WHERE p.gender = {gender.sql} AND {period}""",
        ),
    ),
    forms.widest_diagnoses_of_gender(
        facts="SELECT charttime AS at FROM diagnoses_icd",
        options=_GENDERS,
        period=When("e.charttime", tags=forms.YEARS),
        **top(
            "d.short_title",
            """
  FROM diagnoses_icd e
  JOIN d_icd_diagnoses d ON d.icd9_code = e.icd9_code
  JOIN patients p ON p.subject_id = e.subject_id
  WHERE p.gender = {gender.sql} AND {period}""",
            by="count(DISTINCT e.subject_id)",
        ),
    ),
    Template(
        id="top_specimens_of_group",
        category=CATEGORY,
        wordings=(
            "What are the top {top} most frequent specimens of microbiology tests "
            "on {gender} patients {age} {period}?",
            "Which specimens rank among the top {top} by number of microbiology tests "
            "on {gender} patients {age} {period}?",
            "For {gender} patients {age}, name the top {top} specimens by how many microbiology tests "
            "were done on them {period}.",
        ),
        facts="SELECT charttime AS at FROM microbiologyevents",
        options={"top": RANKS, "gender": GENDERS, "age": AGE_BANDS},
        period=When("m.charttime", tags=forms.YEARS),
        answer=forms.NAMES,
        fewest=2,
        **top(
            "m.spec_type_desc",
            """
  FROM microbiologyevents m
  JOIN admissions a ON a.hadm_id = m.hadm_id
  JOIN patients p ON p.subject_id = m.subject_id
  WHERE p.gender = {gender.sql} AND a.age {age.sql} AND {period}""",
        ),
    ),
    Template(
        id="top_attributes_of_visits",
        category=CATEGORY,
        wordings=(
            "What are the top {top} {attribute} of the hospital visits of patients {age} "
            "that began {period}?",
            "Counting hospital visits of patients {age} that began {period}, "
            "what are the top {top} {attribute}?",
            "Of the hospital visits of patients {age} that began {period}, "
            "name the top {top} {attribute} by number of visits.",
        ),
        facts="SELECT admittime AS at FROM admissions",
        options={"top": RANKS[:2], "attribute": _ATTRIBUTES, "age": AGE_BANDS},
        period=When("admittime", tags=forms.YEARS[1:]),
        answer=forms.NAMES,
        fewest=2,
        **top(
            "{attribute.sql}",
            "FROM admissions WHERE {attribute.sql} IS NOT NULL AND age {age.sql} AND {period}",
        ),
    ),
)
