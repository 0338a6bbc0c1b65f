"""The record of one episode: everything needed to read, train on and re-grade it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping

from pydantic import Field, JsonValue

from medgym_core.access import Tier
from medgym_core.task import ActionCall, RelativePath
from medgym_core.verifier.contract import StateChange, Verdict
from medgym_sandbox.boundary.frozen import Frozen

SCHEMA = 1
"""Version of the record; changes when a reader of the old form would misread the new."""
PROVED = "proved_ours"
"""Reason of an error's verdict where it is proved that no agent brought it about."""
VOIDED = "voided"
"""Reason of a verdict of failure that was given because the episode broke down twice."""


class Usage(Frozen):
    """What one reply cost."""

    prompt_tokens: int = 0
    """Tokens read."""
    completion_tokens: int = 0
    """Tokens written."""
    cost_usd: float | None = None
    """Price, US dollars; None where the configuration gives none."""
    latency_s: float = 0.0
    """Wall-clock time of the call, retries included, seconds."""


class Tokens(Frozen):
    """Token-level record of one reply, kept when the endpoint returns it."""

    prompt_ids: tuple[int, ...] = ()
    """Ids of the prompt's tokens."""
    completion_ids: tuple[int, ...] = ()
    """Ids of the sampled tokens."""
    logprobs: tuple[float, ...] = ()
    """Log-probability of each sampled token."""


class Step(Frozen):
    """One action and what came of it."""

    turn: int
    """0-based turn of the task."""
    text: str = ""
    """The agent's raw text, if it wrote any (only on the first call of a reply)."""
    reasoning: str = ""
    """Separate reasoning text, likewise."""
    call: ActionCall | None = None
    """The action as parsed; None if the text held none."""
    by_tool: bool = False
    """Whether the agent asked for it by a tool call, not in its text."""
    continues: bool = False
    """Whether it belongs to the same reply as the step before."""
    observation: str
    """What the agent got back."""
    ok: bool
    """Whether the action did what was asked."""
    error: str = ""
    """Class of the failure, as in ``Observation.error``."""
    submitted: bool = False
    """Whether it was the turn's submission."""
    usage: Usage = Usage()
    """Cost of the reply (only on its first call)."""
    tokens: Tokens | None = None
    """Token record of the reply, likewise."""
    finish_reason: str = ""
    """Finish reason of the reply, likewise."""
    box_s: float = 0.0
    """Wall-clock seconds in the box."""
    wall_s: float = 0.0
    """Wall-clock seconds of the whole action."""


class TurnRecord(Frozen):
    """What was collected for one turn; file contents live in the run's blob store under their digests."""

    asked: tuple[str, ...] = ()
    """What the turn asks for: kinds of answer, formats of files, as in ``TaskFamily.answer_kinds``."""
    answer: str | None = None
    """JSON text as submitted."""
    language: str = "python"
    """What produced it."""
    files: Mapping[RelativePath, str] = Field(default_factory=dict)
    """Path to sha256 of the bytes graded."""
    reason: str = ""
    """Why something is missing."""


class Provenance(Frozen):
    """What produced a record, so that it can be reproduced and re-graded."""

    core: str
    """Version of medgym-core."""
    family_version: str
    """Version of the family."""
    verifier: str
    """``name@version``."""
    build: str
    """Digest of the build."""
    tier: Tier
    """Sensitivity of the build's source."""
    attestation: str = ""
    """Id of the attestation by which labelled data went to a remote endpoint; empty if none did."""
    level: str = ""
    """Isolation level of the box."""
    environment: str = ""
    """Digest of the box environment: image id or package list."""


class EpisodeKey(Frozen):
    """An episode's identity. Two runs of the same key are the same experiment."""

    task: str
    """Task id."""
    build: str
    """Build digest."""
    family_version: str
    """Version of the family."""
    verifier: str
    """``name@version``."""
    agent: str
    """Agent name."""
    agent_config: Mapping[str, JsonValue]
    """``AgentConfig.identity``, with the temperature of this sample."""
    protocol: str
    """``default`` or ``paper``."""
    replica: int
    """0-based sample number."""
    seed: int
    """Seed given to the agent."""

    def price(self, costs: Iterable[float | None]) -> float | None:
        """The sum of costs, US dollars; None where none is known: without prices a sum of 0 says nothing."""
        known = [cost for cost in costs if cost is not None]
        options = self.agent_config.get("options")
        priced = isinstance(options, dict) and bool(options.get("prices"))
        return sum(known) if known and (priced or any(known)) else None

    @property
    def id(self) -> str:
        """32 hex digits of the sha256 of the canonical JSON."""
        text = json.dumps(self.model_dump(mode="json"), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:32]


class Branch(Frozen):
    """Where a leaf of a tree of episodes parted from an earlier leaf; what came before was played once."""

    parent: int
    """Sample number of that leaf; a tree's first leaf, number 0, parted from none."""
    step: int = Field(ge=0)
    """Steps that both have: the first so many of either, recorded in both, at no cost here."""


class Episode(Frozen):
    """The record of one episode, as it stands in the journal."""

    schema_version: int = SCHEMA
    """Version of this form."""
    key: EpisodeKey
    """Identity."""
    category: str
    """Category of the task."""
    system: str
    """System text given to the agent."""
    prompt: str
    """First user text given to the agent."""
    actions: tuple[str, ...] = ()
    """Names of the permitted actions, in the order of the tools offered."""
    steps: tuple[Step, ...]
    """Every action, in order."""
    turns: tuple[TurnRecord, ...]
    """What was collected, one entry per turn."""
    states: Mapping[str, StateChange] = Field(default_factory=dict)
    """Service states, where graded."""
    verdict: Verdict
    """The result."""
    provenance: Provenance
    """What produced it."""
    branch: Branch | None = None
    """Where it parted from another leaf of its tree; None where it was played from its beginning."""
    attempt: int = 0
    """0 for the first try; infrastructure failures are retried."""
    voids: int = 0
    """Attempts, up to this one, that broke down after the agent's first action by no proved fault of ours."""
    error: str = ""
    """For errors: one line on what failed."""
    started: str
    """UTC, ISO 8601."""
    wall_s: float
    """Wall-clock seconds of the episode."""

    @property
    def cost_usd(self) -> float | None:
        """Price of all its steps, US dollars; None where prices are not known."""
        return self.key.price(step.usage.cost_usd for step in self.steps)

    @property
    def id(self) -> str:
        """Id of the episode, as its key makes it."""
        return self.key.id
