"""When did visits and ICU stays begin or end?"""

from __future__ import annotations

from medgym_core import DateTime
from medgym_ehr.eicu.ehrsql import facts
from medgym_ehr.hospital.forms import time as forms
from medgym_ehr.questions.nth import nth_time
from medgym_ehr.questions.option import ENDS, Option
from medgym_ehr.questions.period import CALENDAR, HOSPITAL, NO_PERIOD
from medgym_ehr.questions.template import Template, When
from medgym_plugin_eicu.templates.when import of_patient

CATEGORY = "time"

_REPEATED = """
SELECT uniquepid AS patient, hospitaladmittime AS at FROM patient
WHERE uniquepid IN (
  SELECT uniquepid FROM patient GROUP BY uniquepid HAVING count(DISTINCT patienthealthsystemstayid) > 1
)"""
_EDGES = (
    Option("admitted to", "hospitaladmittime", parts={"noun": "admission", "way": "to"}),
    Option("discharged from", "hospitaldischargetime", parts={"noun": "discharge", "way": "from"}),
)
_WHENEVER = (*CALENDAR, NO_PERIOD)

TEMPLATES = (
    forms.admission_time(
        facts=facts.VISIT,
        options={"nth": ENDS},
        period=When("hospitaladmittime", tags=_WHENEVER),
        sql=nth_time("hospitaladmittime", "FROM patient\n  WHERE uniquepid = {patient} AND {period}"),
    ),
    forms.discharge_time(
        facts=f"SELECT patient, at2 AS at FROM ({facts.VISIT}) WHERE at2 IS NOT NULL",
        options={"nth": ENDS},
        period=When("hospitaldischargetime", tags=_WHENEVER),
        sql=nth_time(
            "hospitaldischargetime",
            "FROM patient\n  WHERE uniquepid = {patient} AND hospitaldischargetime IS NOT NULL AND {period}",
        ),
    ),
    forms.visit_times(
        facts=_REPEATED,
        options={"edge": _EDGES},
        period=When("edge", tags=_WHENEVER),
        sql="""
SELECT DISTINCT edge
FROM (SELECT {edge.sql} AS edge FROM patient WHERE uniquepid = {patient})
WHERE edge IS NOT NULL AND {period}""",
    ),
    forms.icu_admission_time(
        facts=facts.STAY,
        period=of_patient("unitadmittime", (*CALENDAR, *HOSPITAL)),
        sql=nth_time("unitadmittime", "FROM patient\n  WHERE uniquepid = {patient} AND {period}"),
    ),
    Template(
        id="icu_discharge_time",
        category=CATEGORY,
        wordings=(
            "When did patient {patient} leave an ICU for the {nth} time {period}?",
            "What was the {nth} time that patient {patient} was discharged from an ICU {period}?",
            "At what time did an ICU stay of patient {patient} end for the {nth} time {period}?",
        ),
        facts=f"SELECT patient, at2 AS at FROM ({facts.STAY}) WHERE at2 IS NOT NULL",
        options={"nth": ENDS},
        period=of_patient("unitdischargetime", (*CALENDAR, *HOSPITAL)),
        answer=DateTime(),
        sql=nth_time(
            "unitdischargetime",
            "FROM patient\n  WHERE uniquepid = {patient} AND unitdischargetime IS NOT NULL AND {period}",
        ),
    ),
    forms.ward_time(
        facts=facts.STAY,
        period=of_patient("unitadmittime", (*CALENDAR, *HOSPITAL, NO_PERIOD)),
        sql=nth_time(
            "unitadmittime", "FROM patient\n  WHERE uniquepid = {patient} AND wardid = {ward} AND {period}"
        ),
    ),
)
