"""Scoring many texts, some at once."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from medgym_train.learned.contract import Judge
from medgym_train.learned.example import Example

BATCH = 256
"""Texts scored at once."""


def scored(judge: Judge, examples: Iterable[Example]) -> dict[str, list[float]]:
    """Episode id to its score, or to those of its beginnings in order."""
    found: dict[str, list[float]] = {}
    rest = iter(examples)
    while batch := list(islice(rest, BATCH)):
        for example, score in zip(batch, judge.score(batch), strict=True):
            found.setdefault(example.id, []).append(score)
    return found
