"""Kaplan-Meier, log-rank, Cox and concordance from their formulas; a lifetime is (time, event)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from medgym_plugin_biodsbench.second.statistics import chi_squared_tail

Lifetimes = Sequence[tuple[float, int]]
Array = NDArray[np.float64]


class Step(NamedTuple):
    """The curve after one time with events."""

    time: float
    at_risk: int
    events: int
    survival: float


def curve(lives: Lifetimes) -> list[Step]:
    """The product-limit estimate at each time with an event."""
    steps, left = [], 1.0
    for time in sorted({time for time, event in lives if event}):
        at_risk = sum(one >= time for one, _ in lives)
        events = sum(one == time and event for one, event in lives)
        left *= 1 - events / at_risk
        steps.append(Step(time, at_risk, events, left))
    return steps


def survival_at(lives: Lifetimes, time: float) -> float:
    """The Kaplan-Meier estimate at ``time``, from 0 to 1."""
    return next((step.survival for step in reversed(curve(lives)) if step.time <= time), 1.0)


def median(lives: Lifetimes) -> float | None:
    """The first time at which the estimate is at most a half; None if it never is."""
    return next((step.time for step in curve(lives) if step.survival <= 0.5 + 1e-12), None)


def restricted_mean(lives: Lifetimes, until: float) -> float:
    """The area below the curve from 0 to ``until``."""
    area, last, left = 0.0, 0.0, 1.0
    for step in curve(lives):
        if step.time >= until:
            break
        area += left * (step.time - last)
        last, left = step.time, step.survival
    return area + left * (until - last)


def log_rank(groups: Sequence[Lifetimes]) -> tuple[float, float]:
    """Chi-squared of the test that all groups share one hazard, and its p."""
    size = len(groups) - 1
    excess, spread = np.zeros(size), np.zeros((size, size))
    for time in sorted({time for lives in groups for time, event in lives if event}):
        risk = np.array([sum(one >= time for one, _ in lives) for lives in groups], dtype=float)
        seen = np.array([sum(one == time and event for one, event in lives) for lives in groups], dtype=float)
        n, d = risk.sum(), seen.sum()
        share = risk[:size] / n
        excess += seen[:size] - d * share
        if n > 1:
            spread += d * (n - d) / (n - 1) * (np.diag(share) - np.outer(share, share))
    statistic = float(excess @ np.linalg.solve(spread, excess))
    return statistic, chi_squared_tail(statistic, size)


def cox(lives: Lifetimes, covariates: Array) -> tuple[Array, Array]:
    """Coefficients and standard errors by Newton's method; tied times after Efron."""
    beta = np.zeros(covariates.shape[1])
    centred = covariates - covariates.mean(axis=0)
    for _ in range(50):
        gradient, information = _score(lives, centred, beta)
        step = np.linalg.solve(information, gradient)
        beta = beta + step
        if np.abs(step).max() < 1e-11:
            break
    _, information = _score(lives, centred, beta)
    return beta, np.sqrt(np.diag(np.linalg.inv(information)))


def _score(lives: Lifetimes, x: Array, beta: Array) -> tuple[Array, Array]:
    times, events = np.array([time for time, _ in lives]), np.array([event for _, event in lives], dtype=bool)
    weight = np.exp(x @ beta)
    gradient, information = np.zeros(len(beta)), np.zeros((len(beta), len(beta)))
    for time in np.unique(times[events]):
        risk, dead = times >= time, events & (times == time)
        sums, tied = _sums(weight, x, risk), _sums(weight, x, dead)
        gradient += x[dead].sum(axis=0)
        for rank in range(int(dead.sum())):
            share = rank / dead.sum()
            zero, one, two = (whole - share * part for whole, part in zip(sums, tied, strict=True))
            gradient -= one / zero
            information += two / zero - np.outer(one, one) / zero**2
    return gradient, information


def _sums(weight: Array, x: Array, kept: Any) -> tuple[Any, Array, Array]:
    w, rows = weight[kept], x[kept]
    return w.sum(), w @ rows, (rows * w[:, None]).T @ rows


def two_sided(z: float) -> float:
    """P of a standard normal value."""
    return math.erfc(abs(z) / math.sqrt(2))


def concordance(lives: Lifetimes, risks: Sequence[float]) -> tuple[float, int]:
    """Harrell's C of a risk, and the number of comparable pairs."""
    pairs, good = 0, 0.0
    people = list(zip(lives, risks, strict=True))
    for at, ((time, event), risk) in enumerate(people):
        for (other_time, other_event), other_risk in people[at + 1 :]:
            if time == other_time:
                comparable, first = event != other_event, event == 1
            else:
                first = time < other_time
                comparable = bool(event if first else other_event)
            if comparable:
                pairs += 1
                higher = risk > other_risk if first else other_risk > risk
                good += 0.5 if risk == other_risk else float(higher)
    return good / pairs, pairs
