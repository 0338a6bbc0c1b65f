"""On which days did a value of a patient leave a range?"""

from __future__ import annotations

from medgym_ehr.eicu.ehrsql import facts
from medgym_ehr.hospital.forms import existence as forms
from medgym_ehr.questions.option import COMPARISONS
from medgym_plugin_eicu.templates.vital import BOUNDED, MEASURED, VITALS
from medgym_plugin_eicu.templates.when import of_patient

_DAY = "strftime('%Y-%m-%d', {})"
_VITAL = """
FROM vitalperiodic JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient} AND {period}"""
_LAB = """
FROM lab JOIN patient USING (patientunitstayid)
WHERE uniquepid = {patient} AND labname = {lab} AND {period}"""

TEMPLATES = (
    forms.beyond_on_days("vital_beyond", "the {vital} of patient {patient}", "{side} {vital.bound}")(
        facts=MEASURED,
        options={"vital": BOUNDED, "side": COMPARISONS},
        period=of_patient("observationtime"),
        sql=f"\nSELECT DISTINCT {_DAY.format('observationtime')}{_VITAL} "
        "AND {vital.sql} {side.sql} {vital.bound}",
    ),
    forms.vital_abnormal(
        facts=MEASURED,
        options={"vital": VITALS},
        period=of_patient("observationtime"),
        sql=f"""
SELECT {_DAY.format("observationtime")} AS day, count(*){_VITAL}
  AND {{vital.sql}} NOT BETWEEN {{vital.low}} AND {{vital.high}}
GROUP BY day""",
    ),
    forms.beyond_on_days(
        "lab_beyond", "the result of the lab test {lab} of patient {patient}", "{side} {bound}"
    )(
        facts=f"SELECT patient, lab, at, CAST(round(value) AS INTEGER) AS bound FROM ({facts.LAB})",
        options={"side": COMPARISONS},
        period=of_patient("labresulttime"),
        sql=f"\nSELECT DISTINCT {_DAY.format('labresulttime')}{_LAB} AND labresult {{side.sql}} {{bound}}",
    ),
)
