"""Laboratory values over time."""

from __future__ import annotations

import math
from typing import Any

from medgym_plugin_biodsbench.second import cohort, statistics
from medgym_plugin_biodsbench.second.cohort import Subset
from medgym_plugin_biodsbench.study import Study, number

Course = dict[float, float]
"""Day to the highest value of it."""


def _courses(study: Study, test: str, subset: Subset) -> dict[str, Course]:
    people = cohort.patients(study, subset)
    found: dict[str, Course] = {}
    for row in study.tables["lab_test"]:
        patient, day, value = str(row["PATIENT_ID"]), number(row["START_DATE"]), number(row["RESULT"])
        if row["TEST"] == test and patient in people and day is not None and value is not None:
            course = found.setdefault(patient, {})
            course[day] = max(value, course.get(day, value))
    return found


def marker_nadir(study: Study, test: str, fall: int, subset: Subset) -> dict[str, Any]:
    """Change from baseline to the lowest value."""
    changes = {}
    for patient, course in _courses(study, test, subset).items():
        before = [day for day in course if day <= 0]
        after = [value for day, value in course.items() if day > 0]
        if before and after:
            baseline = course[max(before)]
            changes[patient] = 100 * (min(after) - baseline) / baseline
    return {
        "patients": len(changes),
        "median": statistics.quantile(list(changes.values()), 0.5),
        "responders": sum(change <= -fall for change in changes.values()),
        "best": min(changes, key=lambda patient: (changes[patient], patient)),
    }


def doubling_time(study: Study, test: str, after: int, top: int, subset: Subset) -> dict[str, Any]:
    """Doubling times of rising values."""
    slopes = {}
    for patient, course in _courses(study, test, subset).items():
        days = sorted(day for day in course if day >= after)
        if len(days) >= 3:
            slopes[patient] = _slope(days, [math.log2(course[day]) for day in days])
    rising = {patient: 1 / slope for patient, slope in slopes.items() if slope > 0}
    shortest = sorted(rising, key=lambda patient: (rising[patient], patient))[:top]
    return {
        "patients": len(slopes),
        "rising": len(rising),
        "median": statistics.quantile(list(rising.values()), 0.5),
        "shortest": [[patient, rising[patient]] for patient in shortest],
    }


def _slope(xs: list[float], ys: list[float]) -> float:
    """Of the line of least squares."""
    x, y = statistics.mean(xs), statistics.mean(ys)
    products = sum((one - x) * (other - y) for one, other in zip(xs, ys, strict=True))
    return products / sum((one - x) ** 2 for one in xs)


def marker_before_progression(study: Study, test: str, window: int, subset: Subset) -> dict[str, Any]:
    """The last value before the first progression."""
    people = cohort.patients(study, subset)
    first: dict[str, float] = {}
    for row in study.tables["status"]:
        patient, day = str(row["PATIENT_ID"]), number(row["START_DATE"])
        if row["STATUS"] == "Progression" and patient in people and day is not None:
            first[patient] = min(day, first.get(patient, day))
    values, waits = [], []
    for patient, course in _courses(study, test, subset).items():
        days = [day for day in course if patient in first and 0 <= first[patient] - day <= window]
        if days:
            values.append(course[max(days)])
            waits.append(first[patient] - max(days))
    return {
        "progressed": len(first),
        "patients": len(values),
        "median": statistics.quantile(values, 0.5),
        "days": statistics.quantile(waits, 0.5),
    }
