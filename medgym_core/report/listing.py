"""Tables of what is installed and what is built."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from medgym_core.registry import FamilyEntry, Match
from medgym_core.registry.difficulty import FULL, Difficulty
from medgym_core.report.catalogue import Listed
from medgym_core.report.escape import escape

if TYPE_CHECKING:
    from rich.table import Table

    from medgym_core.family import DataCheck

_UNREGISTERED = "not in the registry yet, where title, data and tasks come from: `medgym registry build`"


def listing_table(rows: Iterable[Listed]) -> Table:
    """A row per installed name; splits that only a user's own copy fills are left out."""
    from medgym_core.report.fitting import FittedTable

    titles = ("name", "package", "version", "certificate", "title", "data", "tasks")
    leaving = ("package", "certificate", "version", "data")
    table = FittedTable(titles, words=("title",), leaving=leaving)
    for row in rows:
        sizes = ", ".join(f"{split} {size:,}" for split, size in row.splits.items() if size)
        title = f"broken: {row.broken}" if row.broken else row.title or _UNREGISTERED
        cells = (row.name, row.package, row.version, row.certificate, title, row.tier, sizes)
        table.add_row(*map(escape, cells))
    return table


def family_table(name: str, entry: FamilyEntry) -> Table:
    """Everything known of one family, a row per fact."""
    from rich.table import Table

    table = Table.grid(padding=(0, 2))
    for label, value in _facts(name, entry):
        table.add_row(label, escape(value))
    return table


def _facts(name: str, entry: FamilyEntry) -> Iterator[tuple[str, str]]:
    yield "name", name
    yield "title", entry.title
    yield "summary", entry.summary
    yield "package", f"{entry.package} {entry.version}"
    yield "maintainers", ", ".join(entry.maintainers)
    yield "data tier", entry.tier
    yield "licence", entry.licence
    yield "citation", entry.citation
    yield "answer kinds", ", ".join(entry.answer_kinds)
    yield "actions", ", ".join(entry.actions)
    yield "image recipe", entry.image_recipe
    yield "certificate", _certified(entry)
    for split, declared in entry.splits.items():
        remarks = ", held out" * declared.evaluation + ", not counted" * (not declared.counted)
        remarks += f", new {declared.novel}s" * (declared.novel != "instance")
        size = f"{declared.size:,} tasks" if declared.size else "as many tasks as your own copy has"
        yield "split", f"{split}: {size}, chance {declared.chance_rate:.2%}{remarks}"
    for category in entry.categories:
        yield "category", f"{category.name}: {category.description}".removesuffix(": ")


def _certified(entry: FamilyEntry) -> str:
    certificate = entry.certificate
    if certificate is None:
        return "none"
    if certificate.standing(entry.version) == "void":
        return f"void: of version {certificate.version}, {certificate.date}; {entry.version} is not certified"
    waived = f", {', '.join(certificate.waived)} waived" if certificate.waived else ""
    return f"{certificate.passed} checks passed on {certificate.date} by {certificate.core}{waived}"


def difficulty_table(found: Difficulty, version: str = "") -> Table:
    """What agents earned, by split and category or template; below it what else is to be known.

    ``version`` is the family's now: where another was measured, that is said.
    """
    from medgym_core.report.fitting import FittedTable

    title = f"difficulty of {found.family} {found.version}: mean rewards (of how many tasks)"
    absent = "; ".join(f"{name}, since {why}" for name, why in found.rungs.items() if why)
    notes = (
        [f"Measured with {found.version}; the family is {version} now."]
        if version not in ("", found.version)
        else []
    )
    notes += [f"Without a column: {absent}."] if absent else []
    rungs = [name for name in found.shown if name != FULL]
    table = FittedTable(found.titles, names=("category", "template"), leaving=rungs[::-1])
    table.title, table.caption = escape(title), escape("\n".join(notes))
    for cells in found.cells():
        table.add_row(*map(escape, cells))
    return table


def matches_table(matches: Iterable[Match]) -> Table:
    """A row per family that was found."""
    from medgym_core.report.fitting import FittedTable

    titles = ("name", "package", "title", "data", "answers")
    table = FittedTable(titles, words=("title",), leaving=("package", "answers", "data"))
    for name, entry, _ in matches:
        kinds = ", ".join(entry.answer_kinds)
        table.add_row(*map(escape, (name, entry.package, entry.title, entry.tier, kinds)))
    return table


def check_table(found: DataCheck) -> Table:
    """The table of a check of published data."""
    from medgym_core.report.fitting import FittedTable

    table = FittedTable([*map(escape, found.columns)])
    for row in found.rows:
        table.add_row(*(escape(str(cell)) for cell in row))
    return table
