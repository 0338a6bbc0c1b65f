"""Did a vital sign ever leave a range? Yes-no questions about one patient."""

from __future__ import annotations

from medgym_core import Boolean
from medgym_ehr.mimic3.ehrsql import facts
from medgym_ehr.questions.option import COMPARISONS, Option
from medgym_ehr.questions.period import CALENDAR, HOSPITAL, ICU, NO_PERIOD
from medgym_ehr.questions.premise import at_least
from medgym_ehr.questions.template import Template, When

CATEGORY = "existence"

_WHEN = When(
    "e.charttime", visit="e.hadm_id", stay="e.icustay_id", tags=(NO_PERIOD, *CALENDAR, *HOSPITAL, *ICU)
)
_MEASURED = f"""
SELECT patient, vital, at, CAST(round(value) AS INTEGER) AS value FROM ({facts.VITAL})
WHERE vital NOT IN ('admit wt', 'admit ht')"""
_CHARTED = "SELECT subject_id AS patient, charttime AS at FROM chartevents"
_VITAL = """
FROM chartevents e
JOIN d_items d ON d.itemid = e.itemid
WHERE e.subject_id = {patient} AND d.label = {vital} AND {period}"""
_SIGN = """
FROM chartevents e
JOIN d_items d ON d.itemid = e.itemid
WHERE e.subject_id = {patient} AND d.label = {sign.sql} AND {period}"""


def _normal(vital: str, low: float, high: float) -> Option:
    return Option(vital, f"'{vital}'", parts={"low": str(low), "high": str(high)})


NORMAL_RANGES = (
    _normal("temperature c (calc)", 35.5, 38.1),
    _normal("sao2", 95, 100),
    _normal("heart rate", 60, 100),
    _normal("respiratory rate", 12, 18),
    _normal("arterial bp [systolic]", 90, 120),
    _normal("arterial bp [diastolic]", 60, 90),
    _normal("arterial bp mean", 60, 110),
)
"""Vital signs with the ranges of the conventions, ends included."""

TEMPLATES = (
    Template(
        id="vital_beyond",
        category=CATEGORY,
        wordings=(
            "Was the {vital} of patient {patient} ever {comparison} {value} {period}?",
            "Did the {vital} of patient {patient} ever go {comparison} {value} {period}?",
            "Has any {vital} measured in patient {patient} been {comparison} {value} {period}?",
        ),
        facts=_MEASURED,
        options={"comparison": COMPARISONS},
        period=_WHEN,
        answer=Boolean(),
        premise=at_least(2, "count(*)", _VITAL),
        sql="\nSELECT max(e.valuenum {comparison.sql} {value})" + _VITAL,
    ),
    Template(
        id="vital_abnormal",
        category=CATEGORY,
        wordings=(
            "Was the {sign} of patient {patient} ever outside its normal range {period}?",
            "Did the {sign} of patient {patient} ever leave the normal range {period}?",
            "Was any {sign} measured in patient {patient} outside its normal range {period}?",
        ),
        facts=_CHARTED,
        options={"sign": NORMAL_RANGES},
        period=_WHEN,
        answer=Boolean(),
        premise=at_least(2, "count(*)", _SIGN),
        sql="\nSELECT max(e.valuenum NOT BETWEEN {sign.low} AND {sign.high})" + _SIGN,
    ),
)
