"""Labels that are asked for, and the calibration of rewards by the baseline."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pyarrow import parquet  # type: ignore[import-untyped]

from medgym_core import Build, Calibration, DataError, PredictionTarget, Progress, calibrate
from medgym_plugin_mimic_extract import outcome, solution
from medgym_plugin_mimic_extract.fact import best_facts, facts
from medgym_plugin_mimic_extract.target import ASKED, LABELLED, SPLITS, STRENGTH, TARGETS, Target

NARROWEST = 0.015
"""Least area from where rewards begin to the baseline: two facts together may bridge less."""


def labels(build: Build, target: Target, kind: str) -> dict[str, int]:
    """Row id to label of the part that tasks of a kind predict."""
    table = parquet.read_table(build.private / target.dataset / f"{ASKED[kind]}.parquet")
    return dict(zip(table["row_id"].to_pylist(), table[target.name].to_pylist(), strict=True))


def calibrations(
    build: Build, kinds: Sequence[str], progress: Progress
) -> tuple[dict[str, dict[str, Any]], dict[str, str]]:
    """Kind of task and target to the fields of its calibration; and why the others have none."""
    found: dict[str, dict[str, Any]] = {kind: {} for kind in kinds}
    refused = {}
    for kind in kinds:
        splits = [names for wanted, names in SPLITS.values() if wanted == kind]
        asked = list(dict.fromkeys(name for names in splits for name in names))
        for done, target in enumerate(map(TARGETS.__getitem__, asked)):
            progress(f"calibrating {kind} tasks", done / len(asked))
            try:
                found[kind][target.name] = _calibration(build, target, kind)
            except DataError as error:
                refused[f"{kind}, {target.name}"] = str(error)
    return {kind: values for kind, values in found.items() if values}, refused


def baseline(data: Path, target: Target, kind: str) -> tuple[list[str], NDArray[np.float64]]:
    """What the reference of a target predicts: ids of the asked rows, and a score for each class."""
    about = data, [*LABELLED[kind]], ASKED[kind], target.name
    if target.is_held_out:
        return solution.solve_courses(*about, getattr(outcome, target.name), signs_of(target))
    if target.is_intervention:
        return solution.solve_windows(*about, STRENGTH[target.name])
    return solution.solve_stays(*about)


def signs_of(target: Target) -> Callable[[outcome.Stay], list[float]]:
    """What the definition of a held-out target makes of a first day."""
    signs: Callable[[outcome.Stay], list[float]] = getattr(outcome, f"{target.name}_signs")
    return signs


def as_target(target: Target, calibration: Calibration) -> PredictionTarget:
    """The target as the verifier takes it."""
    return PredictionTarget(
        name=target.name,
        metric=target.metric,
        columns=target.columns,
        calibration=calibration,
        report=target.report,
    )


def _calibration(build: Build, target: Target, kind: str) -> dict[str, float]:
    try:
        expected = labels(build, target, kind)
        ids, scores = baseline(build.public, target, kind)
    except (ValueError, FileNotFoundError) as error:
        raise DataError(f"the baseline cannot be trained ({error}); take more stays") from None
    given = [[float(score) for score in column] for column in scores.T]
    truth = [expected[row] for row in ids]
    asked = build.public / target.dataset / ASKED[kind]
    shown = facts(asked)
    if target.is_held_out:
        signs = [signs_of(target)(stay) for stay in solution.whole_stays(asked)]
        shown = np.hstack([shown, np.array(signs, float)])
    best = best_facts(shown, np.array(truth), max(len(target.columns), 2))
    found = calibrate(truth, given, target.metric, seed=0, columns=best)
    if found.baseline - found.chance < max(found.error, NARROWEST):
        raise DataError(
            f"from {found.chance:.3f}, where rewards begin, to the baseline's {found.baseline:.3f} is less "
            f"than {NARROWEST} or its standard error of {found.error:.3f} on {len(truth)} rows; "
            "take more stays"
        )
    return {**found.model_dump(), "rows": len(truth)}
