"""The best constant answers: which few values pass most of many right answers, tolerances and all."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from decimal import localcontext
from typing import NamedTuple

from pydantic import JsonValue

from medgym_core.answer import Kind
from medgym_core.errors import VerifierError
from medgym_core.verifier.compare import EXACT
from medgym_core.verifier.fault import Refused
from medgym_core.verifier.form import Form, form
from medgym_core.verifier.matching import Matcher
from medgym_core.verifier.parse import exact

CANDIDATES = 200
"""Values that are tried as constants: the weightiest, and others at equal distances in the order given."""


class Constant(NamedTuple):
    """An answer, and what it passes that no better one does."""

    answer: JsonValue
    """The answer."""
    weight: float
    """Weight of the right answers that it passes and the constants before it do not."""


def best_constants(kind: Kind, golds: Iterable[tuple[JsonValue, float]], most: int = 1) -> Sequence[Constant]:
    """At most ``most`` answers of ``kind`` that together pass the most, the best first.

    They are chosen greedily among the right answers themselves, each for what it adds to those before it.

    Args:
        kind: what all of them answer.
        golds: right answers with their weights, which are not negative.
        most: how many to choose.

    Raises:
        VerifierError: if one of ``golds`` is not a value of its kind.
    """
    answers, weights = _distinct(golds)
    with localcontext(EXACT):
        forms = [_form(kind, answer) for answer in answers]
        passed = _passed(forms, _candidates(weights))
    chosen: list[Constant] = []
    open_weights = list(weights)
    while passed and len(chosen) < most:
        gains = {place: sum(open_weights[gold] for gold in golds) for place, golds in passed.items()}
        best = max(gains, key=gains.__getitem__)
        chosen.append(Constant(answers[best], gains[best]))
        for gold in passed.pop(best):
            open_weights[gold] = 0.0
    return chosen


def _distinct(golds: Iterable[tuple[JsonValue, float]]) -> tuple[list[JsonValue], list[float]]:
    answers: dict[str, JsonValue] = {}
    weights: defaultdict[str, float] = defaultdict(float)
    for answer, weight in golds:
        text = json.dumps(answer, sort_keys=True)
        answers.setdefault(text, answer)
        weights[text] += weight
    return list(answers.values()), [weights[text] for text in answers]


def _form(kind: Kind, answer: JsonValue) -> Form:
    try:
        return form(kind, exact(answer))
    except Refused as refusal:
        raise VerifierError(f"a right answer is not {kind.describe()} ({refusal.fault})") from None


def _candidates(weights: Sequence[float]) -> list[int]:
    heaviest = sorted(range(len(weights)), key=lambda place: -weights[place])
    others = heaviest[CANDIDATES // 2 :]
    return heaviest[: CANDIDATES // 2] + others[:: 1 + len(others) // (CANDIDATES // 2)]


def _passed(forms: Sequence[Form], candidates: Sequence[int]) -> dict[int, list[int]]:
    """Candidate to the places of the right answers that it passes; what is equal has an equal key."""
    alike: defaultdict[tuple[Hashable, ...], list[int]] = defaultdict(list)
    for place, one in enumerate(forms):
        alike[one.key].append(place)
    return {
        candidate: [gold for gold in alike[forms[candidate].key] if _same(forms[candidate], forms[gold])]
        for candidate in candidates
    }


def _same(answer: Form, gold: Form) -> bool:
    try:
        return Matcher().same(answer, gold)
    except Refused:
        return False
