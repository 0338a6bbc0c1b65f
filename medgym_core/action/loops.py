"""Noticing an agent that goes round in circles."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from dataclasses import dataclass, field

from medgym_core.task import ActionCall


@dataclass(frozen=True)
class LoopState:
    """What is known after one more action."""

    repeats: int
    """How often this call has now had this result in the turn; 1 the first time."""
    notice: str
    """What to append to the observation; empty the first time."""
    exceeded: bool
    """Whether the episode should be truncated with reason ``loop``."""


@dataclass
class LoopDetector:
    """Counts equal (call, observation) pairs, consecutive or not; one detector serves one turn.

    Calls are equal when name and arguments are, but for white space at line ends and around texts; the
    same call with another result (a next page, a file that grew) is progress and counts anew.
    """

    limit: int = 3
    """Number of occurrences of one pair at which ``exceeded`` is set; at least 2."""
    _seen: Counter[bytes] = field(default_factory=Counter, init=False, repr=False)

    def __post_init__(self) -> None:
        """Refuses a limit that would truncate every episode."""
        if self.limit < 2:
            raise ValueError(
                f"a loop limit of {self.limit} would end episodes at their first action; use 2 or more"
            )

    def record(self, call: ActionCall | None, observation: str) -> LoopState:
        """Count one action; ``call`` is None for a reply that held none."""
        key = hashlib.sha256(json.dumps([_normalised(call), observation]).encode()).digest()
        self._seen[key] += 1
        repeats = self._seen[key]
        notice = ""
        if repeats > 1:
            notice = (
                f"NOTICE: this is time {repeats} that the same action gave the same result in this turn; "
                f"at {self.limit} the episode ends. Do something else."
            )
        return LoopState(repeats, notice, repeats >= self.limit)


def _normalised(call: ActionCall | None) -> str:
    if call is None:
        return ""
    arguments = {
        name: _trimmed(value) if isinstance(value, str) else value for name, value in call.arguments.items()
    }
    return json.dumps([call.name, arguments], sort_keys=True)


def _trimmed(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip().splitlines())
