"""Rows of one target and role: features in one file, labels in another."""

from __future__ import annotations

import hashlib
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

from medgym_plugin_ehrshot.counting import Counts
from medgym_plugin_ehrshot.record import Label
from medgym_plugin_ehrshot.target import Target

ROWS = "rows.parquet"
"""Name of a file of features."""
KEYS = "{}-rows.parquet"
"""Name of a private file, by role, of who and when the rows are."""
_MOST = np.iinfo(np.uint16).max
_KEYS_SCHEMA = pa.schema([("row_id", pa.string()), ("patient", pa.int64()), ("time", pa.int64())])
_ROWS_SCHEMA = pa.schema(
    [
        ("row_id", pa.string()),
        ("age", pa.float32()),
        ("codes", pa.list_(pa.uint16())),
        ("counts", pa.list_(pa.uint16())),
        ("recent", pa.list_(pa.uint16())),
    ]
)


class Row(NamedTuple):
    """A row: who, when, and what is known then."""

    row_id: str
    patient: int
    time: int
    label: Label
    age: float
    codes: NDArray[np.uint16]
    counts: NDArray[np.uint16]
    recent: NDArray[np.uint16]


def rows_of(
    target: str, patient: int, labels: Sequence[Label], times: NDArray[np.int64], counts: Counts
) -> list[Row]:
    """The rows of one patient; labels of one time are told apart by their order."""
    seen: Counter[int] = Counter()
    rows = []
    for label in labels:
        place = int(np.searchsorted(times, label.time))
        codes = np.flatnonzero(counts.total[place])
        rows.append(
            Row(
                row_id(target, patient, label.time, seen[label.time]),
                patient,
                label.time,
                label,
                float(counts.ages[place]),
                codes.astype(np.uint16),
                counts.total[place, codes].clip(max=_MOST).astype(np.uint16),
                counts.recent[place, codes].clip(max=_MOST).astype(np.uint16),
            )
        )
        seen[label.time] += 1
    return rows


def row_id(target: str, patient: int, time: int, number: int) -> str:
    """Opaque name of a row: it tells neither patient nor time nor order."""
    return f"r{_hash(f'{target}/{patient}/{time}/{number}', 15)}"


def patient_id(patient: int) -> str:
    """Opaque name of a patient."""
    return f"p{_hash(f'patient/{patient}', 10)}"


def _hash(text: str, digits: int) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:digits]


class PartWriter:
    """Writes the files of one target and role; closes with ``with``."""

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
            for path, schema in ((folder / ROWS, _ROWS_SCHEMA), (labels, schema), (keys, _KEYS_SCHEMA))
        )
        self._waiting: list[Row] = []

    def __enter__(self) -> PartWriter:
        """The writer itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the files."""
        self._stack.close()

    def add(self, rows: Sequence[Row]) -> None:
        """Keep rows until they are flushed."""
        self._waiting += rows

    def flush(self) -> int:
        """Write what is kept in the order of the ids, which are hashes; give the number of rows."""
        rows, self._waiting = sorted(self._waiting, key=lambda row: row.row_id), []
        if rows:
            self._rows.write_table(_features(rows))
            self._labels.write_table(_labels(self._target, rows, self._labels.schema))
            keys = zip(*((row.row_id, row.patient, row.time) for row in rows), strict=True)
            self._keys.write_table(pa.table([pa.array(column) for column in keys], schema=_KEYS_SCHEMA))
        return len(rows)


def _features(rows: Sequence[Row]) -> Any:
    stops = pa.array(np.cumsum([0, *(len(row.codes) for row in rows)]), pa.int32())
    lists = (
        pa.ListArray.from_arrays(stops, pa.array(np.concatenate(pieces)))
        for pieces in zip(*((row.codes, row.counts, row.recent) for row in rows), strict=True)
    )
    ages = pa.array([row.age for row in rows], pa.float32(), from_pandas=True)
    return pa.table([pa.array([row.row_id for row in rows]), ages, *lists], schema=_ROWS_SCHEMA)


def _labels(target: Target, rows: Sequence[Row], schema: Any) -> Any:
    cells = zip(*(target.shown(row.label.value) for row in rows), strict=True)
    ids = [pa.array([row.row_id for row in rows]), pa.array([patient_id(row.patient) for row in rows])]
    return pa.table([*ids, *(pa.array(column, pa.uint8()) for column in cells)], schema=schema)
