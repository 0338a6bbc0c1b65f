"""A small hand-written hospital: a test changes the rows that it is about."""

import csv
import gzip
import sqlite3

import numpy as np
import pytest

from medgym_core.source import silent
from medgym_ehr.ehrsql.clock import first_years
from medgym_ehr.mimic3.ehrsql import build_database
from medgym_ehr.mimic3.layout import LAYOUT

SUBJECTS = np.arange(1, 2000)
IN_2105 = [int(subject) for subject in SUBJECTS[first_years(SUBJECTS) == 2105]]
"""Patients who are moved by nothing, since they are admitted in 2105."""


class Hospital:
    """Raw tables as rows of column to text; patients 2105's, stays of three days and a few long ones."""

    def __init__(self, folder):
        self.folder = folder
        self.subjects = IN_2105[:43]
        self.tables = {name: [] for name in LAYOUT.files}
        for row, subject in enumerate(self.subjects):
            self.add("PATIENTS", row, SUBJECT_ID=subject, GENDER="M", DOB="2060-06-01 00:00:00")
            self.admit(row, subject, self.hadm(row), "2105-06-01", "2105-06-04" if row < 40 else "2105-09-01")
            self.add("D_LABITEMS", row, ITEMID=50800 + row, LABEL=f"Lab {row}")

    def hadm(self, patient):
        return 100_000 + patient

    def add(self, table, row, **values):
        self.tables[table].append({"ROW_ID": row, **values})

    def admit(self, row, subject, hadm, admitted, discharged):
        self.add(
            "ADMISSIONS",
            row,
            SUBJECT_ID=subject,
            HADM_ID=hadm,
            ADMITTIME=f"{admitted} 10:00:00",
            DISCHTIME=discharged and f"{discharged} 12:00:00",
            ADMISSION_TYPE="EMERGENCY",
            ADMISSION_LOCATION="CLINIC",
            DISCHARGE_LOCATION="HOME",
            INSURANCE="Private",
            ETHNICITY="UNKNOWN",
        )

    def event(self, table, row, patient, **values):
        """A row of one of the event tables, for the patient's only admission."""
        subject, hadm = self.subjects[patient], self.hadm(patient)
        self.add(table, row, **{"SUBJECT_ID": subject, "HADM_ID": hadm, **values})

    def stay(self, row, patient, first, last, first_ward, last_ward):
        times = {"INTIME": "2105-06-01 11:00:00", "OUTTIME": "2105-06-03 11:00:00"}
        wards = {"FIRST_WARDID": first_ward, "LAST_WARDID": last_ward}
        units = {"FIRST_CAREUNIT": first, "LAST_CAREUNIT": last}
        self.event("ICUSTAYS", row, patient, ICUSTAY_ID=200_000 + patient, **units, **wards, **times)

    def write(self, *, gz=False, lower=False):
        for name, rows in self.tables.items():
            columns = list(LAYOUT.files[name].columns)
            path = self.folder / f"{name}.csv{'.gz' * gz}"
            with (gzip.open if gz else open)(path, "wt", newline="") as stream:
                writer = csv.writer(stream)
                writer.writerow([column.lower() if lower else column for column in columns])
                writer.writerows([[row.get(column, "") for column in columns] for row in rows])
        return self.folder

    def build(self, **how):
        """The database's connection."""
        path = self.folder / "ehr.sqlite"
        self.summary = build_database(self.write(**how), path, silent, deid=True)
        return sqlite3.connect(path)


@pytest.fixture
def hospital(tmp_path):
    return Hospital(tmp_path)
