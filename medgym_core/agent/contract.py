"""The contract of an agent: it is briefed once an episode, then answers observations."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, Protocol, runtime_checkable

from pydantic import Field, JsonValue

from medgym_core.access import Attestation, Tier
from medgym_core.builds.training import Training
from medgym_core.files import default_home
from medgym_core.task import ActionCall, Task
from medgym_core.trajectory import Tokens, Usage
from medgym_sandbox.boundary.frozen import Frozen


class Reply(Frozen):
    """What an agent says to one observation. No text and no call: it gives up."""

    text: str = ""
    """Raw text; parsed leniently into an action when ``calls`` is empty."""
    calls: tuple[ActionCall, ...] = ()
    """Structured tool calls, performed in order."""
    reasoning: str = ""
    """Separate reasoning text, where the endpoint returns it."""
    finish_reason: str = ""
    """As the endpoint said: ``stop``, ``length``, ``tool_calls``..."""
    usage: Usage = Usage()
    """Cost."""
    tokens: Tokens | None = None
    """Token record."""


class Pace(Frozen):
    """Limits of an endpoint, held together by all that ask it from this machine."""

    requests_per_minute: float | None = Field(default=None, gt=0)
    """Requests a minute; None is without limit."""
    tokens_per_minute: float | None = Field(default=None, gt=0)
    """Tokens a minute, read and written; None is without limit."""
    at_once: int | None = Field(default=None, gt=0)
    """Requests under way at first, more as they are served; None: as many as are asked."""


@dataclass(frozen=True)
class AgentConfig:
    """How to make an agent; what an agent does not use it ignores. Part of an episode's identity."""

    model: str = ""
    """Model name at the endpoint."""
    base_url: str = ""
    """Endpoint; empty takes the library's default."""
    api_key: str = field(default="", repr=False)
    """Key; never recorded."""
    temperature: float = 0.0
    """Sampling temperature of the run; a schedule may give an episode another."""
    options: Mapping[str, JsonValue] = field(default_factory=dict)
    """Agent-specific settings (``max_tokens``, ``prices``, ``tools``, ``path`` of a replay)."""
    pace: Pace = field(default_factory=Pace)
    """How fast it may ask its endpoint; no part of an identity."""
    home: Path = field(default_factory=default_home)
    """Folder of builds, attestations and the standing of limited endpoints; no part of an identity."""

    def identity(self, temperature: float) -> dict[str, JsonValue]:
        """What of it decides the outcome of an episode sampled at ``temperature``, without the key."""
        return {
            "model": self.model,
            "base_url": self.base_url,
            "temperature": temperature,
            "options": dict(self.options),
        }


@dataclass(frozen=True)
class Brief:
    """What an agent learns at the start of an episode."""

    task: Task
    """The public task."""
    system: str
    """Rules of the protocol, permitted actions, budget."""
    prompt: str
    """The first question with its context; later turns come as observations."""
    tools: Sequence[Mapping[str, JsonValue]]
    """OpenAI tool schemas of the permitted actions."""
    seed: int
    """Seed of this replica."""
    temperature: float
    """Sampling temperature of this replica."""
    tier: Tier
    """Sensitivity of the data that the task is about, and so of every observation."""
    reference: Callable[[], Sequence[ActionCall]]
    """The family's own solution, for the ``reference`` agent and for attacks that need a valid start."""
    training: Callable[[], Training]
    """The training splits with their answers and solutions, for attacks that learn what those give away."""
    protocol: Literal["default", "paper"] = "default"
    """What is graded: one submission a turn, or every execution."""


class Policy(Protocol):
    """An agent at work on one episode."""

    def act(self, observation: str) -> Reply:
        """Answer the latest observation (the first call gets ``Brief.prompt``).

        Raises:
            AgentError: if the model endpoint failed for good.
        """
        ...


@runtime_checkable
class Branching(Policy, Protocol):
    """A policy of which there can be several from any observation on, as trees of episodes need."""

    def fork(self, seed: int) -> Branching:
        """Another that remembers the same, and decides by ``seed`` from now on."""
        ...


@runtime_checkable
class Recalling(Policy, Protocol):
    """A policy that can be told what it said earlier, so that it need not be asked again."""

    def recall(self, observation: str, reply: Reply) -> None:
        """Remember ``reply`` as its answer to ``observation``."""
        ...


class Agent(Protocol):
    """A way to act; stateless between episodes and safe to use from several threads."""

    name: str
    """Name, as given to ``--agent``."""
    remote: bool = False
    """Whether its replies are made elsewhere, so that more episodes than cores may be in flight."""
    heeds: frozenset[str] = frozenset({"model", "base_url", "temperature", "options"})
    """The fields of its configuration that it heeds; a run in which another is set is refused."""

    def start(self, brief: Brief) -> Policy:
        """Begin an episode; what is returned answers its observations one by one."""
        ...

    def admit(self, tier: Tier, family: str) -> Attestation | None:
        """Refuse, before anything is played, data of ``tier`` that it would send where it may not go.

        Returns the attestation by which it may, if it needs one. Who inherits this sends nothing anywhere.

        Raises:
            AccessError: if it may not.
        """
        return None

    def check(self, tier: Tier, family: str, tools: Sequence[Mapping[str, JsonValue]]) -> None:
        """Find out, before anything is built, what would fail every episode; who inherits this needs nothing.

        Raises:
            AccessError: as :meth:`admit`.
            ConfigError: if its endpoint does not answer, or refuses the key, the model or a setting.
        """
        return

    def close(self) -> None:
        """Release what it holds, after the last episode; who inherits this holds nothing."""
        return


AgentFactory = Callable[[AgentConfig], Agent]
"""Makes an agent from its configuration; raises ConfigError when something is missing."""
