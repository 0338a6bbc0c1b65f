"""Files of a build as lines of text, whatever their format."""

from __future__ import annotations

import bz2
import gzip
import lzma
import sqlite3
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from itertools import takewhile
from pathlib import Path
from typing import Any

BOUND = 64 * 2**20
"""Characters read of one file."""
SEPARATOR = "\x1f"
"""Stands between the values of a row."""
_SQLITE = b"SQLite format 3\0"
_PARQUET = b"PAR1"
_ZIP = b"PK\x03\x04"
_PACKED: Mapping[bytes, Callable[..., Any]] = {
    b"\x1f\x8b": gzip.open,
    b"BZ": bz2.open,
    b"\xfd7": lzma.open,
}
"""Files that unpack to one, by how they begin."""


def lines(path: Path) -> Iterator[str]:
    """The first :data:`BOUND` characters of a file: rows of a table as lines, else its lines."""
    with path.open("rb") as stream:
        magic = stream.read(16)
    if magic == _SQLITE:
        found = _sqlite(path)
    elif magic[:4] == _PARQUET:
        found = _parquet(path)
    elif magic[:4] == _ZIP:
        found = _zip(path)
    else:
        found = _text(path, magic)
    seen = 0

    def within(line: str) -> bool:
        nonlocal seen
        seen += len(line)
        return seen <= BOUND

    yield from takewhile(within, found)


def _text(path: Path, magic: bytes) -> Iterator[str]:
    with _PACKED[magic[:2]](path, "rb") if magic[:2] in _PACKED else path.open("rb") as stream:
        for line in stream:
            yield line.decode("utf-8", errors="replace")


def _zip(path: Path) -> Iterator[str]:
    """Names and lines of what is packed."""
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            yield name
            with archive.open(name) as stream:
                for line in stream:
                    yield line.decode("utf-8", errors="replace")


def _sqlite(path: Path) -> Iterator[str]:
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
        query = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        for (table,) in connection.execute(query).fetchall():
            quoted = '"' + table.replace('"', '""') + '"'
            for row in connection.execute(f"SELECT * FROM {quoted}"):
                yield _row(row)


def _parquet(path: Path) -> Iterator[str]:
    from pyarrow import parquet  # type: ignore[import-untyped]

    with parquet.ParquetFile(path) as file:
        for batch in file.iter_batches():
            for row in zip(*(column.to_pylist() for column in batch.columns), strict=True):
                yield _row(row)


def _row(values: tuple[object, ...]) -> str:
    return SEPARATOR.join(
        value.decode("utf-8", errors="replace") if isinstance(value, bytes) else str(value)
        for value in values
        if value is not None
    )
