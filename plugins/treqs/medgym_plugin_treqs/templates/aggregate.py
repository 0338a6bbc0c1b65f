"""The largest, smallest and average age and length of stay over the admissions that fulfil the conditions."""

from __future__ import annotations

from medgym_core import Number
from medgym_ehr.questions.option import AGGREGATES, Option
from medgym_ehr.questions.template import Template
from medgym_plugin_treqs import condition as on
from medgym_plugin_treqs.condition import Condition
from medgym_plugin_treqs.wording import asked

CATEGORY = "aggregate"
FEWEST = 5
"""No question is about fewer admissions."""
MEASURES = (Option("age at admission", "AGE"), Option("length of stay in days", "DAYS_STAY"))
_HEADS = (
    "What is the {aggregate} {measure} over all admissions {admission} {among people}?",
    "Over all admissions {admission} {among people}, what is the {aggregate} {measure}?",
    "Give the {aggregate} {measure} over the admissions {admission} {among people}.",
)


def _aggregate(*conditions: Condition) -> Template:
    admissions = f"SELECT d.HADM_ID FROM {on.joined(conditions)} WHERE {on.where(conditions)}"
    options = {name: options for each in conditions for name, options in each.options.items()}
    return Template(
        id=f"aggregate_{'_'.join(condition.name for condition in conditions)}",
        category=CATEGORY,
        wordings=asked(_HEADS, conditions),
        facts=on.facts(conditions),
        sql="SELECT {aggregate.sql}({measure.sql}) FROM DEMOGRAPHIC "
        f"WHERE HADM_ID IN (\n  {admissions}\n)",
        answer=Number(abs_tol=1e-3),
        options={"aggregate": AGGREGATES, "measure": MEASURES, **options},
        premise=f"SELECT 1 WHERE (SELECT count(DISTINCT HADM_ID) FROM ({admissions})) >= {FEWEST}",
    )


TEMPLATES = (
    _aggregate(on.DISEASE),
    _aggregate(on.DIAGNOSIS),
    _aggregate(on.DIAGNOSIS_TITLE),
    _aggregate(on.PROCEDURE),
    _aggregate(on.PROCEDURE_CODE),
    _aggregate(on.DRUG),
    _aggregate(on.FORMULARY),
    _aggregate(on.LAB_FLAGGED),
    _aggregate(on.GENDER, on.DIAGNOSIS),
    _aggregate(on.INSURANCE, on.DIAGNOSIS),
    _aggregate(on.TYPE, on.PROCEDURE),
    _aggregate(on.GENDER, on.DRUG),
    _aggregate(on.GENDER, on.ADMITTED),
    _aggregate(on.BORN, on.MARITAL),
    _aggregate(on.ADMITTED, on.ETHNICITY),
    _aggregate(on.DIAGNOSIS, on.DRUG),
)
"""Aggregates, by one condition and by two."""
