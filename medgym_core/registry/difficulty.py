"""How hard a family is: what agents that leave out one thing earned, as it is shipped in its package."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from pydantic import Field

from medgym_core.registry.certificate import read_kept
from medgym_sandbox.boundary.frozen import Frozen

DIFFICULTY = "difficulty.json"
"""Name of the file in the plugin's package."""
FULL = "full"
"""The agent that leaves out nothing: it shows that tasks are solved, not how hard they are."""


class Earned(Frozen):
    """What one agent earned."""

    tasks: int = Field(ge=1)
    """Tasks that it played: those whose solution has what it leaves out."""
    reward: float = Field(ge=0, le=1)
    """Mean reward."""


class Row(Frozen):
    """What was earned on the tasks of one category in one split."""

    split: str
    """The split."""
    category: str
    """The category."""
    earned: Mapping[str, Earned]
    """Agent to what it earned; without those that have no meaning here."""


class Difficulty(Frozen):
    """What ``medgym difficulty`` measured of a family."""

    family: str
    """The family."""
    version: str
    """Its version on that day; a later one may ask the same."""
    played: str
    """SHA-256 over tasks, gold and what each agent was to do; the table is of no other tasks."""
    sandbox: str
    """The backend that ran the boxes."""
    tasks: int = Field(ge=1)
    """Most tasks of a category in a split that each agent played."""
    rungs: Mapping[str, str]
    """Agents, and why one has no meaning anywhere in the family; empty where it has."""
    rows: tuple[Row, ...]
    """By split and category."""

    @property
    def shown(self) -> list[str]:
        """The agents that have a meaning."""
        return [name for name, absent in self.rungs.items() if not absent]

    @property
    def titles(self) -> list[str]:
        """What stands above the cells."""
        return ["split", "category", *self.shown]

    def cells(self) -> Iterator[list[str]]:
        """A row of cells for each of :attr:`rows`; a dash where an agent has no meaning."""
        for row in self.rows:
            earned = (row.earned.get(name) for name in self.shown)
            yield [
                row.split,
                row.category,
                *(f"{one.reward:.2f} ({one.tasks})" if one else "-" for one in earned),
            ]


def read_difficulty(package: Path) -> Difficulty | None:
    """What was measured of the plugin whose package lies in a folder; None if nothing was.

    Raises:
        DataError: if it is malformed.
    """
    return read_kept(package / DIFFICULTY, Difficulty, "make it anew with `medgym difficulty --write`")
