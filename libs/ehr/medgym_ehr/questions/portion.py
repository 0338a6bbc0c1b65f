"""Portions: what each split asks, planned template by template on all cores."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from medgym_core import Progress
from medgym_ehr.ledger import Half
from medgym_ehr.questions.dialect import Dialect, prepared
from medgym_ehr.questions.planner import Planner

ALONE = 2000
"""So many questions are planned in one process; more are shared out over the cores."""


class Asking(Protocol):
    """A template of questions or of sessions."""

    @property
    def id(self) -> str:
        """Unique name."""
        ...


T = TypeVar("T", bound=Asking)
Q = TypeVar("Q")
Plan = Callable[[Planner, T, Half, int, str], list[Q]]
"""Plans at most so many of a template for a half and a split."""


@dataclass(frozen=True)
class Portion(Generic[T]):
    """What one split asks."""

    split: str
    """Name of the split; other splits of the same half draw others."""
    half: Half
    """Half of the ledger that it asks about."""
    size: int
    """How many are wanted."""
    templates: Sequence[T]
    """What is asked, each as often."""

    def count(self, template: T) -> int:
        """How many of one template are wanted; 0 where it is not asked."""
        asked = any(template.id == one.id for one in self.templates)
        return -(-self.size // len(self.templates)) if asked else 0


def plan_portions(
    database: Path, dialect: Dialect, portions: Sequence[Portion[T]], plan: Plan[T, Q], progress: Progress
) -> dict[str, list[Q]]:
    """What is asked in every portion, one of each template in turn; fewer where the data has no more.

    Args:
        database: the finished database.
        dialect: its clock, ledger and visits.
        portions: what is wanted.
        plan: a function of a module, so that another process can be told of it.
        progress: told how far it is.
    """
    from joblib import Parallel, cpu_count, delayed  # type: ignore[import-untyped]

    jobs = cpu_count() if sum(portion.size for portion in portions) > ALONE else 1
    templates = {template.id: template for portion in portions for template in portion.templates}
    planned: list[list[list[Q]]] = []
    with prepared(database, dialect) as copy:
        asked = Parallel(n_jobs=jobs, return_as="generator")(
            delayed(_shards)(copy, dialect, template, _shares(template, portions), plan)
            for template in templates.values()
        )
        for place, shards in enumerate(asked):
            progress("asking questions", place / len(templates))
            planned.append(shards)
    return {
        portion.split: in_turn(shards)[: portion.size]
        for portion, shards in zip(portions, map(list, zip(*planned, strict=True)), strict=True)
    }


def in_turn(shards: Sequence[Sequence[Q]]) -> list[Q]:
    """One of each shard in turn."""
    return [one for turn in zip_longest(*shards) for one in turn if one]


def _shares(template: T, portions: Sequence[Portion[T]]) -> list[tuple[Half, int, str]]:
    return [(portion.half, portion.count(template), portion.split) for portion in portions]


def _shards(
    database: Path, dialect: Dialect, template: T, shares: Sequence[tuple[Half, int, str]], plan: Plan[T, Q]
) -> list[list[Q]]:
    """What one template asks in every portion: its facts are read and its SQL is written once."""
    planner = _planner(database, dialect)
    return [plan(planner, template, half, count, split) if count else [] for half, count, split in shares]


@lru_cache(maxsize=1)
def _planner(database: Path, dialect: Dialect) -> Planner:
    return Planner(database, dialect)
