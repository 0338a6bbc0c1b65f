"""Raw files written piece by piece."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeAlias

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
from numpy.typing import NDArray
from pyarrow import csv

from medgym_ehr.raw.layout import ColumnType, Layout, RawFile

ARROW_TYPES: dict[ColumnType, pa.DataType] = {
    "integer": pa.int64(),
    "real": pa.float64(),
    "text": pa.string(),
    "time": pa.timestamp("s"),
    "clock": pa.time32("s"),
}
"""Column type to what is written: times without zone ``YYYY-MM-DD HH:MM:SS``, of day ``HH:MM:SS``."""

Column: TypeAlias = NDArray[Any] | pa.Array
"""Values of a column; NaN, NaT and None are null."""


@dataclass(frozen=True)
class Rows:
    """Rows of one file, in the order of their patients."""

    patient: NDArray[np.int64]
    """Number of each row's patient, ascending."""
    columns: Mapping[str, Column]
    """Column name to values. What the writer counts is not among them, and columns left out are empty."""

    def of_first(self, patients: int) -> Rows:
        """The rows of patients numbered below ``patients``."""
        end = int(np.searchsorted(self.patient, patients))
        return Rows(self.patient[:end], {name: values[:end] for name, values in self.columns.items()})


def optional(values: NDArray[np.int64], present: NDArray[np.bool_]) -> pa.Array:
    """Whole numbers, null where not ``present``."""
    return pa.array(values, mask=~present)


class RawWriter:
    """Appends to all files of a layout; a context, whose exit closes them."""

    def __init__(self, out: Path, layout: Layout, counted: Mapping[str, str]) -> None:
        """Writes into the folder ``out``; every file exists, with its header, once the context is entered.

        Args:
            out: where to write.
            layout: what to write.
            counted: file to the column that numbers its rows, from 1.
        """
        self._out, self._layout, self._counted = out, layout, counted
        self._open = ExitStack()
        self._writers: dict[str, csv.CSVWriter] = {}
        self._counts = dict.fromkeys(layout.files, 0)

    def __enter__(self) -> Self:
        """Create all files."""
        for file in self._layout.files.values():
            writer = csv.CSVWriter(self._out / f"{file.name}.csv", _schema(file))
            self._writers[file.name] = self._open.enter_context(writer)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Finish and close all files."""
        self._open.close()

    def append(self, name: str, rows: Rows) -> None:
        """Write ``rows`` at the end of the file ``name``."""
        count, start = len(rows.patient), self._counts[name] + 1
        schema = _schema(self._layout.files[name])
        columns = dict(rows.columns)
        if name in self._counted:
            columns[self._counted[name]] = np.arange(start, start + count)
        if unknown := columns.keys() - set(schema.names):
            raise ValueError(f"{name} has no column {', '.join(sorted(unknown))}")
        arrays = [_array(columns.get(field.name), field.type, count) for field in schema]
        self._writers[name].write_table(pa.table(arrays, schema=schema))
        self._counts[name] += count


def _schema(file: RawFile) -> pa.Schema:
    return pa.schema([(name, ARROW_TYPES[kind]) for name, kind in file.columns.items()])


def _array(values: Column | None, kind: pa.DataType, count: int) -> pa.Array:
    if values is None:
        return pa.nulls(count, kind)
    if isinstance(values, pa.Array):
        return values.cast(kind)
    return pa.array(values, type=kind, from_pandas=True)
