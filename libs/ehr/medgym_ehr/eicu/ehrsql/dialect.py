"""The eICU database as questions see it: its clock, its visits, and the facts to ask about."""

from __future__ import annotations

from datetime import datetime

from medgym_ehr.questions.dialect import Dialect

_VISIT = "SELECT DISTINCT patienthealthsystemstayid FROM patient WHERE uniquepid = {{patient}} AND {}"
_FINISHED = (
    "hospitaldischargetime IS NOT NULL AND hospitaladmittime = (SELECT {}(hospitaladmittime) FROM patient "
    "WHERE uniquepid = {{patient}} AND hospitaldischargetime IS NOT NULL)"
)
_STAY = "SELECT patientunitstayid FROM patient WHERE uniquepid = {{patient}} AND {}"
_LEFT = (
    "unitdischargetime IS NOT NULL AND unitadmittime = (SELECT {}(unitadmittime) FROM patient "
    "WHERE uniquepid = {{patient}} AND unitdischargetime IS NOT NULL)"
)

DIALECT = Dialect(
    source="eicu",
    now=datetime(2105, 12, 31, 23, 59),
    partitioned=frozenset(
        (
            "patient",
            "diagnosis",
            "treatment",
            "drug",
            "lab",
            "allergy",
            "intake",
            "output",
            "specimen",
            "organism",
        )
    ),
    visits={
        "cur": _VISIT.format("hospitaldischargetime IS NULL"),
        "first": _VISIT.format(_FINISHED.format("min")),
        "last": _VISIT.format(_FINISHED.format("max")),
    },
    stays={
        "cur": _STAY.format("unitdischargetime IS NULL"),
        "first": _STAY.format(_LEFT.format("min")),
        "last": _STAY.format(_LEFT.format("max")),
    },
    strangers="""
WITH known AS (
  SELECT DISTINCT substr(uniquepid, 1, instr(uniquepid, '-') - 1) AS hospital,
    CAST(substr(uniquepid, instr(uniquepid, '-') + 1) AS INTEGER) AS number
  FROM patient
)
SELECT hospital || '-' || (number + 1 + number * 7919 % (following - number - 1))
FROM (
  SELECT hospital, number, lead(number) OVER (PARTITION BY hospital ORDER BY number) AS following FROM known
)
WHERE following > number + 1
ORDER BY 1""",
    seen="""
SELECT hospitaladmittime AS at FROM patient WHERE uniquepid = {patient}
UNION ALL SELECT hospitaldischargetime FROM patient WHERE uniquepid = {patient}
UNION ALL SELECT labresulttime FROM lab WHERE patientunitstayid IN (
  SELECT patientunitstayid FROM patient WHERE uniquepid = {patient}
)""",
    columns={"hosp": "visit", "icu": "stay"},
)
"""First and last visits and stays are those that have ended; the current one has not."""
