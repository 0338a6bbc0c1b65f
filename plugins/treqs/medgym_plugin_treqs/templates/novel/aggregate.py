"""The age and the length of stay of admissions: differences between groups, and medians; shares of groups."""

from __future__ import annotations

from medgym_core import Number
from medgym_ehr.questions.template import Template
from medgym_plugin_treqs import condition as on
from medgym_plugin_treqs.condition import FEWER_ADMISSIONS, drawn
from medgym_plugin_treqs.templates.aggregate import CATEGORY, FEWEST, MEASURES

_WITH = "SELECT HADM_ID FROM DIAGNOSES WHERE SHORT_TITLE = {%s} COLLATE NOCASE"
_ONE, _OTHER = _WITH % "diagnosis", _WITH % "diagnosis2"
_TWO_DIAGNOSES = f"""\
SELECT DISTINCT lower(dx.SHORT_TITLE) AS diagnosis, lower(other.SHORT_TITLE) AS diagnosis2
FROM {drawn(FEWER_ADMISSIONS)} d
JOIN DIAGNOSES dx ON dx.HADM_ID = d.HADM_ID JOIN DIAGNOSES other ON other.HADM_ID = d.HADM_ID
WHERE lower(dx.SHORT_TITLE) < lower(other.SHORT_TITLE)"""


def _fewest(*groups: str) -> str:
    """That no group is of fewer admissions than other aggregates are of."""
    enough = (f"(SELECT count(DISTINCT HADM_ID) FROM ({group})) >= {FEWEST}" for group in groups)
    return f"SELECT 1 WHERE {' AND '.join(enough)}"


TEMPLATES = (
    Template(
        id="difference_between_diagnoses",
        category=CATEGORY,
        wordings=(
            "By how much does the average {measure} over all admissions with the diagnosis {diagnosis} "
            "exceed that over all admissions with the diagnosis {diagnosis2}?",
            "Subtract the average {measure} over the admissions with the diagnosis {diagnosis2} from that "
            "over the admissions with the diagnosis {diagnosis}.",
            "What is the average {measure} over all admissions with the diagnosis {diagnosis} minus the "
            "average over all those with the diagnosis {diagnosis2}?",
        ),
        facts=_TWO_DIAGNOSES,
        sql=f"""\
SELECT (SELECT avg({{measure.sql}}) FROM DEMOGRAPHIC WHERE HADM_ID IN ({_ONE}))
  - (SELECT avg({{measure.sql}}) FROM DEMOGRAPHIC WHERE HADM_ID IN ({_OTHER}))""",
        answer=Number(abs_tol=1e-3),
        options={"measure": MEASURES},
        premise=_fewest(_ONE, _OTHER),
    ),
    Template(
        id="share_of_insurance",
        category=CATEGORY,
        wordings=(
            "What percentage of all admissions with the diagnosis {diagnosis} had the insurance {insurance}?",
            "Of the admissions with the diagnosis {diagnosis}, how many percent were insured by {insurance}?",
            "Give the share of the insurance {insurance} among the admissions with the diagnosis "
            "{diagnosis} in percent.",
        ),
        facts=on.facts([on.DIAGNOSIS, on.INSURANCE]),
        sql=f"""\
SELECT 100.0 * count(*) / (SELECT count(DISTINCT HADM_ID) FROM ({_ONE})) FROM DEMOGRAPHIC
WHERE INSURANCE = {{insurance}} COLLATE NOCASE AND HADM_ID IN ({_ONE})""",
        answer=Number(unit="percent", abs_tol=1e-3),
        premise=_fewest(_ONE),
    ),
    Template(
        id="median_of_diagnosis",
        category=CATEGORY,
        wordings=(
            "What is the median {measure} over all admissions with the diagnosis {diagnosis}?",
            "Over the admissions with the diagnosis {diagnosis}, give the median {measure}.",
            "Of the admissions with the diagnosis {diagnosis}, what is the median {measure}?",
        ),
        facts=on.facts([on.DIAGNOSIS]),
        sql=f"""\
SELECT avg(figure) FROM (
  SELECT {{measure.sql}} AS figure, row_number() OVER (ORDER BY {{measure.sql}}) AS place,
    count(*) OVER () AS number
  FROM DEMOGRAPHIC WHERE HADM_ID IN ({_ONE})
)
WHERE place IN ((number + 1) / 2, (number + 2) / 2)""",
        answer=Number(abs_tol=1e-3),
        options={"measure": MEASURES},
        premise=_fewest(_ONE),
    ),
)
"""Aggregates of aggregates, and the middle of a group."""
