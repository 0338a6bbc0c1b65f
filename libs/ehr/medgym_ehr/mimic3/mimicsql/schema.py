"""The five tables of the database, and its indexes.

Times are text, ``YYYY-MM-DD HH:MM:SS``. Texts keep the case of the raw files.
"""

from __future__ import annotations

SCHEMA = """
CREATE TABLE DEMOGRAPHIC (
    SUBJECT_ID INTEGER NOT NULL,
    HADM_ID INTEGER NOT NULL UNIQUE,
    NAME TEXT NOT NULL,
    MARITAL_STATUS TEXT,
    AGE INTEGER NOT NULL,
    DOB TEXT NOT NULL,
    GENDER TEXT NOT NULL,
    LANGUAGE TEXT,
    RELIGION TEXT,
    ADMISSION_TYPE TEXT,
    DAYS_STAY INTEGER NOT NULL,
    INSURANCE TEXT,
    ETHNICITY TEXT,
    EXPIRE_FLAG INTEGER NOT NULL,
    ADMISSION_LOCATION TEXT,
    DISCHARGE_LOCATION TEXT,
    DIAGNOSIS TEXT,
    DOD TEXT,
    DOB_YEAR INTEGER NOT NULL,
    DOD_YEAR INTEGER,
    ADMITTIME TEXT NOT NULL,
    DISCHTIME TEXT NOT NULL,
    ADMITYEAR INTEGER NOT NULL
);
CREATE TABLE DIAGNOSES (
    SUBJECT_ID INTEGER NOT NULL,
    HADM_ID INTEGER NOT NULL,
    ICD9_CODE TEXT NOT NULL,
    SHORT_TITLE TEXT,
    LONG_TITLE TEXT
);
CREATE TABLE PROCEDURES (
    SUBJECT_ID INTEGER NOT NULL,
    HADM_ID INTEGER NOT NULL,
    ICD9_CODE TEXT NOT NULL,
    SHORT_TITLE TEXT,
    LONG_TITLE TEXT
);
CREATE TABLE PRESCRIPTIONS (
    SUBJECT_ID INTEGER NOT NULL,
    HADM_ID INTEGER NOT NULL,
    ICUSTAY_ID INTEGER,
    DRUG_TYPE TEXT,
    DRUG TEXT,
    FORMULARY_DRUG_CD TEXT,
    ROUTE TEXT,
    DRUG_DOSE TEXT NOT NULL
);
CREATE TABLE LAB (
    SUBJECT_ID INTEGER NOT NULL,
    HADM_ID INTEGER NOT NULL,
    ITEMID INTEGER NOT NULL,
    CHARTTIME TEXT,
    FLAG TEXT,
    VALUE_UNIT TEXT NOT NULL,
    LABEL TEXT,
    FLUID TEXT,
    CATEGORY TEXT
);
"""
"""As MIMICSQL has them, but for types: identifiers, years, ages and days are whole numbers."""

_CODED = "SUBJECT_ID HADM_ID ICD9_CODE,HADM_ID SHORT_TITLE*,HADM_ID LONG_TITLE*,HADM_ID"
_INDEXED = {
    "DEMOGRAPHIC": "SUBJECT_ID NAME* DIAGNOSIS*",
    "DIAGNOSES": _CODED,
    "PROCEDURES": _CODED,
    "PRESCRIPTIONS": "SUBJECT_ID HADM_ID,ROUTE*,DRUG_TYPE* DRUG*,HADM_ID,ROUTE* FORMULARY_DRUG_CD*,HADM_ID",
    "LAB": "SUBJECT_ID HADM_ID,FLUID*,CATEGORY* ITEMID,HADM_ID LABEL*,HADM_ID,FLAG*",
}
"""Columns of each index; a star compares without regard to case."""


def _index(table: str, columns: str) -> str:
    name = f"{table}_{columns.replace('*', '').replace(',', '_')}"
    return f"CREATE INDEX {name} ON {table} ({columns.replace('*', ' COLLATE NOCASE')});\n"


INDEXES = "".join(_index(table, each) for table, indexes in _INDEXED.items() for each in indexes.split())
INDEXES += "ANALYZE;\n"
"""What makes questions about a patient, a code, a title, a drug or a lab test cheap among 20 million rows.

``LIKE`` and ``= ... COLLATE NOCASE`` use the indexes of texts. With further columns beside it, admissions
with a drug by a route or a flagged lab test are found in the index alone. ANALYZE tells SQLite how many rows
share a value, so that joins begin with the rarer condition.
"""
