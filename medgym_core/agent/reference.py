"""The agent that replays the family's own solution: what a task must give in full."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import tee

from medgym_core.agent.contract import Agent, AgentConfig, Brief, Reply
from medgym_core.task import ActionCall


class Recital:
    """A policy that makes prepared replies in order, whatever it hears, then gives up."""

    def __init__(self, replies: Iterable[Reply]) -> None:
        """Holds the replies; they are drawn one an observation."""
        self._replies = iter(replies)

    def act(self, observation: str) -> Reply:
        """The next reply, or an empty one when none is left."""
        return next(self._replies, Reply())

    def fork(self, seed: int) -> Recital:
        """Another that has the same replies left, whatever the seed."""
        self._replies, others = tee(self._replies)
        return Recital(others)


class Reference(Agent):
    """Performs ``Brief.reference()`` through the public actions, one call a reply."""

    name = "reference"
    heeds = frozenset()

    def __init__(self, config: AgentConfig) -> None:
        """Takes any configuration and uses none of it."""

    def start(self, brief: Brief) -> Recital:
        """Begin an episode: the family computes its solution now."""
        return Recital(_reply(call) for call in brief.reference())


def _reply(call: ActionCall) -> Reply:
    return Reply(calls=(call,), finish_reason="tool_calls")
