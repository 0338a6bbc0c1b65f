"""Who is in the study."""

from __future__ import annotations

from medgym_plugin_biodsbench.reference.tables import (
    Answer,
    Subset,
    Tables,
    numbers,
    patients,
    ranked,
    samples,
)


def cohort_size(tables: Tables, subset: Subset) -> Answer:
    """Patients, samples and repeated sampling."""
    people = patients(tables, subset)
    owned = samples(tables)
    per_patient = owned[owned["PATIENT_ID"].isin(people.index)].groupby("PATIENT_ID").size()
    return {
        "patients": len(people),
        "samples": int(per_patient.sum()),
        "repeated": int((per_patient > 1).sum()),
        "mean_samples": float(per_patient.mean()),
    }


def category_counts(tables: Tables, column: str, subset: Subset) -> Answer:
    """Patients by the values of a column."""
    values = patients(tables, subset)[column]
    counts = ranked(values.value_counts(), None)
    rows = [[value, count, 100 * count / values.notna().sum()] for value, count in counts.values.tolist()]
    return {"missing": int(values.isna().sum()), "groups": rows}


def numeric_summary(tables: Tables, column: str, subset: Subset) -> Answer:
    """Centre and spread of a column."""
    values = numbers(patients(tables, subset)[column])
    return {
        "known": int(values.notna().sum()),
        "missing": int(values.isna().sum()),
        "mean": values.mean(),
        "sd": values.std(),
        "median": values.median(),
        "q1": values.quantile(0.25),
        "q3": values.quantile(0.75),
    }


def cross_table(tables: Tables, row: str, column: str, subset: Subset) -> Answer:
    """Patients by the values of two columns."""
    frame = patients(tables, subset).dropna(subset=[row, column])
    cells = frame.groupby([row, column]).size().reset_index().sort_values([row, column])
    return {"complete": len(frame), "cells": cells.values.tolist()}
