"""Few-shot labels: k rows of each class, nested, drawn by a key.

A draw that anyone can repeat would reveal labels of rows that are not drawn: one that would come before the
last of a class, and is not there, is of another class.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
from numpy.typing import NDArray
from pyarrow import parquet

from medgym_core import Build, Pseudonyms
from medgym_plugin_ehrshot.dataset import label_path
from medgym_plugin_ehrshot.target import ALL, LABELLED, SHOTS, Kind, Target


def labelled(target: str, kind: Kind, shots: int) -> tuple[str, ...]:
    """Files of labels, below the public half, that a box holds."""
    if shots == ALL:
        return tuple(f"{target}/labels/{role}.parquet" for role in LABELLED[kind])
    return tuple(f"{target}/few/{role}-{shots}.parquet" for role in LABELLED[kind])


def write_shots(build: Build, target: Target, names: Pseudonyms) -> None:
    """Write the files of all numbers of shots, for each role whose labels boxes hold."""
    for role in LABELLED["test"]:
        table = parquet.read_table(label_path(build, target.name, role))
        ranks = np.column_stack(list(_ranks(table, target, names)))
        folder = build.public / target.name / "few"
        folder.mkdir(exist_ok=True)
        for shots in SHOTS:
            _write(folder / f"{role}-{shots}.parquet", table, target, ranks < shots)


def _ranks(table: pa.Table, target: Target, names: Pseudonyms) -> Iterator[NDArray[np.int64]]:
    """For each label column, the place of each row among those of its class, in an order that is drawn."""
    ids = table["row_id"].to_pylist()
    for name in target.label_columns:
        drawn = np.array([names.number("shots", name, row) for row in ids], np.uint64)
        classes = table[name].to_numpy() >= 1
        ranks = np.empty(len(ids), np.int64)
        for one in (False, True):
            members = np.flatnonzero(classes == one)
            ranks[members[np.argsort(drawn[members])]] = np.arange(len(members))
        yield ranks


def _write(path: Path, table: pa.Table, target: Target, chosen: NDArray[np.bool_]) -> None:
    columns = [
        pa.array(table[name].to_numpy(), pa.uint8(), mask=~drawn)
        for name, drawn in zip(target.label_columns, chosen.T, strict=True)
    ]
    shown = pa.table([table["row_id"], table["patient"], *columns], schema=table.schema)
    parquet.write_table(shown.filter(pa.array(chosen.any(axis=1))), path, compression="zstd")
