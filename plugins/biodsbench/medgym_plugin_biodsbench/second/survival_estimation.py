"""Kaplan-Meier curves and what is read from them."""

from __future__ import annotations

from typing import Any

from medgym_plugin_biodsbench.second import cohort, lifetime
from medgym_plugin_biodsbench.second.cohort import Subset
from medgym_plugin_biodsbench.study import Study


def _lives(study: Study, prefix: str, subset: Subset, column: str) -> dict[str, list[tuple[float, int]]]:
    lives = cohort.survival(study, prefix, subset)
    rows = (row for patient, row in cohort.patients(study, subset).items() if patient in lives)
    found = cohort.groups(rows, column)
    return {value: [lives[str(row["PATIENT_ID"])] for row in own] for value, own in found.items()}


def survival_curve(study: Study, prefix: str, horizon: float, subset: Subset) -> dict[str, Any]:
    """The steps of a curve."""
    lives = list(cohort.survival(study, prefix, subset).values())
    steps = [list(step) for step in lifetime.curve(lives) if step.time <= horizon]
    return {"patients": len(lives), "events": sum(event for _, event in lives), "steps": steps}


def survival_groups(study: Study, prefix: str, column: str, month: float, subset: Subset) -> dict[str, Any]:
    """Medians and survival at a month, by group."""
    rows = []
    for value, lives in _lives(study, prefix, subset, column).items():
        events = sum(event for _, event in lives)
        rows.append([value, len(lives), events, lifetime.median(lives), lifetime.survival_at(lives, month)])
    return {"groups": rows}


def follow_up(study: Study, prefix: str, subset: Subset) -> dict[str, Any]:
    """Median follow-up by the reverse curve."""
    lives = list(cohort.survival(study, prefix, subset).values())
    return {
        "patients": len(lives),
        "events": sum(event for _, event in lives),
        "follow_up": lifetime.median([(time, 1 - event) for time, event in lives]),
        "median": lifetime.median(lives),
    }


def restricted_mean(
    study: Study, prefix: str, column: str, first: str, second: str, month: float
) -> dict[str, Any]:
    """Restricted means of two groups."""
    groups = _lives(study, prefix, None, column)
    one, other = (lifetime.restricted_mean(groups[value], month) for value in (first, second))
    return {
        "first": len(groups[first]),
        "second": len(groups[second]),
        "mean_first": one,
        "mean_second": other,
        "difference": one - other,
    }
