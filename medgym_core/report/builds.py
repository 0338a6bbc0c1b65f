"""What is built, as a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from medgym_core import plugins
from medgym_core.builds.purge import made_of
from medgym_core.errors import MedgymError
from medgym_core.report.escape import escape
from medgym_core.source import Build

if TYPE_CHECKING:
    from rich.table import Table


def reported(build: Build, files: int, size: int) -> dict[str, Any]:
    """Everything known of ``build``, as JSON."""
    return {
        **build.model_dump(mode="json"),
        "root": str(build.root),
        "made_of": made_of(build),
        "files": files,
        "bytes": size,
        "licence": _licence(build),
    }


def builds_table(builds: Iterable[Mapping[str, Any]]) -> Table:
    """A row per build, as :func:`reported` gives it."""
    from medgym_core.report.fitting import FittedTable

    titles = ("family", "version", "made of", "tier", "size", "licence", "folder")
    leaving = ("licence", "tier", "version", "size")
    table = FittedTable(titles, words=("made of", "licence"), leaving=leaving)
    for build in builds:
        size = f"{build['bytes'] / 1e6:,.1f} MB"
        first = (build["family"], build["version"], build["made_of"], build["tier"], size)
        table.add_row(*map(escape, (*first, build["licence"], build["root"])))
    return table


def _licence(build: Build) -> str:
    """Of the published data, where a copy of it was built; what is synthetic has none to keep."""
    if not build.source.path:
        return "-"
    try:
        return plugins.family(build.family).licence
    except MedgymError:
        return "unknown: the plugin is not installed"
