"""Scoring many texts, some at once."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from medgym_train.learned.contract import Judge
from medgym_train.learned.example import Example

BATCH = 256
"""Texts scored at once."""


def scored(judge: Judge, examples: Iterable[Example]) -> dict[str, float]:
    """Episode id to score."""
    found: dict[str, float] = {}
    rest = iter(examples)
    while batch := list(islice(rest, BATCH)):
        scores = judge.score(batch)
        found |= {example.id: score for example, score in zip(batch, scores, strict=True)}
    return found
