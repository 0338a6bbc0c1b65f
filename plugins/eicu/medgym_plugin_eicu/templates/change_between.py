"""How did values and prescriptions change between visits or other periods?"""

from __future__ import annotations

from medgym_ehr.eicu.ehrsql import facts
from medgym_ehr.hospital.forms import change as forms
from medgym_ehr.questions.option import ENDS
from medgym_ehr.questions.premise import Premised
from medgym_ehr.questions.template import When
from medgym_plugin_eicu.templates.vital import MEASURED, VITALS
from medgym_plugin_eicu.templates.when import of_patient

_DAYS_OF_VITAL = f"""
WITH daily AS (SELECT patient, min(at) AS at FROM ({MEASURED}) GROUP BY patient, date(at))
SELECT a.patient, a.at, b.at AS at2
FROM daily a JOIN daily b ON b.patient = a.patient AND b.at > a.at"""
_RETURNED = """
  SELECT uniquepid FROM patient GROUP BY uniquepid HAVING count(DISTINCT patienthealthsystemstayid) > 1"""
_ENDED_VISITS = """
WITH ended AS (
  SELECT patienthealthsystemstayid AS visit, hospitaladmittime FROM patient
  WHERE uniquepid = {patient} AND hospitaldischargetime IS NOT NULL
),
first_visit AS (SELECT visit FROM ended ORDER BY hospitaladmittime LIMIT 1),
last_visit AS (SELECT visit FROM ended ORDER BY hospitaladmittime DESC LIMIT 1)"""

_READINGS = """
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
)"""
_TWO_READINGS = Premised(
    sql=f"""{_READINGS}
SELECT DISTINCT compared.value - base.value
FROM base JOIN compared
WHERE base.place = 1 AND compared.place = 1""",
    premise=f"""{_READINGS}
SELECT 1 FROM base JOIN compared ON compared.time <> base.time
WHERE base.place = 1 AND compared.place = 1""",
)

TEMPLATES = (
    forms.vital_between_periods(
        facts=_DAYS_OF_VITAL,
        options={"nth": ENDS, "vital": VITALS},
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
        **_TWO_READINGS,
    ),
    forms.lab_between_visits(
        facts=f"SELECT DISTINCT patient, lab FROM ({facts.LAB}) WHERE patient IN ({_RETURNED})",
        sql=f"""{_ENDED_VISITS},
measured AS (
  SELECT patienthealthsystemstayid AS visit, labresult
  FROM lab JOIN patient USING (patientunitstayid)
  WHERE uniquepid = {{patient}} AND labname = {{lab}}
)
SELECT (SELECT {{aggregate.sql}}(labresult) FROM measured WHERE visit IN last_visit)
     - (SELECT {{aggregate.sql}}(labresult) FROM measured WHERE visit IN first_visit)""",
    ),
    forms.drugs_between_visits(
        facts=f"SELECT DISTINCT patient FROM ({facts.PATIENT}) WHERE patient IN ({_RETURNED})",
        sql=f"""{_ENDED_VISITS},
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
