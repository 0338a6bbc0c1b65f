"""What pyarrow says of a damaged file, turned into a message with line and fix.

Messages never quote a value: raw data may be restricted, and messages are passed on.
"""

from __future__ import annotations

import contextlib
import csv
import re
from collections.abc import Mapping
from pathlib import Path

from medgym_core import DataError
from medgym_ehr.raw.folder import read_header
from medgym_ehr.raw.layout import ColumnType
from medgym_raw import open_text

_MEANING: Mapping[ColumnType, str] = {
    "integer": "a whole number",
    "real": "a number",
    "time": "a time written YYYY-MM-DD HH:MM:SS",
    "clock": "a time of day written HH:MM:SS",
}


def parse_fault(path: Path, error: Exception, types: Mapping[str, ColumnType]) -> DataError:
    """The error to raise for what pyarrow's CSV reader raised.

    Args:
        path: the file that was read.
        error: what was raised.
        types: column, as the header spells it, to its type.
    """
    text = str(error)
    row = re.search(r"Row #(\d+)", text)
    where = f"{path}, line {line_of(path, int(row[1]))}" if row else str(path)
    if fields := re.search(r"Expected (\d+) columns, got (\d+)", text):
        return DataError(
            f"{where}: {fields[1]} fields expected, {fields[2]} found; the file may be cut short: "
            "download it again"
        )
    if conversion := re.search(r"CSV column #(\d+).*conversion error to ", text):
        column = read_header(path)[int(conversion[1])]
        if "invalid UTF8 data" in text:
            return DataError(f"{where}: {column} is not UTF-8; convert the file or download it again")
        return DataError(f"{where}: {column} is not {_MEANING[types[column]]}; correct it or download again")
    if "Truncated" in text:
        return DataError(f"{path} is cut short; download it again")
    if "inflate" in text or "decompress" in text.lower():
        return DataError(f"{path} is not whole packed data; download it again")
    if "straddl" in text:
        return DataError(f"{path}: a row does not end; look for a quotation mark that is not closed")
    return DataError(f"{where}: {error}; check the file or download it again")


def value_fault(path: Path, record: int, complaint: str) -> DataError:
    """The error for a value that parses but cannot be; ``record`` counts the header as 1."""
    return DataError(f"{path}, line {line_of(path, record)}: {complaint}; correct it or download again")


def line_of(path: Path, record: int) -> int:
    """The line on which a record begins; the header is record 1, blank lines are none.

    Reads the file up to there.
    """
    seen, start = 0, 1
    with open_text(path, errors="replace") as stream, contextlib.suppress(csv.Error):
        reader = csv.reader(stream)
        for fields in reader:
            seen += bool(fields)
            if seen == record:
                break
            start = reader.line_num + 1
    return start
