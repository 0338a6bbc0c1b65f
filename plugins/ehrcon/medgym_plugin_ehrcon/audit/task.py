"""The task of an audit."""

from __future__ import annotations

from medgym_core import Database, InfoSource, Limits, Task, Turn
from medgym_plugin_ehrcon import files
from medgym_plugin_ehrcon.audit.inventory import Inventory
from medgym_plugin_ehrcon.audit.oracle import ANSWER
from medgym_plugin_ehrcon.audit.verifier import FindingsVerifier

WORDINGS = (
    "Audit note {row_id}: find every statement in it that disagrees with the tables.",
    "Which statements of note {row_id} do the tables contradict? List them all.",
    "Read note {row_id} against the database and name everything in it that is inconsistent.",
)
INFO = (
    InfoSource(name="ehrcon", kind="sqlite", path=files.DATABASE, description="the 13 tables"),
    InfoSource(name="notes", kind="csv", path=files.AUDIT_NOTES, description="the notes to audit"),
    InfoSource(name="synonyms", kind="csv", path=files.AUDIT_SYNONYMS, description="terms with their names"),
)
STEPS = 40
"""Actions of an audit: a note has about a hundred mentions."""


def audit(address: tuple[str, str, int], stated: Inventory, context: str) -> Task:
    """The task at ``address`` (family, split, index) on the note of ``stated``."""
    family, split, index = address
    wording = WORDINGS[stated.row_id % len(WORDINGS)]
    return Task(
        family=family,
        split=split,
        index=index,
        category=stated.category,
        turns=(Turn(question=wording.format(row_id=stated.row_id), answer=ANSWER),),
        context=context,
        verifier=FindingsVerifier.name,
        info=INFO,
        mounts=tuple(source.path for source in INFO),
        database=Database(path=files.DATABASE),
        limits=Limits(steps=STEPS, action_s=120, memory_mb=1024),
        metadata={"kind": "audit"},
    )
