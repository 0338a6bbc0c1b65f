"""Gold, the reference solution and whom a question is about. Grading is the core's verifier ``answer``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from medgym_core import ActionCall, Gold
from medgym_ehr.ledger import subject
from medgym_ehr.questions.answers import read
from medgym_ehr.questions.dialect import connect
from medgym_ehr.questions.facts import kind
from medgym_ehr.questions.template import Question
from medgym_plugin_treqs.dialect import DIALECT, OWNERS
from medgym_plugin_treqs.questions import ANSWERS


def gold(database: Path, question: Question) -> Gold:
    """The answer: all rows that the reference query finds."""
    rows = connect(database).execute(question.sql).fetchall()
    return Gold(read(ANSWERS[question.template], rows))


def reference(sql: str) -> tuple[ActionCall, ...]:
    """One submission: the reference query."""
    return (ActionCall(name="code_execution", arguments={"code": sql, "language": "sql", "submit": True}),)


def subjects(database: Path, question: Question) -> Iterator[str]:
    """The ledger's names of all that a question names, whichever of their names it uses."""
    for place, value in question.slots.items():
        if kind(place) in DIALECT.partitioned:
            yield subject(DIALECT.source, kind(place), value)
        elif place in OWNERS:
            owner = OWNERS[place]
            query = f"SELECT {owner.value} FROM {owner.table} WHERE {owner.column} = ? COLLATE NOCASE LIMIT 1"
            (named,) = connect(database).execute(query, (value,)).fetchone()
            yield subject(DIALECT.source, owner.kind, named)
