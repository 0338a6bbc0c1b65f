"""Reading of submitted prediction files: CSV or Parquet, untrusted, bounded before anything is expanded."""

from __future__ import annotations

import csv
import math
from collections.abc import Sequence
from typing import Any, Literal

from medgym_core.verifier.fault import Fault, Refused

MAX_HEADER = 65_536
"""Most bytes of a CSV header."""
MAX_TEXT = 256
"""Most characters of a row id."""

Row = tuple[str, ...]
"""The id of a row: one text per key column."""


def read_predictions(
    data: bytes,
    file_format: Literal["csv", "parquet"],
    keys: Sequence[str],
    scores: Sequence[str],
    max_rows: int,
) -> tuple[list[Row], list[list[float]]]:
    """The ids and the score columns of a prediction file, in the file's order; all scores are finite.

    The columns must be exactly ``keys`` and ``scores``, in any order. Blanks around the cells of a CSV are
    dropped. Parquet may hold flat columns of numbers and strings, uncompressed or with Snappy, whose ratio is
    bounded by its format.

    Raises:
        Refused: on anything else, and when there are more than ``max_rows`` rows, before they are expanded.
    """
    import pyarrow as pa  # type: ignore[import-untyped]

    read = _csv if file_format == "csv" else _parquet
    try:
        table = read(data, [*keys, *scores], max_rows)
        rows = list(zip(*(_texts(table.column(name)) for name in keys), strict=True))
        return rows, [_numbers(table.column(name)) for name in scores]
    except (pa.ArrowException, OSError, UnicodeError, csv.Error):
        raise Refused(Fault.BAD_FILE) from None


def _csv(data: bytes, names: list[str], max_rows: int) -> Any:
    import pyarrow as pa
    from pyarrow import csv as arrow_csv

    header = data[:MAX_HEADER].partition(b"\n")[0].decode("utf-8-sig")
    given = [cell.strip() for cell in next(csv.reader([header]), [])]
    _check_columns(given, names)
    table = arrow_csv.read_csv(
        pa.BufferReader(data),
        read_options=arrow_csv.ReadOptions(use_threads=False, column_names=given, skip_rows=1),
        convert_options=arrow_csv.ConvertOptions(column_types=dict.fromkeys(given, pa.string())),
    )
    _check_size(table.num_rows, max_rows)
    return table


def _parquet(data: bytes, names: list[str], max_rows: int) -> Any:
    import pyarrow as pa
    from pyarrow import parquet

    file = parquet.ParquetFile(pa.BufferReader(data))
    _check_columns(file.schema_arrow.names, names)
    _check_size(file.metadata.num_rows, max_rows)
    if not all(map(_is_plain, file.schema_arrow.types)) or not _codecs(file.metadata) <= {
        "UNCOMPRESSED",
        "SNAPPY",
    }:
        raise Refused(Fault.BAD_FILE)
    # A dictionary keeps one long string shared by many rows from being copied into each of them.
    texts = [field.name for field in file.schema_arrow if not _is_number(field.type)]
    table = parquet.ParquetFile(pa.BufferReader(data), read_dictionary=texts).read(use_threads=False)
    for name in texts:
        for chunk in table.column(name).chunks:
            _check_length(chunk.dictionary)
    return table


def _codecs(metadata: Any) -> set[str]:
    groups = (metadata.row_group(index) for index in range(metadata.num_row_groups))
    return {group.column(index).compression for group in groups for index in range(group.num_columns)}


def _is_number(kind: Any) -> bool:
    import pyarrow as pa

    return bool(pa.types.is_integer(kind) or pa.types.is_floating(kind))


def _is_plain(kind: Any) -> bool:
    import pyarrow as pa

    return _is_number(kind) or bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))


def _check_columns(given: Sequence[str], names: Sequence[str]) -> None:
    if sorted(given) != sorted(names):
        raise Refused(Fault.WRONG_COLUMNS)


def _check_size(rows: int, max_rows: int) -> None:
    if rows > max_rows:
        raise Refused(Fault.EXTRA_ROWS)


def _check_length(texts: Any) -> None:
    import pyarrow.compute as pc  # type: ignore[import-untyped]

    if len(texts) and (pc.max(pc.utf8_length(texts)).as_py() or 0) > MAX_TEXT:
        raise Refused(Fault.BAD_FILE)


def _texts(column: Any) -> list[str]:
    """Ids as texts; whole numbers without a fraction."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if column.null_count:
        raise Refused(Fault.BAD_FILE)
    if pa.types.is_floating(column.type):
        column = column.cast(pa.int64())
    texts = pc.utf8_trim_whitespace(column.cast(pa.string()))
    _check_length(texts)
    return list(texts.to_pylist())


def _numbers(column: Any) -> list[float]:
    import pyarrow as pa
    import pyarrow.compute as pc

    if not _is_number(column.type):
        column = pc.utf8_trim_whitespace(column.cast(pa.string()))
    try:
        numbers = column.cast(pa.float64(), safe=False).to_pylist()
    except pa.ArrowInvalid:
        raise Refused(Fault.BAD_NUMBER) from None
    if not all(number is not None and math.isfinite(number) for number in numbers):
        raise Refused(Fault.BAD_NUMBER)
    return list(numbers)
