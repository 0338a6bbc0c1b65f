"""The contract of an action: typed arguments in, one observation out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from pydantic import BaseModel

from medgym_core.source import Build
from medgym_core.task import Task, Turn
from medgym_sandbox.backend import Sandbox
from medgym_sandbox.boundary.frozen import Frozen
from medgym_sandbox.spec import Execution, Outcome


class Observation(Frozen):
    """What an agent gets back."""

    text: str
    """All that the agent reads."""
    ok: bool = True
    """Whether the action did what was asked."""
    error: str = ""
    """Class of the failure: an exception name, or ``timeout``, ``memory``, ``malformed``..."""
    outcome: Outcome | None = None
    """The execution behind it, if there was one."""
    submitted: bool = False
    """Whether this action was the turn's submission."""


@dataclass
class ActionContext:
    """What an action may use. The environment owns it; an action changes nothing but ``last``."""

    task: Task
    """The task."""
    turn: Turn
    """The turn being played."""
    build: Build
    """The build; actions read its public half only."""
    box: Sandbox
    """The agent's box."""
    last: tuple[Execution, Outcome] | None = None
    """The latest execution, for ``debugging``."""
    memory: dict[str, object] = field(default_factory=dict)
    """Per-episode scratch space of actions (paging cursors), keyed by action name."""
    packages: tuple[str, ...] = ()
    """Packages installed in the box, such as ``numpy==2.1.0``, for what is said about missing modules."""


class Action(Protocol):
    """An action. Stateless; the same object serves every episode."""

    name: str
    """Name the agent uses."""
    description: str
    """One or two sentences for the prompt and the tool schema."""

    @property
    def Arguments(self) -> type[BaseModel]:  # noqa: N802 - it is a class
        """Model of its arguments; its JSON Schema is the tool schema."""
        ...

    def perform(self, arguments: BaseModel, context: ActionContext) -> Observation:
        """Do it. The agent's failures are observations.

        Raises:
            SandboxError: if the box is dead for a reason that is not the agent's.
        """
        ...
