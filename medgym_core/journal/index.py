"""The index of a journal: for every episode, where it stands and the figures that reports need.

It is rebuilt by a scan whenever it is needed (ten thousand records take about a second), so it can never
disagree with the journal.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from sys import intern

from pydantic import BaseModel, ValidationError

from medgym_core.access.tier import Tier, strictest
from medgym_core.errors import ConfigError
from medgym_core.journal.frame import Frame
from medgym_core.journal.reader import Journal, unreadable
from medgym_core.trajectory import SCHEMA, Episode, EpisodeKey
from medgym_core.verifier import Status


@dataclass(frozen=True, slots=True)
class Entry:
    """One recorded attempt at an episode."""

    id: str
    """The episode's id."""
    segment: str
    """Segment that holds the record."""
    offset: int
    """Where in it, bytes."""
    task: str
    """Task id, ``family/split/index``."""
    replica: int
    """0-based sample number."""
    category: str
    """Category of the task."""
    attempt: int
    """0 for the first try."""
    status: Status
    """How it ended."""
    reward: float | None
    """Its reward; None for errors."""
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
    cost_usd: float
    """Price, where the agent's configuration gives one."""

    @property
    def family(self) -> str:
        """The task's family."""
        return self.task.split("/", 1)[0]


@dataclass
class Index:
    """What stands recorded: one entry an episode, and how often it was tried."""

    entries: dict[str, Entry] = field(default_factory=dict)
    """Episode id to the attempt that counts: the newest that carries a reward, else the newest."""
    attempts: dict[str, int] = field(default_factory=dict)
    """Episode id to number of attempts recorded."""
    tokens: int = 0
    """Tokens read and written by all attempts."""
    cost_usd: float = 0.0
    """Price of all attempts."""
    tier: Tier = Tier.SYNTHETIC
    """The strictest tier of all attempts."""

    def add(self, entry: Entry) -> None:
        """Take in an attempt recorded after all others."""
        self.attempts[entry.id] = self.attempts.get(entry.id, 0) + 1
        self.tokens += entry.prompt_tokens + entry.completion_tokens
        self.cost_usd += entry.cost_usd
        self.tier = strictest((self.tier, entry.tier))
        standing = self.entries.get(entry.id)
        if standing is None or entry.status.rewarded or not standing.status.rewarded:
            self.entries[entry.id] = entry

    def finished(self) -> set[str]:
        """Ids of the episodes that carry a reward; resume plays all others again."""
        return {entry.id for entry in self.entries.values() if entry.status.rewarded}

    def find(self, episode: str) -> Entry:
        """The episode at that position (from 0), or the one whose id begins with ``episode``.

        Raises:
            ConfigError: if there is none, or more than one.
        """
        if episode.isdecimal() and int(episode) < len(self.entries):
            return list(self.entries.values())[int(episode)]
        found = [entry for id, entry in self.entries.items() if episode and id.startswith(episode)]
        if len(found) == 1:
            return found[0]
        problem = f"{len(found)} episodes begin with" if found else "this run has no episode"
        raise ConfigError(f"{problem} {episode!r}; give more of an id, or 0 to {len(self.entries) - 1}")


def read_index(run: Path) -> tuple[Index, Journal]:
    """The index of the run folder ``run``, and the journal it was read from (which lists any damage).

    Raises:
        ConfigError: if ``run`` is not a run folder.
        DataError: if a record is intact but of a form this version does not know.
    """
    journal = Journal(run)
    if not journal.folder.is_dir():
        raise ConfigError(f"{run} is not the folder of a run (it holds no journal/)")
    index = Index()
    for entry in _entries(journal):
        index.add(entry)
    return index, journal


def counting_episodes(run: Path) -> Iterator[Episode]:
    """The attempt that counts of every episode, in the order of first recording; memory stays flat.

    Raises:
        ConfigError: if ``run`` is not a run folder.
    """
    index, journal = read_index(run)
    return (journal.read(entry.segment, entry.offset) for entry in index.entries.values())


class _Usage(BaseModel):
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost_usd: float = 0.0
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


class _Digest(BaseModel):
    """The fields of an :class:`Episode` that the index keeps; reading only these is several times faster."""

    schema_version: int
    key: EpisodeKey
    category: str
    steps: tuple[_Step, ...]
    turns: tuple[_Turn, ...]
    verdict: _Verdict
    provenance: _Provenance
    attempt: int
    wall_s: float


def _entries(journal: Journal) -> Iterator[Entry]:
    for frame in journal.frames():
        try:
            digest = _Digest.model_validate_json(frame.payload)
        except ValidationError as error:
            raise unreadable(frame, error.errors()[0]["msg"]) from error
        if digest.schema_version > SCHEMA:
            raise unreadable(frame, f"form {digest.schema_version}")
        yield _entry(frame, digest)


def _entry(frame: Frame, digest: _Digest) -> Entry:
    key, usages = digest.key, [step.usage for step in digest.steps]
    return Entry(
        id=key.id,
        segment=frame.segment,
        offset=frame.offset,
        task=key.task,
        replica=key.replica,
        category=digest.category,
        attempt=digest.attempt,
        status=digest.verdict.status,
        reward=digest.verdict.reward,
        reason=digest.verdict.reason,
        level=digest.provenance.level,
        tier=digest.provenance.tier,
        agent=intern(key.agent),
        settings=intern(json.dumps(dict(key.agent_config), sort_keys=True)),
        build=intern(key.build),
        versions=intern(f"{key.family_version}, {key.verifier}"),
        protocol=intern(key.protocol),
        kinds=intern("+".join(sorted({kind for turn in digest.turns for kind in turn.asked}))),
        steps=len(digest.steps),
        wall_s=digest.wall_s,
        box_s=sum(step.box_s for step in digest.steps),
        latency_s=sum(usage.latency_s for usage in usages),
        prompt_tokens=sum(usage.prompt_tokens for usage in usages),
        completion_tokens=sum(usage.completion_tokens for usage in usages),
        cost_usd=sum(usage.cost_usd for usage in usages),
    )
