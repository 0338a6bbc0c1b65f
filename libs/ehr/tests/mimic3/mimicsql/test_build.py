import csv
import hashlib
import sqlite3
from contextlib import closing

import pytest

from medgym_core import DataError
from medgym_core.source import silent
from medgym_ehr.mimic3.mimicsql import build_database
from medgym_ehr.mimic3.synthetic import synthesise

COLUMNS = {
    "DEMOGRAPHIC": "SUBJECT_ID HADM_ID NAME MARITAL_STATUS AGE DOB GENDER LANGUAGE RELIGION ADMISSION_TYPE "
    "DAYS_STAY INSURANCE ETHNICITY EXPIRE_FLAG ADMISSION_LOCATION DISCHARGE_LOCATION DIAGNOSIS DOD DOB_YEAR "
    "DOD_YEAR ADMITTIME DISCHTIME ADMITYEAR",
    "DIAGNOSES": "SUBJECT_ID HADM_ID ICD9_CODE SHORT_TITLE LONG_TITLE",
    "PROCEDURES": "SUBJECT_ID HADM_ID ICD9_CODE SHORT_TITLE LONG_TITLE",
    "PRESCRIPTIONS": "SUBJECT_ID HADM_ID ICUSTAY_ID DRUG_TYPE DRUG FORMULARY_DRUG_CD ROUTE DRUG_DOSE",
    "LAB": "SUBJECT_ID HADM_ID ITEMID CHARTTIME FLAG VALUE_UNIT LABEL FLUID CATEGORY",
}


def test_five_tables_with_mimicsqls_columns(hospital):
    database = hospital.build()
    for table, columns in COLUMNS.items():
        assert " ".join(c[1] for c in database.execute(f"PRAGMA table_info({table})")) == columns
    assert hospital.counts == {
        "DEMOGRAPHIC": 3,
        "DIAGNOSES": 1,
        "PROCEDURES": 1,
        "PRESCRIPTIONS": 1,
        "LAB": 1,
    }


@pytest.mark.slow
def test_a_table_in_many_pieces_is_whole(tmp_path):
    """LABEVENTS of 500 patients is read in several pieces."""
    synthesise(tmp_path, 0, 500, silent)
    told = []
    counts = build_database(tmp_path, tmp_path / "m.sqlite", lambda what, part: told.append(what))
    with closing(sqlite3.connect(tmp_path / "m.sqlite")) as database:
        (counted,) = database.execute("SELECT count(*) FROM LAB").fetchone()
    with (tmp_path / "LABEVENTS.csv").open(newline="") as stream:
        rows = [row for row in csv.DictReader(stream) if row["HADM_ID"] and row["VALUE"] and row["VALUEUOM"]]
    assert told.count("writing LAB") >= 2
    assert counts["LAB"] == counted == len(rows)


def _digest(hospital, **how):
    hospital.build(**how).close()
    for raw in hospital.folder.glob("*.csv*"):
        raw.unlink()
    return hashlib.sha256((hospital.folder / "mimicsql.sqlite").read_bytes()).digest()


def test_gzipped_files_give_the_same_bytes(hospital):
    assert _digest(hospital) == _digest(hospital, gz=True)


@pytest.mark.parametrize(
    ("table", "values", "said"),
    [
        ("LABEVENTS", {"CHARTTIME": "noon"}, r"LABEVENTS.csv, line 2: CHARTTIME is not a time"),
        ("LABEVENTS", {"SUBJECT_ID": ""}, r"LABEVENTS.csv, line 2: SUBJECT_ID is empty"),
        ("ADMISSIONS", {"SUBJECT_ID": 9}, r"DEMOGRAPHIC: NOT NULL constraint failed: DEMOGRAPHIC.AGE"),
        ("ADMISSIONS", {"HADM_ID": 101}, r"DEMOGRAPHIC: UNIQUE constraint failed: DEMOGRAPHIC.HADM_ID"),
        ("DIAGNOSES_ICD", {"HADM_ID": ""}, r"DIAGNOSES: NOT NULL constraint failed: DIAGNOSES.HADM_ID"),
    ],
)
def test_nothing_is_left_of_a_build_that_fails(hospital, table, values, said):
    hospital.tables[table][0].update(values)
    with pytest.raises(DataError, match=said):
        hospital.build()
    assert {path.suffix for path in hospital.folder.iterdir()} == {".csv"}


@pytest.mark.parametrize(
    ("sql", "index"),
    [
        ("SELECT HADM_ID FROM LAB WHERE LABEL = 'hematocrit' COLLATE NOCASE", "LAB_LABEL_HADM_ID_FLAG"),
        ("SELECT HADM_ID FROM LAB WHERE LABEL LIKE 'hematocrit'", "LAB_LABEL_HADM_ID_FLAG"),
        ("SELECT HADM_ID FROM LAB WHERE ITEMID = 51221", "LAB_ITEMID_HADM_ID"),
        ("SELECT * FROM LAB WHERE HADM_ID = 100", "LAB_HADM_ID_FLUID_CATEGORY"),
        ("SELECT * FROM LAB WHERE SUBJECT_ID = 7", "LAB_SUBJECT_ID"),
        ("SELECT HADM_ID FROM PRESCRIPTIONS WHERE DRUG LIKE 'aspirin'", "PRESCRIPTIONS_DRUG_HADM_ID_ROUTE"),
        ("SELECT HADM_ID FROM DIAGNOSES WHERE ICD9_CODE = '0389'", "DIAGNOSES_ICD9_CODE_HADM_ID"),
    ],
)
def test_indexes_serve_patients_codes_and_names(hospital, sql, index):
    for hadm in range(200, 400):
        person = {"SUBJECT_ID": hadm, "HADM_ID": hadm}
        hospital.event("LABEVENTS", **person, ITEMID=51221 + hadm % 2, VALUE="1", VALUEUOM="%")
    hospital.add("D_LABITEMS", ITEMID=51222, LABEL="Hemoglobin")
    (plan,) = hospital.build().execute(f"EXPLAIN QUERY PLAN {sql}").fetchall()
    assert f"INDEX {index} " in plan[-1]
