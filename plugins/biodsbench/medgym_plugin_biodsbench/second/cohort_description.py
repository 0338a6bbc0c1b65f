"""Who is in the study."""

from __future__ import annotations

from typing import Any

from medgym_plugin_biodsbench.second import cohort, statistics
from medgym_plugin_biodsbench.second.cohort import Subset
from medgym_plugin_biodsbench.study import Study, number


def cohort_size(study: Study, subset: Subset) -> dict[str, Any]:
    """Patients, samples and repeated sampling."""
    people = cohort.patients(study, subset)
    owned = cohort.tally(row["PATIENT_ID"] for row in study.tables["sample"] if row["PATIENT_ID"] in people)
    return {
        "patients": len(people),
        "samples": owned.total(),
        "repeated": sum(size >= 2 for size in owned.values()),
        "mean_samples": owned.total() / len(owned),
    }


def category_counts(study: Study, column: str, subset: Subset) -> dict[str, Any]:
    """Patients by the values of a column."""
    rows = cohort.patients(study, subset).values()
    found = cohort.tally(row[column] for row in rows)
    known = found.total()
    return {
        "missing": len(rows) - known,
        "groups": [[value, size, size / known * 100] for value, size in cohort.ranked(found)],
    }


def numeric_summary(study: Study, column: str, subset: Subset) -> dict[str, Any]:
    """Centre and spread of a column."""
    cells = [number(row[column]) for row in cohort.patients(study, subset).values()]
    known = [cell for cell in cells if cell is not None]
    return {
        "known": len(known),
        "missing": len(cells) - len(known),
        "mean": statistics.mean(known),
        "sd": statistics.variance(known) ** 0.5,
        "median": statistics.quantile(known, 0.5),
        "q1": statistics.quantile(known, 0.25),
        "q3": statistics.quantile(known, 0.75),
    }


def cross_table(study: Study, row: str, column: str, subset: Subset) -> dict[str, Any]:
    """Patients by the values of two columns."""
    pairs = [(one[row], one[column]) for one in cohort.patients(study, subset).values()]
    found = cohort.tally(pair for pair in pairs if None not in pair)
    return {"complete": found.total(), "cells": [[*pair, size] for pair, size in sorted(found.items())]}
