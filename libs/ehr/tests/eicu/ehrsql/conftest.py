"""A small hand-written hospital: a test changes the rows that it is about."""

import csv
import gzip
import sqlite3

import numpy as np
import pytest

from medgym_core.source import silent
from medgym_ehr.draws import text_keys, uniforms
from medgym_ehr.ehrsql.clock import first_years
from medgym_ehr.eicu.ehrsql import build_database
from medgym_ehr.eicu.layout import LAYOUT

PIDS = np.array([f"001-{number}" for number in range(1000, 3000)])
YEARS = first_years(text_keys(PIDS))
VISITS = np.arange(100_000, 140_000)
SHARES = uniforms(VISITS, "date")
UNIT = "2105-04-11 11:00:00"
"""When the unit stays begin."""


class Hospital:
    """Raw tables as rows of column to text; stays of three days from April 11, 2105, and a few long ones."""

    latest = int(VISITS[SHARES.argmax()])
    """A visit that is drawn as late in the year as can be."""

    def __init__(self, folder):
        self.folder = folder
        self.tables = {name: [] for name in LAYOUT.files}
        self._taken = set()
        self.pids = self.people(2105)[:43]
        for patient, pid in enumerate(self.pids):
            long = {"hospitaldischargeoffset": 4320 if patient < 40 else 30_000}
            self.stay(patient, pid, self.visit(100), **long)

    def people(self, year):
        """Patients who are first shown in ``year``."""
        return PIDS[year == YEARS].tolist()

    def visit(self, day, number=0, of=1):
        """An unused visit that begins so many days after January 1, as one of a year's."""
        (fitting,) = np.nonzero(np.floor((number + SHARES) / of * 364) == day)
        place = next(place for place in fitting if place not in self._taken)
        self._taken.add(place)
        return int(VISITS[place])

    def add(self, table, **values):
        self.tables[table].append(values)

    def stay(self, number, pid, visit, **values):
        usual = {
            "patientunitstayid": self.unit(number),
            "patienthealthsystemstayid": visit,
            "uniquepid": pid,
            "gender": "Male",
            "age": "50",
            "hospitalid": 59,
            "wardid": 83,
            "hospitaladmitsource": "Floor",
            "hospitaladmittime24": "10:00:00",
            "hospitaladmitoffset": -60,
            "unitdischargeoffset": 1440,
            "hospitaldischargeoffset": 4320,
            "hospitaldischargeyear": 2014,
            "hospitaldischargestatus": "Alive",
            "dischargeweight": "70.5",
        }
        self.add("patient", **(usual | values))

    def unit(self, number):
        return 200_000 + number

    def event(self, table, number, patient, **values):
        """A row of an event file, for the patient's only stay."""
        key = next(iter(LAYOUT.files[table].columns))
        self.add(table, **{key: number, "patientunitstayid": self.unit(patient), **values})

    def write(self, *, gz=False, upper=False):
        for name, rows in self.tables.items():
            columns = list(LAYOUT.files[name].columns)
            path = self.folder / f"{name}.csv{'.gz' * gz}"
            with (gzip.open if gz else open)(path, "wt", newline="") as stream:
                writer = csv.writer(stream)
                writer.writerow([column.upper() if upper else column for column in columns])
                writer.writerows([[row.get(column, "") for column in columns] for row in rows])
        return self.folder

    def build(self, without=(), **how):
        """The database's connection; ``without`` some files."""
        path = self.folder / "eicu.sqlite"
        self.write(**how)
        for name in without:
            (self.folder / f"{name}.csv").unlink()
        self.summary = build_database(self.folder, path, silent, deid=True)
        return sqlite3.connect(path)

    def rows(self, query):
        database = self.build()
        rows = database.execute(query).fetchall()
        database.close()
        return rows


@pytest.fixture
def hospital(tmp_path):
    return Hospital(tmp_path)
