"""Labels that are asked for, and the calibration of rewards by the baseline.

What a target's rewards begin at is that of its all-shot task: chance depends on the numbers of positive and
negative rows alone, and the best column on the rows, which few-shot tasks share. What the baseline reaches is
found for every number of shots. Rewards of held-out targets begin at the best sum of a few facts and models
of the other targets: no box has labels of these, and a sum needs none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress

import numpy as np
from numpy.typing import NDArray
from pyarrow import parquet  # type: ignore[import-untyped]
from scipy import sparse  # type: ignore[import-untyped]
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from medgym_core import Build, Calibration, DataError, PredictionTarget, Progress, standard_error
from medgym_plugin_ehrshot import outcome, solution
from medgym_plugin_ehrshot.dataset import label_path
from medgym_plugin_ehrshot.part import ROWS
from medgym_plugin_ehrshot.ranking import auroc, best_columns, best_sum, chance
from medgym_plugin_ehrshot.shots import labelled
from medgym_plugin_ehrshot.target import ALL, ASKED, FEW, HELD_OUT, SHOTS, Kind, Target

SLACK = 1e-5
"""What the baseline may lose where rounding falls otherwise in the box than on the host."""
FEWEST = 10
"""Rows of each class, at least, of a column that is graded elsewhere, where outcomes may be rarer."""

CLEAR = 2.0
"""Standard errors, at least, from where the rewards of a column begin to the baseline: less is noise.

The tasks that the benchmark counts are asked all the same where the baseline is better at all.
"""

Graded = dict[str, tuple[int, ...]]
"""Row id to labels of 0 and 1, one for each prediction column."""
Found = dict[str, dict[str, float]]
"""Prediction column to ``chance``, ``baseline``, ``error``, ``rows`` and ``positives``."""


def transferred(build: Build, names: Iterable[str]) -> dict[str, NDArray[np.float64]]:
    """Held-out target to what models of the named targets give its rows, shape (rows, columns of all)."""
    asked = {name: _asked(build, target, "ood")[1] for name, target in HELD_OUT.items()}
    every = sparse.vstack([*asked.values()], format="csr")
    scores = [np.empty((every.shape[0], 0))]
    for name in names:
        files = [build.public / path for path in labelled(name, "test", ALL)]
        with threadpool_limits(1), suppress(ValueError):  # labels that are all alike are learnt by no model
            scores.append(solution.baseline(build.public, name, files, every))
    stops = np.cumsum([one.shape[0] for one in asked.values()])[:-1]
    return dict(zip(asked, np.split(np.hstack(scores), stops), strict=True))


def labels(build: Build, target: Target, kind: Kind) -> Graded:
    """The labels of the rows that tasks of a kind predict."""
    table = parquet.read_table(label_path(build, target.name, ASKED[kind]))
    cells = [table[name].to_numpy().clip(max=1).tolist() for name in target.label_columns]
    return dict(zip(table["row_id"].to_pylist(), zip(*cells, strict=True), strict=True))


def calibrations(
    build: Build, target: Target, kind: Kind, progress: Progress, models: NDArray[np.float64] | None = None
) -> dict[int, Found]:
    """Number of shots to the columns that can be graded; where none can, the number is missing.

    ``models`` are what models of other targets give the rows of a held-out one, see ``transferred``.
    """
    progress(f"calibrating {kind} tasks of {target.name}", None)
    expected = labels(build, target, kind)
    try:
        truth, scores = _scores(build, target, kind, ALL, expected)
        least = _least(build, target, kind, truth, scores, models)
    except (ValueError, DataError):  # no rows, or all of one label
        return {}
    found = {ALL: _found(target, truth, scores, least, CLEAR)}
    if kind == "test" and not found[ALL]:
        found[ALL] = _found(target, truth, scores, least, 0)
    for shots in SHOTS if found[ALL] and kind in FEW else ():
        truth, scores = _scores(build, target, kind, shots, expected)
        found[shots] = _found(target, truth, scores, {name: least[name] for name in found[ALL]}, CLEAR)
    return {shots: columns for shots, columns in found.items() if columns}


def as_targets(found: Mapping[str, Calibration]) -> tuple[PredictionTarget, ...]:
    """The graded columns as the verifier takes them."""
    return tuple(
        PredictionTarget(
            name=column,
            metric="auroc",
            columns=(column,),
            calibration=calibration,
            report=("auprc", "brier"),
        )
        for column, calibration in found.items()
    )


def _scores(
    build: Build, target: Target, kind: Kind, shots: int, expected: Graded
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    if not expected:
        raise DataError(f"no rows of {target.name} are asked for")
    with threadpool_limits(1):  # threads that wait for each other cost more than these matrices are worth
        ids, scores = _baseline(build, target, kind, shots)
    return np.array([expected[row] for row in ids]), scores


def _baseline(build: Build, target: Target, kind: Kind, shots: int) -> tuple[list[str], NDArray[np.float64]]:
    if target.is_held_out:
        asked = build.public / target.name / ASKED[kind]
        return solution.learn_course(build.public, asked, getattr(outcome, target.name), outcome.summary)
    files = [build.public / path for path in labelled(target.name, kind, shots)]
    if not solution.known_labels(files):
        raise DataError(f"no labelled rows of {target.name}")
    ids, asked = _asked(build, target, kind)
    return ids, solution.baseline(build.public, target.name, files, asked)


def _asked(build: Build, target: Target, kind: Kind) -> tuple[list[str], sparse.csr_matrix]:
    """Ids and features of the rows that are predicted."""
    return solution.features(
        build.public / target.name / ASKED[kind] / ROWS, solution.count_codes(build.public)
    )


def _least(
    build: Build,
    target: Target,
    kind: Kind,
    truth: NDArray[np.int64],
    scores: NDArray[np.float64],
    models: NDArray[np.float64] | None,
) -> dict[str, float]:
    """Prediction column to what its rewards begin at."""
    codes, folder = solution.count_codes(build.public), build.public / target.name / ASKED[kind]
    if target.is_held_out:
        best = [best_sum(folder, codes, truth[:, 0], models)]
    else:
        best = best_columns(folder, codes, truth)
    fewest = FEWEST if kind == "site" else 0
    return {
        column: max(chance(known, given), single)
        for column, known, given, single in zip(target.columns, truth.T, scores.T, best, strict=True)
        if min(known.sum(), len(known) - known.sum()) >= fewest
    }


def _found(
    target: Target,
    truth: NDArray[np.int64],
    scores: NDArray[np.float64],
    least: Mapping[str, float],
    clear: float,
) -> Found:
    """The columns in which the baseline is better than what rewards begin at, by ``clear`` errors or more."""
    found: Found = {}
    for column, known, given in zip(target.columns, truth.T, scores.T, strict=True):
        if column in least and (reached := auroc(known, given)) > least[column]:
            baseline = max(reached - SLACK, (reached + least[column]) / 2)
            error = standard_error(known.tolist(), [given.tolist()], "auroc")
            if baseline - least[column] >= clear * error:
                found[column] = {
                    "chance": least[column],
                    "baseline": baseline,
                    "error": error,
                    "rows": len(known),
                    "positives": int(known.sum()),
                }
    return found
