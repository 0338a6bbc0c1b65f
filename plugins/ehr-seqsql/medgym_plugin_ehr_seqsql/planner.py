"""Planning: the sessions of every split, each template's share in turn."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from medgym_core import Progress
from medgym_ehr.ledger import Half
from medgym_ehr.questions.dialect import Dialect
from medgym_ehr.questions.planner import Planner
from medgym_ehr.questions.portion import Portion, plan_portions
from medgym_ehr.rewording import restyled, reword
from medgym_plugin_ehr_seqsql.questions import BY_ID, COMMON, NOVEL
from medgym_plugin_ehr_seqsql.session import Session, SessionTemplate
from medgym_plugin_ehr_seqsql.shard import SessionShard

SPARE = 1.1
"""So many times as many are asked for, since some templates have fewer."""


def plan(
    database: Path, dialect: Dialect, sizes: Mapping[str, int], progress: Progress
) -> dict[str, list[Session]]:
    """So many sessions of each split, one of each template in turn, and those of the test reworded.

    There are fewer where the data has no more.
    """
    portions = [
        Portion(
            split=split,
            half="train" if split == "train" else "test",
            size=round(size * SPARE),
            templates=NOVEL if split == "ood" else COMMON,
        )
        for split, size in sizes.items()
    ]
    planned = plan_portions(database, dialect, portions, _planned, progress)
    kept = {split: planned[split][:size] for split, size in sizes.items()}
    return kept | {"reworded": restyled(kept["test"], _reworded)}


def _reworded(session: Session, style: str) -> Session:
    options = BY_ID[session.template].options
    turns = tuple(
        turn.model_copy(update={"text": reword(turn.text, session.slots, options, style)})
        for turn in session.turns
    )
    return session.model_copy(update={"turns": turns})


def _planned(
    planner: Planner, template: SessionTemplate, half: Half, count: int, split: str
) -> list[Session]:
    """What one template asks of a half."""
    shard = SessionShard(planner.connection, template, count)
    planner.fill(shard, template.lead, half, count, split)
    return shard.sessions
