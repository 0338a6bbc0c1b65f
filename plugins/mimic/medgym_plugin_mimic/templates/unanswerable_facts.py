"""Facts of questions that the data cannot answer: whom and what they name, and a period in words."""

from __future__ import annotations

from calendar import month_name


def _month(time: str) -> str:
    """SQL of the name of a month."""
    names = " ".join(f"WHEN {month} THEN '{name}'" for month, name in enumerate(month_name) if month)
    return f"CASE CAST(strftime('%m', {time}) AS INT) {names} END"


def _worded(time: str, key: str, visits: bool) -> str:
    """SQL of a period in words that covers ``time``; ``key`` chooses among them."""
    words = [
        "''",
        f"'in ' || strftime('%Y', {time})",
        f"'since ' || strftime('%Y', {time})",
        f"'in ' || strftime('%m/%Y', {time})",
        f"'until ' || strftime('%Y', {time})",
        f"'since ' || strftime('%m/%Y', {time})",
        f"'since ' || {_month(time)} || strftime(' %Y', {time})",
        f"'in ' || {_month(time)} || strftime(' %Y', {time})",
        f"'since ' || (2 + {key} / 16 % 14) || ' months ago'",
        "'this year'",
        "'last year'",
    ]
    if visits:
        words += ["'during the first hospital visit'", "'on the last hospital visit'"]
    cases = " ".join(f"WHEN {place} THEN {word}" for place, word in enumerate(words))
    return f"CASE {key} % {len(words)} {cases} END AS period"


PATIENT = f"SELECT subject_id AS patient, {_worded('admittime', 'hadm_id', True)} FROM admissions"
"""Columns ``patient`` and ``period``."""
STAY = "SELECT subject_id AS patient, first_careunit AS careunit FROM icustays"
"""Columns ``patient`` and ``careunit``."""
DRUG = f"SELECT drug, {_worded('startdate', 'row_id', False)} FROM prescriptions"
"""Columns ``drug`` and ``period``."""
ORDER = f"SELECT subject_id AS patient, drug, {_worded('startdate', 'row_id', True)} FROM prescriptions"
"""Columns ``patient``, ``drug`` and ``period``."""
PROCEDURE = f"""
SELECT d.short_title AS procedure, {_worded("e.charttime", "e.row_id", False)}
FROM procedures_icd e JOIN d_icd_procedures d ON d.icd9_code = e.icd9_code"""
"""Columns ``procedure`` and ``period``."""
OPERATION = f"""
SELECT e.subject_id AS patient, d.short_title AS procedure, {_worded("e.charttime", "e.row_id", True)}
FROM procedures_icd e JOIN d_icd_procedures d ON d.icd9_code = e.icd9_code"""
"""Columns ``patient``, ``procedure`` and ``period``."""
LAB = f"""
SELECT d.label AS lab, {_worded("e.charttime", "e.row_id", False)}
FROM labevents e JOIN d_labitems d ON d.itemid = e.itemid"""
"""Columns ``lab`` and ``period``."""
DIAGNOSIS = f"""
SELECT d.short_title AS diagnosis, {_worded("e.charttime", "e.row_id", False)}
FROM diagnoses_icd e JOIN d_icd_diagnoses d ON d.icd9_code = e.icd9_code"""
"""Columns ``diagnosis`` and ``period``."""
STRANGER = """
SELECT p.subject_id + n.step AS patient
FROM patients p
JOIN (SELECT 1 AS step UNION ALL SELECT 2 UNION ALL SELECT 3) n
WHERE p.subject_id + n.step NOT IN (SELECT subject_id FROM patients)"""
"""Column ``patient``: numbers that no patient has."""
