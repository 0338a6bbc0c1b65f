"""Labels that are asked for, and the calibration of rewards by the baseline.

A target's chance is that of its all-shot task: it depends on the numbers of positive and negative rows alone,
which few-shot tasks share. What the baseline reaches is found for every number of shots.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray
from pyarrow import parquet  # type: ignore[import-untyped]
from scipy.stats import rankdata  # type: ignore[import-untyped]
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from medgym_core import Build, Calibration, DataError, PredictionTarget, Progress
from medgym_plugin_ehrshot import solution
from medgym_plugin_ehrshot.dataset import label_path
from medgym_plugin_ehrshot.shots import labelled
from medgym_plugin_ehrshot.target import ALL, ASKED, SHOTS, Kind, Target

PERMUTATIONS = 1_000
"""Labellings drawn for chance."""
RARE = 50
"""With fewer positive rows, a success is less than the full reward; see :func:`band`."""
LEAST_SUCCESS = 0.5
"""But never less than this."""
SLACK = 1e-5
"""What the baseline may lose where rounding falls otherwise in the box than on the host."""

Graded = dict[str, tuple[int, ...]]
"""Row id to labels of 0 and 1, one for each prediction column."""
Found = dict[str, dict[str, float]]
"""Prediction column to ``chance``, ``baseline``, ``rows`` and ``positives``."""


def labels(build: Build, target: Target, kind: Kind) -> Graded:
    """The labels of the rows that tasks of a kind predict."""
    table = parquet.read_table(label_path(build, target.name, ASKED[kind]))
    cells = [table[name].to_numpy().clip(max=1).tolist() for name in target.label_columns]
    return dict(zip(table["row_id"].to_pylist(), zip(*cells, strict=True), strict=True))


def calibrations(build: Build, target: Target, kind: Kind, progress: Progress) -> dict[int, Found]:
    """Number of shots to the columns that can be graded; where none can, the number is missing."""
    progress(f"calibrating {kind} tasks of {target.name}", None)
    expected = labels(build, target, kind)
    try:
        every = _all_shots(build, target, kind, expected)
    except (ValueError, IndexError, DataError):
        return {}
    found = {ALL: every} if every else {}
    for shots in SHOTS if every else ():
        few = _few_shots(build, target, kind, shots, expected, every)
        if few:
            found[shots] = few
    return found


def as_targets(target: Target, found: Mapping[str, Mapping[str, float]]) -> tuple[PredictionTarget, ...]:
    """The graded columns as the verifier takes them."""
    return tuple(
        PredictionTarget(
            name=column,
            metric="auroc",
            columns=(column,),
            calibration=Calibration(chance=values["chance"], baseline=values["baseline"]),
            report=("auprc", "brier"),
        )
        for column, values in found.items()
    )


def band(found: Mapping[str, Mapping[str, float]]) -> float:
    """The least reward that is a success.

    1, unless a column has fewer than :data:`RARE` positive rows, or there are several columns: then the mean
    reward of AUROCs that lie one standard error below the baseline's.
    """
    if len(found) == 1 and all(values["positives"] >= RARE for values in found.values()):
        return 1.0
    rewards = []
    for values in found.values():
        error = standard_error(values["baseline"], values["positives"], values["rows"] - values["positives"])
        one = Calibration(chance=values["chance"], baseline=values["baseline"])
        rewards.append(one.reward(values["baseline"] - error))
    return max(LEAST_SUCCESS, sum(rewards) / len(rewards))


def standard_error(auroc: float, positives: float, negatives: float) -> float:
    """Standard error of an AUROC: Hanley and McNeil, Radiology 143 (1982) 29-36."""
    first, second = auroc / (2 - auroc), 2 * auroc**2 / (1 + auroc)
    spread = (positives - 1) * (first - auroc**2) + (negatives - 1) * (second - auroc**2)
    return math.sqrt((auroc * (1 - auroc) + spread) / (positives * negatives))


def _scores(
    build: Build, target: Target, kind: Kind, shots: int, expected: Graded
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    files = [build.public / path for path in labelled(target.name, kind, shots)]
    with threadpool_limits(1):  # threads that wait for each other cost more than these matrices are worth
        ids, scores = solution.baseline(build.public, target.name, files, ASKED[kind])
    return np.array([expected[row] for row in ids]), scores


def _all_shots(build: Build, target: Target, kind: Kind, expected: Graded) -> Found:
    truth, scores = _scores(build, target, kind, ALL, expected)
    found: Found = {}
    for column, known, given in zip(target.columns, truth.T, scores.T, strict=True):
        value, reached = chance(known, given), auroc(known, given)
        if reached > value:
            found[column] = _values(value, reached, known)
    return found


def _few_shots(build: Build, target: Target, kind: Kind, shots: int, expected: Graded, every: Found) -> Found:
    truth, scores = _scores(build, target, kind, shots, expected)
    found: Found = {}
    for column, known, given in zip(target.columns, truth.T, scores.T, strict=True):
        if column in every:
            values = _values(every[column]["chance"], auroc(known, given), known)
            if values["baseline"] > values["chance"]:
                found[column] = values
    return found


def chance(known: NDArray[np.int64], scores: NDArray[np.float64]) -> float:
    """What the core's ``calibrate`` takes for chance, found with arrays, since rows may be many.

    It is the 99.9th percentile of the AUROC of ``scores`` under permuted labels: of 1,000 the greatest.
    """
    ranks, draw = rankdata(scores), np.random.default_rng(0)
    positives = int(known.sum())
    drawn = max(draw.permutation(ranks)[:positives].sum() for _ in range(PERMUTATIONS))
    return _area(float(drawn), positives, len(known))


def auroc(known: NDArray[np.int64], scores: NDArray[np.float64]) -> float:
    """Area under the ROC curve, ties counted half."""
    return _area(float(rankdata(scores)[known == 1].sum()), int(known.sum()), len(known))


def _area(rank_sum: float, positives: int, rows: int) -> float:
    if not 0 < positives < rows:
        raise DataError("there are not rows of both classes")
    return (rank_sum - positives * (positives + 1) / 2) / (positives * (rows - positives))


def _values(chance: float, baseline: float, known: NDArray[np.int64]) -> dict[str, float]:
    return {
        "chance": chance,
        "baseline": max(baseline - SLACK, (baseline + chance) / 2),
        "rows": len(known),
        "positives": int(known.sum()),
    }
