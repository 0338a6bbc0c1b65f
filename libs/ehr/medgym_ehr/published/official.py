"""The comparisons of the official evaluators, bit for bit, so that numbers can be set beside published ones.

Tasks are graded by the typed comparison of the core; these are for reports. An answer is the rows of a
result, or None where the system abstains or the question has no answer.

Sources: EHRSQL's ``evaluate.py`` (arXiv 2301.07695; the version that compares whole rows, older ones take the
first column alone); EHRSQL-2024's ``scoring_v2.py``, which scores rows rather than SQL, with the rounding to
three digits of its last version.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal

Rows = Sequence[Sequence[object]]
Compare = Callable[[Rows | None, Rows | None], bool]

COMPARED = 100
"""Rows that the official evaluators look at."""
FAILED: Rows = (("error_pred",),)
"""The answer of a system whose query failed or timed out: neither right nor an abstention."""


def official_v1(gold: Rows | None, given: Rows | None) -> bool:
    """EHRSQL's comparison: the first 100 rows of each as texts, sorted; no tolerance.

    Rows are cut before they are sorted, so of longer results the order matters.
    """
    return _texts_v1(gold) == _texts_v1(given)


def official_2024(gold: Rows | None, given: Rows | None) -> bool:
    """EHRSQL-2024's comparison: numeric cells rounded to 3 decimals, rows sorted, then the first 100.

    Numbers that differ by little are unequal where a rounding boundary lies between them.
    """
    return _texts_2024(gold) == _texts_2024(given)


def reliability_score(
    pairs: Iterable[tuple[Rows | None, Rows | None]],
    penalty: float | Literal["N"],
    compare: Compare = official_2024,
) -> float:
    """EHRSQL-2024's RS(c), the mean over questions; the official program prints it times 100.

    A question scores 1 if it is answered rightly or abstained from rightly, 0 if abstained from though it has
    an answer, and minus ``penalty`` otherwise.

    Args:
        pairs: gold and given answer of each question; at least one.
        penalty: c, officially 0, 5, 10 and ``N``, the number of questions.
        compare: when answers are equal.
    """
    scores = [_score(gold, given, compare) for gold, given in pairs]
    cost = len(scores) if penalty == "N" else penalty
    return sum(cost * score if score < 0 else score for score in scores) / len(scores)


def f1_scores(
    pairs: Iterable[tuple[Rows | None, Rows | None]], compare: Compare = official_v1
) -> dict[Literal["ans", "exec"], tuple[float, float, float]]:
    """EHRSQL's precision, recall and F1: of telling what is answerable, and of answering it rightly.

    Precision is over the questions that the system answers, recall over those that have an answer. The
    official program prints them times 100, with 1e-10 in each denominator.
    """
    pairs = list(pairs)
    answered = sum(given is not None for _, given in pairs)
    answerable = sum(gold is not None for gold, _ in pairs)
    both = [pair for pair in pairs if None not in pair]
    right = sum(compare(gold, given) for gold, given in both)
    return {"ans": _f1(len(both), answered, answerable), "exec": _f1(right, answered, answerable)}


def _f1(hits: int, answered: int, answerable: int) -> tuple[float, float, float]:
    precision = hits / answered if answered else 0.0
    recall = hits / answerable if answerable else 0.0
    return precision, recall, 2 * precision * recall / (precision + recall) if hits else 0.0


def _score(gold: Rows | None, given: Rows | None, compare: Compare) -> int:
    if gold is None or given is None:
        return 1 if gold is given else 0 if given is None else -1
    return 1 if compare(gold, given) else -1


def _texts_v1(rows: Rows | None) -> str | None:
    return None if rows is None else str(sorted(str(tuple(row)) for row in rows[:COMPARED]))


def _texts_2024(rows: Rows | None) -> str | None:
    return None if rows is None else str(sorted([_text(cell) for cell in row] for row in rows)[:COMPARED])


def _text(cell: object) -> str:
    try:
        return str(round(float(cell), 3))  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return str(cell)
