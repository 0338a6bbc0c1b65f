"""Rows of a file: CSV, a JSON array, JSON of a name to a row, or JSON Lines, told by its content."""

from __future__ import annotations

import csv
import json
import lzma
import sys
import zlib
from collections.abc import Collection, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import IO, Any, NamedTuple

from medgym_core import DataError
from medgym_raw.text import open_text

ABSENT = frozenset(("", "na", "n/a", "nan", "null", "none", "\\n", "<na>"))
"""Texts, in lower case, that stand for no value."""
AGAIN = "download it again"
_BROKEN = (OSError, EOFError, UnicodeError, csv.Error, zlib.error, lzma.LZMAError, RecursionError)


class Record(NamedTuple):
    """One row."""

    where: str
    """File and line, or file and place in it, for messages."""
    fields: Mapping[str, Any]
    """Column to cell: text of a CSV, whatever JSON holds."""


def absent(cell: object) -> bool:
    """Whether a cell holds no value, however a publisher or a tool wrote that."""
    return cell is None or cell != cell or (isinstance(cell, str) and cell.strip().lower() in ABSENT)


def plain(name: str) -> str:
    """A name as it is compared: letters and digits in lower case."""
    return "".join(letter for letter in name.casefold() if letter.isalnum())


def records(path: Path, columns: Collection[str] = ()) -> Iterator[Record]:
    """The rows of ``path``, in their order.

    A column that is one of ``columns`` but for case, blanks and marks has the name given there; the others
    have their own. Line ends within cells are LF.

    Raises:
        DataError: with file and place, if it is damaged, or no rows but something else.
    """
    names = {plain(column): column for column in columns}
    spelt: dict[str, str] = {}
    try:
        with open_text(path) as stream:
            start = _first_line(stream)
            if start.lstrip()[:1] in ("[", "{"):
                rows = _json(start, stream, path)
            else:
                rows = _csv(start, stream, path)
            for where, fields in rows:
                if not fields.keys() <= spelt.keys():
                    spelt |= {key: names.get(plain(key), key) for key in fields}
                yield Record(where, {spelt[key]: _clean(cell) for key, cell in fields.items()})
    except _BROKEN as error:
        raise DataError(f"{path.name} is damaged, or no text ({error}); {AGAIN}") from error


def _first_line(stream: IO[str]) -> str:
    """The first line that is not blank, with the blank ones before it, so that line numbers hold."""
    start = ""
    for line in stream:
        start += line
        if line.strip():
            return start
    return start


def _csv(start: str, stream: IO[str], path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    csv.field_size_limit(min(sys.maxsize, 2**31 - 1))
    delimiter = max(",;\t", key=start.count)
    reader = csv.reader(chain(start.splitlines(keepends=True), stream), delimiter=delimiter, strict=True)
    header: list[str] = []
    last = 0
    try:
        for cells in reader:
            if not header:
                header = [cell.strip() for cell in cells]
            elif cells:
                yield f"{path.name}:{last + 1}", dict(zip(header, cells, strict=False))
            last = reader.line_num
    except csv.Error as error:
        raise DataError(f"{path.name}:{last + 1}: {error}; {AGAIN}") from error


def _json(start: str, stream: IO[str], path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    text = start
    if _is_whole(start):
        text += _first_line(stream)
        if len(text.split()) > len(start.split()):
            yield from _lines(chain(text.splitlines(), stream), path)
            return
    try:
        found = json.loads(text + stream.read())
    except ValueError as error:
        raise DataError(f"{path.name}: {error}; {AGAIN}") from error
    if isinstance(found, dict) and not all(isinstance(row, dict) for row in found.values()):
        line = 1 + start[: len(start) - len(start.lstrip())].count("\n")
        yield f"{path.name}:{line}", found
        return
    rows = found.items() if isinstance(found, dict) else enumerate(found, start=1)
    for name, row in rows:
        if not isinstance(row, dict):
            raise DataError(f"{path.name}, record {name}: no JSON object; {AGAIN}")
        yield f"{path.name}, record {name}", row


def _is_whole(line: str) -> bool:
    """Whether a line is an object, as each of JSON Lines is."""
    try:
        return isinstance(json.loads(line), dict)
    except ValueError:
        return False


def _lines(lines: Iterator[str], path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except ValueError as error:
            raise DataError(f"{path.name}:{number}: {error}; {AGAIN}") from error
        if not isinstance(row, dict):
            raise DataError(f"{path.name}:{number}: no JSON object; {AGAIN}")
        yield f"{path.name}:{number}", row


def _clean(cell: Any) -> Any:
    return cell.replace("\r\n", "\n") if isinstance(cell, str) else cell
