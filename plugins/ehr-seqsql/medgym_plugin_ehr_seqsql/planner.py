"""Planning: the sessions of every split, each template's share in turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import zip_longest
from pathlib import Path

from medgym_core import Progress
from medgym_ehr.ledger import Half
from medgym_ehr.questions.catalogue import ALONE
from medgym_ehr.questions.dialect import Dialect, connect
from medgym_ehr.questions.planner import Planner
from medgym_plugin_ehr_seqsql.session import Session, SessionTemplate
from medgym_plugin_ehr_seqsql.shard import SessionShard

SPARE = 1.06
"""So many times as many are asked for, since some templates have fewer."""


def plan(
    database: Path,
    dialect: Dialect,
    templates: Sequence[SessionTemplate],
    sizes: Mapping[Half, int],
    progress: Progress,
) -> dict[Half, list[Session]]:
    """So many sessions of each half, one of each template in turn; fewer where the data has no more."""
    from joblib import Parallel, cpu_count, delayed  # type: ignore[import-untyped]

    wanted = [(template, half) for template in templates for half in sizes]
    jobs = cpu_count() if sum(sizes.values()) > ALONE else 1
    shards = Parallel(n_jobs=jobs, return_as="generator")(
        delayed(_shard)(database, dialect, template, half, -(-round(sizes[half] * SPARE) // len(templates)))
        for template, half in wanted
    )
    planned: dict[Half, list[list[Session]]] = {half: [] for half in sizes}
    for place, ((_, half), shard) in enumerate(zip(wanted, shards, strict=True)):
        progress("planning sessions", place / len(wanted))
        planned[half].append(shard)
    return {half: _in_turn(planned[half])[:size] for half, size in sizes.items()}


def _shard(
    database: Path, dialect: Dialect, template: SessionTemplate, half: Half, count: int
) -> list[Session]:
    shard = SessionShard(connect(database), template, count)
    _planner(database, dialect).fill(shard, template.lead, half, count)
    return shard.sessions


@lru_cache(maxsize=1)
def _planner(database: Path, dialect: Dialect) -> Planner:
    return Planner(database, dialect)


def _in_turn(shards: list[list[Session]]) -> list[Session]:
    """One session of each shard in turn."""
    return [session for turn in zip_longest(*shards) for session in turn if session]
