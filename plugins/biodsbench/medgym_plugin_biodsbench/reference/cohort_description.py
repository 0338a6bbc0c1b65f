"""Who is in the study."""

from medgym_plugin_biodsbench.reference.tables import numbers, patients, ranked, samples


def cohort_size(tables, subset):
    people = patients(tables, subset)
    owned = samples(tables)
    per_patient = owned[owned["PATIENT_ID"].isin(people.index)].groupby("PATIENT_ID").size()
    return {
        "patients": len(people),
        "samples": int(per_patient.sum()),
        "repeated": int((per_patient > 1).sum()),
        "mean_samples": float(per_patient.mean()),
    }


def category_counts(tables, column, subset):
    column = patients(tables, subset)[column]
    counts = ranked(column.value_counts(), None)
    rows = [[value, count, 100 * count / column.notna().sum()] for value, count in counts.values.tolist()]
    return {"missing": int(column.isna().sum()), "groups": rows}


def numeric_summary(tables, column, subset):
    column = numbers(patients(tables, subset)[column])
    return {
        "known": int(column.notna().sum()),
        "missing": int(column.isna().sum()),
        "mean": column.mean(),
        "sd": column.std(),
        "median": column.median(),
        "q1": column.quantile(0.25),
        "q3": column.quantile(0.75),
    }


def cross_table(tables, row, column, subset):
    frame = patients(tables, subset).dropna(subset=[row, column])
    cells = frame.groupby([row, column]).size().reset_index().sort_values([row, column])
    return {"complete": len(frame), "cells": cells.values.tolist()}
