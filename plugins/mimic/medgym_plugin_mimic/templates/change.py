"""How did values, volumes and prescriptions change?"""

from __future__ import annotations

from medgym_core import Number
from medgym_ehr.hospital.forms import change as forms
from medgym_ehr.mimic3.ehrsql import facts
from medgym_ehr.questions.option import ENDS
from medgym_ehr.questions.period import CALENDAR, HOSPITAL, ICU, SINGLE_DAYS
from medgym_ehr.questions.premise import Premised, at_least
from medgym_ehr.questions.template import NO_PERIOD, Template, When

CATEGORY = "change"
_VISIT = When("charttime", visit="hadm_id", tags=(*CALENDAR, *HOSPITAL, NO_PERIOD))
_STAY = When("charttime", visit="hadm_id", stay="icustay_id", tags=(*CALENDAR, *HOSPITAL, *ICU, NO_PERIOD))
_REPEATED_LAB = f"""
SELECT *
FROM (SELECT *, count(*) OVER (PARTITION BY patient, lab) AS measurements FROM ({facts.LAB}))
WHERE measurements > 1"""
_VITAL = f"SELECT * FROM ({facts.VITAL}) WHERE vital NOT IN ('admit wt', 'admit ht')"
_WEIGHT = f"SELECT patient, hadm_id, icustay_id, at FROM ({facts.VITAL}) WHERE vital = 'admit wt'"
_DAYS_OF_VITAL = f"""
WITH daily AS (
  SELECT patient, vital, min(at) AS at FROM ({_VITAL}) GROUP BY patient, vital, date(at)
)
SELECT a.patient, a.vital, a.at, b.at AS at2
FROM daily a JOIN daily b ON b.patient = a.patient AND b.vital = a.vital AND b.at > a.at"""
_RETURNED = "subject_id IN (SELECT subject_id FROM admissions GROUP BY subject_id HAVING count(*) > 1)"
_ENDED_VISITS = """
WITH ended AS (
  SELECT hadm_id, admittime FROM admissions WHERE subject_id = {patient} AND dischtime IS NOT NULL
),
first_visit AS (SELECT hadm_id FROM ended ORDER BY admittime LIMIT 1),
last_visit AS (SELECT hadm_id FROM ended ORDER BY admittime DESC LIMIT 1)"""


def _changed(rows: str, compared: str) -> Premised:
    """Query of the later value of ``rows`` compared with the first, of two measurements or more.

    Args:
        rows: ``FROM`` and ``WHERE`` of the measurements.
        compared: what is asked of ``later`` and ``earlier``.
    """
    measured = f"""
WITH measured AS (
  SELECT
    charttime,
    valuenum,
    {{rank}}() OVER (ORDER BY charttime) AS place,
    {{rank}}() OVER (ORDER BY charttime DESC) AS place_from_end
  {rows.strip()}
),
earlier AS (SELECT * FROM measured WHERE place = 1),
later AS (SELECT * FROM measured WHERE {{later.sql}})"""
    return Premised(sql=measured + compared, premise=at_least(2, "count(DISTINCT charttime)", rows))


_LAB_ROWS = """
  FROM labevents JOIN d_labitems USING (itemid)
  WHERE subject_id = {patient} AND label = {lab} AND {period}"""
_VITAL_ROWS = """
  FROM chartevents JOIN d_items USING (itemid)
  WHERE subject_id = {patient} AND label = {vital} AND {period}"""
_WEIGHT_ROWS = """
  FROM chartevents JOIN d_items USING (itemid)
  WHERE subject_id = {patient} AND label = 'admit wt' AND {period}"""
_DIFFERENCE = """
SELECT DISTINCT later.valuenum - earlier.valuenum
FROM earlier JOIN later"""
_READINGS = """
WITH readings AS (
  SELECT hadm_id, icustay_id, charttime, valuenum
  FROM chartevents JOIN d_items USING (itemid)
  WHERE subject_id = {patient} AND label = {vital}
),
base AS (
  SELECT charttime, valuenum, {rank}() OVER (ORDER BY charttime {nth.direction}) AS place
  FROM readings
  WHERE {period}
),
compared AS (
  SELECT charttime, valuenum, {rank}() OVER (ORDER BY charttime {nth.direction}) AS place
  FROM readings
  WHERE {period2}
)"""
_TWO_READINGS = Premised(
    sql=f"""{_READINGS}
SELECT DISTINCT compared.valuenum - base.valuenum
FROM base JOIN compared
WHERE base.place = 1 AND compared.place = 1""",
    premise=f"""{_READINGS}
SELECT 1 FROM base JOIN compared ON compared.charttime <> base.charttime
WHERE base.place = 1 AND compared.place = 1""",
)

TEMPLATES = (
    forms.lab_change(
        facts=_REPEATED_LAB,
        period=_VISIT,
        **_changed(_LAB_ROWS, _DIFFERENCE),
    ),
    forms.vital_change(
        facts=_VITAL,
        options={"later": forms.LATER},
        period=_STAY,
        **_changed(_VITAL_ROWS, _DIFFERENCE),
    ),
    Template(
        id="weight_change",
        category=CATEGORY,
        wordings=(
            "By how much did the weight (admit wt) of patient {patient} change from the first to the "
            "{later} measurement {period}?",
            "What is the {later} minus the first measured weight (admit wt) of patient {patient} {period}?",
            "Subtract the first from the {later} weight (admit wt) of patient {patient} measured {period}: "
            "what is the difference?",
        ),
        facts=_WEIGHT,
        options={"later": forms.LATER},
        period=_STAY,
        answer=Number(abs_tol=0.001),
        **_changed(_WEIGHT_ROWS, _DIFFERENCE),
    ),
    forms.vital_between_periods(
        facts=_DAYS_OF_VITAL,
        options={"nth": ENDS},
        period=When(
            "charttime",
            visit="hadm_id",
            stay="icustay_id",
            tags=("abs-day-in", "rel-hosp-first", "abs-month-in", "rel-icu-first"),
        ),
        period2=When(
            "charttime",
            visit="hadm_id",
            stay="icustay_id",
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
        facts=f"SELECT DISTINCT patient, lab FROM ({facts.LAB} WHERE {_RETURNED})",
        sql=f"""{_ENDED_VISITS},
measured AS (
  SELECT hadm_id, valuenum FROM labevents JOIN d_labitems USING (itemid)
  WHERE subject_id = {{patient}} AND label = {{lab}}
)
SELECT (SELECT {{aggregate.sql}}(valuenum) FROM measured WHERE hadm_id IN last_visit)
     - (SELECT {{aggregate.sql}}(valuenum) FROM measured WHERE hadm_id IN first_visit)""",
    ),
    forms.fluid_balance(
        facts=facts.INTAKE,
        period=When("charttime", visit="hadm_id", stay="icustay_id", tags=(*CALENDAR, *HOSPITAL, *ICU)),
        sql="""
SELECT (SELECT sum(amount) FROM inputevents_cv WHERE subject_id = {patient} AND {period})
     - (SELECT sum(value) FROM outputevents WHERE subject_id = {patient} AND {period})""",
    ),
    forms.new_drugs(
        facts="SELECT DISTINCT subject_id AS patient, startdate AS at FROM prescriptions",
        period=When("a.startdate", tags=SINGLE_DAYS),
        sql="""
SELECT DISTINCT a.drug FROM prescriptions a
WHERE a.subject_id = {patient} AND {period} AND NOT EXISTS (
  SELECT * FROM prescriptions b
  WHERE b.subject_id = a.subject_id
    AND b.drug = a.drug
    AND date(b.startdate) = date(a.startdate, '-1 day')
)""",
    ),
    forms.drugs_between_visits(
        facts=f"SELECT subject_id AS patient FROM patients WHERE {_RETURNED}",
        sql=f"""{_ENDED_VISITS}
SELECT DISTINCT drug FROM prescriptions
WHERE hadm_id IN {{visit.sql}}
  AND drug NOT IN (SELECT drug FROM prescriptions WHERE hadm_id IN {{visit.base}})""",
    ),
)
