"""Results with named columns as data: what pandas, polars, Arrow and database cursors hold."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import Any

Frame = dict[str, Any]
"""``{"columns": [...], "rows": [[...]]}``; with ``"index": n`` the first ``n`` columns are row labels."""


def frame(value: Any) -> Frame | None:
    """``value`` as a frame, its cells as they are; None where it has no named columns."""
    if _is(value, "pandas", "DataFrame"):
        rows = value.itertuples(index=False, name=None)
        return _labelled(value.index, value.columns, [list(row) for row in rows])
    if _is(value, "pandas", "Series"):
        cells = [[cell] for cell in value.tolist()]
        return _labelled(value.index, [value.name], cells) if _labels(value.index) else None
    if _is(value, "polars", "DataFrame"):
        return _frame(value.columns, value.rows())
    if _is(value, "pyarrow", "Table", "RecordBatch"):
        return _frame(value.schema.names, (row.values() for row in value.to_pylist()))
    if hasattr(value, "fetchall") and hasattr(value, "description"):  # a cursor, as PEP 249 has it
        names = [column[0] for column in value.description or ()]
        return _frame(names, value.fetchall())
    return rows_as_frame([value]) if _is(value, "sqlite3", "Row") else None


def rows_as_frame(rows: Sequence[Any]) -> Frame | None:
    """Rows that name their cells, all in the same way, as one frame; None for any others."""
    if not rows or not all(_is(row, "sqlite3", "Row") for row in rows):
        return None
    names = rows[0].keys()
    return _frame(names, rows) if all(row.keys() == names for row in rows) else None


def _is(value: Any, module: str, *names: str) -> bool:
    """Whether ``value`` is of one of these types; if their module was never imported it cannot be."""
    loaded = sys.modules.get(module)
    types = tuple(found for name in names if isinstance(found := getattr(loaded, name, None), type))
    return isinstance(value, types)


def _frame(names: Iterable[Any], rows: Iterable[Iterable[Any]]) -> Frame:
    return {"columns": [str(name) for name in names], "rows": [list(row) for row in rows]}


def _labelled(index: Any, names: Iterable[Any], rows: list[list[Any]]) -> Frame:
    if not _labels(index):
        return _frame(names, rows)
    labels = [label if index.nlevels > 1 else (label,) for label in index.tolist()]
    found = _frame([*index.names, *names], ([*labels[n], *row] for n, row in enumerate(rows)))
    return {**found, "index": index.nlevels}


def _labels(index: Any) -> bool:
    """Whether an index says more than the place of a row: it has a name, or is not of numbers."""
    return index.nlevels > 1 or index.name is not None or getattr(index.dtype, "kind", "O") not in "iu"
