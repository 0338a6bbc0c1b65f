"""Areas under the ROC curve, of a model, of permuted labels and of every column that boxes show.

They are what the core's ``calibrate`` finds one by one, here found with arrays, since columns are many.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from pyarrow import parquet  # type: ignore[import-untyped]
from scipy import sparse  # type: ignore[import-untyped]
from scipy.stats import rankdata  # type: ignore[import-untyped]

from medgym_core import DataError
from medgym_plugin_ehrshot import outcome, solution
from medgym_plugin_ehrshot.course import EVENTS
from medgym_plugin_ehrshot.part import ROWS
from medgym_plugin_ehrshot.pickled import FILES

PERMUTATIONS = 1_000
"""Labellings drawn for chance."""
STRONGEST, TOGETHER = 8, 4
"""Facts of which sums are tried, and how many are added up."""
ALIKE = 0.9
"""Correlation of ranks from which on two facts are one: a code and its ancestor."""
_AT_ONCE = 256
"""Columns that are dense at a time."""


def auroc(known: NDArray[np.int64], scores: NDArray[np.float64]) -> float:
    """Area under the ROC curve, ties counted half."""
    return _area(float(rankdata(scores)[known == 1].sum()), int(known.sum()), len(known))


def chance(known: NDArray[np.int64], scores: NDArray[np.float64]) -> float:
    """The 99.9th percentile of the AUROC of ``scores`` under permuted labels: of 1,000 the greatest."""
    ranks, draw = rankdata(scores), np.random.default_rng(0)
    positives = int(known.sum())
    drawn = max(draw.permutation(ranks)[:positives].sum() for _ in range(PERMUTATIONS))
    return _area(float(drawn), positives, len(known))


def best_columns(folder: Path, codes: int, truth: NDArray[np.int64]) -> list[float]:
    """The AUROC of the best single column, in its better direction, for each column of ``truth``.

    Args:
        folder: of the rows that are asked for.
        codes: how many are counted.
        truth: labels of 0 and 1, shape (rows, prediction columns), in the order of the files.
    """
    positives = truth.sum(axis=0)
    pairs = positives * (len(truth) - positives)
    best = np.full(truth.shape[1], 0.5)
    for chunk in facts(folder, codes):
        sums = rankdata(chunk, axis=0).T @ truth
        areas = (sums - positives * (positives + 1) / 2) / np.maximum(pairs, 1)
        best = np.maximum(best, 0.5 + np.abs(areas - 0.5).max(axis=0))
    return [float(value) for value in best]


def best_sum(
    folder: Path, codes: int, known: NDArray[np.int64], models: NDArray[np.float64] | None = None
) -> float:
    """The AUROC of the best sum of ranks of up to ``TOGETHER`` facts, each in its better direction.

    They are of the ``STRONGEST`` that rank best by themselves and unlike each other, among the data alone and
    among the data and ``models``. What a sum reaches needs no labels: who knows medicine adds up a few facts,
    and who has learnt to predict other targets, those models.

    Args:
        folder: of the rows that are asked for.
        codes: how many are counted.
        known: labels of 0 and 1, shape (rows,), in the order of the files.
        models: what models of other targets give each row, shape (rows, models).
    """
    shown = np.hstack(list(facts(folder, codes)))
    both = [shown] if models is None else [shown, np.hstack([shown, models])]
    return max(_best_of(one, known) for one in both)


def _best_of(columns: NDArray[np.float64], known: NDArray[np.int64]) -> float:
    ranks = rankdata(columns, axis=0)
    ranks -= ranks.mean(axis=0)
    strength = ranks.T @ (known - known.mean())
    chosen: list[NDArray[np.float64]] = []
    for place in np.argsort(-np.abs(strength).round(6), kind="stable"):
        if len(chosen) == STRONGEST or not strength[place]:
            break
        one = np.sign(strength[place]) * ranks[:, place]
        if all(abs(np.corrcoef(one, other)[0, 1]) < ALIKE for other in chosen):
            chosen.append(one)
    sums = (sum(some) for count in range(1, TOGETHER + 1) for some in combinations(chosen, count))
    return max(auroc(known, np.asarray(one)) for one in sums)


def facts(folder: Path, codes: int) -> Iterator[NDArray[np.float64]]:
    """All that boxes show of each row, shape (rows, columns), some columns at a time.

    They are the counts and recent counts of each code, the age, how many codes and events there are, in all
    and recently, the columns of published features, and, where records are shown, what they sum up to.
    """
    _, matrix = solution.features(folder / ROWS, codes)
    counts, recent = matrix[:, :codes], matrix[:, codes : 2 * codes]
    parts = (counts > 0, counts.expm1(), recent > 0, recent.expm1())
    yield np.column_stack([np.asarray(part.sum(axis=1)) for part in parts])
    yield from _dense(matrix)
    for name in FILES:
        if (path := folder / f"{name}.parquet").is_file():
            yield from _dense(_published(path))
    if (folder / EVENTS).is_file():
        yield np.array([outcome.summary(*one) for one in solution.records_at(folder)])


def _dense(matrix: sparse.spmatrix) -> Iterator[NDArray[np.float64]]:
    columns = matrix.tocsc()
    for start in range(0, columns.shape[1], _AT_ONCE):
        yield columns[:, start : start + _AT_ONCE].toarray()


def _published(path: Path) -> sparse.csr_matrix:
    """Published features; a row that has none is empty."""
    table = parquet.read_table(path).combine_chunks()
    values = table["values"].combine_chunks()
    lengths = values.value_lengths().to_numpy()
    if "columns" in table.column_names:
        columns = table["columns"].combine_chunks().flatten().to_numpy().astype(np.int64)
    else:
        columns = np.concatenate([np.arange(length) for length in lengths])
    stops = np.cumsum([0, *lengths])
    shape = (len(table), int(columns.max(initial=0)) + 1)
    return sparse.csr_matrix((values.flatten().to_numpy().astype(float), columns, stops), shape)


def _area(rank_sum: float, positives: int, rows: int) -> float:
    if not 0 < positives < rows:
        raise DataError("there are not rows of both classes")
    return (rank_sum - positives * (positives + 1) / 2) / (positives * (rows - positives))
