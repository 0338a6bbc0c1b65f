"""How did values, volumes and prescriptions change?"""

from __future__ import annotations

from functools import partial

from medgym_core import Number
from medgym_ehr.eicu.ehrsql import facts
from medgym_ehr.hospital.forms import change as forms
from medgym_ehr.questions.period import CALENDAR, HOSPITAL, ICU, SINGLE_DAYS
from medgym_ehr.questions.premise import Premised, at_least
from medgym_ehr.questions.template import Template, When
from medgym_plugin_eicu.templates.vital import MEASURED, VITALS
from medgym_plugin_eicu.templates.when import of_patient

CATEGORY = "change"

_VALUE = Number(abs_tol=0.001)
_REPEATED_LAB = f"""
SELECT *
FROM (SELECT *, count(*) OVER (PARTITION BY patient, lab) AS measurements FROM ({facts.LAB}))
WHERE measurements > 1"""


def _changed(value: str, time: str, rows: str, compared: str) -> Premised:
    """Query of the later value of ``rows`` compared with the first, of two measurements or more.

    Args:
        value: what was measured.
        time: when.
        rows: ``FROM`` and ``WHERE`` of the measurements.
        compared: what is asked of ``later`` and ``earlier``.
    """
    measured = f"""
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
    return Premised(sql=measured + compared, premise=at_least(2, f"count(DISTINCT {time})", rows))


_LAB = partial(
    _changed,
    "labresult",
    "labresulttime",
    """
  FROM lab JOIN patient USING (patientunitstayid)
  WHERE uniquepid = {patient} AND labname = {lab} AND {period}""",
)
_VITAL = partial(
    _changed,
    "{vital.sql}",
    "observationtime",
    """
  FROM vitalperiodic JOIN patient USING (patientunitstayid)
  WHERE uniquepid = {patient} AND {vital.sql} IS NOT NULL AND {period}""",
)
_DIFFERENCE = """
SELECT DISTINCT later.value - earlier.value
FROM earlier JOIN later"""

TEMPLATES = (
    forms.lab_change(
        facts=_REPEATED_LAB,
        period=of_patient("labresulttime"),
        **_LAB(_DIFFERENCE),
    ),
    forms.vital_change(
        facts=MEASURED,
        options={"later": forms.LATER, "vital": VITALS},
        period=of_patient("observationtime"),
        **_VITAL(_DIFFERENCE),
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
    forms.fluid_balance(
        facts=f"SELECT patient, at FROM ({facts.INTAKE})",
        period=of_patient("intakeoutputtime", (*CALENDAR, *HOSPITAL, *ICU)),
        sql="""
WITH fluids AS (
  SELECT cellpath, cellvaluenumeric
  FROM intakeoutput JOIN patient USING (patientunitstayid)
  WHERE uniquepid = {patient} AND {period}
)
SELECT (SELECT sum(cellvaluenumeric) FROM fluids WHERE cellpath LIKE '%intake%')
     - (SELECT sum(cellvaluenumeric) FROM fluids WHERE cellpath LIKE '%output%')""",
    ),
    forms.new_drugs(
        facts=f"SELECT patient, at FROM ({facts.DRUG})",
        period=When("a.drugstarttime", tags=SINGLE_DAYS),
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
)
