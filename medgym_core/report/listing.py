"""Tables of what is installed and what is built."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from medgym_core.registry import Entry
from medgym_core.report.catalogue import Listed

if TYPE_CHECKING:
    from rich.table import Table

    from medgym_core.source import Build


def listing_table(rows: Iterable[Listed]) -> Table:
    """A row per installed name."""
    from rich.table import Table

    table = Table("name", "package", "version", "title", "data", "tasks")
    for row in rows:
        sizes = ", ".join(f"{split} {size}" for split, size in row.splits.items())
        title = f"broken: {row.broken}" if row.broken else row.title
        table.add_row(row.name, row.package, row.version, title, row.tier, sizes)
    return table


def family_table(name: str, entry: Entry) -> Table:
    """Everything known of one family, a row per fact."""
    from rich.table import Table

    table = Table.grid(padding=(0, 2))
    facts = {
        "name": name,
        "title": entry.title,
        "summary": entry.summary,
        "package": f"{entry.package} {entry.version}",
        "data tier": entry.tier,
        "licence": entry.licence,
        "citation": entry.citation,
    }
    for label, value in facts.items():
        table.add_row(label, value)
    for split, facts_of in entry.splits.items():
        held_out = ", held out" if facts_of.evaluation else ""
        table.add_row("split", f"{split}: {facts_of.size} tasks, chance {facts_of.chance_rate:.2%}{held_out}")
    for category in entry.categories:
        table.add_row("category", f"{category.name}: {category.description}".removesuffix(": "))
    return table


def builds_table(builds: Iterable[Build]) -> Table:
    """A row per build."""
    from rich.table import Table

    table = Table("family", "version", "source", "tier", "build")
    for build in builds:
        source = build.source
        made_of = str(source.path) if source.path else f"synthetic, seed {source.seed}"
        table.add_row(build.family, build.version, made_of, build.tier, str(build.root))
    return table
