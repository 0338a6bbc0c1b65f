"""Tables written as a row of files of bounded size, so that memory stays flat however many rows there are."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Protocol

from pydantic import Field

from medgym_sandbox.boundary.frozen import Frozen
from medgym_train.export.row import Row

if TYPE_CHECKING:
    import pyarrow as pa  # type: ignore[import-untyped]
    import pyarrow.parquet as pq  # type: ignore[import-untyped]

SHARD_BYTES = 256 * 2**20
"""A file that has grown past this is followed by a new one; of Parquet, the size before compression."""
GROUP_BYTES = 16 * 2**20
"""Rows of Parquet are written in groups of about this size."""


class Shard(Frozen):
    """One file of a table."""

    path: str
    """Name in the folder of the export."""
    rows: int = Field(ge=0)
    """Number of rows."""
    bytes: int = Field(ge=0)
    """Size."""
    sha256: str
    """Digest of its bytes, hex."""


class Table(Protocol):
    """A table that grows by rows."""

    def write(self, rows: Sequence[Row]) -> None:
        """Add rows."""
        ...

    def close(self) -> list[Shard]:
        """Finish the last file; returns all, at least one."""
        ...


class JsonLines:
    """A table of JSON objects, one a line."""

    def __init__(self, folder: Path, name: str) -> None:
        """Files are called ``NAME-00000.jsonl`` and so on."""
        self._files = _Files(folder, name, "jsonl")
        self._stream = self._open()

    def write(self, rows: Sequence[Row]) -> None:
        """Add rows."""
        for row in rows:
            if self._stream.tell() >= SHARD_BYTES:
                self._stream.close()
                self._stream = self._open()
            line = json.dumps(row, ensure_ascii=False, allow_nan=False)
            self._stream.write(line.encode() + b"\n")
            self._files.count(1)

    def close(self) -> list[Shard]:
        """Finish the last file; returns all, at least one."""
        self._stream.close()
        return self._files.shards()

    def _open(self) -> BinaryIO:
        return self._files.next().open("wb")


class Parquet:
    """A table of Arrow columns, compressed."""

    def __init__(self, folder: Path, name: str, schema: pa.Schema) -> None:
        """Files are called ``NAME-00000.parquet`` and so on."""
        self._files = _Files(folder, name, "parquet")
        self._schema = schema
        self._group: list[Row] = []
        self._group_bytes = self._shard_bytes = 0
        self._writer = self._open()

    def write(self, rows: Sequence[Row]) -> None:
        """Add rows."""
        for row in rows:
            self._group.append(row)
            self._group_bytes += len(json.dumps(row))
            if self._group_bytes >= GROUP_BYTES:
                self._flush()

    def close(self) -> list[Shard]:
        """Finish the last file; returns all, at least one."""
        self._flush()
        self._writer.close()
        return self._files.shards()

    def _flush(self) -> None:
        import pyarrow as pa

        if not self._group:
            return
        if self._shard_bytes >= SHARD_BYTES:
            self._writer.close()
            self._writer, self._shard_bytes = self._open(), 0
        self._writer.write_table(pa.Table.from_pylist(self._group, schema=self._schema))
        self._files.count(len(self._group))
        self._shard_bytes += self._group_bytes
        self._group, self._group_bytes = [], 0

    def _open(self) -> pq.ParquetWriter:
        from pyarrow import parquet

        return parquet.ParquetWriter(self._files.next(), self._schema, compression="zstd")


class _Files:
    """The files of one table, in order, and how many rows each holds."""

    def __init__(self, folder: Path, name: str, suffix: str) -> None:
        self._folder, self._name, self._suffix = folder, name, suffix
        self._rows: list[int] = []

    def next(self) -> Path:
        """The path of a further file."""
        self._rows.append(0)
        return self._path(len(self._rows) - 1)

    def count(self, rows: int) -> None:
        """Some rows went to the last file."""
        self._rows[-1] += rows

    def shards(self) -> list[Shard]:
        """All files, which are finished."""
        return [self._shard(number) for number in range(len(self._rows))]

    def _path(self, number: int) -> Path:
        return self._folder / f"{self._name}-{number:05}.{self._suffix}"

    def _shard(self, number: int) -> Shard:
        path = self._path(number)
        with path.open("rb") as stream:
            digest = hashlib.file_digest(stream, "sha256").hexdigest()
        return Shard(path=path.name, rows=self._rows[number], bytes=path.stat().st_size, sha256=digest)
