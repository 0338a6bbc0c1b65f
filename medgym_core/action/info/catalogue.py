"""What every source of information can be asked, whatever its format."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from medgym_core.action.info.listing import Listing
from medgym_core.action.info.matches import Match
from medgym_core.action.nearest import by_closeness, closest
from medgym_core.task import InfoSource

_SHOWN = 20


class UnanswerableError(Exception):
    """The question asks for something that is not there; ``args[0]`` tells the agent what is."""


@dataclass(frozen=True)
class Item:
    """A table, or a document."""

    name: str
    """Name within the source."""
    summary: str
    """Its size and columns, one line."""


class Catalogue(Protocol):
    """One source. Names given to the methods are names of existing entries, in their own case."""

    source: InfoSource
    """What it reads."""

    def entries(self) -> list[Item]:
        """Every table or document, in name order."""
        ...

    def columns(self, entry: str) -> list[str]:
        """Columns of a table, in its order; a document has none."""
        ...

    def describe(self, entry: str) -> Listing:
        """What a table holds column by column, or a document's text."""
        ...

    def values(self, entry: str, column: str) -> Listing:
        """Distinct values of a column with the number of rows of each, most frequent first.

        Raises:
            UnanswerableError: if the column holds long texts.
        """
        ...

    def search(self, query: str, entry: str | None, column: str | None) -> list[Match]:
        """Things that resemble ``query``, in no order, from all entries or those given."""
        ...


def resolve(noun: str, name: str, existing: Sequence[str]) -> str:
    """The existing name equal to ``name``, or equal but for case.

    Raises:
        UnanswerableError: if there is none, with the nearest.
    """
    if name in existing:
        return name
    same = [candidate for candidate in existing if candidate.casefold() == name.strip().casefold()]
    if len(same) == 1:
        return same[0]
    meant = closest(name, existing)
    guess = f" Did you mean {meant!r}?" if meant else ""
    nearest = ", ".join(by_closeness(name, existing)[:_SHOWN]) or "none"
    total = f" ({len(existing)} in all)" if len(existing) > _SHOWN else ""
    raise UnanswerableError(f"There is no {noun} {name[:80]!r}.{guess} There is: {nearest}{total}.")
