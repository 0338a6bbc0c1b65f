"""What one step of an episode did."""

from __future__ import annotations

from dataclasses import dataclass

from medgym_core.action import Observation
from medgym_core.task import ActionCall


@dataclass(frozen=True)
class StepResult:
    """What one step did, and where the episode stands after it."""

    observation: Observation
    """What the agent gets to read, and the facts behind it."""
    call: ActionCall | None
    """The action as parsed; None if the text held none."""
    turn: int
    """Turn in which it was taken."""
    done: bool
    """Whether the episode is over; then ``Env.verdict`` holds the result."""
