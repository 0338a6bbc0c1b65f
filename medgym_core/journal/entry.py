"""An entry of the index: what is read of a record without reading all of it."""

from __future__ import annotations

import json
from typing import NamedTuple

from pydantic import BaseModel, ValidationError

from medgym_core.access.tier import Tier
from medgym_core.journal.frame import Frame
from medgym_core.journal.reader import unreadable
from medgym_core.trajectory import SCHEMA, EpisodeKey
from medgym_core.verifier import Status


class Entry(NamedTuple):
    """One recorded attempt at an episode; from ``segment`` on, fields that many entries have in common."""

    id: str
    """The episode's id."""
    task: str
    """Task id, ``family/split/index``."""
    replica: int
    """0-based sample number."""
    attempt: int
    """0 for the first try."""
    voids: int
    """Voids of this attempt and those before it."""
    offset: int
    """Where in ``segment`` the record stands, bytes."""
    reward: float | None
    """Its reward; None for errors."""
    parted: bool
    """Whether it is a leaf of a tree that parted from another, so that it was not drawn by itself."""
    steps: int
    """Number of actions."""
    wall_s: float
    """Wall-clock seconds of the episode."""
    box_s: float
    """Of those, seconds in the box."""
    latency_s: float
    """Of those, seconds that the agent waited for its model."""
    prompt_tokens: int
    """Tokens read by the model."""
    completion_tokens: int
    """Tokens written by the model."""
    cost_usd: float | None
    """Price; None where the agent's configuration gives no prices."""
    segment: str
    """Segment that holds the record."""
    category: str
    """Category of the task."""
    status: Status
    """How it ended."""
    reason: str
    """Machine-readable reason of the verdict."""
    level: str
    """Isolation level of the box."""
    tier: Tier
    """Sensitivity of the build's source."""
    agent: str
    """Agent that played it."""
    settings: str
    """What decided how it played, as canonical JSON."""
    build: str
    """Digest of the build."""
    versions: str
    """Version of the family and the verifier, as in ``0.1.0, answer@1``."""
    protocol: str
    """What was graded: ``default`` or ``paper``."""
    kinds: str
    """Kinds of answer that the task asks for, with ``+`` between; empty where the record does not say."""

    @property
    def family(self) -> str:
        """Name of the family that the task is of."""
        return self.task.split("/", 1)[0]

    @property
    def order(self) -> tuple[str, int, str, int, str]:
        """What brings entries into the order of split, index and sample, as in :meth:`Index.by_task`."""
        return self.task.rstrip("0123456789"), len(self.task), self.task, self.replica, self.id


class _Usage(BaseModel):
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost_usd: float | None = None
    latency_s: float = 0.0


class _Step(BaseModel):
    usage: _Usage
    box_s: float


class _Turn(BaseModel):
    asked: tuple[str, ...] = ()


class _Verdict(BaseModel):
    status: Status
    reward: float | None
    reason: str


class _Provenance(BaseModel):
    level: str
    tier: Tier


class _Branch(BaseModel):
    parent: int


class _Digest(BaseModel):
    """The fields of an :class:`Episode` that an entry keeps; reading only these is several times faster."""

    schema_version: int
    key: EpisodeKey
    category: str
    steps: tuple[_Step, ...]
    turns: tuple[_Turn, ...]
    verdict: _Verdict
    provenance: _Provenance
    attempt: int
    voids: int = 0
    branch: _Branch | None = None
    wall_s: float


def entry_of(frame: Frame) -> Entry:
    """The entry of a record.

    Raises:
        DataError: if the record is of a form this version does not know.
    """
    try:
        digest = _Digest.model_validate_json(frame.payload)
    except ValidationError as error:
        raise unreadable(frame, error.errors()[0]["msg"]) from error
    if digest.schema_version > SCHEMA:
        raise unreadable(frame, f"form {digest.schema_version}")
    key, usages = digest.key, [step.usage for step in digest.steps]
    return Entry(
        id=key.id,
        task=key.task,
        replica=key.replica,
        attempt=digest.attempt,
        voids=digest.voids,
        offset=frame.offset,
        reward=digest.verdict.reward,
        parted=digest.branch is not None,
        steps=len(digest.steps),
        wall_s=digest.wall_s,
        box_s=sum(step.box_s for step in digest.steps),
        latency_s=sum(usage.latency_s for usage in usages),
        prompt_tokens=sum(usage.prompt_tokens for usage in usages),
        completion_tokens=sum(usage.completion_tokens for usage in usages),
        cost_usd=key.price(usage.cost_usd for usage in usages),
        segment=frame.segment,
        category=digest.category,
        status=digest.verdict.status,
        reason=digest.verdict.reason,
        level=digest.provenance.level,
        tier=digest.provenance.tier,
        agent=key.agent,
        settings=json.dumps(dict(key.agent_config), sort_keys=True),
        build=key.build,
        versions=f"{key.family_version}, {key.verifier}",
        protocol=key.protocol,
        kinds="+".join(sorted({kind for turn in digest.turns for kind in turn.asked})),
    )
