"""Single facts that boxes show of a row: what rewards must begin above, since they need no model."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from pyarrow import parquet  # type: ignore[import-untyped]
from scipy.stats import rankdata  # type: ignore[import-untyped]

from medgym_plugin_mimic_extract.part import IMPUTED, MEASURED, ROWS


def facts(folder: Path) -> NDArray[np.float64]:
    """Every fact of each row, shape (rows, facts).

    They are each text of ``rows.parquet`` (1 where it is so), and its numbers; of each column of
    ``imputed.parquet`` the last hour's, mean, least and greatest value, its range, deviation and change
    from the first hour to the last; of each variable in ``measured.parquet`` the hours with a measurement,
    the mean, least, greatest, first and last of these, their range, deviation and change, and the last
    hour's, a gap being below all; mean, least and greatest with each gap filled by the variable's mean over
    all rows; and how many measurements, and hours with any, there are.
    """
    rows = parquet.read_table(folder / ROWS).to_pylist()
    imputed = _cells(folder / IMPUTED, len(rows))
    columns = [imputed[:, -1], imputed.mean(axis=1), imputed.min(axis=1), imputed.max(axis=1)]
    columns += [np.ptp(imputed, axis=1), imputed.std(axis=1), imputed[:, -1] - imputed[:, 0]]
    measured = _cells(folder / MEASURED, len(rows))
    columns += [*_measured(measured), _gaps_lowest(measured[:, -1])]
    filled = _filled(measured)
    columns += [filled.mean(axis=1), filled.min(axis=1), filled.max(axis=1)]
    for name in sorted(rows[0].keys() - {"row_id"}):
        values = [row[name] for row in rows]
        if any(isinstance(one, str) for one in values):
            levels = sorted({*map(str, values)})
            columns += [np.array([[one == level] for one in values]) for level in levels]
        else:
            columns.append(np.array([[-1 if one is None else one] for one in values]))
    return np.hstack([column.astype(float) for column in columns])


def best_facts(shown: NDArray[np.float64], labels: NDArray[np.int64], classes: int) -> list[list[float]]:
    """The fact of the best AUROC, in either direction, of each class against the rest: its value by row.

    With two classes that is one column, else one for each class; ``calibrate`` takes them as its columns.

    Args:
        shown: facts, shape (rows, facts).
        labels: the class of each row, from 0.
        classes: number of classes.
    """
    ranks = rankdata(shown, axis=0)
    found = []
    for one in [1] if classes == 2 else range(classes):
        own = labels == one
        expected = own.sum() * (len(labels) + 1) / 2
        found.append(shown[:, np.abs(own @ ranks - expected).argmax()].tolist())
    return found


def _cells(path: Path, rows: int) -> NDArray[np.float64]:
    """Numbers of a file, shape (rows, hours, columns)."""
    table = parquet.read_table(path).drop_columns(["row_id", "hour"])
    cells = np.column_stack([table[name].to_numpy().astype(float) for name in table.column_names])
    return cells.reshape(rows, -1, cells.shape[1])


def _filled(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Values of shape (rows, hours, columns), a gap being the mean of its column; 0 without any value."""
    seen = np.isfinite(values)
    mean = np.where(seen, values, 0).sum(axis=(0, 1)) / np.maximum(seen.sum(axis=(0, 1)), 1)
    return np.where(seen, values, mean)


def _gaps_lowest(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Values of shape (rows, columns), a gap below all of its column."""
    least = np.min(np.where(np.isfinite(values), values, np.inf), axis=0)
    return np.where(np.isfinite(values), values, np.where(np.isfinite(least), least - 1, 0))


def _measured(values: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """Facts of hourly means with gaps, shape (rows, hours, columns); an empty one is the column's mean."""
    seen = np.isfinite(values)
    hours = seen.sum(axis=1)
    mean, square = (
        np.where(seen, each, 0).sum(axis=1) / np.maximum(hours, 1) for each in (values, values**2)
    )
    least = np.where(seen, values, np.inf).min(axis=1)
    greatest = np.where(seen, values, -np.inf).max(axis=1)
    first, last = (_at(values, place) for place in _ends(seen))
    deviation = np.sqrt(np.maximum(square - mean**2, 0))
    columns = [hours, hours.sum(axis=1, keepdims=True), seen.any(axis=2).sum(axis=1, keepdims=True)]
    for summary in (mean, least, greatest, first, last, greatest - least, deviation, last - first):
        known = np.where(hours > 0, summary, 0)
        usual = known.sum(axis=0) / np.maximum((hours > 0).sum(axis=0), 1)
        columns.append(np.where(hours > 0, known, usual))
    return columns


def _ends(seen: NDArray[np.bool_]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The first and the last hour that was seen, shape (rows, columns); of none, any."""
    return seen.argmax(axis=1), seen.shape[1] - 1 - seen[:, ::-1].argmax(axis=1)


def _at(values: NDArray[np.float64], hour: NDArray[np.int64]) -> NDArray[np.float64]:
    """Values of shape (rows, hours, columns) at an hour of each row and column."""
    return np.take_along_axis(values, hour[:, None], axis=1)[:, 0]
