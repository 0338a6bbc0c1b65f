"""Gold and the reference solution. Grading itself is the core's verifier ``answer``.

An answer is right if both parts are: whether the mention is consistent, and what is not.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from functools import cache
from importlib import resources
from pathlib import Path

from medgym_core import ActionCall, Boolean, Choice, Gold, Record, SetOf
from medgym_plugin_ehrcon.claim import ROLES, Mention
from medgym_plugin_ehrcon.governing import found
from medgym_plugin_ehrcon.rule import Record as Recorded
from medgym_plugin_ehrcon.rule import inconsistent, records

ANSWER = Record(fields={"consistent": Boolean(), "columns": SetOf(items=Choice(options=ROLES))})
"""What is submitted; ``columns`` is empty where the mention is consistent."""


def recorded(database: Path, hadm_id: int) -> Sequence[Recorded]:
    """What the build's database says of an admission."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        return records(connection, hadm_id)


def gold(database: Path, asked: Mention) -> Gold:
    """What the label rule finds in the build's database; a label is never used."""
    columns = inconsistent(asked.claims, recorded(database, asked.hadm_id))
    return Gold({"consistent": not columns, "columns": [*columns]})


def reference(stated: Mention, lines: Sequence[str]) -> tuple[ActionCall, ...]:
    """One submission of a program that carries what a mention states, and judges it by the database.

    Args:
        stated: the mention.
        lines: of its note.
    """
    code = program(stated, lines)
    return (
        ActionCall(name="code_execution", arguments={"code": code, "language": "python", "submit": True}),
    )


def program(stated: Mention, lines: Sequence[str]) -> str:
    """The program of :func:`reference`, with the words of the note that it stands on; it holds no answer."""
    claims = [
        (claim.names, claim.value, claim.unit, str(claim.start), str(claim.end)) for claim in stated.claims
    ]
    dated = _dated(stated, lines)
    heading = f"{dated}: {lines[dated - 1]!r}, " if dated else ""
    start, line = stated.character - 1, lines[stated.line - 1]
    before, after = line[:start], line[start + len(stated.text) :]
    return (
        f"{_source()}\n\n# What note {stated.row_id} says, by line: the mention, and its time.\n"
        f"said = {{{heading}{stated.line}: {before!r} {stated.text!r} {after!r}}}\n"
        f"# Names of the item, value, unit, first and last second.\nclaims = {claims!r}\n"
        f"answer = judged({stated.hadm_id}, claims)\n"
    )


def _dated(stated: Mention, lines: Sequence[str]) -> int | None:
    """The line with the time of a mention, if that is the heading of its section."""
    if stated.style == "none" or any(found(lines[stated.line - 1])):
        return None
    above = range(stated.line - 1, 0, -1)
    return next((number for number in above if lines[number - 1].rstrip().endswith(":")), None)


@cache
def _source() -> str:
    return resources.files(__package__).joinpath("solution.py").read_text(encoding="utf-8")
