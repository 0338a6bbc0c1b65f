"""Every estimator against the plain meaning of its words: the mean over all ways to draw."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from math import comb
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_statistics.estimators import (
    anchored_best_at_k,
    anchored_max_at_k,
    anchored_pass_at_k,
    anchored_pass_hat_k,
    best_at_k,
    max_at_k,
    pass_at_k,
    pass_hat_k,
)

Scored = tuple[float, float]
FEW = st.integers(1, 8)
WORTH = st.sampled_from([0.0, 0.25, 1.0])
SCORED = st.tuples(st.sampled_from([0.0, 0.5, 0.5, 1.0]), WORTH)
close = pytest.approx


def mean_over(draws: Iterable[Sequence[Scored]], worth: Callable[[Sequence[Scored]], float]) -> float:
    return fmean(map(worth, draws))


def best(draw: Sequence[Scored]) -> float:
    """The mean worth of those with the highest score."""
    top = max(score for score, _ in draw)
    return fmean(worth for score, worth in draw if score == top)


def best_or_first(draw: Sequence[Scored]) -> float:
    """As :func:`best`, but the first where nothing beats it."""
    return draw[0][1] if draw[0][0] == max(score for score, _ in draw) else best(draw)


@given(st.lists(st.booleans(), min_size=1, max_size=8), FEW)
def test_pass_at_k_is_the_mean_over_all_draws(samples: list[bool], k: int) -> None:
    draws = list(combinations(samples, k))
    expected = fmean(map(any, draws)) if draws else None
    assert pass_at_k(sum(samples), len(samples), k) == (None if expected is None else close(expected))


@given(st.lists(st.booleans(), min_size=1, max_size=8), FEW)
def test_pass_hat_k_is_the_mean_over_all_draws(samples: list[bool], k: int) -> None:
    draws = list(combinations(samples, k))
    found = pass_hat_k(sum(samples), len(samples), k)
    assert found == (close(fmean(map(all, draws))) if draws else None)


@pytest.mark.slow
@given(st.lists(SCORED, min_size=1, max_size=8), FEW)
def test_best_at_k_is_the_mean_over_all_draws(samples: list[Scored], k: int) -> None:
    draws = list(combinations(samples, k))
    assert best_at_k(samples, k) == (close(mean_over(draws, best)) if draws else None)


@given(st.lists(WORTH, min_size=1, max_size=8), FEW)
def test_max_at_k_is_the_mean_over_all_draws(values: list[float], k: int) -> None:
    draws = list(combinations(values, k))
    assert max_at_k(values, k) == (close(fmean(map(max, draws))) if draws else None)


@given(st.booleans(), st.lists(st.booleans(), max_size=7), FEW)
def test_anchored_pass_at_k_is_the_mean_over_all_draws(first: bool, others: list[bool], k: int) -> None:
    draws = [(first, *draw) for draw in combinations(others, k - 1)]
    right, total = sum(others), len(others)
    some, every = (fmean(map(told, draws)) if draws else None for told in (any, all))
    assert anchored_pass_at_k(first, right, total, k) == (None if some is None else close(some))
    assert anchored_pass_hat_k(first, right, total, k) == (None if every is None else close(every))


@given(SCORED, st.lists(SCORED, max_size=7), FEW)
def test_anchored_best_at_k_is_the_mean_over_all_draws(first: Scored, others: list[Scored], k: int) -> None:
    draws = [(first, *draw) for draw in combinations(others, k - 1)]
    expected = close(mean_over(draws, best_or_first)) if draws else None
    assert anchored_best_at_k(first, others, k) == expected


@given(WORTH, st.lists(WORTH, max_size=7), FEW)
def test_anchored_max_at_k_is_the_mean_over_all_draws(first: float, others: list[float], k: int) -> None:
    draws = [(first, *draw) for draw in combinations(others, k - 1)]
    assert anchored_max_at_k(first, others, k) == (close(fmean(map(max, draws))) if draws else None)


@given(st.integers(1, 3000), st.data())
def test_pass_at_1_is_the_mean_and_k_only_helps(total: int, data: st.DataObject) -> None:
    correct, k = data.draw(st.integers(0, total)), data.draw(st.integers(1, total))
    some, every, one = pass_at_k(correct, total, k), pass_hat_k(correct, total, k), correct / total
    more = pass_at_k(correct, total, min(k + 1, total))
    assert some is not None
    assert every is not None
    assert more is not None
    assert pass_at_k(correct, total, 1) == close(one)
    assert every <= one + 1e-12 <= some + 2e-12 <= more + 3e-12 <= 1 + 3e-12


@given(st.lists(st.booleans(), min_size=1, max_size=40), st.integers(1, 40))
def test_perfect_scores_make_best_at_k_pass_at_k(samples: list[bool], k: int) -> None:
    scored = [(float(right), float(right)) for right in samples]
    expected = pass_at_k(sum(samples), len(samples), k)
    assert best_at_k(scored, k) == (None if expected is None else close(expected))
    first, *others = samples
    anchored = anchored_pass_at_k(first, sum(others), len(others), k)
    assert anchored_best_at_k(scored[0], scored[1:], k) == (None if anchored is None else close(anchored))


@given(st.lists(WORTH, min_size=1, max_size=40), st.data())
def test_constant_scores_make_best_at_k_the_mean_or_the_first(
    values: list[float], data: st.DataObject
) -> None:
    k = data.draw(st.integers(1, len(values)))
    scored = [(0.5, value) for value in values]
    assert best_at_k(scored, k) == close(fmean(values))
    assert anchored_best_at_k(scored[0], scored[1:], k) == values[0]


def test_the_order_of_samples_does_not_matter() -> None:
    samples = [(0.1, 0.0), (0.9, 1.0), (0.9, 0.0), (0.4, 1.0), (0.9, 1.0)]
    assert best_at_k(samples, 3) == best_at_k(samples[::-1], 3)


@pytest.mark.parametrize("k", [0, -1, 4])
def test_what_is_undefined_is_none(k: int) -> None:
    assert pass_at_k(1, 3, k) is None
    assert pass_hat_k(1, 3, k) is None
    assert best_at_k([(1.0, 1.0)] * 3, k) is None
    assert max_at_k([1.0] * 3, k) is None
    assert anchored_pass_at_k(True, 1, 2, k) is None
    assert anchored_pass_hat_k(True, 1, 2, k) is None
    assert anchored_best_at_k((1.0, 1.0), [(1.0, 1.0)] * 2, k) is None


def test_without_a_first_sample_nothing_anchored_is_defined() -> None:
    assert anchored_pass_at_k(None, 1, 2, 1) is None
    assert anchored_pass_hat_k(None, 1, 2, 1) is None
    assert anchored_best_at_k(None, [(1.0, 1.0)], 1) is None
    assert anchored_max_at_k(None, [1.0], 1) is None


def test_a_first_sample_drawn_apart_is_not_left_out() -> None:
    """Temperature 0 failed, 8 of 15 others are right: one sample shows 0, not the half of the plain form."""
    assert anchored_pass_at_k(False, 8, 15, 1) == 0
    assert pass_at_k(8, 16, 1) == 0.5


@pytest.mark.parametrize(
    ("correct", "total", "k"), [(1, 10_000, 5_000), (3_000, 10_000, 7), (10, 9_000, 900)]
)
def test_thousands_of_samples_are_exact(correct: int, total: int, k: int) -> None:
    expected = 1 - comb(total - correct, k) / comb(total, k)
    assert pass_at_k(correct, total, k) == close(expected, rel=1e-12)
    scored = [(float(number < correct), float(number < correct)) for number in range(total)]
    assert best_at_k(scored, k) == close(expected, rel=1e-9)
