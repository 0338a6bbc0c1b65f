"""How long ago did something of the current hospital visit happen?"""

from __future__ import annotations

from medgym_core import Number
from medgym_ehr.mimic3.ehrsql import facts
from medgym_ehr.mimic3.ehrsql.dialect import DIALECT
from medgym_ehr.questions.nth import nth_time
from medgym_ehr.questions.option import ENDS, PLACES, UNIT_COUNTS
from medgym_ehr.questions.template import Template

CATEGORY = "time"
_CURRENT_VISIT = "hadm_id IN (SELECT hadm_id FROM admissions WHERE dischtime IS NULL)"


def _current(rows: str) -> str:
    return f"SELECT * FROM ({rows}) WHERE {_CURRENT_VISIT}"


def _since(time: str, rows: str) -> str:
    """A query for days or hours from ``time`` until now; ``rows`` is a table or a query."""
    return f"""
SELECT {{unit.sql}} * (julianday('{DIALECT.now:%Y-%m-%d %H:%M:%S}') - julianday({time}))
FROM {rows.strip()}"""


def _since_nth(column: str, rows: str) -> str:
    return _since(column, f"({nth_time(column, rows)}\n)")


TEMPLATES = (
    Template(
        id="since_admission",
        category=CATEGORY,
        wordings=(
            "How many {unit} have passed since patient {patient} was admitted to the hospital for the "
            "current visit?",
            "For how many {unit} has patient {patient} been in hospital on the current visit?",
            "How many {unit} ago did the current hospital visit of patient {patient} begin?",
        ),
        facts=_current(facts.ADMISSION),
        options={"unit": UNIT_COUNTS},
        answer=Number(abs_tol=0.001),
        sql=_since("admittime", "admissions\nWHERE subject_id = {patient} AND dischtime IS NULL"),
    ),
    Template(
        id="since_icu_admission",
        category=CATEGORY,
        wordings=(
            "How many {unit} have passed since patient {patient} was {nth} admitted to an ICU during the "
            "current hospital visit?",
            "How many {unit} ago was patient {patient} admitted to an ICU for the {nth} time during the "
            "current hospital visit?",
            "Since the {nth} ICU admission of patient {patient} during the current hospital visit, how many "
            "{unit} have passed?",
        ),
        facts=_current(facts.STAY),
        options={"unit": UNIT_COUNTS, "nth": ENDS},
        answer=Number(abs_tol=0.001),
        sql=_since_nth(
            "intime",
            f"""
  FROM icustays
  WHERE subject_id = {{patient}} AND {_CURRENT_VISIT}""",
        ),
    ),
    Template(
        id="since_diagnosis",
        category=CATEGORY,
        wordings=(
            "How many {unit} have passed since patient {patient} was {nth} diagnosed with {diagnosis} "
            "during the current hospital visit?",
            "How many {unit} ago was {diagnosis} {nth} diagnosed in patient {patient} on the current "
            "hospital visit?",
            "Since the {nth} diagnosis of {diagnosis} for patient {patient} during the current hospital "
            "visit, how many {unit} have passed?",
        ),
        facts=_current(facts.DIAGNOSIS),
        options={"unit": UNIT_COUNTS, "nth": ENDS},
        answer=Number(abs_tol=0.001),
        sql=_since_nth(
            "charttime",
            f"""
  FROM diagnoses_icd JOIN d_icd_diagnoses USING (icd9_code)
  WHERE subject_id = {{patient}}
    AND short_title = {{diagnosis}}
    AND {_CURRENT_VISIT}""",
        ),
    ),
    Template(
        id="since_drug",
        category=CATEGORY,
        wordings=(
            "How many {unit} have passed since patient {patient} was {nth} prescribed {drug} during the "
            "current hospital visit?",
            "How many {unit} ago was {drug} {nth} prescribed to patient {patient} on the current hospital "
            "visit?",
            "Since the {nth} prescription of {drug} for patient {patient} during the current hospital "
            "visit, how many {unit} have passed?",
        ),
        facts=_current(facts.DRUG),
        options={"unit": UNIT_COUNTS, "nth": ENDS},
        answer=Number(abs_tol=0.001),
        sql=_since_nth(
            "startdate",
            f"""
  FROM prescriptions
  WHERE subject_id = {{patient}}
    AND drug = {{drug}}
    AND {_CURRENT_VISIT}""",
        ),
    ),
    Template(
        id="since_lab",
        category=CATEGORY,
        wordings=(
            "How many {unit} have passed since the {nth} lab test of {lab} of patient {patient} during the "
            "current hospital visit?",
            "How many {unit} ago did patient {patient} have the {nth} lab test of {lab} on the current "
            "hospital visit?",
            "Since patient {patient} had the lab test {lab} for the {nth} time during the current hospital "
            "visit, how many {unit} have passed?",
        ),
        facts=_current(facts.LAB),
        options={"unit": UNIT_COUNTS, "nth": PLACES},
        answer=Number(abs_tol=0.001),
        sql=_since_nth(
            "charttime",
            f"""
  FROM labevents JOIN d_labitems USING (itemid)
  WHERE subject_id = {{patient}}
    AND label = {{lab}}
    AND {_CURRENT_VISIT}""",
        ),
    ),
)
