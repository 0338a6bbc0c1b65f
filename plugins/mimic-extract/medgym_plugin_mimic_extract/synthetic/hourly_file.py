"""Hourly frames in the form that pandas calls ``fixed``, written piece by piece.

What :func:`pandas.read_hdf` needs of groups, arrays and attributes is all there; the tests read it so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import h5py  # type: ignore[import-untyped]
import numpy as np
from numpy.typing import NDArray

from medgym_plugin_mimic_extract.synthetic.cohort import LONGEST, Cohort

ROWS = 64
"""Rows of a compressed piece."""
NAMELESS = b"N."
"""How PyTables stores that something is nothing."""


class HourlyFrame:
    """A frame of one type of values that grows by rows."""

    def __init__(self, file: h5py.File, key: str, columns: Sequence[tuple[str, ...]], kind: str) -> None:
        """Makes the group, with its columns."""
        self._group = file.create_group(key)
        put(self._group, CLASS="GROUP", VERSION="1.0", pandas_type="frame", encoding="UTF-8", errors="strict")
        self._group.attrs.update({"ndim": 2, "nblocks": 1})
        for axis in ("axis0", "block0_items"):
            self._write_columns(axis, columns)
        width = len(columns)
        self._values = self._group.create_dataset(
            "block0_values",
            (0, width),
            kind,
            maxshape=(None, width),
            chunks=(ROWS, width),
            compression="gzip",
            compression_opts=1,
            shuffle=True,
        )
        self._values.attrs["transposed"] = np.uint8(1)

    def append(self, values: NDArray[Any]) -> None:
        """Write further rows of values, shape (rows, columns)."""
        rows = len(self._values)
        self._values.resize(rows + len(values), axis=0)
        self._values[rows:] = values

    def finish(self, cohort: Cohort) -> None:
        """Write the index: a row for every hour of every stay."""
        rows = cohort.last_hour + 1
        hours = np.concatenate([np.arange(count) for count in rows])
        self._start_axis("axis1", 4)
        for number, (name, values) in enumerate(
            (("subject_id", cohort.subject), ("hadm_id", cohort.hadm), ("icustay_id", cohort.icustay))
        ):
            codes = np.argsort(np.argsort(values)).astype(np.int32)
            self._write_level("axis1", number, name, np.sort(values), np.repeat(codes, rows))
        self._write_level("axis1", 3, "hours_in", np.arange(LONGEST + 1), hours.astype(np.int16))

    def _write_columns(self, axis: str, columns: Sequence[tuple[str, ...]]) -> None:
        if len(columns[0]) == 1:
            put(self._group, **{f"{axis}_variety": "regular"})
            self._group[axis] = np.array([name for (name,) in columns], "S")
            put(self._group[axis], kind="string", name=NAMELESS, nan_rep="nan")
            return
        self._start_axis(axis, len(columns[0]))
        for number, name in enumerate(("LEVEL2", "Aggregation Function")):
            given = np.array([column[number] for column in columns], "S")
            levels, codes = np.unique(given, return_inverse=True)
            self._write_level(axis, number, name, levels, codes.astype(np.int8))

    def _start_axis(self, axis: str, levels: int) -> None:
        put(self._group, **{f"{axis}_variety": "multi"})
        self._group.attrs[f"{axis}_nlevels"] = levels

    def _write_level(
        self, axis: str, number: int, name: str, values: NDArray[Any], codes: NDArray[Any]
    ) -> None:
        level = self._group.create_dataset(f"{axis}_level{number}", data=values)
        kind = "string" if values.dtype.kind == "S" else "integer"
        put(level, kind=kind, name=name, nan_rep="nan", **{f"{axis}_name{name}": name})
        self._group.create_dataset(f"{axis}_label{number}", data=codes)


def put(node: Any, **texts: str | bytes) -> None:
    """Write attributes as PyTables does: of fixed length, texts marked as UTF-8."""
    for name, text in texts.items():
        data = text.encode() if isinstance(text, str) else text
        kind = h5py.string_dtype("utf-8" if isinstance(text, str) else "ascii", max(1, len(data)))
        node.attrs.create(name, data, dtype=kind)
