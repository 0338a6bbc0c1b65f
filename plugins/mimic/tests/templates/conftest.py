"""An empty database of the 17 tables, and a way to put rows in and templates to it."""

from contextlib import closing

import pytest

from medgym_ehr.mimic3.ehrsql.dialect import DIALECT
from medgym_ehr.testing.hospital.tiny import asking, inserting, opened

TABLES = {
    "patients": "subject_id INT, gender TEXT, dob TEXT, dod TEXT",
    "admissions": "subject_id INT, hadm_id INT, admittime TEXT, dischtime TEXT, admission_type TEXT, "
    "admission_location TEXT, discharge_location TEXT, insurance TEXT, language TEXT, marital_status TEXT, "
    "ethnicity TEXT, age INT",
    "d_icd_diagnoses": "icd9_code TEXT, short_title TEXT, long_title TEXT",
    "d_icd_procedures": "icd9_code TEXT, short_title TEXT, long_title TEXT",
    "d_labitems": "itemid INT, label TEXT",
    "d_items": "itemid INT, label TEXT, linksto TEXT",
    "diagnoses_icd": "subject_id INT, hadm_id INT, icd9_code TEXT, charttime TEXT",
    "procedures_icd": "subject_id INT, hadm_id INT, icd9_code TEXT, charttime TEXT",
    "labevents": "subject_id INT, hadm_id INT, itemid INT, charttime TEXT, valuenum REAL, valueuom TEXT",
    "prescriptions": "subject_id INT, hadm_id INT, startdate TEXT, enddate TEXT, drug TEXT, "
    "dose_val_rx TEXT, dose_unit_rx TEXT, route TEXT",
    "cost": "subject_id INT, hadm_id INT, event_type TEXT, event_id INT, chargetime TEXT, cost REAL",
    "chartevents": "subject_id INT, hadm_id INT, icustay_id INT, itemid INT, charttime TEXT, valuenum REAL, "
    "valueuom TEXT",
    "inputevents_cv": "subject_id INT, hadm_id INT, icustay_id INT, charttime TEXT, itemid INT, amount REAL",
    "outputevents": "subject_id INT, hadm_id INT, icustay_id INT, charttime TEXT, itemid INT, value REAL",
    "microbiologyevents": "subject_id INT, hadm_id INT, charttime TEXT, spec_type_desc TEXT, org_name TEXT",
    "icustays": "subject_id INT, hadm_id INT, icustay_id INT, first_careunit TEXT, last_careunit TEXT, "
    "first_wardid INT, last_wardid INT, intime TEXT, outtime TEXT",
    "transfers": "subject_id INT, hadm_id INT, icustay_id INT, eventtype TEXT, careunit TEXT, wardid INT, "
    "intime TEXT, outtime TEXT",
}
"""Columns but for ROW_ID, which every table has."""


@pytest.fixture
def database():
    tables = {table: f"row_id INTEGER PRIMARY KEY, {columns}" for table, columns in TABLES.items()}
    with closing(opened(tables)) as connection:
        yield connection


@pytest.fixture
def add(database):
    return inserting(database)


@pytest.fixture
def ask(database):
    return asking(database, DIALECT)
