"""What can be fetched, as a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from medgym_core.report.escape import escape

if TYPE_CHECKING:
    from rich.table import Table


def downloads_table(rows: Iterable[Mapping[str, Any]]) -> Table:
    """A row for each source of each family, as ``medgym data fetch --json`` tells it."""
    from medgym_core.report.fitting import FittedTable

    titles = ("family", "source", "what", "tier", "licence", "here")
    table = FittedTable(titles, words=("what", "licence"), leaving=("licence", "tier", "what"))
    for row in rows:
        here = "yes" if row["fetched"] else "no"
        cells = (row["family"], row["source"], row["title"], row["tier"], ", ".join(row["licences"]), here)
        table.add_row(*map(escape, cells))
    return table
