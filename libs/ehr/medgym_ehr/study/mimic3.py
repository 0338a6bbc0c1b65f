"""Studies on MIMIC-III as EHRSQL prepares it."""

from __future__ import annotations

from medgym_ehr.study.schema import Schema, told

_MINUTES = "(strftime('%s', {}) - strftime('%s', {})) / 60"
NOW = "2105-12-31 23:59:00"
"""The current time of the database."""


def _lab(*labels: str) -> str:
    return (
        f"SELECT i.icustay_id, {_MINUTES.format('e.charttime', 'i.intime')}, e.valuenum FROM labevents e "
        f"JOIN d_labitems d USING (itemid) JOIN icustays i ON i.hadm_id = e.hadm_id "
        f"WHERE e.charttime IS NOT NULL AND e.valuenum IS NOT NULL AND d.label IN ({_names(labels)})"
    )


def _item(table: str, value: str, *labels: str) -> str:
    return (
        f"SELECT i.icustay_id, {_MINUTES.format('e.charttime', 'i.intime')}, {value} FROM {table} e "
        f"JOIN d_items d USING (itemid) JOIN icustays i ON i.icustay_id = e.icustay_id "
        f"WHERE {value} IS NOT NULL AND d.label IN ({_names(labels)})"
    )


def _names(labels: tuple[str, ...]) -> str:
    return ", ".join(f"'{label}'" for label in labels)


VASOPRESSORS = ("levophed-k", "levophed", "vasopressin", "neosynephrine-k")
ANTIBIOTICS = (
    "vancomycin",
    "ceftriaxone",
    "cefepime",
    "piperacillin-tazobactam na",
    "meropenem",
    "levofloxacin",
    "ciprofloxacin",
    "metronidazole (flagyl)",
)
LABELS = {
    "creatinine": "creatinine",
    "bilirubin": "bilirubin, total",
    "platelets": "platelet count",
    "pao2": "po2",
    "fio2": "oxygen",
    "ventilation": "peep",
    "lactate": "lactate",
    "haemoglobin": "hemoglobin",
    "glucose": "glucose",
    "bicarbonate": "bicarbonate",
    "white cells": "white blood cells",
    "sodium": "sodium",
    "urea nitrogen": "urea nitrogen",
}
"""Concept to the label of its laboratory item."""
CHARTED = {"map": "arterial bp mean", "heart rate": "heart rate", "respiratory rate": "respiratory rate"}
"""Concept to the label of its charted item."""
STAYS = f"""
SELECT i.icustay_id AS stay, i.subject_id AS patient, i.hadm_id AS visit,
    row_number() OVER (PARTITION BY i.subject_id ORDER BY i.intime, i.icustay_id) AS nth,
    a.age AS age, p.gender = 'm' AS male, a.admission_type <> 'elective' AS emergency,
    i.first_careunit IN ('csru', 'sicu', 'tsicu') AS surgical,
    coalesce(a.discharge_location = 'dead/expired', 0) AS died,
    {_MINUTES.format("i.outtime", "i.intime")} AS minutes,
    {_MINUTES.format("p.dod", "i.intime")} AS dead,
    {_MINUTES.format("a.dischtime", "i.intime")} AS left
FROM icustays i JOIN admissions a ON a.hadm_id = i.hadm_id JOIN patients p ON p.subject_id = i.subject_id
WHERE i.outtime IS NOT NULL AND a.dischtime IS NOT NULL
"""
_NEXT = (
    "(SELECT min(b.admittime) FROM admissions b WHERE b.subject_id = a.subject_id "
    "AND b.admittime >= a.dischtime)"
)
FOLLOW_UP = f"""
SELECT i.icustay_id, {_MINUTES.format(_NEXT, "a.dischtime")}, {_MINUTES.format("p.dod", "a.dischtime")},
    {_MINUTES.format(f"'{NOW}'", "a.dischtime")}
FROM icustays i JOIN admissions a ON a.hadm_id = i.hadm_id JOIN patients p ON p.subject_id = i.subject_id
WHERE a.dischtime IS NOT NULL AND i.outtime IS NOT NULL
"""
SCHEMA = Schema(
    stays=STAYS,
    codes="SELECT i.icustay_id, d.icd9_code FROM diagnoses_icd d JOIN icustays i ON i.hadm_id = d.hadm_id",
    concepts={
        **{concept: _lab(label) for concept, label in LABELS.items()},
        **{concept: _item("chartevents", "e.valuenum", label) for concept, label in CHARTED.items()},
        "vasopressor": _item("inputevents_cv", "1", *VASOPRESSORS),
        "culture": (
            f"SELECT i.icustay_id, {_MINUTES.format('e.charttime', 'i.intime')}, 1 FROM microbiologyevents e "
            "JOIN icustays i ON i.hadm_id = e.hadm_id WHERE e.spec_type_desc <> 'mrsa screen'"
        ),
        "antibiotic": (
            f"SELECT i.icustay_id, {_MINUTES.format('e.startdate', 'i.intime')}, 1 FROM prescriptions e "
            f"JOIN icustays i ON i.hadm_id = e.hadm_id WHERE e.drug IN ({_names(ANTIBIOTICS)})"
        ),
    },
    told=told(
        "mimic3",
        labs="; ".join(f"{concept}: '{label}'" for concept, label in LABELS.items()),
        charted="; ".join(f"{concept}: '{label}'" for concept, label in CHARTED.items()),
        vasopressors=", ".join(VASOPRESSORS),
        antibiotics=", ".join(ANTIBIOTICS),
    ),
    follow_up=FOLLOW_UP,
    course=("readmission", 30),
)
"""MIMIC-III."""
