from __future__ import annotations

import random
from itertools import product
from math import comb
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_statistics.interval import averaged, effective_size, paired, sign_test, wilson


def test_wilson_agrees_with_published_values() -> None:
    # Newcombe 1998, Stat. Med. 17, 857-872, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
    for count, size, low, high in [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605)]:
        assert wilson(count / size, size) == pytest.approx((low, high), abs=5e-5)
    assert wilson(0, 20) == pytest.approx((0, 0.1611), abs=5e-5)
    assert wilson(1 / 29, 29) == pytest.approx((0.0061, 0.1718), abs=5e-5)


@given(st.floats(0, 1), st.floats(1, 1e6))
def test_wilson_holds_the_rate_inside_the_unit_interval(rate: float, size: float) -> None:
    low, high = wilson(rate, size)
    assert 0 <= low <= rate <= high <= 1


@given(st.lists(st.integers(0, 4), min_size=1, max_size=30))
def test_effective_size_lies_between_tasks_and_episodes(successes: list[int]) -> None:
    size = effective_size([count / 4 for count in successes], 4 * len(successes))
    assert len(successes) <= size <= 4 * len(successes)


def test_samples_that_agree_within_tasks_add_nothing() -> None:
    means = [1.0, 0.0] * 20
    assert effective_size(means, 160) == pytest.approx(40, rel=0.05)


def test_the_interval_covers_as_often_as_it_says() -> None:
    """A thousand runs of 60 tasks with 4 samples, tasks differing in difficulty (mean 0.5)."""
    source, covered = random.Random(0), 0
    for _ in range(1000):
        hard = [source.betavariate(1, 1) for _ in range(60)]
        means = [sum(source.random() < p for _ in range(4)) / 4 for p in hard]
        low, high = wilson(sum(means) / 60, effective_size(means, 240))
        covered += low <= 0.5 <= high
    assert 930 <= covered <= 970


def test_an_average_of_one_has_its_interval() -> None:
    assert averaged([0.3], [(0.1, 0.6)]) == pytest.approx((0.1, 0.6))


def test_the_interval_of_an_average_covers_as_often_as_it_says() -> None:
    """A thousand times the average of three families of 40 tasks."""
    source, covered = random.Random(1), 0
    for _ in range(1000):
        rates = [sum(source.random() < p for _ in range(40)) / 40 for p in (0.1, 0.5, 0.8)]
        low, high = averaged(rates, [wilson(rate, 40) for rate in rates])
        covered += low <= 1.4 / 3 <= high
    assert 930 <= covered <= 970


@given(st.lists(st.floats(-1, 1), min_size=1, max_size=30))
def test_a_paired_interval_has_a_width_and_keeps_its_bounds(differences: list[float]) -> None:
    low, high = paired(differences)
    assert -1 <= low < high <= 1


def test_a_paired_interval_agrees_with_bonett_and_price() -> None:
    # Their formula on counts: 9 of 50 tasks better, 3 worse.
    better, worse, size = 10 / 52, 4 / 52, 52
    half = 1.959963984540054 * ((better + worse - (better - worse) ** 2) / size) ** 0.5
    expected = (better - worse - half, better - worse + half)
    assert paired([1.0] * 9 + [-1.0] * 3 + [0.0] * 38) == pytest.approx(expected)


def test_a_paired_interval_covers_as_often_as_it_says() -> None:
    """A thousand comparisons over 40 tasks with 2 samples on either side, the second better by 0.1."""
    source, covered = random.Random(2), 0
    for _ in range(1000):
        hard = [source.uniform(0, 0.9) for _ in range(40)]
        sides = [[fmean(source.random() < p + d for _ in range(2)) for p in hard] for d in (0, 0.1)]
        low, high = paired([after - before for before, after in zip(*sides, strict=True)])
        covered += low <= 0.1 <= high
    assert 935 <= covered <= 985


@pytest.mark.parametrize(("better", "worse"), [*product([0, 1, 5, 12], repeat=2)])
def test_the_sign_test_is_exact(better: int, worse: int) -> None:
    size = better + worse
    tail = sum(comb(size, number) for number in range(min(better, worse) + 1))
    assert sign_test(better, worse) == pytest.approx(min(1, 2 * tail / 2**size))


def test_the_sign_test_takes_thousands() -> None:
    assert 0 < sign_test(5_200, 4_800) < 1e-4
    assert sign_test(100_000, 0) == 0
