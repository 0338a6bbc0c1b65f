"""Rows of one target and part: features in one file, labels in another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
from numpy.typing import NDArray
from pyarrow import parquet

from medgym_core import Pseudonyms
from medgym_plugin_ehrshot.counting import Counts
from medgym_plugin_ehrshot.record import Label
from medgym_plugin_ehrshot.target import ASKED, Target

ROWS = "rows.parquet"
"""Name of a file of features."""
KEYS = "{}-rows.parquet"
"""Name of a private file, by part, of who and when the rows are."""
COURSE_KEYS = "{}-course.parquet"
"""The same of held-out targets, beside whose rows no published features are written."""
KEYS_SCHEMA = pa.schema([("row_id", pa.string()), ("patient", pa.int64()), ("time", pa.int64())])
ROWS_SCHEMA = pa.schema(
    [
        ("row_id", pa.string()),
        ("age", pa.float32()),
        ("codes", pa.list_(pa.uint16())),
        ("counts", pa.list_(pa.uint16())),
        ("recent", pa.list_(pa.uint16())),
    ]
)
"""Columns of a file of features."""


class Features(NamedTuple):
    """What is known of a patient at a time."""

    age: float
    codes: NDArray[np.uint16]
    counts: NDArray[np.uint16]
    recent: NDArray[np.uint16]


class Row(NamedTuple):
    """A row: who, when, and what is known then."""

    row_id: str
    patient: int
    name: str
    """What stands for the patient in files of labels."""
    time: int
    label: Label
    features: Features


def features_at(counts: Counts, at: int) -> Features:
    """Features at one of the times that were counted, by its place."""
    there = np.flatnonzero(counts.total[at])
    columns = counts.columns.astype(np.uint16)
    return Features(float(counts.ages[at]), columns[there], counts.total[at, there], counts.recent[at, there])


def rows_of(
    place: tuple[str, str],
    patient: int,
    labels: Sequence[Label],
    times: NDArray[np.int64],
    counts: Counts,
    names: Pseudonyms,
) -> list[Row]:
    """The rows of one patient in a target's part; labels of one time are numbered in their order.

    Where labels are asked for all are of one time, and there is one row, drawn by the key of ``names``.
    """
    numbers = _numbered(labels)
    if numbers and place[1] in ASKED.values():
        # Not the row whose id comes first: then ids would show how many there are to draw from.
        numbers = [min(numbers, key=lambda one: names.number("draw", *place, patient, one[0].time, one[1]))]
    rows = []
    name = f"p{names.name('patient', patient)}"
    for label, number in numbers:
        row_id = f"r{names.name('row', *place, patient, label.time, number)}"
        features = features_at(counts, int(np.searchsorted(times, label.time)))
        rows.append(Row(row_id, patient, name, label.time, label, features))
    return rows


def _numbered(labels: Sequence[Label]) -> list[tuple[Label, int]]:
    """Labels with the number of each among those of its time, from 0."""
    seen: Counter[int] = Counter()
    numbered = []
    for label in labels:
        numbered.append((label, seen[label.time]))
        seen[label.time] += 1
    return numbered


class PartWriter:
    """Writes the files of one target and part; closes with ``with``."""

    def __init__(self, target: Target, folder: Path, labels: Path, keys: Path) -> None:
        """Writes features into ``folder``, and labels and keys to the files of these names."""
        self._target = target
        self._stack = ExitStack()
        schema = pa.schema(
            [("row_id", pa.string()), ("patient", pa.string())]
            + [(name, pa.uint8()) for name in target.label_columns]
        )
        folder.mkdir(parents=True, exist_ok=True)
        labels.parent.mkdir(parents=True, exist_ok=True)
        keys.parent.mkdir(parents=True, exist_ok=True)
        self._rows, self._labels, self._keys = (
            self._stack.enter_context(parquet.ParquetWriter(path, schema, compression="zstd"))
            for path, schema in ((folder / ROWS, ROWS_SCHEMA), (labels, schema), (keys, KEYS_SCHEMA))
        )
        self._waiting: list[Row] = []

    def __enter__(self) -> PartWriter:
        """Return the writer, whose files are open since it was made."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the files; what was not flushed is lost."""
        self._stack.close()

    def add(self, rows: Sequence[Row]) -> None:
        """Keep rows until they are flushed."""
        self._waiting += rows

    def flush(self) -> int:
        """Write what is kept in the order of the ids, which reveals nothing; give the number of rows."""
        rows, self._waiting = sorted(self._waiting, key=lambda row: row.row_id), []
        if rows:
            ids = [row.row_id for row in rows]
            self._rows.write_table(feature_table(ids, [row.features for row in rows]))
            self._labels.write_table(_labels(self._target, rows, self._labels.schema))
            keys = zip(*((row.row_id, row.patient, row.time) for row in rows), strict=True)
            self._keys.write_table(pa.table([pa.array(column) for column in keys], schema=KEYS_SCHEMA))
        return len(rows)


def feature_table(ids: Sequence[str], features: Sequence[Features]) -> Any:
    """A table of rows: their ids and, of each, what is known."""
    ages, *cells = zip(*features, strict=True)
    stops = pa.array(np.cumsum([0, *map(len, cells[0])]), pa.int32())
    lists = (pa.ListArray.from_arrays(stops, pa.array(np.concatenate(pieces))) for pieces in cells)
    ages = pa.array(ages, pa.float32(), from_pandas=True)
    return pa.table([pa.array(ids), ages, *lists], schema=ROWS_SCHEMA)


def _labels(target: Target, rows: Sequence[Row], schema: Any) -> Any:
    cells = zip(*(target.shown(row.label.value) for row in rows), strict=True)
    ids = [pa.array([row.row_id for row in rows]), pa.array([row.name for row in rows])]
    return pa.table([*ids, *(pa.array(column, pa.uint8()) for column in cells)], schema=schema)
