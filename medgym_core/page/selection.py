"""The episodes of a run as a person picks among them: by family, status and failure, page by page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from threading import Lock
from urllib.parse import urlencode

from medgym_core.access.redaction import Redact, redaction
from medgym_core.boundary.frozen import Frozen
from medgym_core.failure import FailureMode, classify
from medgym_core.journal import Entry, read_index
from medgym_core.trajectory import Episode
from medgym_core.verifier import Status

PAGE = 50
"""Episodes on a page."""


class Selection(Frozen):
    """What was picked; empty means all."""

    family: str = ""
    status: str = ""
    failure: str = ""
    page: int = 1
    """From 1."""

    def query(self, page: int = 1) -> str:
        """It as the query of an address, at another page."""
        picked = {**self.model_dump(), "page": page if page > 1 else ""}
        return urlencode({name: value for name, value in picked.items() if value})


class Shelf:
    """The episodes of a run: read from the index at once, classified when first asked why they failed."""

    def __init__(self, run: Path, identifiers: bool = False) -> None:
        """Scans the journal of ``run``; ``identifiers`` of labelled data are shown only if asked for.

        Raises:
            ConfigError: if ``run`` is not the folder of a run.
            DataError: if a record is of a form this version does not know.
        """
        index, self.journal = read_index(run)
        self.run = run
        self.tier = index.tier
        self.redact: Redact = str if identifiers else redaction(run, index.tier)
        self.entries: dict[str, Entry] = {entry.id: entry for entry in index}
        self._modes: dict[str, str] = {}
        self._classifying = Lock()

    @cached_property
    def families(self) -> list[str]:
        """The families of the run."""
        return sorted({entry.family for entry in self.entries.values()})

    @cached_property
    def statuses(self) -> list[str]:
        """The statuses that occur."""
        return sorted({entry.status.value for entry in self.entries.values()})

    def episode(self, entry: Entry) -> Episode:
        """The record behind ``entry``."""
        return self.journal.read(entry.segment, entry.offset)

    def failure(self, entry: Entry) -> str:
        """Why the episode failed; empty for a success."""
        if entry.status is Status.SUCCESS:
            return ""
        if not entry.status.rewarded:
            return FailureMode.INFRASTRUCTURE.value
        with self._classifying:
            if entry.id not in self._modes:
                diagnosis = classify(self.episode(entry))
                self._modes[entry.id] = diagnosis.mode.value if diagnosis else ""
            return self._modes[entry.id]

    def picked(self, selection: Selection) -> list[Entry]:
        """The entries of all pages of ``selection``, in the order of recording."""
        return [entry for entry in self.entries.values() if self._fits(entry, selection)]

    def _fits(self, entry: Entry, selection: Selection) -> bool:
        return (
            selection.family in ("", entry.family)
            and selection.status in ("", entry.status.value)
            and (not selection.failure or selection.failure == self.failure(entry))
        )


def selection_of(query: Mapping[str, Sequence[str]]) -> Selection:
    """The selection that a parsed query names; what it does not know is left out."""
    picked = {name: query[name][-1] for name in ("family", "status", "failure") if query.get(name)}
    page = query.get("page", ["1"])[-1]
    return Selection(
        **picked, page=max(int(page), 1) if page.isascii() and page.isdecimal() and len(page) < 8 else 1
    )
