"""When was a value reached, and when did two orders or a diagnosis and an order come together?"""

from __future__ import annotations

from medgym_core import DateTime
from medgym_ehr.hospital.forms import time as forms
from medgym_ehr.mimic3.ehrsql import facts
from medgym_ehr.questions.nth import nth_time
from medgym_ehr.questions.option import COMPARISONS, ENDS, EXTREMES
from medgym_ehr.questions.period import CALENDAR, HOSPITAL, ICU
from medgym_ehr.questions.template import NO_PERIOD, Template, When

CATEGORY = "time"
_VISIT = When("charttime", visit="hadm_id", tags=(*CALENDAR, *HOSPITAL, NO_PERIOD))
_STAY = When("charttime", visit="hadm_id", stay="icustay_id", tags=(*CALENDAR, *HOSPITAL, *ICU, NO_PERIOD))

TEMPLATES = (
    forms.lab_extreme_time(
        facts=facts.LAB,
        period=_VISIT,
        sql="""
SELECT DISTINCT charttime
FROM (
  SELECT charttime, {rank}() OVER (ORDER BY valuenum {extreme.direction}) AS place
  FROM labevents JOIN d_labitems USING (itemid)
  WHERE subject_id = {patient} AND label = {lab} AND valuenum IS NOT NULL AND {period}
)
WHERE place = 1""",
    ),
    forms.vital_extreme_time(
        facts=facts.VITAL,
        options={"extreme": EXTREMES},
        period=_STAY,
        sql="""
SELECT DISTINCT charttime
FROM (
  SELECT charttime, {rank}() OVER (ORDER BY valuenum {extreme.direction}) AS place
  FROM chartevents JOIN d_items USING (itemid)
  WHERE subject_id = {patient} AND label = {vital} AND valuenum IS NOT NULL AND {period}
)
WHERE place = 1""",
    ),
    Template(
        id="vital_beyond_time",
        category=CATEGORY,
        wordings=(
            "When was the {nth} time that the {vital} of patient {patient} was {side} {bound} {period}?",
            "At what time was the {vital} of patient {patient} measured {side} {bound} for the {nth} time "
            "{period}?",
            "What is the time of the {nth} {vital} reading {side} {bound} of patient {patient} {period}?",
        ),
        facts=f"""
SELECT patient, hadm_id, icustay_id, vital, at, CAST(value AS INTEGER) AS bound FROM ({facts.VITAL})""",
        options={"nth": ENDS, "side": COMPARISONS},
        period=_STAY,
        answer=DateTime(),
        sql=nth_time(
            "charttime",
            """
  FROM chartevents JOIN d_items USING (itemid)
  WHERE subject_id = {patient} AND label = {vital} AND valuenum {side.sql} {bound} AND {period}""",
        ),
    ),
)
