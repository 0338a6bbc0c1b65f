"""Frames that pandas stored in HDF5, read piece by piece without pandas, PyTables or unpickling.

pandas writes a frame as a group of one of two forms. ``fixed``: the two axes, each as one array or, for a
MultiIndex, as levels and codes, and blocks of values of one type, a row of the block a row of the frame.
``table``: one array of records; a field holds a block of columns, whose names are in an attribute; category
columns hold codes into a table beside. Texts are bytes of fixed length in both. What pandas could only store
as pickled objects is refused where it is asked for: reading it can run code.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import h5py  # type: ignore[import-untyped]
import numpy as np
from numpy.typing import NDArray

from medgym_core import DataError
from medgym_plugin_mimic_extract.plain_list import plain_list

Label: TypeAlias = tuple[str, ...]
"""Name of a column: one text per level."""
Array: TypeAlias = NDArray[Any]


@dataclass(frozen=True)
class _Place:
    """Where the values of a column lie."""

    source: str
    """Dataset of a block (fixed), or field of the records (table)."""
    position: int
    """Which of the block's columns."""


class Frame:
    """One stored frame; the file must stay open."""

    def __init__(self, file: h5py.File, key: str) -> None:
        """Reads names and shape, no values.

        Raises:
            DataError: if there is no such frame, or it is stored in a form that cannot be read safely.
        """
        self.key = key
        self._where = f"{file.filename}, {key}"
        group = file.get(key)
        if not isinstance(group, h5py.Group):
            there = ", ".join(sorted(file)) or "nothing"
            raise DataError(
                f"{file.filename} has no frame {key!r}, only {there}; it is no MIMIC-Extract output"
            )
        self._group = group
        form = _text(group.attrs.get("pandas_type", b""))
        if form not in ("frame", "frame_table"):
            raise DataError(f"{self._where} is no stored frame (pandas_type {form!r}); write it with to_hdf")
        self._is_table = form == "frame_table"
        self._datasets: dict[str, h5py.Dataset] = {}
        self._plans: dict[tuple[Label, ...], list[tuple[str, list[int], list[int]]]] = {}
        self._places = self._table_places() if self._is_table else self._fixed_places()

    @property
    def columns(self) -> tuple[Label, ...]:
        """Names of all columns, in the order of their blocks."""
        return tuple(self._places)

    @cached_property
    def index(self) -> dict[str, NDArray[np.int64]]:
        """Name of a level to its value on every row.

        Raises:
            DataError: if a level is unnamed, not of whole numbers, or a row has none.
        """
        if self._is_table:
            names = [name for name in self._fields() if not re.match(r"index$|values_block_", name)]
            return {name: self._records[name].astype(np.int64) for name in names}
        if _text(self._group.attrs.get("axis1_variety", b"")) != "multi":
            raise DataError(f"{self._where} has no row MultiIndex; it is no MIMIC-Extract output")
        levels = range(int(self._group.attrs["axis1_nlevels"]))
        return dict(self._level("axis1", number) for number in levels)

    def rows(self) -> int:
        """Number of rows that the frame holds, hours of all stays or windows alike."""
        return len(self._records) if self._is_table else len(next(iter(self.index.values())))

    def numbers(self, columns: Sequence[Label], start: int, stop: int) -> NDArray[np.float64]:
        """Values of numeric columns on rows ``start`` to ``stop``, one column each; NaN where missing.

        Raises:
            DataError: if a column is not there or holds no plain numbers.
        """
        values = np.empty((stop - start, len(columns)))
        for source, wanted, positions in self._plan(tuple(columns)):
            block = self._block(source, start, stop)
            if block.dtype.kind not in "fiub":
                raise DataError(f"{self._where} stores {block.dtype} where numbers are needed")
            values[:, wanted] = block[:, positions]
        return values

    def texts(self, column: str) -> list[str | None]:
        """Values of a text or category column of a table.

        Raises:
            DataError: if it is not there, or this is no table.
        """
        place = self._place((column,))
        if not self._is_table:
            raise DataError(
                f"{self._where} is stored as pickled objects, which could run code when read; "
                "store it with to_hdf(..., format='table')"
            )
        values = self._records[place.source][:, place.position]
        if values.dtype.kind != "S":
            names = [*self._categories(place.source), None]
            if values.min(initial=-1) < -1 or values.max(initial=-1) > len(names) - 2:
                raise DataError(f"{self._where}, {column}: a code has no category; get the file again")
            return [names[code] for code in values]
        missing = _text(self._attribute(f"{place.source}_nan_rep", b"nan"))
        return [None if text == missing else text for text in map(_text, values)]

    def hours_of_day(self, column: str) -> NDArray[np.int64]:
        """The hour, 0 to 23, of a column of times of a table; -1 where missing.

        Raises:
            DataError: if it is not there, or holds no times.
        """
        place = self._place((column,))
        kind = _text(self._attribute(f"{place.source}_dtype", b"")) if self._is_table else ""
        unit = re.fullmatch(r"datetime64(?:\[(s|ms|us|ns)\])?", kind)
        if unit is None:
            raise DataError(f"{self._where}, {column} holds no times; it is no MIMIC-Extract output")
        counts = self._records[place.source][:, place.position]
        an_hour = 3600 * {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}[unit[1] or "ns"]
        return np.where(counts == np.iinfo(np.int64).min, -1, counts // an_hour % 24)

    def _plan(self, columns: tuple[Label, ...]) -> list[tuple[str, list[int], list[int]]]:
        """Each block that holds some of the columns, which they are, and where in the block they lie."""
        if columns not in self._plans:
            places = [self._place(label) for label in columns]
            self._plans[columns] = [
                (
                    source,
                    [number for number, place in enumerate(places) if place.source == source],
                    [place.position for place in places if place.source == source],
                )
                for source in dict.fromkeys(place.source for place in places)
            ]
        return self._plans[columns]

    @cached_property
    def _records(self) -> Array:
        values: Array = self._dataset("table")[:]
        return values

    def _fields(self) -> tuple[str, ...]:
        return self._records.dtype.names or ()

    def _place(self, label: Label) -> _Place:
        if label not in self._places:
            raise DataError(
                f"{self._where} has no column {' / '.join(label)!r}; it is no MIMIC-Extract output"
            )
        return self._places[label]

    def _block(self, source: str, start: int, stop: int) -> Array:
        if self._is_table:
            fields: Array = self._records[source][start:stop]
            return fields
        dataset = self._dataset(source)
        shape = self.rows(), sum(place.source == source for place in self._places.values())
        if dataset.shape != shape:
            raise DataError(
                f"{self._where}, {source} has {' x '.join(map(str, dataset.shape))} rows and columns where "
                f"its index says {shape[0]} x {shape[1]}; get the file again"
            )
        block: Array = dataset[start:stop]
        return block

    def _fixed_places(self) -> dict[Label, _Place]:
        places: dict[Label, _Place] = {}
        for number in range(int(self._group.attrs.get("nblocks", 0))):
            labels = self._labels(f"block{number}_items")
            for position, label in enumerate(labels):
                places[label] = _Place(f"block{number}_values", position)
        return places

    def _table_places(self) -> dict[Label, _Place]:
        places: dict[Label, _Place] = {}
        for field in self._fields():
            if field.startswith("values_block_"):
                where = f"{self._where}, attribute {field}_kind"
                for position, name in enumerate(
                    plain_list(bytes(self._attribute(f"{field}_kind", b"")), where)
                ):
                    places[name,] = _Place(field, position)
        return places

    def _labels(self, axis: str) -> list[Label]:
        if _text(self._group.attrs.get(f"{axis}_variety", b"")) != "multi":
            return [(_text(name),) for name in self._dataset(axis)[:]]
        levels = range(int(self._group.attrs[f"{axis}_nlevels"]))
        values = [self._decoded(axis, number) for number in levels]
        return [tuple(map(_text, label)) for label in zip(*values, strict=True)]

    def _level(self, axis: str, number: int) -> tuple[str, NDArray[np.int64]]:
        name = _text(self._dataset(f"{axis}_level{number}").attrs.get("name", b""))
        values = self._decoded(axis, number)
        if values.dtype.kind not in "iu":
            raise DataError(f"{self._where}: level {name!r} of the rows holds no whole numbers")
        return name, values.astype(np.int64)

    def _decoded(self, axis: str, number: int) -> Array:
        values: Array = self._dataset(f"{axis}_level{number}")[:]
        codes: Array = self._dataset(f"{axis}_label{number}")[:]
        if codes.min(initial=0) < 0 or codes.max(initial=-1) >= len(values):
            raise DataError(
                f"{self._where}: a code of {axis} has no value in level {number}; get the file again"
            )
        decoded: Array = values[codes]
        return decoded

    def _categories(self, field: str) -> list[str]:
        return [_text(value) for value in self._dataset(f"meta/{field}/meta/table")["values"]]

    def _attribute(self, name: str, default: bytes) -> Any:
        return self._dataset("table").attrs.get(name, default)

    def _dataset(self, name: str) -> h5py.Dataset:
        if name in self._datasets:
            return self._datasets[name]
        dataset = self._group.get(name)
        if not isinstance(dataset, h5py.Dataset):
            raise DataError(f"{self._where} lacks {name}; the file is not whole, get it again")
        if dataset.dtype.kind == "O" or dataset.external:
            raise DataError(
                f"{self._where}, {name} holds pickled objects or points to another file, which is not read: "
                "it could run code; store the frame with to_hdf(..., format='table')"
            )
        self._datasets[name] = dataset
        return dataset


def _text(value: Any) -> str:
    return value.decode("utf-8") if isinstance(value, bytes) else str(value)
