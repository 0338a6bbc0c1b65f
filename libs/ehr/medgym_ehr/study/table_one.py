"""Table one: how the arms differ in the covariates, and strata of them."""

from __future__ import annotations

from statistics import median
from typing import Any

from medgym_ehr.study.estimate import Pair, difference
from medgym_ehr.study.measure import Measure, column
from medgym_ehr.study.records import Records

BINARY = ("male", "emergency", "surgical")
"""Fields that are yes or no; every other covariate is a number."""


def differences(
    records: Records, cohort: list[int], exposed: list[int], covariates: dict[str, Measure]
) -> dict[str, float]:
    """Covariate to its standardised difference; stays that lack it are left out of it."""
    arm, found = set(exposed), {}
    for name, measure in covariates.items():
        values = column(records, measure)
        known = {stay: one for stay in cohort if (one := values[stay]) is not None}
        found[name] = difference(
            [one for stay, one in known.items() if stay in arm],
            [one for stay, one in known.items() if stay not in arm],
            measure[-1] in BINARY,
        )
    return found


def ranked(smd: dict[str, float]) -> list[str]:
    """Covariates by the size of their difference, the largest first."""
    return sorted(smd, key=lambda name: -abs(smd[name]))


def cut(records: Records, cohort: list[int], measure: Measure) -> float:
    """Above which value a covariate is high: the cohort's median, or 0.5 of a yes or no."""
    if measure[-1] in BINARY:
        return 0.5
    values = column(records, measure)
    known = [one for stay in cohort if (one := values[stay]) is not None]
    return float(median(known))


def strata(
    records: Records, cohort: list[int], cuts: list[tuple[Measure, float]], pairs: dict[int, Pair]
) -> list[list[Pair]]:
    """The stays' pairs by whether each covariate lies above its cut; who lacks one is in no stratum."""
    found: dict[Any, list[Pair]] = {}
    columns = [column(records, measure) for measure, _ in cuts]
    for stay in cohort:
        values = [one[stay] for one in columns]
        if None not in values:
            key = tuple(one > limit for one, (_, limit) in zip(values, cuts, strict=True) if one is not None)
            found.setdefault(key, []).append(pairs[stay])
    return [found[key] for key in sorted(found)]
