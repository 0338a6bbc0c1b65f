"""The index of a journal: for every episode, where it stands and the figures that reports need.

It is rebuilt by a scan whenever it is needed (ten thousand records take about a second), so it can never
disagree with the journal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import BaseModel, ValidationError

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
    steps: int
    """Number of actions."""
    wall_s: float
    """Wall-clock seconds of the episode."""
    box_s: float
    """Of those, seconds in the box."""
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

    def add(self, entry: Entry) -> None:
        """Take in an attempt recorded after all others."""
        self.attempts[entry.id] = self.attempts.get(entry.id, 0) + 1
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


class _Step(BaseModel):
    usage: _Usage
    box_s: float


class _Verdict(BaseModel):
    status: Status
    reward: float | None
    reason: str


class _Provenance(BaseModel):
    level: str


class _Digest(BaseModel):
    """The fields of an :class:`Episode` that the index keeps; reading only these is several times faster."""

    schema_version: int
    key: EpisodeKey
    category: str
    steps: tuple[_Step, ...]
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
    return Entry(
        id=digest.key.id,
        segment=frame.segment,
        offset=frame.offset,
        task=digest.key.task,
        replica=digest.key.replica,
        category=digest.category,
        attempt=digest.attempt,
        status=digest.verdict.status,
        reward=digest.verdict.reward,
        reason=digest.verdict.reason,
        level=digest.provenance.level,
        steps=len(digest.steps),
        wall_s=digest.wall_s,
        box_s=sum(step.box_s for step in digest.steps),
        prompt_tokens=sum(step.usage.prompt_tokens for step in digest.steps),
        completion_tokens=sum(step.usage.completion_tokens for step in digest.steps),
        cost_usd=sum(step.usage.cost_usd for step in digest.steps),
    )
