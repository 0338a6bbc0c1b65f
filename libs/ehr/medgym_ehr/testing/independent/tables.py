"""The 17 tables of the EHRSQL build of MIMIC-III, computed a second time by its written description alone."""

from pathlib import Path

import numpy as np
import pandas as pd

from medgym_ehr.testing.independent.cohort import cohort
from medgym_ehr.testing.independent.events import (
    chart,
    cultures,
    diagnoses,
    fluids,
    labs,
    prescriptions,
    procedures,
    without_zeros,
)
from medgym_ehr.testing.independent.reading import read

PRICED = (
    ("DIAGNOSES_ICD", "ICD9_CODE", "CHARTTIME"),
    ("LABEVENTS", "ITEMID", "CHARTTIME"),
    ("PROCEDURES_ICD", "ICD9_CODE", "CHARTTIME"),
    ("PRESCRIPTIONS", "DRUG", "STARTDATE"),
)


def tables(raw: Path, deid: bool = False) -> dict[str, pd.DataFrame]:
    """Every table by name, its rows in order, from a folder of raw files; ``deid`` shuffles values."""
    people = cohort(raw, deid)
    words = dictionaries(raw)
    items = words["D_ITEMS"]
    rows = {
        "PATIENTS": people.patients,
        "ADMISSIONS": people.admissions,
        **words,
        "DIAGNOSES_ICD": diagnoses(raw, words["D_ICD_DIAGNOSES"], people),
        "PROCEDURES_ICD": procedures(raw, words["D_ICD_PROCEDURES"], people),
        "LABEVENTS": labs(raw, words["D_LABITEMS"], people),
        "PRESCRIPTIONS": prescriptions(raw, people),
        "CHARTEVENTS": chart(raw, people),
        "INPUTEVENTS_CV": fluids(raw, "INPUTEVENTS_CV", "AMOUNT", items, people),
        "OUTPUTEVENTS": fluids(raw, "OUTPUTEVENTS", "VALUE", items, people),
        "MICROBIOLOGYEVENTS": cultures(raw, people),
        "ICUSTAYS": people.icustays,
        "TRANSFERS": people.transfers,
    }
    numbered = {name: renumbered(table) for name, table in rows.items()}
    return numbered | {"COST": renumbered(costs(numbered))}


def renumbered(table: pd.DataFrame) -> pd.DataFrame:
    return table.assign(ROW_ID=np.arange(len(table))).reset_index(drop=True)


def dictionaries(raw: Path) -> dict[str, pd.DataFrame]:
    diagnosis = read(raw, "D_ICD_DIAGNOSES", "ICD9_CODE SHORT_TITLE LONG_TITLE")
    procedure = read(raw, "D_ICD_PROCEDURES", "ICD9_CODE SHORT_TITLE LONG_TITLE")
    procedure["ICD9_CODE"] = without_zeros(procedure.ICD9_CODE)
    items = read(raw, "D_ITEMS", "ITEMID LABEL LINKSTO")
    linked = items.LINKSTO.isin(["inputevents_cv", "outputevents", "chartevents"])
    return {
        "D_ICD_DIAGNOSES": diagnosis.dropna(subset="ICD9_CODE").drop_duplicates("ICD9_CODE"),
        "D_ICD_PROCEDURES": procedure.dropna(subset="ICD9_CODE").drop_duplicates("ICD9_CODE"),
        "D_LABITEMS": read(raw, "D_LABITEMS", "ITEMID LABEL"),
        "D_ITEMS": items[linked & items.LABEL.notna()],
    }


def costs(events: dict[str, pd.DataFrame]) -> pd.DataFrame:
    """One price a code, charged at each of its events."""
    generator = np.random.default_rng(0)
    means = [generator.poisson(10) for _ in PRICED]
    charges = []
    for (name, code, time), mean in zip(PRICED, means, strict=True):
        table = events[name]
        prices = {key: np.round(generator.normal(mean, 1), 2) for key in sorted(set(table[code]))}
        charge = table[["ROW_ID", "SUBJECT_ID", "HADM_ID"]].assign(EVENT_TYPE=name.lower())
        charge = charge.assign(EVENT_ID=table.ROW_ID, CHARGETIME=table[time], COST=table[code].map(prices))
        charges.append(charge)
    return pd.concat(charges)
