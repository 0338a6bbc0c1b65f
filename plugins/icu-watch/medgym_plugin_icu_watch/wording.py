"""What the prompt says: the task, the unit's protocol for this kind of patient, and how it is graded."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from medgym_plugin_icu_watch.case import HOURS, Case

QUESTION = (
    "Watch over this patient of the intensive care unit for {hours} hours: {who}. The chart ends now. "
    "Look at it, order what the unit's protocol asks for, let one to four hours pass, and look again, until "
    "the chart says that the watch is over; then submit."
)
_COMMON = ("How it works", "Orders", "How it is graded", "When to look", "All patients")


def question(case: Case) -> str:
    """The question about a patient."""
    return QUESTION.format(hours=HOURS, who=f"{case.kind}, admitted an hour ago")


def context(case: Case) -> str:
    """Everything that grading relies on, the rules of this kind of patient included."""
    texts = _documents()
    return "\n\n".join(f"{title}\n{texts[title]}" for title in (*_COMMON, case.kind))


@cache
def _documents() -> dict[str, str]:
    found: dict[str, str] = json.loads(Path(__file__).with_name("protocol.json").read_text(encoding="utf-8"))
    return found
