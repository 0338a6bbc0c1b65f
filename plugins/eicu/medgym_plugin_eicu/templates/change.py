"""How did values, volumes and prescriptions change?"""

from __future__ import annotations

from medgym_core import Boolean, Number, SetOf, Text
from medgym_ehr.eicu.ehrsql import facts
from medgym_ehr.questions.option import AGGREGATES, COMPARISONS, ENDS, Option
from medgym_ehr.questions.period import CALENDAR, HOSPITAL, ICU
from medgym_ehr.questions.template import Template, When
from medgym_plugin_eicu.templates.vital import MEASURED, VITALS
from medgym_plugin_eicu.templates.when import of_patient

CATEGORY = "change"

_VALUE = Number(abs_tol=0.001)
_LATER = (
    Option("last", "place_from_end = 1", "exact-last"),
    Option("second", "place = 2", "exact-second"),
)
_SINGLE_DAYS = (
    "abs-day-in",
    "rel-day-this",
    "rel-day-last",
    "mix-day-this_year",
    "mix-day-last_year",
    "mix-day-this_month",
    "mix-day-last_month",
)
_REPEATED_LAB = f"""
SELECT *
FROM (SELECT *, count(*) OVER (PARTITION BY patient, lab) AS measurements FROM ({facts.LAB}))
WHERE measurements > 1"""
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


def _measured(value: str, time: str, rows: str) -> str:
    """Values of ``rows``, a FROM clause with conditions, with their places in time."""
    return f"""
WITH measured AS (
  SELECT
    {time} AS time,
    {value} AS value,
    {{rank}}() OVER (ORDER BY {time}) AS place,
    {{rank}}() OVER (ORDER BY {time} DESC) AS place_from_end
  {rows.strip()}
),
earlier AS (SELECT * FROM measured WHERE place = 1),
later AS (SELECT * FROM measured WHERE {{later.sql}})"""


_LAB = _measured(
    "labresult",
    "labresulttime",
    """
  FROM lab JOIN patient USING (patientunitstayid)
  WHERE uniquepid = {patient} AND labname = {lab} AND {period}""",
)
_VITAL = _measured(
    "{vital.sql}",
    "observationtime",
    """
  FROM vitalperiodic JOIN patient USING (patientunitstayid)
  WHERE uniquepid = {patient} AND {vital.sql} IS NOT NULL AND {period}""",
)
_DIFFERENCE = """
SELECT DISTINCT later.value - earlier.value
FROM earlier JOIN later ON later.time > earlier.time"""
_COMPARED = """
SELECT DISTINCT later.value {side.sql} earlier.value
FROM earlier JOIN later ON later.time > earlier.time"""

TEMPLATES = (
    Template(
        id="lab_change",
        category=CATEGORY,
        wordings=(
            "By how much did the result of the lab test {lab} of patient {patient} change from the first to "
            "the {later} measurement {period}?",
            "What is the {later} value minus the first value of the lab test {lab} of patient {patient} "
            "{period}?",
            "Subtract the first from the {later} result of the lab test {lab} of patient {patient} "
            "{period}: what is the difference?",
        ),
        facts=_REPEATED_LAB,
        options={"later": _LATER},
        period=of_patient("labresulttime"),
        answer=_VALUE,
        sql=_LAB + _DIFFERENCE,
    ),
    Template(
        id="lab_rise",
        category=CATEGORY,
        wordings=(
            "Of the results of the lab test {lab} of patient {patient} measured {period}, was the {later} "
            "one {side.change} than the first one?",
            "Comparing the values of the lab test {lab} of patient {patient} {period}, is the {later} one "
            "{side.change} than the first one?",
            "Among the results of the lab test {lab} of patient {patient} {period}, did the {later} one "
            "come out {side.change} than the first?",
        ),
        facts=_REPEATED_LAB,
        options={"later": _LATER, "side": COMPARISONS},
        period=of_patient("labresulttime"),
        answer=Boolean(),
        sql=_LAB + _COMPARED,
    ),
    Template(
        id="vital_change",
        category=CATEGORY,
        wordings=(
            "By how much did the {vital} of patient {patient} change from the first to the {later} "
            "measurement {period}?",
            "What is the {later} value minus the first value of the {vital} of patient {patient} {period}?",
            "Subtract the first from the {later} {vital} reading of patient {patient} {period}: what is the "
            "difference?",
        ),
        facts=MEASURED,
        options={"later": _LATER, "vital": VITALS},
        period=of_patient("observationtime"),
        answer=_VALUE,
        sql=_VITAL + _DIFFERENCE,
    ),
    Template(
        id="weight_change",
        category=CATEGORY,
        wordings=(
            "By how much did the weight of patient {patient} change from admission to discharge {period}?",
            "What is the discharge weight minus the admission weight of patient {patient} {period}?",
            "Subtract the admission weight of patient {patient} from the discharge weight {period}: what is "
            "the difference?",
        ),
        facts=facts.STAY,
        period=When("unitadmittime", stay="patientunitstayid", tags=ICU[1:]),
        answer=_VALUE,
        sql="""
SELECT DISTINCT dischargeweight - admissionweight FROM patient
WHERE uniquepid = {patient} AND {period}""",
    ),
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
        answer=_VALUE,
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
        id="fluid_balance",
        category=CATEGORY,
        wordings=(
            "What is the total intake volume minus the total output volume of patient {patient} {period}?",
            "By how much does the total volume of all intakes of patient {patient} exceed that of all "
            "outputs {period} (negative if the outputs are more)?",
            "Subtract the total output volume of patient {patient} {period} from the total intake volume in "
            "the same period: what is the balance?",
        ),
        facts=f"SELECT patient, at FROM ({facts.INTAKE})",
        period=of_patient("intakeoutputtime", (*CALENDAR, *HOSPITAL, *ICU)),
        answer=Number(abs_tol=0.001, unit="ml"),
        sql="""
WITH fluids AS (
  SELECT cellpath, cellvaluenumeric
  FROM intakeoutput JOIN patient USING (patientunitstayid)
  WHERE uniquepid = {patient} AND {period}
)
SELECT (SELECT sum(cellvaluenumeric) FROM fluids WHERE cellpath LIKE '%intake%')
     - (SELECT sum(cellvaluenumeric) FROM fluids WHERE cellpath LIKE '%output%')""",
    ),
    Template(
        id="new_drugs",
        category=CATEGORY,
        wordings=(
            "Which drugs was patient {patient} prescribed {period} that had not been prescribed on the day "
            "before?",
            "List the drugs newly prescribed to patient {patient} {period}, that is, not also prescribed on "
            "the day before that.",
            "What drugs were prescribed to patient {patient} {period} but not one day earlier?",
        ),
        facts=f"SELECT DISTINCT patient, at FROM ({facts.DRUG})",
        period=When("a.drugstarttime", tags=_SINGLE_DAYS),
        answer=SetOf(items=Text()),
        sql="""
WITH prescribed AS (
  SELECT drugname, drugstarttime
  FROM medication JOIN patient USING (patientunitstayid)
  WHERE uniquepid = {patient}
)
SELECT DISTINCT a.drugname FROM prescribed a
WHERE {period} AND NOT EXISTS (
  SELECT * FROM prescribed b
  WHERE b.drugname = a.drugname AND date(b.drugstarttime) = date(a.drugstarttime, '-1 day')
)""",
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
