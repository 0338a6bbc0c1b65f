"""The 10 tables of the EHRSQL build of eICU, computed a second time by its written description alone."""

from pathlib import Path

import numpy as np
import pandas as pd

from medgym_ehr.testing.independent.period import Tables

from . import events
from .cohort import cohort

PRICED = {
    "diagnosis": ("diagnosisname", "diagnosistime"),
    "lab": ("labname", "labresulttime"),
    "treatment": ("treatmentname", "treatmenttime"),
    "medication": ("drugname", "drugstarttime"),
}
MEAN = {"diagnosis": 0, "lab": 0, "treatment": 2, "medication": 3}
"""Which of the four means that are drawn."""


def tables(raw: Path, deid: bool = False) -> Tables:
    """Every table by name, its rows in order, from a folder of raw files; ``deid`` shuffles values."""
    people = cohort(raw, deid)
    rows = {
        "diagnosis": events.paths(raw, "diagnosis", ["icd9code"], people),
        "treatment": events.paths(raw, "treatment", [], people),
        "lab": events.labs(raw, people),
        "medication": events.medications(raw, people),
        "allergy": events.allergies(raw, people),
        "intakeoutput": events.fluids(raw, people),
        "microlab": events.cultures(raw, people),
        "vitalperiodic": events.vitals(raw, people),
    }
    numbered = {name: renumbered(name, table) for name, table in rows.items()}
    return {"patient": people.patient, **numbered, "cost": costs(numbered, people.patient)}


def renumbered(name: str, table: pd.DataFrame) -> pd.DataFrame:
    return table.drop(columns="ROW_ID").assign(**{f"{name}id": range(len(table))}).reset_index(drop=True)


def costs(rows: Tables, patient: pd.DataFrame) -> pd.DataFrame:
    """One price a name, charged at each of its events."""
    generator = np.random.default_rng(0)
    means = [generator.poisson(10) for _ in PRICED]
    charges = []
    for event, (name, time) in PRICED.items():
        table, mean = rows[event], means[MEAN[event]]
        prices = {key: np.round(generator.normal(mean, 1), 2) for key in sorted(set(table[name]))}
        charge = table[["patientunitstayid"]].assign(eventtype=event, eventid=table[f"{event}id"])
        charges.append(charge.assign(chargetime=table[time], cost=table[name].map(prices)))
    ids = patient[["patientunitstayid", "uniquepid", "patienthealthsystemstayid"]]
    every = pd.concat(charges).merge(ids, on="patientunitstayid", how="left")
    return every.drop(columns="patientunitstayid").assign(costid=range(len(every)))
