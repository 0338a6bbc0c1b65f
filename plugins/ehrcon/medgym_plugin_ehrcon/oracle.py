"""Gold and the reference solution. Grading itself is the core's verifier ``answer``.

An answer is right if both parts are: whether the mention is consistent, and what is not.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import cache
from importlib import resources
from pathlib import Path

from medgym_core import ActionCall, Boolean, Choice, Gold, Record, SetOf
from medgym_plugin_ehrcon.claim import ROLES, Mention
from medgym_plugin_ehrcon.rule import inconsistent, records

ANSWER = Record(fields={"consistent": Boolean(), "columns": SetOf(items=Choice(options=ROLES))})
"""What is submitted; ``columns`` is empty where the mention is consistent."""


def gold(database: Path, asked: Mention) -> Gold:
    """What the label rule finds in the build's database; a label is never used."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        columns = inconsistent(asked.claims, records(connection, asked.hadm_id))
    return Gold({"consistent": not columns, "columns": [*columns]})


def reference(stated: Mention) -> tuple[ActionCall, ...]:
    """One submission of a program that carries what a mention states, and judges it by the database."""
    return (
        ActionCall(
            name="code_execution", arguments={"code": program(stated), "language": "python", "submit": True}
        ),
    )


def program(stated: Mention) -> str:
    """The program of :func:`reference`; it holds no answer."""
    claims = [
        (claim.names, claim.value, claim.unit, str(claim.start), str(claim.end)) for claim in stated.claims
    ]
    return f"{_source()}\n\nanswer = judged({stated.hadm_id}, {claims!r})\n"


@cache
def _source() -> str:
    return resources.files(__package__).joinpath("solution.py").read_text(encoding="utf-8")
