"""What the prompt says of a study's tables: names, sizes, columns with types and some values; capped."""

from __future__ import annotations

import re
from collections.abc import Sequence

from medgym_plugin_biodsbench.study import MATRICES, TABLES, Row, Study, number

LONGEST = 6_000
"""Characters of a description; the last tables lose their columns' values where it would be longer."""
_TWO_WORDS = re.compile(r"\W*[^\W_]+(?:[\W_]+[^\W_]+)?(?:\W*$)?")
FEW = 5
"""Values named of a column of categories."""


def describe(study: Study) -> str:
    """A line for each column of each table, or a line for each table where that would be too long."""
    tables = [_table(name, rows, True) for name, rows in study.tables.items()]
    at = len(tables)
    while at and len("\n".join(tables)) > LONGEST:
        at -= 1
        name = list(study.tables)[at]
        tables[at] = _table(name, study.tables[name], False)
    return "\n".join(tables)[:LONGEST]


def _table(name: str, rows: Sequence[Row], values: bool) -> str:
    file, columns = f"{TABLES[name].stems[0]}.csv", list(rows[0])
    if name in MATRICES:
        others = [column for column in columns if column not in (columns[0], "Entrez_Gene_Id")]
        cells = f"{columns[0]}, and a column of numbers for each of {len(others)} samples, named by SAMPLE_ID"
        return f"{file}, {len(rows)} rows: {cells}"
    if not values:
        return f"{file}, {len(rows)} rows: {', '.join(columns)}"
    lines = [f"  {column}: {_column([row[column] for row in rows])}" for column in columns]
    return "\n".join([f"{file}, {len(rows)} rows:", *lines])


def _column(cells: Sequence[str | None]) -> str:
    known = [cell for cell in cells if cell is not None]
    missing = f", missing in {len(cells) - len(known)}" if len(known) < len(cells) else ""
    numbers = [found for cell in known if (found := number(cell)) is not None]
    distinct = sorted(set(known))
    if numbers and len(numbers) == len(known) and len(distinct) > FEW:
        return f"numbers, about {_about(min(numbers))} to {_about(max(numbers))}{missing}"
    shown = ", ".join(map(_short, distinct[:FEW]))
    return f"{shown}{', ...' if len(distinct) > FEW else ''}{missing}"


def _about(value: float) -> str:
    """A number in two digits, or as a whole one: the smallest of a column may be an answer."""
    return f"{value:.2g}" if abs(value) < 10 else f"{value:.0f}"


def _short(value: str) -> str:
    """A value's first two words: longer texts and identifiers are looked up, and may be answers."""
    start = found[0] if (found := _TWO_WORDS.match(value)) else value
    return repr(start[:40] if start == value else f"{start[:40]} ...")
