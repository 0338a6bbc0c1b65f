"""The baselines: a logistic regression for each prediction column on the codes that tell most about it.

Rows without a label say how common a code is, which matters where labels are few.

What a task needs of this is cut out and run in the box as it stands here, and on the host to calibrate the
reward. The loss is strictly convex and minimised to the end, and scores are rounded, so that where it runs
does not matter.
"""

from collections import defaultdict
from collections.abc import Callable
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pyarrow import parquet  # type: ignore[import-untyped]
from scipy import sparse  # type: ignore[import-untyped]
from sklearn.linear_model import LogisticRegression

Numbers = NDArray[np.float64]

SELECTED, SELECTED_OF_COURSES = 128, 256
"""Columns that a model is trained on: of held-out targets more, since each tells less of what follows."""
STRENGTH = 0.001


@lru_cache(maxsize=3)
def features(path: Path, codes: int) -> tuple[list[str], sparse.csr_matrix]:
    """Row ids, and a sparse matrix: logarithms of counts, of recent counts, and the age in decades."""
    table = parquet.read_table(path).combine_chunks()
    lists = [table[name].combine_chunks() for name in ("codes", "counts", "recent")]
    columns, *counts = (found.flatten().to_numpy().astype(np.int64) for found in lists)
    stops = np.cumsum([0, *lists[0].value_lengths().to_numpy()])
    shape = (len(table), codes)
    matrices = [sparse.csr_matrix((np.log1p(count), columns, stops), shape) for count in counts]
    ages = np.nan_to_num(table["age"].to_numpy().astype(float), nan=50.0) / 10
    return table["row_id"].to_pylist(), sparse.hstack([*matrices, ages[:, None]], format="csr")


def known_labels(paths: list[Path]) -> dict[str, tuple[float, ...]]:
    """Row id to labels of 0 and 1, not a number where a cell is empty."""
    known: dict[str, tuple[float, ...]] = {}
    for path in paths:
        table = parquet.read_table(path)
        cells = [table[name].to_numpy().astype(float).clip(max=1) for name in table.column_names[2:]]
        known |= dict(zip(table["row_id"].to_pylist(), zip(*cells, strict=True), strict=True))
    return known


def scale(matrix: sparse.csr_matrix) -> tuple[Numbers, Numbers]:
    """Mean and standard deviation of each column, infinite where all rows are alike."""
    mean = np.asarray(matrix.mean(axis=0)).ravel()
    variance = np.asarray(matrix.multiply(matrix).mean(axis=0)).ravel() - mean**2
    return mean, np.where(variance > 1e-12, np.sqrt(np.maximum(variance, 1e-12)), np.inf)


def fitted(
    known: sparse.csr_matrix,
    labels: Numbers,
    asked: sparse.csr_matrix,
    mean: Numbers,
    spread: Numbers,
    selected: int = SELECTED,
) -> Numbers:
    """Probabilities of the asked rows, from the columns that correlate most with the labels.

    Columns are scaled by ``mean`` and ``spread``: few labelled rows say little of how rare a code is.
    """
    strength = np.abs(known.T @ (labels - labels.mean())) / spread
    columns = np.sort(np.argsort(-strength.round(6), kind="stable")[:selected])
    trained, wanted = (
        (matrix[:, columns].toarray() - mean[columns]) / spread[columns] for matrix in (known, asked)
    )
    model = LogisticRegression(C=STRENGTH, solver="newton-cholesky", tol=1e-9, max_iter=500)
    given: Numbers = model.fit(trained, labels).predict_proba(wanted)[:, 1]
    return given.round(6)


def baseline(data: Path, target: str, labelled: list[Path], asked: sparse.csr_matrix) -> Numbers:
    """Scores of the asked rows, shape (rows, prediction columns); ``labelled`` are files of labels."""
    codes = count_codes(data)
    labels = known_labels(labelled)
    above = {"labels": data / target, "few": data / target / "few"}
    folders = sorted({above[path.parent.name] / path.stem.partition("-")[0] for path in labelled})
    found = [features(folder / "rows.parquet", codes) for folder in folders]
    ids = [row for rows, _ in found for row in rows]
    every = sparse.vstack([matrix for _, matrix in found], format="csr")
    places = [place for place, row in enumerate(ids) if row in labels]
    known, truth = every[places], np.array([labels[ids[place]] for place in places])
    mean, spread = scale(every)
    scores = []
    for column in truth.T:
        told = ~np.isnan(column)
        scores.append(fitted(known[told], column[told], asked, mean, spread))
    return np.column_stack(scores)


Record = list[dict[str, Any]]


def learn_course(
    data: Path,
    asked: Path,
    label: Callable[[Record, datetime], int | None],
    summary: Callable[[Record, datetime], list[float]],
) -> tuple[list[str], Numbers]:
    """Ids of the rows of the folder ``asked``, and their scores, shape (rows, 1).

    They are learnt from the rows of whole records that ``label`` labels, by the counts of their codes and by
    what ``summary`` tells of each record at the prediction time.
    """
    codes = count_codes(data)
    _, known = features(data / "course" / "train" / "rows.parquet", codes)
    records = records_at(data / "course" / "train")
    found = [label(*one) for one in records]
    places = [place for place, value in enumerate(found) if value is not None]
    labels = np.array([found[place] for place in places])
    told = np.array([summary(*records[place]) for place in places])
    ids, matrix = features(asked / "rows.parquet", codes)
    trained = sparse.hstack([known[places], told], format="csr")
    facts = np.array([summary(*one) for one in records_at(asked)])
    wanted = sparse.hstack([matrix, facts], format="csr")
    return ids, fitted(trained, labels, wanted, *scale(trained), SELECTED_OF_COURSES)[:, None]


def records_at(folder: Path) -> list[tuple[Record, datetime]]:
    """Of each row the record of its patient and the prediction time."""
    records = defaultdict(list)
    for event in parquet.read_table(folder / "events.parquet").to_pylist():
        records[event["patient"]].append(event)
    rows = parquet.read_table(folder / "rows.parquet", columns=["patient", "prediction_time"]).to_pylist()
    return [(records[row["patient"]], row["prediction_time"]) for row in rows]


def count_codes(data: Path) -> int:
    """How many codes are counted."""
    return len((data / "codes.csv").read_text(encoding="utf-8").splitlines()) - 1
