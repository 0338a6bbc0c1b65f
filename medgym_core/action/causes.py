"""From an error's class and message to its cause, by the first rule that fits."""

from __future__ import annotations

import re
from dataclasses import dataclass

from medgym_core.action.rules import RULES


@dataclass(frozen=True)
class Cause:
    """What a rule says about one error."""

    text: str
    """What happened."""
    hint: str = ""
    """What to do about it."""
    missing: str = ""
    """The name that does not exist, if that is what went wrong."""


def cause_of(kind: str, message: str) -> Cause:
    """The cause of an error of class ``kind`` (qualified or not) with ``message``; blank if no rule fits."""
    bare = kind.rpartition(".")[2]
    for rule in RULES:
        if rule.kinds and bare not in rule.kinds.split():
            continue
        if match := re.search(rule.pattern, message):
            groups = {name: (value or "").strip() for name, value in match.groupdict().items()}
            return Cause(rule.cause.format(**groups), rule.hint.format(**groups), groups.get("name", ""))
    return Cause("")
