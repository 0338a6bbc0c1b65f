"""Survival curve by Kaplan and Meier, with confidence limits."""

from math import exp, log, sqrt
from typing import Any

QUANTILE = 1.959963984540054
TRANSFORM = "log-log"
CENSORED_FIRST = False
ENTRIES = True


def limits(survival: float, variance: float) -> list[float | None]:
    """Confidence limits, from the variance of the logarithm of survival."""
    if survival == 0:
        return [None, None]
    error = QUANTILE * sqrt(variance)
    if TRANSFORM == "plain":
        low, high = survival - survival * error, survival + survival * error
    elif TRANSFORM == "log":
        low, high = survival * exp(-error), survival * exp(error)
    else:
        width = exp(error / -log(survival))
        low, high = survival**width, survival ** (1 / width)
    return [max(low, 0.0), min(high, 1.0)]


def survival_curve(subjects: list[list[Any]]) -> list[list[float | None]]:
    """Time, number at risk, number of events, survival and its limits, at every time of an event."""
    survival, variance = 1.0, 0.0
    rows: list[list[float | None]] = []
    for time in sorted({end for _, end, event in subjects if event}):
        deaths = sum(1 for _, end, event in subjects if event and end == time)
        at_risk = deaths
        for entry, end, event in subjects:
            late = entry >= time if ENTRIES else False
            left = end <= time if CENSORED_FIRST or event else end < time
            at_risk += not (late or left)
        survival *= 1 - deaths / at_risk
        if deaths < at_risk:
            variance += deaths / (at_risk * (at_risk - deaths))
        rows.append([time, at_risk, deaths, survival, *limits(survival, variance)])
    return rows
