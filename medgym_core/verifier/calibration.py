"""Rewards from metrics: 0 at what chance may reach, 1 at the shipped baseline, straight in between."""

from __future__ import annotations

import math
import random

from pydantic import Field

from medgym_core.errors import ConfigError, DataError
from medgym_core.frozen import Frozen
from medgym_core.verifier.metric import METRICS, Labels, Scores

PERMUTATIONS = 1_000
"""Labellings drawn: the fewest whose extreme is a 99.9th percentile."""


class Calibration(Frozen):
    """The two values of a metric between which the reward rises."""

    chance: float = Field(allow_inf_nan=False)
    """Value that earns 0: 99.9th percentile under permuted labels, or the best constant if that is better."""
    baseline: float = Field(allow_inf_nan=False)
    """Value that earns 1: the shipped baseline's."""

    def reward(self, value: float) -> float:
        """``clip((m - q) / (b - q), 0, 1)``, which also serves where lower is better: then ``b < q``."""
        return min(1.0, max(0.0, (value - self.chance) / (self.baseline - self.chance)))


def calibrate(
    labels: Labels, baseline_scores: Scores, metric: str, seed: int, permutations: int = PERMUTATIONS
) -> Calibration:
    """Calibrate ``metric`` on true labels and a baseline's predictions; a pure function of its arguments.

    Chance is the metric of the baseline's predictions under random permutations of the labels: value
    ``ceil(0.999 (permutations + 1))`` from the worst, which a further permutation beats with a probability of
    at most 0.001; of fewer than 1,000 the best. A constant prediction never earns anything, since chance is
    at least the best constant's value. Takes some 0.3 ms per permutation and 1,000 rows.

    Raises:
        DataError: if the metric is undefined on these labels, or the baseline is no better than chance.
        ConfigError: if there is no such metric.
    """
    if metric not in METRICS:
        raise ConfigError(f"no metric is named {metric!r}; there are {', '.join(METRICS)}")
    measure = METRICS[metric]
    try:
        evaluate = measure.evaluator(labels, baseline_scores)
        value, constant = evaluate(labels), measure.constant(labels)
        permuted = list(labels)
        shuffle = random.Random(seed).shuffle
        drawn = []
        for _ in range(permutations):
            shuffle(permuted)
            drawn.append(evaluate(permuted))
    except ValueError as error:
        raise DataError(
            f"cannot calibrate {metric} on {len(labels)} rows: {error}; choose other rows"
        ) from None
    drawn.sort(reverse=measure.lower_is_better)
    chance = drawn[min(math.ceil(0.999 * (permutations + 1)), permutations) - 1]
    if measure.better(constant, chance):
        chance = constant
    if not measure.better(value, chance):
        raise DataError(
            f"the baseline's {metric} of {value:.4g} is no better than chance, {chance:.4g}, "
            f"on {len(labels)} rows; take more rows or a better baseline"
        )
    return Calibration(chance=chance, baseline=value)
