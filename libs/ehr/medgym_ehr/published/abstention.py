"""Shapes for questions that have no answer.

A shape is stated with every task. If unanswerable questions had one of their own, it would say that they are.
Each is given the shape of an answerable question that begins with the same words, so that the shape says no
more than the wording does.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable

from medgym_ehr.published.shape import Shape, ShapeColumn
from medgym_ehr.published.task import Question

WORDS = 2
"""How many words of the beginning are matched, if possible."""


class Decoys:
    """Shapes of answerable questions, by how these begin."""

    def __init__(self, answerable: Iterable[Question]) -> None:
        """Of the split's answerable questions."""
        self._shapes: dict[tuple[str, ...], list[Shape]] = defaultdict(list)
        for question in answerable:
            for count in range(WORDS + 1):
                self._shapes[_beginning(question.question, count)].append(question.shape)

    def draw(self, id: str, question: str) -> Shape:
        """A shape for an unanswerable question, the same one each time."""
        for count in range(WORDS, -1, -1):
            if shapes := self._shapes.get(_beginning(question, count)):
                return shapes[int.from_bytes(hashlib.sha256(id.encode()).digest()[:8]) % len(shapes)]
        return Shape(columns=(ShapeColumn(name="answer", kind="text"),))


def _beginning(question: str, count: int) -> tuple[str, ...]:
    return tuple(question.casefold().split()[:count])
