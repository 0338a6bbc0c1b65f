"""Gold of an audit, and a reference in four actions, each of which needs what the one before it left.

The reference reads the note; then, for the admission that the note names, the tables; then it compares what
the note states, which it carries as a reader would have written it down; then it submits what disagreed.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import cache
from importlib import resources
from pathlib import Path

from medgym_core import ActionCall, Choice, Gold, Integer, Record, SetOf
from medgym_plugin_ehrcon.audit.inventory import Inventory
from medgym_plugin_ehrcon.audit.verifier import Finding, Findings
from medgym_plugin_ehrcon.claim import ROLES, Mention
from medgym_plugin_ehrcon.rule import inconsistent, records

ANSWER = SetOf(
    items=Record(
        fields={"line": Integer(), "character": Integer(), "columns": SetOf(items=Choice(options=ROLES))}
    )
)
"""What is submitted: one finding for each inconsistent mention."""
HORIZON = 4
"""Actions of the reference."""


def gold(database: Path, stated: Inventory) -> Gold:
    """What the label rule finds in the build's database; a label is never used."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        recorded = records(connection, stated.hadm_id)
    findings = [
        Finding(line=one.line, character=one.character, columns=columns)
        for one in stated.mentions
        if (columns := inconsistent(one.claims, recorded))
    ]
    return Gold(Findings(answer=tuple(findings), open=stated.open).model_dump(mode="json"))


def reference(stated: Inventory) -> tuple[ActionCall, ...]:
    """Read the note, read the tables, compare, submit."""
    mentions = [_carried(one) for one in stated.mentions]
    steps, judging = _source("audit/steps.py"), _source("solution.py")
    return (
        _action(f"{steps}\n\nread_note({stated.row_id})\n"),
        _action(f"{judging}\n\n{steps}\n\nlook_up(recorded)\n"),
        _action(f"{judging}\n\n{steps}\n\ncompare(inconsistent, {mentions!r})\n"),
        _action(f'{steps}\n\nanswer = kept("findings")\n', submit=True),
    )


def _action(code: str, submit: bool = False) -> ActionCall:
    submitted = {"submit": True} if submit else {}
    return ActionCall(name="code_execution", arguments={"code": code, "language": "python", **submitted})


def _carried(one: Mention) -> tuple[object, ...]:
    """What a reader writes down of a mention; no verdict."""
    claims = [
        (claim.names, claim.value, claim.unit, str(claim.start), str(claim.end)) for claim in one.claims
    ]
    return one.line, one.character, one.text, claims


@cache
def _source(name: str) -> str:
    return resources.files("medgym_plugin_ehrcon").joinpath(*name.split("/")).read_text(encoding="utf-8")
