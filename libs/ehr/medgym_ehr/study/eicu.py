"""Studies on eICU as EHRSQL prepares it."""

from __future__ import annotations

from medgym_ehr.study.schema import Schema, told

_MINUTES = "(strftime('%s', {}) - strftime('%s', {})) / 60"
_KEY = "patientunitstayid"
LABELS = {
    "creatinine": "creatinine",
    "bilirubin": "total bilirubin",
    "platelets": "platelets x 1000",
    "pao2": "pao2",
    "fio2": "fio2",
    "ventilation": "peep",
    "lactate": "lactate",
    "haemoglobin": "hgb",
    "glucose": "glucose",
    "bicarbonate": "bicarbonate",
    "white cells": "wbc x 1000",
    "sodium": "sodium",
    "urea nitrogen": "bun",
}
"""Concept to its LABNAME."""
CHARTED = {"map": "systemicmean", "heart rate": "heartrate", "respiratory rate": "respiration"}
"""Concept to its column of VITALPERIODIC."""


def _events(table: str, time: str, value: str, where: str) -> str:
    minute = _MINUTES.format(f"e.{time}", "p.unitadmittime")
    return (
        f"SELECT e.{_KEY}, {minute}, {value} FROM {table} e JOIN patient p ON p.{_KEY} = e.{_KEY} "
        f"WHERE {value} IS NOT NULL AND {where}"
    )


STAYS = f"""
SELECT p.patientunitstayid AS stay, p.uniquepid AS patient, p.patienthealthsystemstayid AS visit,
    row_number() OVER (PARTITION BY p.uniquepid ORDER BY p.unitadmittime, p.patientunitstayid) AS nth,
    CASE WHEN p.age GLOB '[0-9]*' THEN CAST(p.age AS INTEGER) END AS age, p.gender = 'male' AS male,
    p.hospitaladmitsource = 'emergency department' AS emergency,
    p.hospitaladmitsource IN ('operating room', 'recovery room', 'pacu') AS surgical,
    coalesce(p.hospitaldischargestatus = 'expired', 0) AS died,
    {_MINUTES.format("p.unitdischargetime", "p.unitadmittime")} AS minutes,
    CASE WHEN p.hospitaldischargestatus = 'expired'
        THEN {_MINUTES.format("p.hospitaldischargetime", "p.unitadmittime")} END AS dead,
    {_MINUTES.format("p.hospitaldischargetime", "p.unitadmittime")} AS left
FROM patient p WHERE p.unitdischargetime IS NOT NULL AND p.hospitaldischargetime IS NOT NULL
"""
SCHEMA = Schema(
    stays=STAYS,
    codes=f"SELECT {_KEY}, icd9code FROM diagnosis WHERE icd9code IS NOT NULL",
    concepts={
        **{
            concept: _events("lab", "labresulttime", "e.labresult", f"e.labname = '{name}'")
            for concept, name in LABELS.items()
        },
        **{
            concept: _events("vitalperiodic", "observationtime", f"e.{column}", "1")
            for concept, column in CHARTED.items()
        },
        "vasopressor": _events("treatment", "treatmenttime", "1", "e.treatmentname LIKE 'vasopressors - %'"),
        "culture": _events(
            "microlab", "culturetakentime", "1", "e.culturesite NOT IN ('nasopharynx', 'rectal swab')"
        ),
        "antibiotic": _events(
            "treatment", "treatmenttime", "1", "e.treatmentname LIKE 'therapeutic antibacterials - %'"
        ),
    },
    told=told(
        "eicu",
        labs="; ".join(f"{concept}: '{name}'" for concept, name in LABELS.items()),
        charted="; ".join(f"{concept}: {column.upper()}" for concept, column in CHARTED.items()),
    ),
    follow_up=None,
    course=("thrombocytopenia", 2),
)
"""eICU, in which nothing is known of who has left hospital alive but when they come back."""
