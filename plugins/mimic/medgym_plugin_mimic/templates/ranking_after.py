"""What most often followed a diagnosis or a procedure, or came together with a drug?"""

from __future__ import annotations

from medgym_ehr.hospital.forms import ranking as forms
from medgym_ehr.questions.option import GENDERS, RANKS
from medgym_ehr.questions.template import Template, When
from medgym_ehr.questions.top import top
from medgym_ehr.questions.within import Events

CATEGORY = "ranking"

_COMMON = """
SELECT d.short_title AS {kind}, e.charttime AS at
FROM {events} e JOIN {titles} d ON d.icd9_code = e.icd9_code
WHERE e.icd9_code IN (SELECT icd9_code FROM {events} GROUP BY icd9_code HAVING count(*) >= 5)"""
_DIAGNOSIS = _COMMON.format(kind="diagnosis", events="diagnoses_icd", titles="d_icd_diagnoses")
_PROCEDURE = _COMMON.format(kind="procedure", events="procedures_icd", titles="d_icd_procedures")
_DIAGNOSED = """(
      SELECT DISTINCT e.subject_id, e.hadm_id, e.charttime
      FROM diagnoses_icd e JOIN d_icd_diagnoses d ON d.icd9_code = e.icd9_code
      WHERE d.short_title = {diagnosis} AND {period}
    ) e"""

TEMPLATES = (
    forms.top_drugs_after_diagnosis(
        facts=_DIAGNOSIS,
        period=When("e.charttime", tags=forms.LONG),
        within=Events("e.charttime", "p.startdate", "e.hadm_id", "p.hadm_id", tags=forms.NEAR),
        **top(
            "drug",
            f"""
  FROM (
    SELECT DISTINCT p.row_id, p.drug
    FROM {_DIAGNOSED}
    JOIN prescriptions p ON p.subject_id = e.subject_id AND p.startdate > e.charttime
    WHERE {{within}}
  )""",
        ),
    ),
    Template(
        id="top_labs_after_diagnosis",
        category=CATEGORY,
        wordings=(
            "For {gender} patients diagnosed with {diagnosis} {period}, what are the top {top} lab tests "
            "most frequently done {within} after that diagnosis?",
            "Which lab tests rank among the top {top} by number of results {within} after "
            "a {gender} patient's diagnosis of {diagnosis} {period}?",
            "After {gender} patients were diagnosed with {diagnosis} {period}, "
            "what were the top {top} lab tests done {within}?",
        ),
        facts=_DIAGNOSIS,
        options={"top": RANKS, "gender": GENDERS},
        period=When("e.charttime", tags=forms.LONG),
        within=Events("e.charttime", "l.charttime", "e.hadm_id", "l.hadm_id", tags=forms.SOON),
        answer=forms.NAMES,
        fewest=2,
        **top(
            "label",
            f"""
  FROM (
    SELECT DISTINCT l.row_id, i.label
    FROM {_DIAGNOSED}
    JOIN patients p ON p.subject_id = e.subject_id
    JOIN labevents l ON l.subject_id = e.subject_id AND l.charttime > e.charttime
    JOIN d_labitems i ON i.itemid = l.itemid
    WHERE p.gender = {{gender.sql}} AND {{within}}
  )""",
        ),
    ),
    Template(
        id="top_specimens_after_diagnosis",
        category=CATEGORY,
        wordings=(
            "For patients diagnosed with {diagnosis} {period}, what are the top {top} specimens "
            "most frequently tested for microbiology {within} after that diagnosis?",
            "Which specimens rank among the top {top} by number of microbiology tests {within} after "
            "a diagnosis of {diagnosis} {period}?",
            "After a diagnosis of {diagnosis} {period}, what are the top {top} specimens "
            "of the microbiology tests done {within}?",
        ),
        facts=_DIAGNOSIS,
        options=forms.TOP,
        period=When("e.charttime", tags=forms.LONG),
        within=Events("e.charttime", "m.charttime", "e.hadm_id", "m.hadm_id", tags=forms.NEAR[:3]),
        answer=forms.NAMES,
        fewest=2,
        **top(
            "spec_type_desc",
            f"""
  FROM (
    SELECT DISTINCT m.row_id, m.spec_type_desc
    FROM {_DIAGNOSED}
    JOIN microbiologyevents m ON m.subject_id = e.subject_id AND m.charttime > e.charttime
    WHERE {{within}}
  )""",
        ),
    ),
    Template(
        id="top_procedures_after_diagnosis",
        category=CATEGORY,
        wordings=(
            "For patients diagnosed with {diagnosis} {period}, what are the top {top} procedures "
            "most frequently performed {within} after that diagnosis?",
            "Which procedures rank among the top {top} by how often they were done {within} after "
            "a diagnosis of {diagnosis} {period}?",
            "After a diagnosis of {diagnosis} {period}, what are the top {top} procedures done {within}?",
        ),
        facts=_DIAGNOSIS,
        options=forms.TOP,
        period=When("e.charttime", tags=forms.LONG),
        within=Events("e.charttime", "p.charttime", "e.hadm_id", "p.hadm_id", tags=forms.NEAR),
        answer=forms.NAMES,
        fewest=2,
        **top(
            "short_title",
            f"""
  FROM (
    SELECT DISTINCT p.row_id, i.short_title
    FROM {_DIAGNOSED}
    JOIN procedures_icd p ON p.subject_id = e.subject_id AND p.charttime > e.charttime
    JOIN d_icd_procedures i ON i.icd9_code = p.icd9_code
    WHERE {{within}}
  )""",
        ),
    ),
    Template(
        id="top_diagnoses_with_procedure",
        category=CATEGORY,
        wordings=(
            "What are the top {top} most frequent diagnoses of the hospital visits in which "
            "{procedure} was performed {period}?",
            "Which diagnoses rank among the top {top} by how often they were made in the hospital visits "
            "in which {procedure} was done {period}?",
            "In the hospital visits in which {procedure} was performed {period}, what were the top {top} "
            "diagnoses?",
        ),
        facts=_PROCEDURE,
        options=forms.TOP,
        period=When("e.charttime", tags=forms.LONG),
        answer=forms.NAMES,
        fewest=2,
        **top(
            "i.short_title",
            """
  FROM diagnoses_icd n
  JOIN d_icd_diagnoses i ON i.icd9_code = n.icd9_code
  WHERE n.hadm_id IN (
    SELECT e.hadm_id FROM procedures_icd e
    JOIN d_icd_procedures d ON d.icd9_code = e.icd9_code
    WHERE d.short_title = {procedure} AND {period}
  )""",
        ),
    ),
    forms.top_drugs_with_drug(
        facts="SELECT drug, startdate AS at FROM prescriptions",
        period=When("e.startdate", tags=forms.LONG),
        within=Events(
            "e.startdate", "p.startdate", "e.hadm_id", "p.hadm_id", tags=("within-same", "within-day")
        ),
        **top(
            "drug",
            """
  FROM (
    SELECT DISTINCT p.row_id, p.drug
    FROM prescriptions e
    JOIN prescriptions p ON p.subject_id = e.subject_id AND p.drug <> e.drug
    WHERE e.drug = {drug} AND {within} AND {period}
  )""",
        ),
    ),
)
