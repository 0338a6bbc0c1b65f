"""Rewards from metrics: 0 at what can be had without a model, 1 at the shipped baseline, straight in between.

Without a model one has chance, constants and single columns of what is shown. How far below the baseline a
value may lie and still be a success is the standard error of the baseline's own value: what lies within it is
no worse than the baseline as far as these rows can tell.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Sequence
from statistics import stdev

from pydantic import Field

from medgym_core.errors import ConfigError, DataError
from medgym_core.verifier.metric import METRICS, Labels, Metric, Scores, midranks
from medgym_sandbox.boundary.frozen import Frozen

PERMUTATIONS = 1_000
"""Labellings drawn: the fewest whose extreme is a 99.9th percentile."""
RESAMPLES = 200
"""Samples of a bootstrap; as many as a standard error needs (Efron and Tibshirani 1993, section 6.4)."""
LEAST_SUCCESS = 0.5
"""Least reward of a success, however few rows there are."""


class Calibration(Frozen):
    """The two values of a metric between which the reward rises, and how sure the higher one is."""

    chance: float = Field(allow_inf_nan=False)
    """Value that earns 0: the best of chance, constants and single columns; see :func:`calibrate`."""
    baseline: float = Field(allow_inf_nan=False)
    """Value that earns 1: the shipped baseline's."""
    error: float = Field(default=0.0, ge=0, allow_inf_nan=False)
    """Standard error of the baseline's value; see :func:`standard_error`."""

    def reward(self, value: float) -> float:
        """``clip((m - q) / (b - q), 0, 1)``, which also serves where lower is better: then ``b < q``."""
        return min(1.0, max(0.0, (value - self.chance) / (self.baseline - self.chance)))

    @property
    def success(self) -> float:
        """The reward of a value one standard error worse than the baseline's, but at least one half."""
        return max(LEAST_SUCCESS, 1 - self.error / abs(self.baseline - self.chance))

    @property
    def enough(self) -> float:
        """The value that earns :attr:`success`."""
        return self.chance + self.success * (self.baseline - self.chance)


def calibrate(
    labels: Labels,
    baseline_scores: Scores,
    metric: str,
    seed: int,
    permutations: int = PERMUTATIONS,
    columns: Iterable[Sequence[float]] = (),
) -> Calibration:
    """Calibrate ``metric`` on true labels and a baseline's predictions; a pure function of its arguments.

    Chance is the metric of the baseline's predictions under random permutations of the labels: value
    ``ceil(0.999 (permutations + 1))`` from the worst, which a further permutation beats with a probability of
    at most 0.001; of fewer than 1,000 the best. If the best constant is better, or a single one of
    ``columns`` in either direction, that is where rewards begin. Takes some 0.3 ms per permutation and 1,000
    rows, and 0.5 ms per column and 1,000 rows.

    Args:
        labels: the true class of every row.
        baseline_scores: the shipped baseline's predictions.
        metric: one of ``METRICS``.
        seed: of the permutations and of :func:`standard_error`.
        permutations: how many are drawn.
        columns: every fact that boxes show of each row, as numbers in the order of ``labels``.

    Raises:
        DataError: if the metric is undefined on these labels, or the baseline is no better than chance or
            than a single column.
        ConfigError: if there is no such metric.
    """
    if metric not in METRICS:
        raise ConfigError(f"no metric is named {metric!r}; there are {', '.join(METRICS)}")
    measure = METRICS[metric]
    try:
        value = measure(labels, baseline_scores)
        drawn = _permuted(measure, labels, baseline_scores, seed, permutations)
        rivals = {"chance": drawn, "a constant": measure.constant(labels)}
        if columns := tuple(columns):
            rivals["a single column"] = best_column(labels, columns, metric)
        error = standard_error(labels, baseline_scores, metric, seed)
    except ValueError as problem:
        raise DataError(
            f"cannot calibrate {metric} on {len(labels)} rows: {problem}; choose other rows"
        ) from None
    what, least = sorted(rivals.items(), key=lambda rival: rival[1], reverse=not measure.lower_is_better)[0]
    if not measure.better(value, least):
        raise DataError(
            f"the baseline's {metric} of {value:.4g} is no better than chance: {what} reaches {least:.4g} "
            f"on {len(labels)} rows; take more rows or a better baseline"
        )
    return Calibration(chance=least, baseline=value, error=error)


def best_column(labels: Labels, columns: Sequence[Sequence[float]], metric: str) -> float:
    """What the best single column reaches in its better direction, chosen with the labels in view.

    A metric that ranks takes the column as it is; one over classes takes for each class the column that is
    best for it; one of probabilities takes the share of rows below; one of hard classes gives the rows, in
    the order of the column, classes as frequent as they are.

    Raises:
        ValueError: where the metric is undefined on these labels.
    """
    measure = METRICS[metric]
    if measure.predicts != "scores":
        return _best(measure, [measure(labels, [way]) for way in _ways(labels, columns, measure)])
    scores: list[Sequence[float]] = [[0.0] * len(labels)] * (max(labels) + 1)
    value = measure(labels, scores)
    for place in range(len(scores)):
        for way in _ways(labels, columns, measure):
            tried = [*scores[:place], way, *scores[place + 1 :]]
            if measure.better(reached := measure(labels, tried), value):
                value, scores = reached, tried
    return value


def standard_error(labels: Labels, scores: Scores, metric: str, seed: int = 0) -> float:
    """Standard error of a metric of these predictions on these rows.

    Of an AUROC by Hanley and McNeil, Radiology 143 (1982) 29-36, doi 10.1148/radiology.143.1.7063747. Else by
    the bootstrap (Efron, Ann. Statist. 7 (1979) 1-26, doi 10.1214/aos/1176344552), every class keeping its
    number of rows.

    Raises:
        ValueError: where the metric is undefined on these labels.
    """
    measure = METRICS[metric]
    value = measure(labels, scores)
    if metric == "auroc":
        return _hanley_mcneil(value, sum(labels), len(labels) - sum(labels))
    draw = random.Random(seed)
    members = [[row for row, label in enumerate(labels) if label == one] for one in sorted(set(labels))]
    values = []
    for _ in range(RESAMPLES):
        rows = [row for group in members for row in draw.choices(group, k=len(group))]
        values.append(
            measure([labels[row] for row in rows], [[column[row] for row in rows] for column in scores])
        )
    return stdev(values)


def _hanley_mcneil(auroc: float, positives: int, negatives: int) -> float:
    first, second = auroc / (2 - auroc), 2 * auroc**2 / (1 + auroc)
    spread = (positives - 1) * (first - auroc**2) + (negatives - 1) * (second - auroc**2)
    return math.sqrt(max(0.0, auroc * (1 - auroc) + spread) / (positives * negatives))


def _permuted(measure: Metric, labels: Labels, scores: Scores, seed: int, permutations: int) -> float:
    evaluate, permuted, drawn = measure.evaluator(labels, scores), list(labels), []
    shuffle = random.Random(seed).shuffle
    for _ in range(permutations):
        shuffle(permuted)
        drawn.append(evaluate(permuted))
    drawn.sort(reverse=measure.lower_is_better)
    return drawn[min(math.ceil(0.999 * (permutations + 1)), permutations) - 1]


def _ways(labels: Labels, columns: Sequence[Sequence[float]], measure: Metric) -> Iterator[Sequence[float]]:
    """Each column upwards and downwards, as predictions of the kind that the metric takes."""
    ordered, rows = sorted(labels), len(labels)
    for column in columns:
        for way in (column, [-cell for cell in column]):
            if measure.predicts == "probability":
                yield [(rank - 0.5) / rows for rank in midranks(way)]
            elif measure.predicts == "class":
                yield [float(ordered[math.ceil(rank) - 1]) for rank in midranks(way)]
            else:
                yield way


def _best(measure: Metric, values: Sequence[float]) -> float:
    return min(values) if measure.lower_is_better else max(values)
