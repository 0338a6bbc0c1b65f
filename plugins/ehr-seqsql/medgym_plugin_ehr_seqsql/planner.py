"""Planning: the sessions of every split, each template's share in turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import zip_longest
from pathlib import Path

from medgym_core import Progress
from medgym_ehr.ledger import Half
from medgym_ehr.questions.catalogue import ALONE
from medgym_ehr.questions.dialect import Dialect, connect, prepared
from medgym_ehr.questions.planner import Planner
from medgym_plugin_ehr_seqsql.session import Session, SessionTemplate
from medgym_plugin_ehr_seqsql.shard import SessionShard

SPARE = 1.1
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

    jobs = cpu_count() if sum(sizes.values()) > ALONE else 1
    counts = {half: -(-round(size * SPARE) // len(templates)) for half, size in sizes.items()}
    planned: dict[Half, list[list[Session]]] = {half: [] for half in sizes}
    with prepared(database, dialect) as copy:
        asked = Parallel(n_jobs=jobs, return_as="generator")(
            delayed(_shards)(copy, dialect, template, counts) for template in templates
        )
        for place, shards in enumerate(asked):
            progress("planning sessions", place / len(templates))
            for half, sessions in shards.items():
                planned[half].append(sessions)
    return {half: _in_turn(planned[half])[:size] for half, size in sizes.items()}


def _shards(
    database: Path, dialect: Dialect, template: SessionTemplate, counts: Mapping[Half, int]
) -> dict[Half, list[Session]]:
    """What one template asks in either half: its facts are read and its SQL is written once."""
    sessions: dict[Half, list[Session]] = {}
    for half, count in counts.items():
        shard = SessionShard(connect(database), template, count)
        _planner(database, dialect).fill(shard, template.lead, half, count)
        sessions[half] = shard.sessions
    return sessions


@lru_cache(maxsize=1)
def _planner(database: Path, dialect: Dialect) -> Planner:
    return Planner(database, dialect)


def _in_turn(shards: list[list[Session]]) -> list[Session]:
    """One session of each shard in turn."""
    return [session for turn in zip_longest(*shards) for session in turn if session]
