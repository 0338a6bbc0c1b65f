"""Did a value ever leave a range? Yes-no questions about one patient."""

from __future__ import annotations

from medgym_core import Boolean
from medgym_ehr.eicu.ehrsql import facts
from medgym_ehr.questions.option import COMPARISONS
from medgym_ehr.questions.premise import at_least
from medgym_ehr.questions.template import Template
from medgym_plugin_eicu.templates.vital import BOUNDED, MEASURED, VITALS
from medgym_plugin_eicu.templates.when import of_patient

CATEGORY = "existence"

_VITAL = """
FROM vitalperiodic JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient} AND {vital.sql} IS NOT NULL AND {period}"""
_LAB = """
FROM lab JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient} AND labname = {lab} AND {period}"""

TEMPLATES = (
    Template(
        id="vital_beyond",
        category=CATEGORY,
        wordings=(
            "Was the {vital} of patient {patient} ever {side} {vital.bound} {period}?",
            "Did the {vital} of patient {patient} ever go {side} {vital.bound} {period}?",
            "Has any {vital} measured in patient {patient} been {side} {vital.bound} {period}?",
        ),
        facts=MEASURED,
        options={"vital": BOUNDED, "side": COMPARISONS},
        period=of_patient("observationtime"),
        answer=Boolean(),
        premise=at_least(2, "count(*)", _VITAL),
        sql="\nSELECT max({vital.sql} {side.sql} {vital.bound})" + _VITAL,
    ),
    Template(
        id="vital_abnormal",
        category=CATEGORY,
        wordings=(
            "Was the {vital} of patient {patient} ever outside its normal range {period}?",
            "Did the {vital} of patient {patient} ever leave the normal range {period}?",
            "Was any {vital} measured in patient {patient} outside its normal range {period}?",
        ),
        facts=MEASURED,
        options={"vital": VITALS},
        period=of_patient("observationtime"),
        answer=Boolean(),
        premise=at_least(2, "count(*)", _VITAL),
        sql="\nSELECT max({vital.sql} NOT BETWEEN {vital.low} AND {vital.high})" + _VITAL,
    ),
    Template(
        id="lab_beyond",
        category=CATEGORY,
        wordings=(
            "Was the result of the lab test {lab} of patient {patient} ever {side} {bound} {period}?",
            "Did any result of the lab test {lab} of patient {patient} come out {side} {bound} {period}?",
            "Has the lab test {lab} of patient {patient} ever shown a value {side} {bound} {period}?",
        ),
        facts=f"SELECT patient, lab, at, CAST(round(value) AS INTEGER) AS bound FROM ({facts.LAB})",
        options={"side": COMPARISONS},
        period=of_patient("labresulttime"),
        answer=Boolean(),
        premise=at_least(2, "count(*)", _LAB),
        sql="\nSELECT max(labresult {side.sql} {bound})" + _LAB,
    ),
)
