"""Stays and events of eICU, from whole tables with pandas."""

import sqlite3
from contextlib import closing

import pandas as pd

from medgym_ehr.testing.study.mimic3 import minutes

LABS = {
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
VITALS = {"map": "systemicmean", "heart rate": "heartrate", "respiratory rate": "respiration"}
TREATMENTS = {"vasopressor": "vasopressors - ", "antibiotic": "therapeutic antibacterials - "}


class Tables:
    """The tables of a database that studies read."""

    def __init__(self, path):
        """Reads every table on demand."""
        self._path = path
        self._read = {}

    def table(self, name):
        """A whole table."""
        if name not in self._read:
            with closing(sqlite3.connect(self._path)) as connection:
                self._read[name] = pd.read_sql_query(f"SELECT * FROM {name}", connection)
        return self._read[name]

    def stays(self):
        """One row a stay that has ended, by its number."""
        every = self.table("patient")
        frame = every.dropna(subset=["unitdischargetime", "hospitaldischargetime"])
        frame = frame.sort_values(["uniquepid", "unitadmittime", "patientunitstayid"])
        died = frame["hospitaldischargestatus"] == "expired"
        left = minutes(frame["hospitaldischargetime"], frame["unitadmittime"])
        source = frame["hospitaladmitsource"]
        return pd.DataFrame(
            {
                "nth": frame.groupby("uniquepid").cumcount() + 1,
                "age": pd.to_numeric(frame["age"], errors="coerce"),
                "male": (frame["gender"] == "male").astype(int),
                "emergency": (source == "emergency department").astype(int),
                "surgical": source.isin(["operating room", "recovery room", "pacu"]).astype(int),
                "died": died.astype(int),
                "minutes": minutes(frame["unitdischargetime"], frame["unitadmittime"]),
                "dead": left.where(died),
                "left": left,
            }
        ).set_index(frame["patientunitstayid"])

    def events(self, concept):
        """Columns stay, minute and value."""
        if concept in LABS:
            rows = self.table("lab")
            rows = rows[rows["labname"] == LABS[concept]]
            rows = rows.assign(time=rows["labresulttime"], value=rows["labresult"])
        elif concept in VITALS:
            rows = self.table("vitalperiodic")
            rows = rows.assign(time=rows["observationtime"], value=rows[VITALS[concept]])
        elif concept in TREATMENTS:
            rows = self.table("treatment")
            rows = rows[rows["treatmentname"].str.startswith(TREATMENTS[concept])]
            rows = rows.assign(time=rows["treatmenttime"], value=1)
        else:
            assert concept == "culture"
            rows = self.table("microlab")
            rows = rows[~rows["culturesite"].isin(["nasopharynx", "rectal swab"])]
            rows = rows.assign(time=rows["culturetakentime"], value=1)
        rows = rows.dropna(subset=["value"])
        admitted = rows["patientunitstayid"].map(
            self.table("patient").set_index("patientunitstayid")["unitadmittime"]
        )
        minute = minutes(rows["time"], admitted)
        return pd.DataFrame({"stay": rows["patientunitstayid"], "minute": minute, "value": rows["value"]})

    def codes(self):
        """Columns stay and code."""
        rows = self.table("diagnosis").dropna(subset=["icd9code"])
        codes = rows["icd9code"].str.split(",").explode().str.strip().str.upper().str.replace(".", "")
        return pd.DataFrame({"stay": rows["patientunitstayid"].reindex(codes.index), "code": codes})
