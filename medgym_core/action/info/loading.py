"""Tabular files of a build, copied into an SQLite database so that one kind of query serves them all."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from medgym_core.action.info.sql import quoted
from medgym_core.errors import ConfigError, DataError
from medgym_core.errors.advice import install

if TYPE_CHECKING:
    import pyarrow  # type: ignore[import-untyped]

_BLOCK_BYTES = 16 * 2**20
_INTEGER = r"^-?(0|[1-9][0-9]{0,17})$"
_REAL = r"^-?(0|[1-9][0-9]*)?\.?[0-9]+([eE][+-]?[0-9]+)?$"
_LEADING_ZERO = r"^-?0[0-9]"
_MAX_INTEGER = 2**63


def load_csv(path: Path, connection: sqlite3.Connection, schema: str) -> None:
    """Copy a CSV file with a header into table ``path.stem`` of the attached ``schema``.

    Empty fields become null. A column is numeric only if every field is a number that is written as
    numbers are, so that codes such as ``0389`` stay text.

    Raises:
        ConfigError: if pyarrow is not installed.
        DataError: if the file is not CSV.
    """
    pyarrow = _reader()
    try:
        names = _csv_batches(path).schema.names
        types = _types_of(_csv_batches(path, names), names)
        _create(connection, schema, path.stem, dict(zip(names, types, strict=True)))
        arrow = {"INTEGER": pyarrow.int64(), "REAL": pyarrow.float64(), "TEXT": pyarrow.string()}
        for batch in _csv_batches(path, names):
            columns = [batch.column(i).cast(arrow[kind]).to_pylist() for i, kind in enumerate(types)]
            _insert(connection, schema, path.stem, columns)
    except pyarrow.ArrowInvalid as error:
        raise DataError(f"{path} is not a CSV file with a header: {error}; build the data again") from error


def load_parquet(path: Path, connection: sqlite3.Connection, schema: str) -> None:
    """Copy a Parquet file into table ``path.stem`` of the attached ``schema``; other values become text.

    Raises:
        ConfigError: if pyarrow is not installed.
        DataError: if the file is not Parquet.
    """
    pyarrow = _reader()
    from pyarrow import parquet

    try:
        with parquet.ParquetFile(path) as file:
            types = {field.name: _sqlite_type(field.type) for field in file.schema_arrow}
            _create(connection, schema, path.stem, types)
            for batch in file.iter_batches():
                columns = [list(map(_plain, batch.column(i).to_pylist())) for i in range(len(types))]
                _insert(connection, schema, path.stem, columns)
    except pyarrow.ArrowInvalid as error:
        raise DataError(f"{path} is not a Parquet file: {error}; build the data again") from error


def _reader() -> Any:
    """The module ``pyarrow``, which only families with such files need."""
    try:
        import pyarrow
    except ImportError as error:
        raise ConfigError(
            f"CSV and Parquet tables are read with pyarrow; run `{install('medgym-core[tables]')}`"
        ) from error
    return pyarrow


def _csv_batches(path: Path, text_columns: Iterable[str] = ()) -> Any:
    import pyarrow
    from pyarrow import csv

    return csv.open_csv(
        path,
        read_options=csv.ReadOptions(block_size=_BLOCK_BYTES),
        parse_options=csv.ParseOptions(newlines_in_values=True),
        convert_options=csv.ConvertOptions(
            column_types={name: pyarrow.string() for name in text_columns},
            strings_can_be_null=True,
            null_values=[""],
            quoted_strings_can_be_null=False,
        ),
    )


def _types_of(batches: Iterable[pyarrow.RecordBatch], names: list[str]) -> list[str]:
    """The narrowest SQLite type that holds every field of each column."""
    from pyarrow import compute

    integer, real, filled = ([True] * len(names), [True] * len(names), [False] * len(names))
    for batch in batches:
        for i in range(len(names)):
            column = batch.column(i).drop_null()
            filled[i] = filled[i] or len(column) > 0
            if integer[i]:
                integer[i] = _all(compute.match_substring_regex(column, _INTEGER))
            if real[i] and not integer[i]:
                zeros = compute.match_substring_regex(column, _LEADING_ZERO)
                real[i] = _all(compute.match_substring_regex(column, _REAL)) and not _any(zeros)
    return [
        "TEXT" if not seen else "INTEGER" if whole else "REAL" if decimal else "TEXT"
        for seen, whole, decimal in zip(filled, integer, real, strict=True)
    ]


def _all(flags: pyarrow.BooleanArray) -> bool:
    return bool(flags.false_count == 0)


def _any(flags: pyarrow.BooleanArray) -> bool:
    return bool(flags.true_count > 0)


def _sqlite_type(kind: pyarrow.DataType) -> str:
    from pyarrow import types

    if types.is_integer(kind) or types.is_boolean(kind):
        return "INTEGER"
    return "REAL" if types.is_floating(kind) else "TEXT"


def _plain(value: object) -> object:
    if value is None or isinstance(value, float | str):
        return value
    if isinstance(value, int) and -_MAX_INTEGER <= value < _MAX_INTEGER:
        return int(value)
    return str(value)


def _create(connection: sqlite3.Connection, schema: str, table: str, columns: dict[str, str]) -> None:
    body = ", ".join(f"{quoted(name)} {kind}" for name, kind in columns.items())
    connection.execute(f"CREATE TABLE {schema}.{quoted(table)} ({body})")


def _insert(connection: sqlite3.Connection, schema: str, table: str, columns: list[list[object]]) -> None:
    marks = ", ".join("?" * len(columns))
    rows: Iterator[tuple[object, ...]] = zip(*columns, strict=True)
    connection.executemany(f"INSERT INTO {schema}.{quoted(table)} VALUES ({marks})", rows)
