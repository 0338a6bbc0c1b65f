"""The episodes of a run as a person picks among them: filtered, searched, sorted, page by page."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from threading import RLock
from typing import Any
from urllib.parse import urlencode

from medgym_core.access.redaction import Redact, redaction
from medgym_core.failure import FailureMode, classify
from medgym_core.journal import Entry, read_index
from medgym_core.metrics.tree import Limb, tree
from medgym_core.rollout import folder
from medgym_core.trajectory import Episode
from medgym_core.verifier import Status
from medgym_sandbox.boundary.frozen import Frozen

PAGE = 50
"""Episodes on a page."""
REWARDS = ("1", "between", "0", "none")
"""What rewards are distinguished by: whole, a part, nothing, and errors, which carry none."""
SORTS: dict[str, Callable[[Entry], Any]] = {
    "status": lambda entry: entry.status.value,
    "reward": lambda entry: -1.0 if entry.reward is None else entry.reward,
    "task": lambda entry: entry.order,
    "sample": lambda entry: entry.replica,
    "category": lambda entry: entry.category,
    "actions": lambda entry: entry.steps,
    "seconds": lambda entry: entry.wall_s,
    "tokens": lambda entry: entry.prompt_tokens + entry.completion_tokens,
}
"""Column to what it sorts by."""


class Selection(Frozen):
    """What was picked; empty means all, in the order of recording."""

    search: str = ""
    """Words that the task, category, status or reason must hold, or the beginning of an id."""
    family: str = ""
    category: str = ""
    status: str = ""
    reward: str = ""
    """One of :data:`REWARDS`."""
    failure: str = ""
    reason: str = ""
    """Reason of the verdict, of errors what failed."""
    sort: str = ""
    """A column of :data:`SORTS`; from the highest down if a ``-`` stands before it."""
    page: int = 1
    """From 1."""

    def query(self, page: int = 1, **changed: str) -> str:
        """It as the query of an address, at another page or with something ``changed``."""
        picked = {**self.model_dump(), **changed, "page": page if page > 1 else ""}
        return urlencode({name: value for name, value in picked.items() if value})

    def sorting(self, column: str) -> str:
        """What a click on a column's head sorts by: first from the highest down, then upward."""
        return column if self.sort == f"-{column}" else f"-{column}"


class Shelf:
    """The episodes of a run: read from the index, classified when first asked why they failed."""

    entries: dict[str, Entry]
    """Id to episode, in the order of recording."""
    choices: dict[str, list[str]]
    """Filter to the values that occur."""

    def __init__(self, run: Path, identifiers: bool = False) -> None:
        """Scans the journal of ``run``; ``identifiers`` of labelled data are shown only if asked for.

        Raises:
            ConfigError: if ``run`` is not the folder of a run.
            DataError: if a record is of a form this version does not know.
        """
        self.run = run
        self._identifiers = identifiers
        self._modes: dict[Entry, str] = {}
        self._lock = RLock()
        self._size = -1
        self.refresh()

    @property
    def playing(self) -> bool:
        """Whether the run is being played."""
        return folder.driven(self.run)

    def refresh(self) -> None:
        """Scan the journal again if it has grown; errors as of the first scan."""
        with self._lock:
            size = sum(path.stat().st_size for path in (self.run / "journal").glob("seg-*"))
            if size <= self._size:  # a journal only grows
                return
            index, self.journal = read_index(self.run)
            self.tier = index.tier
            self.redact: Redact = str if self._identifiers else redaction(self.run, index.tier)
            self.entries = {entry.id: entry for entry in index}
            self._size = size
            self.choices = self._occurring()

    def _occurring(self) -> dict[str, list[str]]:
        entries = self.entries.values()
        rewards = set(map(_reward, entries))
        return {
            "family": sorted({entry.family for entry in entries}),
            "category": sorted({entry.category for entry in entries}),
            "status": sorted({entry.status.value for entry in entries}),
            "reward": [name for name in REWARDS if name in rewards],
            "failure": [mode.value for mode in FailureMode],
            "reason": sorted({entry.reason for entry in entries} - {""}) if self.redact is str else [],
        }

    def episode(self, entry: Entry) -> Episode:
        """The record behind ``entry``."""
        return self.journal.read(entry.segment, entry.offset)

    def samples(self, entry: Entry) -> list[Entry]:
        """The other episodes of the same task."""
        same = (one for one in self.entries.values() if one.task == entry.task and one.id != entry.id)
        return sorted(same, key=lambda one: (one.replica, one.id))

    def tree(self, entry: Entry) -> tuple[Limb, ...]:
        """The tree that the episode is a leaf of; samples that were played apart are limbs side by side."""
        return tree({one.replica: self.episode(one) for one in (entry, *self.samples(entry))})

    def failure(self, entry: Entry) -> str:
        """Why the episode failed; empty for a success."""
        if entry.status is Status.SUCCESS:
            return ""
        if not entry.status.rewarded:
            return FailureMode.INFRASTRUCTURE.value
        with self._lock:
            if entry not in self._modes:
                diagnosis = classify(self.episode(entry))
                self._modes[entry] = diagnosis.mode.value if diagnosis else ""
            return self._modes[entry]

    def picked(self, selection: Selection) -> list[Entry]:
        """The entries of all pages of ``selection``."""
        found = [entry for entry in self.entries.values() if self._fits(entry, selection)]
        column = selection.sort.removeprefix("-")
        return sorted(found, key=SORTS[column], reverse=selection.sort != column) if column else found

    def _fits(self, entry: Entry, selection: Selection) -> bool:
        return (
            selection.family in ("", entry.family)
            and selection.category in ("", entry.category)
            and selection.status in ("", entry.status.value)
            and selection.reward in ("", _reward(entry))
            and selection.reason in ("", entry.reason)
            and _found(entry, selection.search)
            and (not selection.failure or selection.failure == self.failure(entry))
        )


def _reward(entry: Entry) -> str:
    if entry.reward is None:
        return "none"
    return "1" if entry.reward >= 1 else "0" if entry.reward <= 0 else "between"


def _found(entry: Entry, search: str) -> bool:
    text = f"{entry.task} {entry.category} {entry.status.value} {entry.reason}".lower()
    return all(word in text or entry.id.startswith(word) for word in search.lower().split())


def selection_of(query: Mapping[str, Sequence[str]]) -> Selection:
    """The selection that a parsed query names; what it does not know is left out."""
    known = set(Selection.model_fields) - {"page", "sort"}
    picked = {name: query[name][-1] for name in known if query.get(name)}
    sort = query.get("sort", [""])[-1]
    page = query.get("page", ["1"])[-1]
    return Selection(
        **picked,
        sort=sort if sort.removeprefix("-") in SORTS else "",
        page=int(page) if re.fullmatch("[1-9][0-9]{0,6}", page) else 1,
    )
