"""Facts: what happened to whom and when; each question is built on one row.

Columns named by a kind of the ledger (``patient``, ``drug``, ...) decide which split may ask about the row.
``at`` is the time that a question's period covers. ``visit`` is a patienthealthsystemstayid, ``stay`` a
patientunitstayid.
"""

from __future__ import annotations

_EVENT = "SELECT p.uniquepid AS patient, p.patienthealthsystemstayid AS visit, p.patientunitstayid AS stay"
_OF_STAY = "JOIN patient p ON p.patientunitstayid = e.patientunitstayid"

PATIENT = """
SELECT uniquepid AS patient, min(hospitaladmittime) AS at
FROM patient
GROUP BY uniquepid"""
VISIT = """
SELECT DISTINCT uniquepid AS patient, patienthealthsystemstayid AS visit, hospitaladmittime AS at,
       hospitaldischargetime AS at2, CAST(age AS INTEGER) AS age, hospitalid AS hospital,
       hospitaladmitsource AS source, hospitaldischargestatus AS status
FROM patient"""
STAY = """
SELECT uniquepid AS patient, patienthealthsystemstayid AS visit, patientunitstayid AS stay,
       unitadmittime AS at, unitdischargetime AS at2, hospitalid AS hospital, wardid AS ward,
       admissionheight AS height, admissionweight AS weight
FROM patient"""
DIAGNOSIS = f"""
{_EVENT}, e.diagnosisname AS diagnosis, e.diagnosistime AS at
FROM diagnosis e {_OF_STAY}"""
TREATMENT = f"""
{_EVENT}, e.treatmentname AS treatment, e.treatmenttime AS at
FROM treatment e {_OF_STAY}"""
DRUG = f"""
{_EVENT}, e.drugname AS drug, e.drugstarttime AS at, e.routeadmin AS route, e.dosage AS dose
FROM medication e {_OF_STAY}"""
LAB = f"""
{_EVENT}, e.labname AS lab, e.labresulttime AS at, e.labresult AS value
FROM lab e {_OF_STAY}"""
ALLERGY = f"""
{_EVENT}, e.allergyname AS allergy, e.allergytime AS at
FROM allergy e {_OF_STAY}"""
INTAKE = f"""
{_EVENT}, e.celllabel AS intake, e.intakeoutputtime AS at, e.cellvaluenumeric AS value
FROM intakeoutput e {_OF_STAY}
WHERE e.cellpath LIKE '%intake%'"""
OUTPUT = f"""
{_EVENT}, e.celllabel AS output, e.intakeoutputtime AS at, e.cellvaluenumeric AS value
FROM intakeoutput e {_OF_STAY}
WHERE e.cellpath LIKE '%output%'"""
SPECIMEN = f"""
{_EVENT}, e.culturesite AS specimen, e.culturetakentime AS at
FROM microlab e {_OF_STAY}"""
ORGANISM = f"""
{_EVENT}, e.organism, e.culturetakentime AS at
FROM microlab e {_OF_STAY}
WHERE e.organism <> 'no growth'"""

VITALS = (
    "temperature",
    "sao2",
    "heartrate",
    "respiration",
    "systemicsystolic",
    "systemicdiastolic",
    "systemicmean",
)
"""Columns of vitalperiodic."""


def vital(column: str) -> str:
    """The facts of one vital sign; every seventh row, since a full table has a million."""
    return f"""
{_EVENT}, e.observationtime AS at, e.{column} AS value
FROM vitalperiodic e {_OF_STAY}
WHERE e.{column} IS NOT NULL AND e.vitalperiodicid % {len(VITALS)} = {VITALS.index(column)}"""
