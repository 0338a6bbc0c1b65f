"""Gold and the reference solution of every turn. Grading itself is the core's verifier ``answer``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from medgym_core import ActionCall, Gold
from medgym_ehr.ledger import subject
from medgym_ehr.mimic3.ehrsql.dialect import DIALECT
from medgym_ehr.questions.answers import read
from medgym_ehr.questions.dialect import connect
from medgym_ehr.questions.facts import kind
from medgym_plugin_ehr_seqsql.questions import BY_ID
from medgym_plugin_ehr_seqsql.session import Session


def gold(database: Path, session: Session) -> Gold:
    """The answers of all turns: what each query finds, with those of the turns before inside."""
    connection = connect(database)
    return Gold(
        *(
            read(step.answer, connection.execute(turn.sql).fetchall())
            for step, turn in zip(BY_ID[session.template].steps, session.turns, strict=True)
        )
    )


def reference(queries: Sequence[str]) -> tuple[ActionCall, ...]:
    """One submission for each turn: its query."""
    return tuple(
        ActionCall(name="code_execution", arguments={"code": sql, "language": "sql", "submit": True})
        for sql in queries
    )


def subjects(session: Session) -> Iterator[str]:
    """The ledger's names of all that a session names."""
    for place, value in session.slots.items():
        if kind(place) in DIALECT.partitioned:
            yield subject(DIALECT.source, kind(place), value)
