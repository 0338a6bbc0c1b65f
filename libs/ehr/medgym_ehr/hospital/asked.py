"""What tells one task on a database from another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pydantic import JsonValue

from medgym_core import Database, InfoSource, Limits, Task, Turn


class Asked(NamedTuple):
    """One question or session."""

    category: str
    """Its category."""
    turns: tuple[Turn, ...]
    """Its questions."""
    conventions: str
    """What is agreed on its data and its answers."""
    metadata: Mapping[str, JsonValue]
    """What reports may tell of it."""

    def task(self, family: str, split: str, index: int, source: InfoSource, tables: str) -> Task:
        """The task: it is told the conventions and ``tables``, and given the database ``source``."""
        return Task(
            family=family,
            split=split,
            index=index,
            category=self.category,
            turns=self.turns,
            context=f"{self.conventions}\n\nTables\n{tables}",
            info=(source,),
            mounts=(source.path,),
            database=Database(path=source.path),
            limits=Limits(steps=15, action_s=120, memory_mb=2048),
            metadata=self.metadata,
        )


def database(name: str, path: str) -> InfoSource:
    """The database at ``path`` in the public half of a build, as tasks name it."""
    return InfoSource(
        name=name, kind="sqlite", path=path, description="tables, columns and values of the database"
    )
