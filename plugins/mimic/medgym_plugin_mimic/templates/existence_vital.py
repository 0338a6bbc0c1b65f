"""On which days did a vital sign of a patient leave a range?"""

from __future__ import annotations

from medgym_ehr.hospital.forms import existence as forms
from medgym_ehr.mimic3.ehrsql import facts
from medgym_ehr.questions.option import COMPARISONS, Option
from medgym_ehr.questions.period import NO_PERIOD
from medgym_ehr.questions.template import When

_WHEN = When("e.charttime", visit="e.hadm_id", stay="e.icustay_id", tags=(NO_PERIOD, *forms.MEASURED))
_DAY = "strftime('%Y-%m-%d', e.charttime)"
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
WHERE e.subject_id = {patient} AND d.label = {vital.sql} AND {period}"""


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
    forms.beyond_on_days("vital_beyond", "the {vital} of patient {patient}", "{comparison} {value}")(
        facts=_MEASURED,
        options={"comparison": COMPARISONS},
        period=_WHEN,
        sql=f"\nSELECT DISTINCT {_DAY}{_VITAL} AND e.valuenum {{comparison.sql}} {{value}}",
    ),
    forms.vital_abnormal(
        facts=_CHARTED,
        options={"vital": NORMAL_RANGES},
        period=_WHEN,
        sql=f"""
SELECT {_DAY} AS day, count(*){_SIGN} AND e.valuenum NOT BETWEEN {{vital.low}} AND {{vital.high}}
GROUP BY day""",
    ),
)
