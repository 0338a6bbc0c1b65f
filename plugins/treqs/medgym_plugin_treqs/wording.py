"""How a question says its conditions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from medgym_plugin_treqs.condition import Condition

PEOPLE, ADMISSION, OWNERS = "{people}", "{admission}", "{among people}"
"""The gaps of a head: patients, what holds of an admission, and whose it is, if anything is said of them."""
ANYBODY = "patients"
"""Patients of whom nothing is said."""


def asked(heads: Sequence[str], conditions: Sequence[Condition]) -> tuple[str, ...]:
    """Every head with the conditions in its gaps, each in its first and in its last phrase."""
    said = dict.fromkeys((_people(conditions, at), _admission(conditions, at)) for at in (0, -1))
    return tuple(_filled(head, *phrases) for phrases in said for head in heads)


def _filled(head: str, people: str, admission: str) -> str:
    owners = f" among {people}" if people != ANYBODY else ""
    behind = f" {admission}" if admission else ""
    return head.replace(PEOPLE, people).replace(f" {ADMISSION}", behind).replace(f" {OWNERS}", owners)


def _people(conditions: Sequence[Condition], at: int) -> str:
    """Patients, with what is said of them before and behind the noun."""
    said = [condition.phrases[at] for condition in conditions if condition.of == "patient"]
    traits = [condition.phrases[at] for condition in conditions if condition.of == "trait"]
    return " ".join([*traits, ANYBODY, *said])


def _admission(conditions: Sequence[Condition], at: int) -> str:
    """Phrases on the admission one after another; what begins alike is joined by "and"."""
    phrases = [condition.phrases[at] for condition in conditions if condition.of == "admission"]
    text = " ".join(phrases[:1])
    for before, phrase in pairwise(phrases):
        alike = before.split()[0] == phrase.split()[0] or phrase.split()[0] in ("that", "whose", "in", "for")
        text += f" and {phrase}" if alike else f" {phrase}"
    return text
