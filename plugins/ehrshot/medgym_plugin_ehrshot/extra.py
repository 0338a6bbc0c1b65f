"""Files of published features beside the rows that have them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
from numpy.typing import NDArray
from pyarrow import parquet

from medgym_core import BoxEnvironment, Build, DataError, Progress
from medgym_plugin_ehrshot.part import KEYS
from medgym_plugin_ehrshot.pickled import FILES, Shard, shards
from medgym_plugin_ehrshot.record import MINUTE

_BATCH = 1_024


class Table:
    """A converted matrix in flat files, of which a row is read by patient and time."""

    def __init__(self, folder: Path, converted: Iterable[Shard]) -> None:
        """Writes the shards into ``folder``.

        Raises:
            DataError: if they hold no numbers.
        """
        self._places: dict[tuple[int, int], int] = {}
        lengths: list[NDArray[np.int64]] = []
        paths = (folder / "columns", folder / "values")
        with paths[0].open("wb") as columns, paths[1].open("wb") as values:
            for shard in converted:
                first = sum(map(len, lengths))
                keys = zip(shard.patients.tolist(), shard.minutes.tolist(), strict=True)
                for place, key in enumerate(keys, first):
                    self._places.setdefault(key, place)
                lengths.append(shard.lengths)
                columns.write(shard.columns.tobytes())
                values.write(shard.values.tobytes())
        self._stops = np.cumsum(np.concatenate([[0], *lengths]))
        if not self._stops[-1]:
            raise DataError("published features hold no numbers; move their file away or get it again")
        self.is_sparse = paths[0].stat().st_size > 0
        self._cells = [np.memmap(paths[1], "<f4", "r")]
        if self.is_sparse:
            self._cells.insert(0, np.memmap(paths[0], "<u4", "r"))

    def row(self, patient: int, minute: int) -> list[NDArray[Any]]:
        """Columns (of sparse matrices alone) and values of a row; empty where it is missing."""
        place = self._places.get((patient, minute))
        start, stop = (0, 0) if place is None else self._stops[place : place + 2]
        return [cells[start:stop] for cells in self._cells]


def write_extra(raw: Path, out: Build, environment: BoxEnvironment, progress: Progress) -> list[str]:
    """Write ``NAME.parquet`` beside each ``rows.parquet``, in its order; give the names that there are.

    Raises:
        DataError: if a file cannot be converted.
    """
    names = [name for name, path in FILES.items() if (raw / path).is_file()]
    for name in names:
        with TemporaryDirectory(dir=out.root.parent) as folder:
            scratch = Path(folder)
            table = Table(scratch, shards(out, raw / FILES[name], environment, scratch, progress))
            for keys in sorted(out.private.glob(f"*/{KEYS.format('*')}")):
                part = keys.name.removesuffix(KEYS.format(""))
                _write(table, keys, out.public / keys.parent.name / part / f"{name}.parquet")
    return names


def _write(table: Table, keys: Path, path: Path) -> None:
    lists = [("columns", pa.uint32()), ("values", pa.float32())][0 if table.is_sparse else 1 :]
    schema = pa.schema([("row_id", pa.string()), *((name, pa.list_(kind)) for name, kind in lists)])
    with parquet.ParquetWriter(path, schema, compression="zstd") as writer, parquet.ParquetFile(keys) as file:
        for batch in file.iter_batches(_BATCH):
            about = batch.to_pydict()
            rows = [
                table.row(patient, time // MINUTE)
                for patient, time in zip(about["patient"], about["time"], strict=True)
            ]
            stops = pa.array(np.cumsum([0, *(len(row[-1]) for row in rows)]), pa.int32())
            cells = (pa.array(np.concatenate(pieces)) for pieces in zip(*rows, strict=True))
            arrays = (pa.ListArray.from_arrays(stops, piece) for piece in cells)
            writer.write_table(pa.table([pa.array(about["row_id"]), *arrays], schema=schema))
