"""Random problems: parameters drawn around a clinical setting, kept to the cells of the asked split.

A split is a set of parameter cells (:attr:`StudyDesign.cell`), chosen by a fixed hash of the cell's name that
no seed enters: train and test share no cell within a build, nor across builds of different seeds. The split
``ood`` keeps to the cells of test, and asks for the formulas that neither asks for.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable
from random import Random
from typing import NamedTuple

from pydantic import ValidationError

from medgym_plugin_npowerai.design import (
    ChiSquare,
    CoxTwoGroups,
    OneSampleT,
    OneWayAnova,
    PairedT,
    Problem,
    Sides,
    StudyDesign,
    Target,
    TwoSampleT,
)
from medgym_plugin_npowerai.opening import OPENINGS
from medgym_plugin_npowerai.power import power, smallest_total
from medgym_plugin_npowerai.scenario import CATEGORICAL, CONTINUOUS, SURVIVAL
from medgym_plugin_npowerai.wording import VARIANTS, Phrasing, Scenario, render

ALPHAS = (0.01, 0.02, 0.025, 0.05, 0.05, 0.05, 0.1)
GOALS = (0.7, 0.75, 0.8, 0.8, 0.85, 0.9, 0.9, 0.95)
SIDES: tuple[Sides, ...] = (1, 2, 2)
RATIOS = (2, 3)
"""Treated participants per control where groups are unequal."""
POWER_RANGE = (0.2, 0.98)
"""Least and greatest power asked for: beyond them, constants near 0 and 1 would pass."""
BLOCKS_RANGE = (4, 5000)
"""Least and greatest sample size, in blocks."""
MARGIN = 1e-6
"""A size question is dropped when a power within this distance of the goal could tip the answer."""
ATTEMPTS = 10_000
OWNERS = {"train": "train", "test": "test", "ood": "test"}
"""Split to the split that owns the parameter cells it asks about."""


class Sample(NamedTuple):
    """One generated question."""

    problem: Problem
    question: str
    phrasing: Phrasing
    scenario: Scenario
    baseline: float


class Draft(NamedTuple):
    """A design in its setting, before the target is fixed."""

    design: StudyDesign
    scenario: Scenario
    baseline: float


def split_of(cell: str) -> str:
    """The split that owns a parameter cell: about one cell in five is ``test``."""
    return "test" if hashlib.sha256(cell.encode()).digest()[0] % 5 == 0 else "train"


def sample(formula: str, target: Target, split: str, number: int, seed: int) -> Sample:
    """Question ``number`` of a formula, target and split; a pure function of its arguments.

    Openings take turns with ``number``; powers are uniform over
    :data:`POWER_RANGE`, so that no constant is often right.
    """
    rng = Random(f"npowerai {seed} {split} {formula} {target} {number}")
    opening = number % len(OPENINGS[formula])
    for _ in range(ATTEMPTS):
        phrasing = Phrasing(
            opening, rng.randrange(VARIANTS), rng.randrange(VARIANTS), rng.randrange(VARIANTS)
        )
        draft = _draft(formula, rng, opening)
        if draft is None or split_of(draft.design.cell) != OWNERS[split]:
            continue
        problem = _pose(draft.design, target, rng)
        if problem is not None:
            question = render(problem, draft.scenario, draft.baseline, phrasing)
            return Sample(problem, question, phrasing, draft.scenario, draft.baseline)
    raise RuntimeError(f"no {formula} problem found for {split} after {ATTEMPTS} attempts")


def _pose(design: StudyDesign, target: Target, rng: Random) -> Problem | None:
    """A problem on ``design``, or None when its answer is out of range or too close to call."""
    count = rng.choice(("group", "total")) if design.block > 1 else "total"
    unit = design.block if count == "group" else 1
    low, high = POWER_RANGE
    goal = rng.choice(GOALS) if target == "size" else rng.uniform(low, high)
    total = smallest_total(design, goal)
    if not BLOCKS_RANGE[0] <= total // design.block <= BLOCKS_RANGE[1]:
        return None
    reached = power(design, total)
    if target == "power":
        if not low <= reached <= high:
            return None
        return Problem.model_validate(
            {"design": design, "target": target, "count": count, "size": total // unit}
        )
    if min(reached - goal, goal - power(design, total - design.block)) < MARGIN:
        return None
    return Problem.model_validate({"design": design, "target": target, "count": count, "power": goal})


def _draft(formula: str, rng: Random, opening: int) -> Draft | None:
    """A random design that needs ``formula``, or None where rounding left no effect."""
    try:
        return _DRAFTS[formula](rng, rng.choice(ALPHAS), opening)
    except ValidationError:
        return None


def _log_uniform(rng: Random, low: float, high: float) -> float:
    return math.exp(rng.uniform(math.log(low), math.log(high)))


def _one_mean(rng: Random, alpha: float, opening: int) -> Draft:
    setting = rng.choice(CONTINUOUS)
    sd = round(setting.sd * rng.uniform(0.75, 1.3), setting.places)
    reference = round(setting.mean * rng.uniform(0.9, 1.1), setting.places)
    shift = round(sd * _log_uniform(rng, 0.12, 1.1), setting.places) * rng.choice((1, -1))
    mean = round(reference + shift, setting.places)
    sides = rng.choice(SIDES)
    design = OneSampleT(mean=mean, reference=reference, sd=sd, alpha=alpha, sides=sides)
    return Draft(design, setting, reference)


def _two_means(rng: Random, alpha: float, opening: int) -> Draft:
    return _means(rng, alpha, ratio=1, spreads=1 + opening % 2)


def _unequal_means(rng: Random, alpha: float, opening: int) -> Draft:
    return _means(rng, alpha, ratio=rng.choice(RATIOS), spreads=1)


def _means(rng: Random, alpha: float, ratio: int, spreads: int) -> Draft:
    """Two means; with two ``spreads`` each group has a standard deviation of its own."""
    setting = rng.choice(CONTINUOUS)
    sd = round(setting.sd * rng.uniform(0.75, 1.3), setting.places)
    sd_treated = round(sd * rng.uniform(0.75, 1.35), setting.places) if spreads == 2 else sd
    baseline = round(setting.mean * rng.uniform(0.9, 1.1), setting.places)
    difference = round(sd * _log_uniform(rng, 0.15, 1.1), setting.places) * rng.choice((1, -1))
    design = TwoSampleT(
        difference=difference,
        sd_control=sd,
        sd_treated=sd_treated,
        alpha=alpha,
        sides=rng.choice(SIDES),
        ratio=ratio,
    )
    return Draft(design, setting, baseline)


def _pairs(rng: Random, alpha: float, opening: int) -> Draft:
    return _paired(rng, alpha, None)


def _correlated_pairs(rng: Random, alpha: float, opening: int) -> Draft:
    return _paired(rng, alpha, round(rng.uniform(0.2, 0.85), 2))


def _paired(rng: Random, alpha: float, correlation: float | None) -> Draft:
    setting = rng.choice(CONTINUOUS)
    sd = round(setting.sd * rng.uniform(0.75, 1.3), setting.places)
    spread = sd * math.sqrt(2 * (1 - correlation)) if correlation is not None else sd
    difference = round(spread * _log_uniform(rng, 0.12, 1.1), setting.places)
    design = PairedT(
        difference=difference, sd=sd, correlation=correlation, alpha=alpha, sides=rng.choice(SIDES)
    )
    return Draft(design, setting, setting.mean)


def _several_means(rng: Random, alpha: float, opening: int) -> Draft:
    setting = rng.choice(CONTINUOUS)
    sd = round(setting.sd * rng.uniform(0.75, 1.3), setting.places)
    offsets = [rng.uniform(-1, 1) for _ in range(rng.choice((3, 3, 4, 4, 5)))]
    centre = sum(offsets) / len(offsets)
    spread = math.sqrt(sum((offset - centre) ** 2 for offset in offsets) / len(offsets))
    scale = sd * _log_uniform(rng, 0.1, 0.5) / spread
    middle = setting.mean * rng.uniform(0.95, 1.05)
    means = tuple(round(middle + scale * (offset - centre), setting.places) for offset in offsets)
    return Draft(OneWayAnova(means=means, sd=sd, alpha=alpha), setting, setting.mean)


def _group_table(rng: Random, alpha: float, opening: int) -> Draft:
    return _table(rng, alpha, joint=False)


def _joint_table(rng: Random, alpha: float, opening: int) -> Draft:
    return _table(rng, alpha, joint=True)


def _table(rng: Random, alpha: float, joint: bool) -> Draft:
    setting = rng.choice(CATEGORICAL)
    rows, columns = rng.choice((2, 2, 3, 4)), rng.choice((2, 3, 3, 4, 5))
    base = [rng.uniform(0.6, 2) for _ in range(columns)]
    strength = rng.uniform(0.15, 0.6)
    weights = [[level * math.exp(rng.uniform(-strength, strength)) for level in base] for _ in range(rows)]
    if joint:
        weights = [[rng.uniform(0.7, 1.4) * level for level in row] for row in weights]
        flat = _apportion([level for row in weights for level in row], 1000)
        table = [[share / 1000 for share in flat[i * columns : (i + 1) * columns]] for i in range(rows)]
    else:
        table = [[share / 100 for share in _apportion(row, 100)] for row in weights]
    return Draft(ChiSquare.model_validate({"rows": table, "joint": joint, "alpha": alpha}), setting, 0.0)


def _apportion(weights: list[float], whole: int) -> list[int]:
    """Integers in the proportions of ``weights`` that sum to ``whole`` (largest remainders)."""
    quotas = [whole * weight / sum(weights) for weight in weights]
    shares = [math.floor(quota) for quota in quotas]
    by_remainder = sorted(range(len(quotas)), key=lambda i: shares[i] - quotas[i])
    for i in by_remainder[: whole - sum(shares)]:
        shares[i] += 1
    return shares


def _two_hazards(rng: Random, alpha: float, opening: int) -> Draft:
    return _hazards(rng, alpha, 1)


def _unequal_hazards(rng: Random, alpha: float, opening: int) -> Draft:
    return _hazards(rng, alpha, rng.choice(RATIOS))


def _hazards(rng: Random, alpha: float, ratio: int) -> Draft:
    setting = rng.choice(SURVIVAL)
    benefit = rng.random() < 0.75
    hazard_ratio = round(_log_uniform(rng, 0.4, 0.85) if benefit else _log_uniform(rng, 1.2, 2.2), 2)
    event_control = round(rng.uniform(0.12, 0.75), 2)
    design = CoxTwoGroups(
        hazard_ratio=hazard_ratio,
        event_experimental=round(1 - (1 - event_control) ** hazard_ratio, 2),
        event_control=event_control,
        alpha=alpha,
        sides=rng.choice(SIDES),
        ratio=ratio,
    )
    return Draft(design, setting, 0.0)


_DRAFTS: dict[str, Callable[[Random, float, int], Draft]] = {
    "one_mean": _one_mean,
    "two_means": _two_means,
    "pairs": _pairs,
    "several_means": _several_means,
    "group_table": _group_table,
    "two_hazards": _two_hazards,
    "unequal_means": _unequal_means,
    "correlated_pairs": _correlated_pairs,
    "joint_table": _joint_table,
    "unequal_hazards": _unequal_hazards,
}
"""Name of a formula to what draws a design that needs it, for an opening."""
