"""Which episodes a run consists of, in order, and which of them are missing."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from medgym_core.journal import Index
from medgym_core.rollout.config import RunConfig
from medgym_core.rollout.selection import Address
from medgym_core.trajectory import EpisodeKey


@dataclass(frozen=True, slots=True)
class Work:
    """One episode to play, small enough to send anywhere."""

    family: str
    """Family of the task."""
    split: str
    """Split of the task."""
    index: int
    """Index of the task."""
    replica: int
    """0-based sample number."""
    seed: int
    """Seed given to the agent."""
    attempt: int = 0
    """Number of attempts recorded before."""
    voids: int = 0
    """How many of these were voids."""


def plan(config: RunConfig, places: Mapping[str, Sequence[Address]]) -> Iterator[Work]:
    """Every episode of the run: family by family, task by task, sample by sample.

    ``places`` says where each family's tasks are.
    """
    for family in config.task:
        for place in places[family]:
            for replica in range(config.samples):
                seed = seed_of(config.seed, f"{family}/{place.split}/{place.index}", replica)
                yield Work(family, place.split, place.index, replica, seed)


def seed_of(seed: int, task: str, replica: int) -> int:
    """The seed of one episode, below 2^31: a hash, so that no episode's seed depends on the others."""
    digest = hashlib.sha256(f"{seed}/{task}/{replica}".encode()).digest()
    return int.from_bytes(digest[:4], "big") >> 1


def missing(works: Iterable[Work], key: Callable[[Work], EpisodeKey], index: Index) -> Iterator[Work]:
    """The work without a recorded reward, each numbered after the attempts already recorded."""
    if not len(index):
        yield from works
        return
    for work in works:
        standing = index.get(key(work).id)
        if standing is None:
            yield work
        elif not standing.status.rewarded:
            yield replace(work, attempt=standing.attempt + 1, voids=standing.voids)
