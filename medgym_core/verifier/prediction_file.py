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

_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")


def read_predictions(
    data: bytes, keys: Sequence[str], scores: Sequence[str], max_rows: int
) -> tuple[list[Row], list[list[float]]]:
    """The ids and the score columns of a CSV file with a header, in the file's order.

    The columns must be exactly ``keys`` and ``scores``, in any order. Blanks around cells are dropped.

    Raises:
        Refused: on anything else, on a number that is not finite, and on more than ``max_rows`` rows.
    """
    try:
        lines = csv.reader(io.TextIOWrapper(io.BytesIO(data), encoding="utf-8-sig", newline=""), strict=True)
        header = [name.strip() for name in next(lines, [])]
        if sorted(header) != sorted([*keys, *scores]):
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


def _number(text: str) -> float:
    if _NUMBER.fullmatch(text) is None:
        raise Refused(Fault.BAD_NUMBER)
    number = float(text)
    if not math.isfinite(number):
        raise Refused(Fault.BAD_NUMBER)
    return number
