"""When did visits, ICU stays and moves begin or end?"""

from __future__ import annotations

from medgym_core import DateTime
from medgym_ehr.hospital.forms import time as forms
from medgym_ehr.mimic3.ehrsql import facts
from medgym_ehr.questions.nth import nth_time
from medgym_ehr.questions.option import ENDS, PLACES, Option
from medgym_ehr.questions.period import CALENDAR, HOSPITAL
from medgym_ehr.questions.template import NO_PERIOD, Template, When

CATEGORY = "time"
_DISCHARGE = "SELECT subject_id AS patient, dischtime AS at FROM admissions WHERE dischtime IS NOT NULL"
_REPEATED = """
SELECT subject_id AS patient, admittime AS at FROM admissions
WHERE subject_id IN (SELECT subject_id FROM admissions GROUP BY subject_id HAVING count(*) > 1)"""
_EDGES = (
    Option("admitted to", "admittime", parts={"noun": "admission", "way": "to"}),
    Option("discharged from", "dischtime", parts={"noun": "discharge", "way": "from"}),
)
_WHENEVER = (*CALENDAR, NO_PERIOD)

TEMPLATES = (
    forms.admission_time(
        facts=facts.ADMISSION,
        options={"nth": PLACES},
        period=When("admittime", tags=_WHENEVER),
        sql=nth_time("admittime", "FROM admissions\n  WHERE subject_id = {patient} AND {period}"),
    ),
    forms.discharge_time(
        facts=_DISCHARGE,
        options={"nth": PLACES},
        period=When("dischtime", tags=_WHENEVER),
        sql=nth_time(
            "dischtime",
            "FROM admissions\n  WHERE subject_id = {patient} AND dischtime IS NOT NULL AND {period}",
        ),
    ),
    forms.visit_times(
        facts=_REPEATED,
        options={"edge": _EDGES},
        period=When("edge", tags=_WHENEVER),
        sql="""
SELECT DISTINCT edge
FROM (SELECT {edge.sql} AS edge FROM admissions WHERE subject_id = {patient})
WHERE edge IS NOT NULL AND {period}""",
    ),
    forms.icu_admission_time(
        facts=facts.STAY,
        period=When("intime", visit="hadm_id", tags=(*CALENDAR, *HOSPITAL)),
        sql=nth_time("intime", "FROM icustays\n  WHERE subject_id = {patient} AND {period}"),
    ),
    Template(
        id="careunit_time",
        category=CATEGORY,
        wordings=(
            "When did patient {patient} enter careunit {careunit} for the {nth} time {period}?",
            "What was the {nth} time {period} that patient {patient} came into the {careunit} careunit?",
            "At what time was patient {patient} moved into careunit {careunit} for the {nth} time {period}?",
        ),
        facts=f"{facts.TRANSFER} WHERE careunit IS NOT NULL",
        options={"nth": ENDS},
        period=When("intime", visit="hadm_id", tags=(*CALENDAR, *HOSPITAL, NO_PERIOD)),
        answer=DateTime(),
        sql=nth_time(
            "intime",
            "FROM transfers\n  WHERE subject_id = {patient} AND careunit = {careunit} AND {period}",
        ),
    ),
    forms.ward_time(
        facts=f"{facts.TRANSFER} WHERE wardid IS NOT NULL",
        period=When("intime", visit="hadm_id", tags=(*CALENDAR, *HOSPITAL, NO_PERIOD)),
        sql=nth_time(
            "intime", "FROM transfers\n  WHERE subject_id = {patient} AND wardid = {ward} AND {period}"
        ),
    ),
)
