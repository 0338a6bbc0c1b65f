"""Events of ``data/ehrshot.csv``, read once in blocks and kept in buckets, so that memory is bounded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]
from numpy.typing import NDArray
from pyarrow import csv, parquet

from medgym_core import DataError, Progress

FILE = "data/ehrshot.csv"
"""Where the events lie in a copy of the data."""
_TIME = pa.timestamp("us")
COLUMNS = {
    "patient_id": pa.int64(),
    "start": _TIME,
    "end": _TIME,
    "code": pa.string(),
    "value": pa.string(),
    "unit": pa.string(),
    "omop_table": pa.string(),
}
"""Columns that are read, whatever their order and whatever others there are."""
BLOCK_BYTES = 16 * 2**20
"""Bytes of the file read at a time."""
BUCKET_BYTES = 16 * 2**20
"""Bytes of the file that one bucket holds, about."""

KEY = 0x9E3779B97F4A7C15
"""Decides who is in which bucket where nobody sees it."""


@dataclass(frozen=True)
class Buckets:
    """Events parted by patient."""

    paths: Sequence[Path]
    """One Parquet file each."""
    codes: frozenset[str]
    """All codes that occur."""
    events: int
    """Number of events."""

    def tables(self) -> Iterator[Any]:
        """The events of each bucket, in the order of patient, time and file."""
        for path in self.paths:
            table = parquet.read_table(path)
            order = np.lexsort((seconds(table["start"]), table["patient_id"].to_numpy()))
            yield table.take(pa.array(order)).combine_chunks()


def events_of(raw: Path) -> Path:
    """The file of events of a copy.

    Raises:
        DataError: if it is missing.
    """
    path = raw / FILE
    if not path.is_file():
        raise DataError(
            f"{path} is missing; name the folder EHRSHOT_ASSETS of your copy of Stanford's EHRSHOT, which is "
            f"not made of other hospitals' files"
        )
    return path


def part(raw: Path, scratch: Path, progress: Progress, key: int = KEY) -> Buckets:
    """Part the events below ``raw`` into buckets below ``scratch``, patients by 64 bits, ``key``.

    Files that are written bucket by bucket show who was in one, which must not reveal their numbers.

    Raises:
        DataError: if the file is missing, damaged, or lacks a column.
    """
    path = events_of(raw)
    size = path.stat().st_size
    paths = [scratch / f"bucket-{number}.parquet" for number in range(1 + size // BUCKET_BYTES)]
    schema = pa.schema(list(COLUMNS.items()))
    codes: set[str] = set()
    events = 0
    with ExitStack() as stack:
        writers = [stack.enter_context(parquet.ParquetWriter(path, schema)) for path in paths]
        for batch in _batches(path):
            progress("reading events", None)
            codes.update(pc.unique(batch["code"]).to_pylist())
            events += batch.num_rows
            _spread(batch, writers, np.uint64(key | 1))
    if not events:
        raise DataError(f"{path} holds no events; download it again")
    return Buckets(paths, frozenset(codes), events)


def seconds(times: Any) -> NDArray[np.int64]:
    """Times as whole seconds since 1970-01-01; missing ones as the least number."""
    whole: NDArray[np.int64] = (
        pc.fill_null(times.cast(pa.int64()), np.iinfo(np.int64).min).to_numpy(zero_copy_only=False)
        // 1_000_000
        if isinstance(times, pa.Array)
        else seconds(times.combine_chunks())
    )
    return whole


def _spread(batch: Any, writers: Sequence[Any], odd: np.uint64) -> None:
    """Multiply-shift hashing: Dietzfelbinger et al. 1997, doi 10.1006/jagm.1997.0873."""
    hashed = batch["patient_id"].to_numpy().astype(np.uint64) * odd >> np.uint64(32)
    bucket = (hashed % np.uint64(len(writers))).astype(np.int64)
    table = pa.Table.from_batches([batch]).take(pa.array(np.argsort(bucket, kind="stable")))
    stops = np.cumsum(np.bincount(bucket, minlength=len(writers)))
    for writer, start, stop in zip(writers, [0, *stops], stops, strict=False):
        if stop > start:
            writer.write_table(table.slice(start, stop - start))


def _batches(path: Path) -> Iterator[Any]:
    try:
        for batch in csv.open_csv(
            path,
            csv.ReadOptions(block_size=BLOCK_BYTES),
            csv.ParseOptions(newlines_in_values=True),
            csv.ConvertOptions(
                column_types=COLUMNS,
                include_columns=list(COLUMNS),
                null_values=[""],
                strings_can_be_null=True,
            ),
        ):
            for name in ("patient_id", "start", "code"):
                if batch[name].null_count:
                    raise DataError(f"{path}: an event has no {name}; download the file again")
            yield batch
    except (pa.ArrowInvalid, pa.ArrowKeyError, UnicodeDecodeError) as error:
        raise DataError(f"{path} cannot be read ({error}); download it again") from None
