"""Reading of submitted prediction files: untrusted bytes in, ids and finite numbers out."""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Sequence

from medgym_core.verifier.fault import Fault, Refused

Row = tuple[str, ...]
"""The id of a row: one text per key column."""

_HEADER_BYTES = 65_536
_SHOWN = 5
_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")


def read_predictions(
    data: bytes, keys: Sequence[str], scores: Sequence[str], max_rows: int
) -> tuple[list[Row], list[list[float]]]:
    """The ids and the score columns of a CSV file with a header, in the file's order.

    The columns must hold ``keys`` and ``scores``, each once and in any order; others, such as an index, are
    ignored. Blanks around cells are dropped.

    Raises:
        Refused: on anything else, on a number that is not finite, and on more than ``max_rows`` rows.
    """
    try:
        lines = csv.reader(io.TextIOWrapper(io.BytesIO(data), encoding="utf-8-sig", newline=""), strict=True)
        header = [name.strip() for name in next(lines, [])]
        if any(header.count(name) != 1 for name in (*keys, *scores)):
            raise Refused(Fault.WRONG_COLUMNS)
        table: list[list[str]] = []
        for line in filter(None, lines):
            if len(line) != len(header):
                raise Refused(Fault.BAD_FILE)
            if len(table) == max_rows:
                raise Refused(Fault.EXTRA_ROWS)
            table.append([cell.strip() for cell in line])
    except (UnicodeError, csv.Error):
        raise Refused(Fault.BAD_FILE) from None
    ids = [header.index(name) for name in keys]
    rows = [tuple([line[place] for place in ids]) for line in table]
    return rows, [[_number(line[place]) for line in table] for place in map(header.index, scores)]


def remark(name: str, data: bytes, columns: Sequence[str]) -> str:
    """What the header of the CSV file ``name`` lacks and has besides ``columns``; empty where it is right."""
    text = io.TextIOWrapper(io.BytesIO(data[:_HEADER_BYTES]), encoding="utf-8-sig", errors="replace")
    try:
        header = [cell.strip() for cell in next(csv.reader(text), [])]
    except csv.Error:
        return f"{name} is no CSV file."
    lacking = [repr(column) for column in columns if header.count(column) != 1]
    besides = [repr(cell[:80]) for cell in header if cell not in columns]
    remarks = [f"{name} must have the column {column} once." for column in lacking]
    if besides:
        shown = ", ".join(besides[:_SHOWN]) + ", ..." * (len(besides) > _SHOWN)
        remarks.append(f"{name}: columns that are not asked for are ignored: {shown}.")
    return " ".join(remarks)


def _number(text: str) -> float:
    if _NUMBER.fullmatch(text) is None:
        raise Refused(Fault.BAD_NUMBER)
    number = float(text)
    if not math.isfinite(number):
        raise Refused(Fault.BAD_NUMBER)
    return number
