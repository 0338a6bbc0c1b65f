"""How invented stays go: illness hour by hour, and the treatments that it leads to."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from medgym_plugin_mimic_extract.synthetic.cohort import Cohort

DRUGS = (
    *("adenosine", "dobutamine", "dopamine", "epinephrine", "isuprel", "milrinone", "norepinephrine"),
    *("phenylephrine", "vasopressin"),
)
SHARES = (0.01, 0.04, 0.11, 0.07, 0.01, 0.05, 0.3, 0.36, 0.05)
"""Share of each drug among vasopressor treatments."""
INTERVENTIONS = ("vent", "vaso", *DRUGS, "colloid_bolus", "crystalloid_bolus", "nivdurations")
"""Columns as published."""
KEPT = 0.985
"""Share of a drift that is left after an hour."""
SEVERITY, ORGAN = 0.4, 0.8
"""Deviations of the drifts of severity and of organ failures."""


@dataclass(frozen=True)
class Course:
    """Hours of some stays, one after the other; every field has one row per hour."""

    stay: NDArray[np.int64]
    """Which of the stays, from 0."""
    severity: NDArray[np.float64]
    lung: NDArray[np.float64]
    circulation: NDArray[np.float64]
    interventions: NDArray[np.int64]
    """Shape (hours, interventions): 1 where on."""


def draw_course(rng: np.random.Generator, cohort: Cohort) -> Course:
    """Draw every hour of the stays."""
    rows = cohort.max_hours + 1
    width = int(rows.max())
    there = np.arange(width) < rows[:, None]
    severity, lung, circulation = (
        (level[:, None] + deviation * _drift(rng, len(rows), width))[there]
        for level, deviation in (
            (cohort.severity, SEVERITY),
            (cohort.lung, ORGAN),
            (cohort.circulation, ORGAN),
        )
    )
    stay = np.repeat(np.arange(len(rows)), rows)
    first = np.concatenate([[0], np.cumsum(rows)[:-1]])
    vent = _switched(rng, lung, there, start=(-4.4, 2.3), on=(0.0007, 2.2), off=(0.21, -1.3))
    vaso = _switched(rng, circulation, there, start=(-5.6, 2.3), on=(0.0004, 2.2), off=(0.3, -1.3))
    drug = rng.choice(len(DRUGS), len(first), p=np.array(SHARES) / sum(SHARES))[stay]
    given = (np.arange(len(DRUGS)) == drug[:, None]) & (vaso[:, None] == 1)
    rare = rng.random((len(stay), 3)) < [0.004, 0.03, 0.02]
    rare[:, 2] &= vent == 0
    return Course(
        stay, severity, lung, circulation, np.column_stack([vent, vaso, given, rare]).astype(np.int64)
    )


def _drift(rng: np.random.Generator, stays: int, hours: int) -> NDArray[np.float64]:
    """A stationary autoregression of first order for each stay, of deviation 1."""
    shocks = rng.standard_normal((stays, hours))
    drift = np.empty_like(shocks)
    drift[:, 0] = shocks[:, 0]
    for hour in range(1, hours):
        drift[:, hour] = KEPT * drift[:, hour - 1] + np.sqrt(1 - KEPT**2) * shocks[:, hour]
    return drift


def _switched(
    rng: np.random.Generator,
    need: NDArray[np.float64],
    there: NDArray[np.bool_],
    start: tuple[float, float],
    on: tuple[float, float],
    off: tuple[float, float],
) -> NDArray[np.int64]:
    """A treatment that is begun and ended at random, the sooner the more, or the less, it is needed.

    Args:
        rng: what draws.
        need: one value per hour.
        there: shape (stays, longest stay): which hours are.
        start: log odds of being treated at hour 0, and their slope in ``need``.
        on: rate per hour of beginning, and the slope of its logarithm.
        off: the same of ending.
    """
    needs = np.zeros(there.shape)
    needs[there] = need
    chance = rng.random(there.shape)
    state = np.empty(there.shape, np.int64)
    state[:, 0] = chance[:, 0] < 1 / (1 + np.exp(-start[0] - start[1] * needs[:, 0]))
    for hour in range(1, there.shape[1]):
        rates = [np.minimum(rate * np.exp(slope * needs[:, hour]), 0.5) for rate, slope in (on, off)]
        before = state[:, hour - 1]
        state[:, hour] = np.where(before == 1, chance[:, hour] >= rates[1], chance[:, hour] < rates[0])
    return state[there]
