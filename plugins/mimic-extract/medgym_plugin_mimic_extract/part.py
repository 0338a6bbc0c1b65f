"""A part of a dataset: rows with what is known of them, their hours as measured and imputed, and labels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
from numpy.typing import NDArray
from pyarrow import parquet

from medgym_plugin_mimic_extract.extract import Stay
from medgym_plugin_mimic_extract.imputation import Imputed, Statistics
from medgym_plugin_mimic_extract.variable import names

ROWS, MEASURED, IMPUTED, LABELS = "rows.parquet", "measured.parquet", "imputed.parquet", "labels.parquet"
"""Files of a part."""
BATCH = 512
"""Rows written at a time."""


class Rows(NamedTuple):
    """Rows of one stay."""

    about: Sequence[Mapping[str, Any]]
    """What ``rows.parquet`` says of each."""
    labels: Sequence[Mapping[str, int]]
    """Their labels."""
    measured: NDArray[np.float64]
    """Hourly means, shape (rows, hours, variables)."""
    imputed: Imputed
    """The same, imputed, of as many hours or fewer."""
    treated: Mapping[str, NDArray[np.int8]]
    """Column to whether the intervention was on, shape (rows, hours), where the dataset is about some."""


def about_rows(stay: Stay, ids: Sequence[str], starts: NDArray[np.int64]) -> Iterator[dict[str, Any]]:
    """What ``rows.parquet`` says of rows of a stay that begin at ``starts``."""
    for row, start in zip(ids, starts.tolist(), strict=True):
        yield {
            "row_id": row,
            "gender": stay.gender,
            "age": stay.age,
            "ethnicity": stay.ethnicity,
            "first_careunit": stay.unit,
            "hour_of_day": (stay.hour + start) % 24 if stay.hour >= 0 else None,
            "hours_in": start,
        }


class PartWriter:
    """Writes the files of one part, a batch at a time; closes with ``with``."""

    def __init__(self, folder: Path, labels: Path, known: Statistics) -> None:
        """Writes into ``folder``, but labels to the file ``labels``."""
        folder.mkdir(parents=True)
        labels.parent.mkdir(parents=True, exist_ok=True)
        self._paths = {
            ROWS: folder / ROWS,
            MEASURED: folder / MEASURED,
            IMPUTED: folder / IMPUTED,
            LABELS: labels,
        }
        self._chosen = [names()[place] for place in known.chosen]
        self._waiting: list[Rows] = []
        self._count = 0
        self._writers: dict[str, Any] = {}
        self._stack = ExitStack()

    def __enter__(self) -> PartWriter:
        """Return the writer; each file opens with the first batch that it takes."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Write what waits, and close the files."""
        with self._stack:
            if kind is None and self._waiting:
                self._flush()

    def add(self, rows: Rows) -> None:
        """Add rows of one stay; they are written once ``BATCH`` rows wait, or at the end."""
        self._waiting.append(rows)
        self._count += len(rows.about)
        if self._count >= BATCH:
            self._flush()

    def _flush(self) -> None:
        waiting, self._waiting, self._count = self._waiting, [], 0
        about = [row for rows in waiting for row in rows.about]
        ids = [row["row_id"] for row in about]
        self._write(ROWS, pa.Table.from_pylist(about))
        if named := [*waiting[0].labels[0]]:
            given = {name: [row[name] for rows in waiting for row in rows.labels] for name in named}
            cells = {name: pa.array(values, pa.uint8()) for name, values in given.items()}
            self._write(LABELS, pa.table({"row_id": ids} | cells))
        hours = [rows.measured.shape[1] for rows in waiting]
        flat = np.concatenate([_lines(rows.measured).astype(np.float32) for rows in waiting])
        self._write(MEASURED, pa.table(_head(waiting, hours) | dict(zip(names(), flat.T, strict=True))))
        hours = [rows.imputed.value.shape[1] for rows in waiting]
        columns = self._columns([rows.imputed for rows in waiting])
        self._write(IMPUTED, pa.table(_head(waiting, hours) | columns))

    def _columns(self, imputed: Sequence[Imputed]) -> dict[str, NDArray[Any]]:
        columns: dict[str, NDArray[Any]] = {}
        for suffix, pieces in zip(("", " measured", " hours since"), zip(*imputed, strict=True), strict=True):
            flat = np.concatenate([_lines(piece) for piece in pieces])
            columns |= {f"{name}{suffix}": column for name, column in zip(self._chosen, flat.T, strict=True)}
        return columns

    def _write(self, name: str, table: Any) -> None:
        if name not in self._writers:
            writer = parquet.ParquetWriter(self._paths[name], table.schema, compression="zstd")
            self._writers[name] = self._stack.enter_context(writer)
        self._writers[name].write_table(table)


def _head(waiting: Sequence[Rows], hours: Sequence[int]) -> dict[str, Any]:
    """Row id, hour and treatments of each line, where each of ``waiting`` has so many hours."""
    counts = [len(rows.about) for rows in waiting]
    ids = [row["row_id"] for rows in waiting for row in rows.about]
    repeated = np.repeat(np.arange(len(ids)), np.repeat(hours, counts))
    counted = [
        np.tile(np.arange(one, dtype=np.uint8), count) for one, count in zip(hours, counts, strict=True)
    ]
    head = {"row_id": pa.array(ids).take(pa.array(repeated)), "hour": np.concatenate(counted)}
    for name in waiting[0].treated:
        cells = [rows.treated[name][:, :one].ravel() for rows, one in zip(waiting, hours, strict=True)]
        head[name] = np.concatenate(cells).astype(np.uint8)
    return head


def _lines(values: NDArray[Any]) -> NDArray[Any]:
    """Values of shape (rows, hours, columns), one line an hour."""
    return values.reshape(-1, values.shape[-1])
