"""When was a value reached, and when did two orders or a diagnosis and an order come together?"""

from __future__ import annotations

from medgym_core import DateTime
from medgym_ehr.eicu.ehrsql import facts
from medgym_ehr.hospital.forms import time as forms
from medgym_ehr.questions.nth import nth_time
from medgym_ehr.questions.option import COMPARISONS, ENDS, EXTREMES
from medgym_ehr.questions.template import Template
from medgym_plugin_eicu.templates.vital import BOUNDED, MEASURED, VITALS
from medgym_plugin_eicu.templates.when import of_patient

CATEGORY = "time"


TEMPLATES = (
    forms.lab_extreme_time(
        facts=facts.LAB,
        period=of_patient("labresulttime"),
        sql="""
SELECT DISTINCT labresulttime
FROM (
  SELECT labresulttime, {rank}() OVER (ORDER BY labresult {extreme.direction}) AS place
  FROM lab JOIN patient USING (patientunitstayid)
  WHERE uniquepid = {patient} AND labname = {lab} AND {period}
)
WHERE place = 1""",
    ),
    forms.vital_extreme_time(
        facts=MEASURED,
        options={"extreme": EXTREMES, "vital": VITALS},
        period=of_patient("observationtime"),
        sql="""
SELECT DISTINCT observationtime
FROM (
  SELECT observationtime, {rank}() OVER (ORDER BY {vital.sql} {extreme.direction}) AS place
  FROM vitalperiodic JOIN patient USING (patientunitstayid)
  WHERE uniquepid = {patient} AND {vital.sql} IS NOT NULL AND {period}
)
WHERE place = 1""",
    ),
    Template(
        id="vital_beyond_time",
        category=CATEGORY,
        wordings=(
            "When was the {nth} time that the {vital} of patient {patient} was {side} "
            "{vital.bound} {period}?",
            "At what time was the {vital} of patient {patient} measured {side} {vital.bound} for the {nth} "
            "time {period}?",
            "What is the time of the {nth} {vital} reading {side} {vital.bound} of patient {patient} "
            "{period}?",
        ),
        facts=MEASURED,
        options={"nth": ENDS, "side": COMPARISONS, "vital": BOUNDED},
        period=of_patient("observationtime"),
        answer=DateTime(),
        sql=nth_time(
            "observationtime",
            """
  FROM vitalperiodic JOIN patient USING (patientunitstayid)
  WHERE uniquepid = {patient} AND {vital.sql} {side.sql} {vital.bound} AND {period}""",
        ),
    ),
)
