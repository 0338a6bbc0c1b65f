"""The baselines: a logistic regression for each class on summaries of the imputed hours.

What a task needs of this is cut out and run in the box as it stands here, and on the host to calibrate the
reward. The loss is strictly convex and minimised to the end, and scores are rounded, so that where it runs
does not matter.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pyarrow import parquet  # type: ignore[import-untyped]
from sklearn.linear_model import LogisticRegression

Numbers = NDArray[np.float64]
Texts = NDArray[np.str_]
Stay = dict[str, Numbers]
Part = tuple[list[str], Numbers, Texts]


def solve_stays(data: Path, labelled: list[str], asked: str, target: str) -> tuple[list[str], Numbers]:
    """Ids of the asked stays, and their scores, shape (rows, 1)."""
    known = [of_day(data / "stays" / part) for part in labelled]
    ids, *wanted = of_day(data / "stays" / asked)
    return ids, scores(known, labels(data / "stays", labelled, target), wanted, [1], 0.003)


def solve_windows(
    data: Path, labelled: list[str], asked: str, target: str, strength: float
) -> tuple[list[str], Numbers]:
    """Ids of the asked windows of an intervention, and their scores, shape (rows, 4)."""
    known = [of_window(data / target / part) for part in labelled]
    ids, *wanted = of_window(data / target / asked)
    return ids, scores(known, labels(data / target, labelled, target), wanted, range(4), strength)


def solve_courses(
    data: Path,
    labelled: list[str],
    asked: str,
    target: str,
    label: Callable[[Stay], Any],
    signs: Callable[[Stay], list[float]],
) -> tuple[list[str], Numbers]:
    """Ids of the asked stays, and their scores, shape (rows, 1), learned from stays that ``label`` labels.

    ``signs`` are what the definition makes of a first day.
    """
    known, truth = [], []
    for part in labelled:
        ids, features, texts = of_treated_day(data / "course" / part, signs)
        told = [label(stay) for stay in whole_stays(data / "course" / part)]
        in_question = [place for place, one in enumerate(told) if one is not None]
        known.append((ids, features[in_question], texts[in_question]))
        truth += [told[place] for place in in_question]
    ids, *wanted = of_treated_day(data / target / asked, signs)
    return ids, scores(known, np.array(truth), wanted, [1], 0.003)


def whole_stays(folder: Path) -> Iterator[Stay]:
    """All hours that are shown of each stay of a part, in the order of its rows: column to values."""
    table = parquet.read_table(folder / "measured.parquet")
    starts = [*np.flatnonzero(table["hour"].to_numpy() == 0), len(table)]
    columns = {
        name: table[name].to_numpy().astype(float)
        for name in table.column_names
        if name not in ("row_id", "hour")
    }
    for start, stop in pairwise(starts):
        yield {name: values[start:stop] for name, values in columns.items()}


def labels(folder: Path, labelled: list[str], target: str) -> NDArray[Any]:
    """The labels of the labelled parts, one after the other."""
    tables = (parquet.read_table(folder / part / "labels.parquet") for part in labelled)
    return np.concatenate([table[target].to_numpy() for table in tables])


def of_day(folder: Path) -> Part:
    """What :func:`of_hours` tells of 24 hours, and the least and the greatest value."""
    ids, parts, texts, value, _ = of_hours(folder, 24)
    return ids, np.hstack([*parts, value.min(axis=1), value.max(axis=1)]), texts


def of_window(folder: Path) -> Part:
    """What is told of 6 hours, whether it was on in each, and the last values again where it was at last."""
    ids, parts, texts, value, table = of_hours(folder, 6)
    on = cells(table, ["on"], len(ids), 6)[:, :, 0]
    return ids, np.hstack([*parts, on, value[:, -1] * on[:, -1:]]), texts


def of_treated_day(folder: Path, signs: Callable[[Stay], list[float]]) -> Part:
    """What :func:`of_day` tells, which treatment was on at last, and how long, and the definition's signs.

    These are there eight times, so that weights on them are held back by an eighth.
    """
    ids, features, texts = of_day(folder)
    treated = parquet.read_table(folder / "imputed.parquet", columns=["vent", "vaso"])
    on = cells(treated, ["vent", "vaso"], len(ids), 24)
    told = np.array([signs(stay) for stay in whole_stays(folder)], float)
    return ids, np.hstack([features, on[:, -1], on.mean(axis=1), *[told] * 8]), texts


def of_hours(folder: Path, hours: int) -> tuple[list[str], list[Any], Texts, Numbers, Any]:
    """Row ids, features and texts of a part, its values, shape (rows, hours, variables), and their table.

    Features are of each variable the last value, the mean, how far the value ever was from the usual, how it
    changed from the first quarter to the last, and the share of hours with a measurement, of all and of the
    last quarter; and the logarithm of the hours since admission.
    """
    rows = parquet.read_table(folder / "rows.parquet").to_pylist()
    table = parquet.read_table(folder / "imputed.parquet").drop_columns(["row_id", "hour"])
    masks = [name for name in table.column_names if name.endswith(" measured")]
    values = [name.removesuffix(" measured") for name in masks]
    value, measured = (cells(table, names, len(rows), hours) for names in (values, masks))
    quarter = max(1, hours // 4)
    parts = [
        *(value[:, -1], value.mean(axis=1), np.abs(value).max(axis=1)),
        value[:, -quarter:].mean(axis=1) - value[:, :quarter].mean(axis=1),
        *(measured.mean(axis=1), measured[:, -quarter:].mean(axis=1)),
        np.log1p([[row["hours_in"]] for row in rows]),
    ]
    texts = [f"{key}={row[key]}" for row in rows for key in ("gender", "age", "ethnicity", "first_careunit")]
    return [row["row_id"] for row in rows], parts, np.array(texts).reshape(len(rows), -1), value, table


def cells(table: Any, names: list[str], rows: int, hours: int) -> Numbers:
    """Columns of a table, shape (rows, hours, columns)."""
    columns = [table[name].to_numpy().astype(float) for name in names]
    return np.column_stack(columns).reshape(rows, hours, -1)


def scores(
    known: list[Part], truth: NDArray[Any], wanted: list[Any], classes: Iterable[int], strength: float
) -> Numbers:
    """A column for each class: how likely the wanted rows, given by features and texts, are of it."""
    levels = np.unique(np.concatenate([given[2] for given in known]))
    trained = np.vstack([np.hstack([given[1], one_hot(given[2], levels)]) for given in known])
    asked_for = np.hstack([wanted[0], one_hot(wanted[1], levels)])
    centre, spread = trained.mean(axis=0), trained.std(axis=0)
    spread[spread < 1e-9] = 1
    trained, asked_for = (trained - centre) / spread, (asked_for - centre) / spread
    columns = []
    for positive in classes:
        model = LogisticRegression(C=strength, solver="newton-cholesky", tol=1e-9, max_iter=500)
        columns.append(model.fit(trained, truth == positive).predict_proba(asked_for)[:, 1])
    return np.column_stack(columns).round(6)


def one_hot(texts: Texts, levels: Texts) -> Numbers:
    """One column for each text that a row may hold, 1 where it does."""
    hot: Numbers = (texts[:, :, None] == levels).any(axis=1).astype(float)
    return hot
