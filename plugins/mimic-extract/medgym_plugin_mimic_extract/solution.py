"""The baseline: a logistic regression for each class on summaries of the imputed hours.

It runs in the box as it stands here, after the lines that read the question, and on the host to calibrate the
reward. Its loss is strictly convex and minimised to the end, and scores are rounded, so that where it runs
does not matter.
"""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pyarrow import parquet  # type: ignore[import-untyped]
from sklearn.linear_model import LogisticRegression

Numbers = NDArray[np.float64]
Texts = NDArray[np.str_]

STRENGTH = {"stays": 0.003, "vent": 0.01, "vaso": 0.005}


def summaries(folder: Path, hours: int) -> tuple[list[str], Numbers, Texts]:
    """Row ids, features and texts of a part.

    Features are of each variable the last value, the mean, how far the value ever was from the usual, how it
    changed from the first quarter to the last, and the share of hours with a measurement, of all and of the
    last quarter; of a day the least and the greatest value; the logarithm of the hours since admission. For
    an intervention, whether it was on in each hour, and the last values again where it was on at last.
    """
    rows = parquet.read_table(folder / "rows.parquet").to_pylist()
    table = parquet.read_table(folder / "imputed.parquet").drop_columns(["row_id", "hour"])
    masks = [name for name in table.column_names if name.endswith(" measured")]
    values = [name.removesuffix(" measured") for name in masks]
    value, measured = (_cells(table, names, len(rows), hours) for names in (values, masks))
    quarter = max(1, hours // 4)
    parts = [
        *(value[:, -1], value.mean(axis=1), np.abs(value).max(axis=1)),
        value[:, -quarter:].mean(axis=1) - value[:, :quarter].mean(axis=1),
        *(measured.mean(axis=1), measured[:, -quarter:].mean(axis=1)),
        np.log1p([[row["hours_in"]] for row in rows]),
    ]
    if "on" in table.column_names:
        on = _cells(table, ["on"], len(rows), hours)[:, :, 0]
        parts += [on, value[:, -1] * on[:, -1:]]
    else:
        parts += [value.min(axis=1), value.max(axis=1)]
    texts = [f"{key}={row[key]}" for row in rows for key in ("gender", "age", "ethnicity", "first_careunit")]
    return [row["row_id"] for row in rows], np.hstack(parts), np.array(texts).reshape(len(rows), -1)


def _cells(table: Any, names: list[str], rows: int, hours: int) -> Numbers:
    columns = [table[name].to_numpy().astype(float) for name in names]
    return np.column_stack(columns).reshape(rows, hours, -1)


def baseline(
    data: Path, dataset: str, labelled: list[str], asked: str, target: str
) -> tuple[list[str], Numbers]:
    """Ids of the asked rows, and their scores, shape (rows, 1), or (rows, 4) for an intervention."""
    hours = 24 if dataset == "stays" else 6
    known = [summaries(data / dataset / part, hours) for part in labelled]
    ids, features, texts = summaries(data / dataset / asked, hours)
    labels = np.concatenate(
        [parquet.read_table(data / dataset / part / "labels.parquet")[target].to_numpy() for part in labelled]
    )
    levels = np.unique(np.concatenate([given[2] for given in known]))
    trained = np.vstack([np.hstack([given[1], one_hot(given[2], levels)]) for given in known])
    asked_for = np.hstack([features, one_hot(texts, levels)])
    centre, spread = trained.mean(axis=0), trained.std(axis=0)
    spread[spread < 1e-9] = 1
    trained, asked_for = (trained - centre) / spread, (asked_for - centre) / spread
    scores = []
    for positive in [1] if dataset == "stays" else range(4):
        model = LogisticRegression(C=STRENGTH[dataset], solver="newton-cholesky", tol=1e-9, max_iter=500)
        scores.append(model.fit(trained, labels == positive).predict_proba(asked_for)[:, 1])
    return ids, np.column_stack(scores).round(6)


def one_hot(texts: Texts, levels: Texts) -> Numbers:
    """One column for each text that a row may hold, 1 where it does."""
    hot: Numbers = (texts[:, :, None] == levels).any(axis=1).astype(float)
    return hot
