"""Errors that repeat: what no further episode would change ends a run, and the commonest is named."""

from __future__ import annotations

import re
from collections import Counter

from medgym_core.trajectory import Episode
from medgym_core.verifier import Status

MOST = 5
"""So many episodes in a row that end in the same error end the run."""
_CHANGING = re.compile(r"\b(?=\w*\d)[0-9a-f]{6,}\b|\d+")
"""What differs between two accounts of one error: identifiers, ports, times."""


class Alarm:
    """Listens to the episodes of a run, in the order in which they end."""

    def __init__(self) -> None:
        """An alarm that has heard of no episode."""
        self._kinds: Counter[tuple[Status, str]] = Counter()
        self._accounts: dict[tuple[Status, str], str] = {}
        self._last: tuple[Status, str] | None = None
        self._in_a_row = 0

    def hear(self, episode: Episode) -> None:
        """Take notice of an episode that ended; one with a reward ends a row of errors."""
        status = episode.verdict.status
        if status.rewarded:
            self._last, self._in_a_row = None, 0
            return
        kind = status, _CHANGING.sub("#", episode.error)
        self._kinds[kind] += 1
        self._accounts[kind] = episode.error
        self._in_a_row = self._in_a_row + 1 if kind == self._last else 1
        self._last = kind

    @property
    def rings(self) -> bool:
        """Whether the latest episodes all ended in the same error of the agent's endpoint or of ours."""
        return self._in_a_row >= MOST

    def commonest(self, counted: bool) -> str:
        """The commonest error, with how often it occurred if ``counted``; empty without any."""
        if not self._kinds:
            return ""
        kind, count = self._kinds.most_common(1)[0]
        times = f"{count:,} of {self._kinds.total():,} errors: " if counted else "commonest error: "
        return f"{times}{kind[0].value}: {self._accounts[kind] or 'no account'}"
