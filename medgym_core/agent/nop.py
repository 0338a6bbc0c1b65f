"""The agent that does nothing: what a task gives for free."""

from __future__ import annotations

from medgym_core.agent.contract import Agent, AgentConfig, Brief, Reply


class Nop(Agent):
    """Gives up at once, on every task. Any reward it earns is a fault of the task."""

    name = "nop"
    heeds = frozenset()

    def __init__(self, config: AgentConfig) -> None:
        """Takes any configuration and uses none of it."""

    def start(self, brief: Brief) -> Nop:
        """Begin an episode; there is nothing to remember, so the agent is its own policy."""
        return self

    def fork(self, seed: int) -> Nop:
        """Itself, as there is nothing to remember."""
        return self

    def act(self, observation: str) -> Reply:
        """Give up, as a reply without text and call says."""
        return Reply()
