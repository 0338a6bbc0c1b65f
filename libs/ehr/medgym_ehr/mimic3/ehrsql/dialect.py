"""The MIMIC-III database as questions see it: its clock, its visits, and the facts to ask about."""

from __future__ import annotations

from datetime import datetime

from medgym_ehr.questions.dialect import Dialect

_VISIT = "SELECT hadm_id FROM admissions WHERE subject_id = {{patient}} AND {}"
_FINISHED = (
    "dischtime IS NOT NULL AND admittime = (SELECT {}(admittime) FROM admissions "
    "WHERE subject_id = {{patient}} AND dischtime IS NOT NULL)"
)
_STAY = "SELECT icustay_id FROM icustays WHERE subject_id = {{patient}} AND {}"
_LEFT = (
    "outtime IS NOT NULL AND intime = (SELECT {}(intime) FROM icustays "
    "WHERE subject_id = {{patient}} AND outtime IS NOT NULL)"
)

DIALECT = Dialect(
    source="mimic-iii",
    now=datetime(2105, 12, 31, 23, 59),
    partitioned=frozenset(
        ("patient", "diagnosis", "procedure", "drug", "lab", "intake", "output", "specimen", "organism")
    ),
    visits={
        "cur": _VISIT.format("dischtime IS NULL"),
        "first": _VISIT.format(_FINISHED.format("min")),
        "last": _VISIT.format(_FINISHED.format("max")),
    },
    stays={
        "cur": _STAY.format("outtime IS NULL"),
        "first": _STAY.format(_LEFT.format("min")),
        "last": _STAY.format(_LEFT.format("max")),
    },
    strangers="""
SELECT subject_id + 1 + subject_id * 7919 % (following - subject_id - 1)
FROM (SELECT subject_id, lead(subject_id) OVER (ORDER BY subject_id) AS following FROM patients)
WHERE following > subject_id + 1
ORDER BY 1""",
    seen="""
SELECT admittime AS at FROM admissions WHERE subject_id = {patient}
UNION ALL SELECT dischtime FROM admissions WHERE subject_id = {patient}
UNION ALL SELECT charttime FROM labevents WHERE subject_id = {patient}""",
    columns={"hosp": "hadm_id", "icu": "icustay_id"},
    indexes=(
        "prescriptions (subject_id, substr(startdate, 1, 10), drug)",
        "prescriptions (subject_id, startdate, drug)",
        "prescriptions (subject_id, drug, startdate, hadm_id)",
        "labevents (subject_id, charttime, itemid)",
        "labevents (itemid, charttime, row_id, valuenum, subject_id, hadm_id)",
        "labevents (substr(charttime, 1, 10), itemid, charttime)",
        "labevents (substr(charttime, 1, 7), itemid, charttime)",
        "cost (hadm_id, row_id, cost)",
    ),
)
"""First and last visits and stays are those that have ended; the current one has not."""
