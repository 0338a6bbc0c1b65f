"""What k samples of a task would show, exactly, from the n that were drawn.

Unbiased estimators over all ways to draw k of n samples without replacement, in closed form: no simulation,
and products instead of binomials, so that thousands of samples neither overflow nor cost much. The plain
forms hold for samples that are interchangeable. Where the first sample is drawn apart (temperature 0 first,
the others at a higher one) it is always among the k, and the ``anchored`` forms average over the k - 1 others
alone; the plain forms would then be wrong, since they would let the first sample be left out.

All give None where they are undefined: fewer than k samples, or no first sample. pass@k: Chen et al. 2021,
arXiv 2107.03374. pass^k: Yao et al. 2024, arXiv 2406.12045.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from statistics import fmean

Scored = tuple[float, float]
"""A sample as a selection sees it: the score by which it is chosen, and what it is worth once chosen."""


def pass_at_k(correct: int, total: int, k: int) -> float | None:
    """Probability that at least one of k samples is right, ``correct`` of ``total`` being so."""
    return 1 - _avoided(total, correct, k) if 1 <= k <= total else None


def pass_hat_k(correct: int, total: int, k: int) -> float | None:
    """Probability that all of k samples are right (pass^k), ``correct`` of ``total`` being so."""
    return _avoided(total, total - correct, k) if 1 <= k <= total else None


def best_at_k(samples: Sequence[Scored], k: int) -> float | None:
    """Expected worth of the sample with the highest score among k; tied ones are equally likely chosen."""
    if not 1 <= k <= len(samples):
        return None
    chosen, _ = _ranked(samples, k)
    return sum(chance * worth for chance, worth in chosen)


def max_at_k(values: Sequence[float], k: int) -> float | None:
    """Expected highest value among k samples."""
    return best_at_k(_valued(values), k)


def anchored_pass_at_k(first: bool | None, correct: int, others: int, k: int) -> float | None:
    """:func:`pass_at_k` with the first sample always drawn; ``correct`` of the ``others`` are right."""
    if first is None or not 1 <= k <= others + 1:
        return None
    return 1.0 if first else 1 - _avoided(others, correct, k - 1)


def anchored_pass_hat_k(first: bool | None, correct: int, others: int, k: int) -> float | None:
    """:func:`pass_hat_k` with the first sample always drawn; ``correct`` of the ``others`` are right."""
    if first is None or not 1 <= k <= others + 1:
        return None
    return _avoided(others, others - correct, k - 1) if first else 0.0


def anchored_best_at_k(first: Scored | None, others: Sequence[Scored], k: int) -> float | None:
    """:func:`best_at_k` with the first sample always drawn; it is preferred where another ties with it."""
    if first is None or not 1 <= k <= len(others) + 1:
        return None
    score, worth = first
    above = [sample for sample in others if sample[0] > score]
    chosen, neither = _ranked(above, k - 1, len(others))
    return sum(chance * value for chance, value in chosen) + neither * worth


def anchored_max_at_k(first: float | None, others: Sequence[float], k: int) -> float | None:
    """:func:`max_at_k` with the first sample always drawn."""
    return anchored_best_at_k(None if first is None else (first, first), _valued(others), k)


def _valued(values: Iterable[float]) -> list[Scored]:
    return [(value, value) for value in values]


def _avoided(total: int, marked: int, draws: int) -> float:
    """Probability that ``draws`` of ``total`` without replacement hold none of the ``marked``.

    C(total - marked, draws) / C(total, draws), as a product over the smaller of the two numbers.
    """
    fewer, more = sorted((marked, draws))
    chance = 1.0
    for number in range(fewer):
        chance *= max(total - more - number, 0) / (total - number)
    return chance


def _ranked(
    samples: Sequence[Scored], draws: int, total: int | None = None
) -> tuple[list[tuple[float, float]], float]:
    """Each block of tied samples, from the best down: the chance that it is the best drawn, its mean worth.

    And the chance that none of ``samples``, the best of ``total`` (default: all there are), is drawn.
    """
    total = len(samples) if total is None else total
    chosen, passed, avoided = [], 0, 1.0
    for block in _blocks(samples):
        before = avoided
        for number in range(passed, passed + len(block)):
            avoided *= max(total - draws - number, 0) / (total - number)
        passed += len(block)
        chosen.append((before - avoided, fmean(block)))
    return chosen, avoided


def _blocks(samples: Iterable[Scored]) -> Iterator[list[float]]:
    """The worths of samples of one score, from the highest score down."""
    ordered = sorted(samples, key=itemgetter(0), reverse=True)
    return ([worth for _, worth in block] for _, block in groupby(ordered, key=itemgetter(0)))
