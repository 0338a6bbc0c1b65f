"""When was a value reached, and when did two orders or a diagnosis and an order come together?"""

from __future__ import annotations

from medgym_core import DateTime
from medgym_ehr.eicu.ehrsql import facts
from medgym_ehr.hospital.forms import time as forms
from medgym_ehr.questions.nth import nth_time
from medgym_ehr.questions.option import COMPARISONS, ENDS, EXTREMES
from medgym_ehr.questions.template import Template
from medgym_ehr.questions.within import Events
from medgym_plugin_eicu.templates.vital import BOUNDED, MEASURED, VITALS
from medgym_plugin_eicu.templates.when import of_patient

CATEGORY = "time"

_DRUG_PAIR = """
SELECT uniquepid AS patient, a.drugname AS drug, b.drugname AS drug2, a.drugstarttime AS at
FROM medication a
JOIN medication b ON b.patientunitstayid = a.patientunitstayid AND b.drugstarttime = a.drugstarttime
JOIN patient p ON p.patientunitstayid = a.patientunitstayid
WHERE a.drugname < b.drugname"""
_DRUG_AFTER_DIAGNOSIS = """
SELECT p.uniquepid AS patient, e.diagnosisname AS diagnosis, m.drugname AS drug, m.drugstarttime AS at
FROM diagnosis e
JOIN patient p ON p.patientunitstayid = e.patientunitstayid
JOIN medication m ON m.patientunitstayid = e.patientunitstayid
WHERE m.drugstarttime > e.diagnosistime AND m.medicationid % 3 = 0"""
"""Pairs of a third of the prescriptions, which is plenty."""

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
    forms.drug_pair_time(
        facts=_DRUG_PAIR,
        period=of_patient("drugstarttime"),
        within=Events("a.drugstarttime", "b.drugstarttime", tags=("within-same",)),
        sql="""
WITH prescribed AS (
  SELECT drugname, drugstarttime
  FROM medication JOIN patient USING (patientunitstayid)
  WHERE uniquepid = {patient} AND {period}
)
SELECT DISTINCT a.drugstarttime
FROM prescribed a JOIN prescribed b ON {within}
WHERE a.drugname = {drug} AND b.drugname = {drug2}""",
    ),
    forms.drug_after_diagnosis_time(
        facts=_DRUG_AFTER_DIAGNOSIS,
        within=Events(
            "e.diagnosistime",
            "m.drugstarttime",
            "p.patienthealthsystemstayid",
            "q.patienthealthsystemstayid",
            tags=("within-hosp", "within-month"),
        ),
        sql="""
SELECT DISTINCT m.drugstarttime
FROM patient p
JOIN diagnosis e ON e.patientunitstayid = p.patientunitstayid
JOIN patient q ON q.uniquepid = p.uniquepid
JOIN medication m ON m.patientunitstayid = q.patientunitstayid
WHERE p.uniquepid = {patient}
  AND e.diagnosisname = {diagnosis}
  AND m.drugname = {drug}
  AND m.drugstarttime > e.diagnosistime
  AND {within}""",
    ),
)
