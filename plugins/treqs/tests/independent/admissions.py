"""Admissions that fulfil the conditions of a question, read from its slots; no SQL."""

import operator
from typing import Any

import pandas as pd

from .tables import Tables

Slots = dict[str, Any]
TRAITS = {
    "disease": "DIAGNOSIS",
    "admission_type": "ADMISSION_TYPE",
    "insurance": "INSURANCE",
    "location": "ADMISSION_LOCATION",
    "destination": "DISCHARGE_LOCATION",
    "marital_status": "MARITAL_STATUS",
    "ethnicity": "ETHNICITY",
    "religion": "RELIGION",
    "language": "LANGUAGE",
}
NUMBERS = {
    "age": "AGE",
    "days": "DAYS_STAY",
    "admityear": "ADMITYEAR",
    "dob_year": "DOB_YEAR",
    "dod_year": "DOD_YEAR",
}
BOUNDS = {
    "below": operator.lt,
    "fewer than": operator.lt,
    "before": operator.lt,
    "above": operator.gt,
    "more than": operator.gt,
    "after": operator.gt,
    "of at most": operator.le,
    "at most": operator.le,
    "in or before": operator.le,
    "of at least": operator.ge,
    "at least": operator.ge,
    "in or after": operator.ge,
}
EVENTS = {
    "diagnosis": ("DIAGNOSES", "SHORT_TITLE"),
    "diagnosis_title": ("DIAGNOSES", "LONG_TITLE"),
    "diagnosis_code": ("DIAGNOSES", "ICD9_CODE"),
    "procedure": ("PROCEDURES", "SHORT_TITLE"),
    "procedure_title": ("PROCEDURES", "LONG_TITLE"),
    "procedure_code": ("PROCEDURES", "ICD9_CODE"),
    "drug": ("PRESCRIPTIONS", "DRUG"),
    "route": ("PRESCRIPTIONS", "ROUTE"),
    "drug_type": ("PRESCRIPTIONS", "DRUG_TYPE"),
    "formulary": ("PRESCRIPTIONS", "FORMULARY_DRUG_CD"),
    "lab": ("LAB", "LABEL"),
    "flag": ("LAB", "FLAG"),
    "item": ("LAB", "ITEMID"),
    "fluid": ("LAB", "FLUID"),
    "category": ("LAB", "CATEGORY"),
}
GENDERS = {"female": "F", "male": "M"}
FATES = {"who have died": 1, "not known to have died": 0}


def same(column: pd.Series, text: Any) -> pd.Series:
    """Where a column equals a text whatever its case, or a number."""
    if isinstance(text, str):
        return column.str.casefold().eq(text.casefold()).fillna(False).astype(bool)
    return column.eq(text)


def events(tables: Tables, slots: Slots, table: str) -> pd.DataFrame:
    """Rows of a table of events for which every slot about it holds."""
    rows = tables[table]
    for slot, (where, column) in EVENTS.items():
        if where == table and slot in slots:
            rows = rows[same(rows[column], slots[slot])]
    return rows


def admissions(tables: Tables, slots: Slots) -> pd.DataFrame:
    """Rows of DEMOGRAPHIC for which every slot holds."""
    rows = tables["DEMOGRAPHIC"]
    for slot, column in TRAITS.items():
        if slot in slots:
            rows = rows[same(rows[column], slots[slot])]
    for slot, column in NUMBERS.items():
        if slot in slots:
            rows = rows[BOUNDS[slots[f"{slot}_bound"]](rows[column], slots[slot])]
    if "gender" in slots:
        rows = rows[rows.GENDER.eq(GENDERS[slots["gender"]])]
    if "fate" in slots:
        rows = rows[rows.EXPIRE_FLAG.eq(FATES[slots["fate"]])]
    for table in {table for slot, (table, _) in EVENTS.items() if slot in slots}:
        rows = rows[rows.HADM_ID.isin(set(events(tables, slots, table).HADM_ID))]
    return rows
