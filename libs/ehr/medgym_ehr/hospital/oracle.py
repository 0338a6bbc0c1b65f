"""Gold and the reference solution. Grading itself is the core's verifier ``answer``."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from medgym_core import ActionCall, AnswerKind, Gold
from medgym_ehr.hospital.repertoire import Repertoire
from medgym_ehr.questions.answers import nothing, read
from medgym_ehr.questions.dialect import connect
from medgym_ehr.questions.template import Question
from medgym_ehr.questions.unanswerable import TAG

_FOUND = """\
import sqlite3

rows = sqlite3.connect({database!r}).execute({sql!r}).fetchall()
answer = [row for row in rows if any(cell is not None for cell in row)] or None
"""


def answer_kind(known: Repertoire, question: Question, nullable: bool) -> AnswerKind:
    """What is submitted; ``nullable`` where null says that the data cannot answer."""
    return known.answers[question.template].model_copy(update={"nullable": nullable})


def gold(known: Repertoire, database: Path, question: Question) -> Gold:
    """The answer: what the reference query finds, or null where the data cannot answer.

    Raises:
        UnfitError: if the query of a question that the data cannot answer finds something.
    """
    rows = connect(database).execute(question.sql).fetchall() if question.sql else []
    if TAG in question.tags and nothing(rows):
        return Gold(None)
    return Gold(read(known.answers[question.template], rows))


def reference(known: Repertoire, question: Question, database: str) -> tuple[ActionCall, ...]:
    """One submission: the reference query, or a search that shows that the database has no answer.

    Args:
        known: the family's templates.
        question: what is asked.
        database: path of the database in the box.
    """
    if TAG not in question.tags:
        return (_submission(question.sql.strip(), "sql"),)
    if question.sql:
        return (_submission(_FOUND.format(database=database, sql=question.sql.strip()), "python"),)
    program = resources.files(__package__).joinpath("abstention.py").read_text(encoding="utf-8")
    return (
        _submission(
            f"{program}\n\nanswer = search({database!r}, {known.keywords[question.template]!r})\n", "python"
        ),
    )


def _submission(code: str, language: str) -> ActionCall:
    return ActionCall(name="code_execution", arguments={"code": code, "language": language, "submit": True})
