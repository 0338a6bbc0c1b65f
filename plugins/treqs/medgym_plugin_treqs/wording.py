"""How a question says its conditions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from medgym_plugin_treqs.condition import Condition


def asked(heads: Sequence[str], conditions: Sequence[Condition]) -> tuple[str, ...]:
    """Every head with the conditions in its gap, each in its first and in its last phrase."""
    said = dict.fromkeys(_said([condition.phrases[at] for condition in conditions]) for at in (0, -1))
    return tuple(head.replace("{}", phrase) for phrase in said for head in heads)


def _said(phrases: Sequence[str]) -> str:
    """Phrases one after another; what begins alike is joined by "and"."""
    text = phrases[0]
    for before, phrase in pairwise(phrases):
        alike = before.split()[0] == phrase.split()[0] or phrase.split()[0] in ("that", "whose", "in", "for")
        text += f" and {phrase}" if alike else f" {phrase}"
    return text
