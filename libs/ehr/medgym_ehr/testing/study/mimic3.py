"""Stays and events of MIMIC-III, from whole tables with pandas."""

import sqlite3
from contextlib import closing

import pandas as pd

LABS = {
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
CHARTED = {"map": "arterial bp mean", "heart rate": "heart rate", "respiratory rate": "respiratory rate"}
ANTIBIOTICS = [
    "vancomycin",
    "ceftriaxone",
    "cefepime",
    "meropenem",
    "levofloxacin",
    "ciprofloxacin",
    "piperacillin-tazobactam na",
    "metronidazole (flagyl)",
]
NOW = pd.Timestamp("2105-12-31 23:59")


def minutes(later, earlier):
    """Whole minutes between times."""
    return (pd.to_datetime(later) - pd.to_datetime(earlier)).dt.total_seconds() // 60


def _of(frame, column, values):
    return frame[frame[column].isin(values)]


class Tables:
    """The tables of a database that studies read."""

    def __init__(self, path):
        """Reads every table on demand."""
        self._path = path
        self._read = {}

    def table(self, name):
        """A whole table, columns in lower case."""
        if name not in self._read:
            with closing(sqlite3.connect(self._path)) as connection:
                frame = pd.read_sql_query(f"SELECT * FROM {name}", connection)
            self._read[name] = frame.rename(columns=str.lower).drop(columns="row_id")
        return self._read[name]

    def stays(self):
        """One row a stay that has ended, by its number."""
        visits = self.table("admissions")
        frame = self.table("icustays").merge(visits, on=["subject_id", "hadm_id"])
        frame = frame.merge(self.table("patients"), on="subject_id").dropna(subset=["outtime", "dischtime"])
        frame = frame.sort_values(["subject_id", "intime", "icustay_id"])
        out, dod = pd.to_datetime(frame["dischtime"]), pd.to_datetime(frame["dod"])
        later = frame[["icustay_id", "subject_id", "dischtime"]].merge(
            visits[["subject_id", "admittime"]], on="subject_id"
        )
        later = later[later["admittime"] >= later["dischtime"]].groupby("icustay_id")["admittime"].min()
        back = frame["icustay_id"].map(later)
        return pd.DataFrame(
            {
                "nth": frame.groupby("subject_id").cumcount() + 1,
                "age": frame["age"],
                "male": (frame["gender"] == "m").astype(int),
                "emergency": (frame["admission_type"] != "elective").astype(int),
                "surgical": frame["first_careunit"].isin(["csru", "sicu", "tsicu"]).astype(int),
                "died": (frame["discharge_location"] == "dead/expired").astype(int),
                "minutes": minutes(frame["outtime"], frame["intime"]),
                "dead": minutes(frame["dod"], frame["intime"]),
                "left": minutes(frame["dischtime"], frame["intime"]),
                "back": minutes(back, frame["dischtime"]),
                "buried": (dod - out).dt.total_seconds() / 60,
                "seen": (NOW - out).dt.total_seconds() / 60,
            }
        ).set_index(frame["icustay_id"])

    def events(self, concept):
        """Columns stay, minute and value."""
        stays = self.table("icustays")
        by_visit = stays[["icustay_id", "hadm_id", "intime"]]
        by_stay = stays[["icustay_id", "intime"]]
        if concept in LABS:
            items = self._items([LABS[concept]], "d_labitems")
            rows = self.table("labevents").pipe(_of, "itemid", items).merge(by_visit, on="hadm_id")
            rows = rows.assign(time=rows["charttime"], value=rows["valuenum"])
        elif concept in CHARTED:
            items = self._items([CHARTED[concept]])
            rows = self.table("chartevents").pipe(_of, "itemid", items).merge(by_stay, on="icustay_id")
            rows = rows.assign(time=rows["charttime"], value=rows["valuenum"])
        elif concept == "vasopressor":
            items = self._items(["levophed-k", "levophed", "vasopressin", "neosynephrine-k"])
            rows = self.table("inputevents_cv").pipe(_of, "itemid", items).merge(by_stay, on="icustay_id")
            rows = rows.assign(time=rows["charttime"], value=1)
        elif concept == "culture":
            rows = self.table("microbiologyevents").query("spec_type_desc != 'mrsa screen'")
            rows = rows[rows["spec_type_desc"].notna()].merge(by_visit, on="hadm_id")
            rows = rows.assign(time=rows["charttime"], value=1)
        else:
            assert concept == "antibiotic"
            rows = self.table("prescriptions").pipe(_of, "drug", ANTIBIOTICS).merge(by_visit, on="hadm_id")
            rows = rows.assign(time=rows["startdate"], value=1)
        rows = rows.dropna(subset=["time", "value"])
        return pd.DataFrame(
            {
                "stay": rows["icustay_id"],
                "minute": minutes(rows["time"], rows["intime"]),
                "value": rows["value"],
            }
        )

    def _items(self, labels, dictionary="d_items"):
        return self.table(dictionary).pipe(_of, "label", labels)["itemid"]

    def codes(self):
        """Columns stay and code."""
        rows = self.table("diagnoses_icd").merge(self.table("icustays"), on="hadm_id")
        return pd.DataFrame({"stay": rows["icustay_id"], "code": rows["icd9_code"].str.upper()})
