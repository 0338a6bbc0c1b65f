"""Few-shot data: one row of each patient, and labels of k rows of each class, nested; both drawn by a key.

A patient's later row shows what followed the earlier one, so with several rows of each labels could be read
from unlabelled rows. A draw that anyone can repeat would reveal labels of rows that are not drawn: one that
would come before the last of a class, and is not there, is of another class.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
from numpy.typing import NDArray
from pyarrow import compute, parquet

from medgym_core import Build, Pseudonyms
from medgym_plugin_ehrshot.dataset import label_path
from medgym_plugin_ehrshot.target import ALL, LABELLED, SHOTS, Kind, Target

FEW = "few"
"""Folder of a target's few-shot data."""


def shown(target: str, kind: Kind, shots: int) -> tuple[str, ...]:
    """Folders of rows that may have labels, below the public half, that a box holds."""
    folder = target if shots == ALL else f"{target}/{FEW}"
    return tuple(f"{folder}/{role}" for role in LABELLED[kind])


def labelled(target: str, kind: Kind, shots: int) -> tuple[str, ...]:
    """Files of labels, below the public half, that a box holds."""
    if shots == ALL:
        return tuple(f"{target}/labels/{role}.parquet" for role in LABELLED[kind])
    return tuple(f"{target}/{FEW}/{role}-{shots}.parquet" for role in LABELLED[kind])


def write_shots(build: Build, target: Target, names: Pseudonyms) -> None:
    """Write one row of each patient, and the labels of all numbers of shots among them, for each role.

    Published features lie beside the rows already, and are kept of the same.
    """
    for role in LABELLED["test"]:
        table = parquet.read_table(label_path(build, target.name, role))
        table = table.filter(pa.array(_one_of_each(table, target, names)))
        folder = build.public / target.name / FEW
        (folder / role).mkdir(parents=True, exist_ok=True)
        for path in sorted((build.public / target.name / role).glob("*.parquet")):
            rows = parquet.read_table(path)
            kept = rows.filter(compute.is_in(rows["row_id"], table["row_id"].combine_chunks()))
            parquet.write_table(kept, folder / role / path.name, compression="zstd")
        ranks = np.column_stack(list(_ranks(table, target, names)))
        for shots in SHOTS:
            _write(folder / f"{role}-{shots}.parquet", table, target, ranks < shots)


def _one_of_each(table: pa.Table, target: Target, names: Pseudonyms) -> NDArray[np.bool_]:
    """Whether each row is the one that is drawn of its patient."""
    rows = list(zip(table["patient"].to_pylist(), table["row_id"].to_pylist(), strict=True))
    drawn = sorted(rows, key=lambda row: names.number(FEW, target.name, row[1]))
    first = {patient: row for patient, row in reversed(drawn)}
    return np.array([first[patient] == row for patient, row in rows], bool)


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
