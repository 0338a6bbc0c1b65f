"""How many patients: one or two conditions that hold for one of their admissions."""

from __future__ import annotations

from medgym_core import Integer
from medgym_ehr.questions.template import Template
from medgym_plugin_treqs import condition as on
from medgym_plugin_treqs.condition import Condition
from medgym_plugin_treqs.wording import asked

CATEGORY = "counting"
FEWEST = 5
"""No question counts fewer patients: so few are guessed."""
_HEADS = (
    "How many {people} had an admission {admission}?",
    "Count the {people} who had an admission {admission}.",
    "What is the number of {people} who had an admission {admission}?",
)
_OF_PATIENTS = ("How many {people} are there?", "Count the {people}.", "What is the number of {people}?")
"""Where nothing is said of an admission."""


def _counted(*conditions: Condition) -> Template:
    where = f"FROM {on.joined(conditions)}\nWHERE {on.where(conditions)}"
    heads = _HEADS if any(condition.of == "admission" for condition in conditions) else _OF_PATIENTS
    count = f"SELECT count(DISTINCT d.SUBJECT_ID)\n{where}"
    return Template(
        id=f"patients_{'_'.join(condition.name for condition in conditions)}",
        category=CATEGORY,
        wordings=asked(heads, conditions),
        facts=on.facts(conditions),
        sql=count,
        answer=Integer(),
        options={name: options for each in conditions for name, options in each.options.items()},
        premise=f"SELECT 1 WHERE ({count}) >= {FEWEST}",
    )


TEMPLATES = (
    _counted(on.DISEASE),
    _counted(on.DIAGNOSIS),
    _counted(on.DIAGNOSIS_TITLE),
    _counted(on.DIAGNOSIS_CODE),
    _counted(on.PROCEDURE),
    _counted(on.PROCEDURE_TITLE),
    _counted(on.PROCEDURE_CODE),
    _counted(on.DRUG),
    _counted(on.FORMULARY),
    _counted(on.LAB),
    _counted(on.ITEM),
    _counted(on.DRUG_BY_ROUTE),
    _counted(on.LAB_FLAGGED),
    _counted(on.GENDER, on.DISEASE),
    _counted(on.AGE, on.DISEASE),
    _counted(on.TYPE, on.DISEASE),
    _counted(on.GENDER, on.DIAGNOSIS),
    _counted(on.AGE, on.DIAGNOSIS),
    _counted(on.INSURANCE, on.DIAGNOSIS_TITLE),
    _counted(on.TYPE, on.PROCEDURE),
    _counted(on.DAYS, on.PROCEDURE),
    _counted(on.BORN, on.PROCEDURE_TITLE),
    _counted(on.GENDER, on.DRUG),
    _counted(on.AGE, on.DRUG),
    _counted(on.INSURANCE, on.DRUG),
    _counted(on.MARITAL, on.DRUG_BY_ROUTE),
    _counted(on.GENDER, on.LAB),
    _counted(on.ADMITTED, on.LAB_FLAGGED),
    _counted(on.ETHNICITY, on.LAB),
    _counted(on.ADMITTED, on.ROUTE),
    _counted(on.DAYS, on.DRUG_TYPE),
    _counted(on.AGE, on.FLUID),
    _counted(on.BORN, on.LAB_CATEGORY),
    _counted(on.AGE, on.ETHNICITY),
    _counted(on.DAYS, on.INSURANCE),
    _counted(on.ADMITTED, on.MARITAL),
    _counted(on.BORN, on.LOCATION),
    _counted(on.AGE, on.DESTINATION),
    _counted(on.DAYS, on.RELIGION),
    _counted(on.AGE, on.LANGUAGE),
    _counted(on.BORN, on.DEAD),
    _counted(on.DIED, on.INSURANCE),
    _counted(on.GENDER, on.ADMITTED),
    _counted(on.DAYS, on.TYPE),
    _counted(on.DIAGNOSIS, on.DRUG),
    _counted(on.DIAGNOSIS, on.PROCEDURE),
    _counted(on.PROCEDURE, on.LAB),
    _counted(on.DRUG, on.LAB),
)
"""Counts, by one condition and by two."""
