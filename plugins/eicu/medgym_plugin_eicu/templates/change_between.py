"""How did values and prescriptions change between visits or other periods?"""

from __future__ import annotations

from medgym_core import Boolean, Number, SetOf, Text
from medgym_ehr.eicu.ehrsql import facts
from medgym_ehr.questions.option import AGGREGATES, COMPARISONS, ENDS, Option
from medgym_ehr.questions.template import Template, When
from medgym_plugin_eicu.templates.vital import MEASURED, VITALS
from medgym_plugin_eicu.templates.when import of_patient

CATEGORY = "change"

_DAYS_OF_VITAL = f"""
WITH daily AS (SELECT patient, min(at) AS at FROM ({MEASURED}) GROUP BY patient, date(at))
SELECT a.patient, a.at, b.at AS at2
FROM daily a JOIN daily b ON b.patient = a.patient AND b.at > a.at"""
_RETURNED = """
  SELECT uniquepid FROM patient GROUP BY uniquepid HAVING count(DISTINCT patienthealthsystemstayid) > 1"""
_VISITS = tuple(
    Option(visit, f"{visit}_visit", parts={"other": other, "base": f"{other}_visit"})
    for visit, other in (("current", "last"), ("last", "first"), ("current", "first"), ("first", "last"))
)
_ENDED_VISITS = """
WITH ended AS (
  SELECT patienthealthsystemstayid AS visit, hospitaladmittime FROM patient
  WHERE uniquepid = {patient} AND hospitaldischargetime IS NOT NULL
),
first_visit AS (
  SELECT visit FROM ended WHERE hospitaladmittime = (SELECT min(hospitaladmittime) FROM ended)
),
last_visit AS (
  SELECT visit FROM ended WHERE hospitaladmittime = (SELECT max(hospitaladmittime) FROM ended)
)"""


TEMPLATES = (
    Template(
        id="vital_between_periods",
        category=CATEGORY,
        wordings=(
            "Was the {nth} {vital} of patient {patient} measured {period2} {side.change} than the {nth} one "
            "measured {period}?",
            "Is the {nth} {vital} reading of patient {patient} taken {period2} {side.change} than the {nth} "
            "one taken {period}?",
            "Compare two {vital} readings of patient {patient}: is the {nth} one {period2} {side.change} "
            "than the {nth} one {period}?",
        ),
        facts=_DAYS_OF_VITAL,
        options={"nth": ENDS, "side": COMPARISONS, "vital": VITALS},
        period=of_patient("time", ("abs-day-in", "rel-hosp-first", "abs-month-in", "rel-icu-first")),
        period2=When(
            "time",
            visit="patienthealthsystemstayid",
            stay="patientunitstayid",
            tags=(
                "abs-day-in",
                "rel-hosp-last",
                "rel-day-this",
                "rel-hosp-cur",
                "rel-icu-last",
                "abs-month-in",
            ),
            at="at2",
        ),
        answer=Boolean(),
        sql="""
WITH readings AS (
  SELECT patienthealthsystemstayid, patientunitstayid, observationtime AS time, {vital.sql} AS value
  FROM vitalperiodic JOIN patient USING (patientunitstayid)
  WHERE uniquepid = {patient} AND {vital.sql} IS NOT NULL
),
base AS (
  SELECT time, value, {rank}() OVER (ORDER BY time {nth.direction}) AS place
  FROM readings
  WHERE {period}
),
compared AS (
  SELECT time, value, {rank}() OVER (ORDER BY time {nth.direction}) AS place
  FROM readings
  WHERE {period2}
)
SELECT DISTINCT compared.value {side.sql} base.value
FROM base JOIN compared ON compared.time <> base.time
WHERE base.place = 1 AND compared.place = 1""",
    ),
    Template(
        id="lab_between_visits",
        category=CATEGORY,
        wordings=(
            "By how much did the {aggregate} value of the lab test {lab} of patient {patient} change from "
            "the first to the last hospital visit?",
            "What is the {aggregate} result of the lab test {lab} of patient {patient} during the last "
            "hospital visit minus that during the first one?",
            "For patient {patient}, subtract the {aggregate} value of the lab test {lab} in the first "
            "hospital visit from that in the last one: what is the difference?",
        ),
        facts=f"SELECT DISTINCT patient, lab FROM ({facts.LAB}) WHERE patient IN ({_RETURNED})",
        options={"aggregate": AGGREGATES},
        answer=Number(abs_tol=0.001),
        sql=f"""{_ENDED_VISITS},
measured AS (
  SELECT patienthealthsystemstayid AS visit, labresult
  FROM lab JOIN patient USING (patientunitstayid)
  WHERE uniquepid = {{patient}} AND labname = {{lab}}
)
SELECT (SELECT {{aggregate.sql}}(labresult) FROM measured WHERE visit IN last_visit)
     - (SELECT {{aggregate.sql}}(labresult) FROM measured WHERE visit IN first_visit)""",
    ),
    Template(
        id="drugs_between_visits",
        category=CATEGORY,
        wordings=(
            "Which drugs was patient {patient} prescribed during the {visit} hospital visit but not during "
            "the {visit.other} one?",
            "List the drugs prescribed to patient {patient} during the {visit} hospital visit and not "
            "prescribed during the {visit.other} hospital visit.",
            "Which drugs prescribed to patient {patient} during the {visit} hospital visit are missing from "
            "the prescriptions of the {visit.other} one?",
        ),
        facts=f"SELECT DISTINCT patient FROM ({facts.PATIENT}) WHERE patient IN ({_RETURNED})",
        options={"visit": _VISITS},
        answer=SetOf(items=Text()),
        sql=f"""{_ENDED_VISITS},
current_visit AS (
  SELECT patienthealthsystemstayid AS visit FROM patient
  WHERE uniquepid = {{patient}} AND hospitaldischargetime IS NULL
),
prescribed AS (
  SELECT patienthealthsystemstayid AS visit, drugname
  FROM medication JOIN patient USING (patientunitstayid)
  WHERE uniquepid = {{patient}}
)
SELECT DISTINCT drugname FROM prescribed
WHERE visit IN {{visit.sql}}
  AND drugname NOT IN (SELECT drugname FROM prescribed WHERE visit IN {{visit.base}})""",
    ),
)
