"""A small hand-written hospital: a test changes the rows that it is about."""

import csv
import gzip
import sqlite3

import pytest

from medgym_core.source import silent
from medgym_ehr.mimic3.layout import LAYOUT
from medgym_ehr.mimic3.mimicsql import build_database


class Hospital:
    """Raw tables as rows of column to value: two patients, three admissions, an event of each kind."""

    def __init__(self, folder):
        self.folder = folder
        self.tables = {name: [] for name in LAYOUT.files}
        for subject, born, died in ((7, "2060-06-01", ""), (8, "2061-06-01", "2107-01-01")):
            dates = {"DOB": f"{born} 00:00:00", "DOD": died and f"{died} 00:00:00"}
            self.add("PATIENTS", SUBJECT_ID=subject, GENDER="F", EXPIRE_FLAG=int(bool(died)), **dates)
        self.admit(7, 100, "2105-01-01 08:00:00", "2105-01-04 07:59:59")
        self.admit(7, 101, "2106-03-01 08:00:00", "2106-03-03 08:00:00")
        self.admit(8, 102, "2106-12-31 08:00:00", "2107-01-01 07:00:00")
        for name in ("DIAGNOSES", "PROCEDURES"):
            titles = {"SHORT_TITLE": "Sepsis NOS", "LONG_TITLE": "Sepsis, unspecified"}
            self.add(f"D_ICD_{name}", ICD9_CODE="0389", **titles)
            self.event(f"{name}_ICD", ICD9_CODE="0389")
        self.add("D_LABITEMS", ITEMID=51221, LABEL="Hematocrit", FLUID="Blood", CATEGORY="Hematology")
        self.event("PRESCRIPTIONS", DRUG="Aspirin", DRUG_TYPE="MAIN", DOSE_VAL_RX="1,000", DOSE_UNIT_RX="mg")
        result = {"CHARTTIME": "2105-01-02 08:00:00", "VALUE": "32.5", "VALUEUOM": "%", "FLAG": "abnormal"}
        self.event("LABEVENTS", ITEMID=51221, **result)

    def add(self, table, **values):
        self.tables[table].append(values)

    def event(self, table, **values):
        self.add(table, **{"SUBJECT_ID": 7, "HADM_ID": 100, **values})

    def admit(self, subject, hadm, admitted, discharged, **values):
        times = {"ADMITTIME": admitted, "DISCHTIME": discharged}
        self.add("ADMISSIONS", SUBJECT_ID=subject, HADM_ID=hadm, **times, **values)

    def write(self, *, gz=False):
        for name, rows in self.tables.items():
            path = self.folder / f"{name}.csv{'.gz' * gz}"
            with (gzip.open if gz else open)(path, "wt", newline="") as stream:
                writer = csv.writer(stream)
                writer.writerow(
                    columns := ["ROW_ID", *[c for c in LAYOUT.files[name].columns if c != "ROW_ID"]]
                )
                for number, row in enumerate(rows, start=1):
                    writer.writerow([number, *[row.get(column, "") for column in columns[1:]]])
        return self.folder

    def build(self, **how):
        """The database's connection."""
        path = self.folder / "mimicsql.sqlite"
        self.counts = build_database(self.write(**how), path, silent)
        return sqlite3.connect(path)


@pytest.fixture
def hospital(tmp_path):
    return Hospital(tmp_path)
