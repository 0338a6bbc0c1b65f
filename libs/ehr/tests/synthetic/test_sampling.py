import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_ehr.synthetic import sampling


@pytest.fixture
def rng():
    return np.random.default_rng(0)


@given(st.integers(1, 1000))
def test_popularity_falls_and_sums_to_one(count):
    chances = sampling.popularity(count)
    assert chances.sum() == pytest.approx(1)
    assert (np.diff(chances) < 0).all()


def test_no_popular_term_fills_a_table():
    assert sampling.popularity(300)[0] < 0.04


def test_picks_follow_their_weights(rng):
    drawn = np.bincount(sampling.pick(rng, np.array([3.0, 0.0, 1.0]), 40_000), minlength=3) / 40_000
    assert drawn == pytest.approx([0.75, 0, 0.25], abs=0.01)


def test_the_empty_value_is_picked_as_none(rng):
    assert set(sampling.pick_value(rng, {"": 1, "x": 1}, 50)) == {None, "x"}


@given(st.lists(st.integers(0, 5), min_size=1))
def test_repeat_numbers_the_rows_of_each_owner(counts):
    owner, number = sampling.repeat(np.array(counts))
    expected = [(each, row) for each, count in enumerate(counts) for row in range(count)]
    assert list(zip(owner, number, strict=True)) == expected


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3))))
def test_first_of_each_keeps_every_combination_once(pairs):
    one, two = np.array([pair[0] for pair in pairs]), np.array([pair[1] for pair in pairs])
    kept = sampling.first_of_each(one, two).tolist()
    assert kept == [row for row, pair in enumerate(pairs) if pair not in pairs[:row]]


@given(st.integers(1, 40), st.integers(1, 10_000))
def test_rounds_are_spread_over_the_interval(count, minutes):
    start, end = np.array([600]), np.array([600 + 60 * minutes])
    _, times = sampling.rounds(np.random.default_rng(1), start, end, np.array([count]))
    part = 60 * minutes / count
    earliest = start + np.arange(count) * part - 60
    assert len(times) == count
    assert ((times >= start) & (times < end)).all()
    assert ((times >= earliest) & (times <= earliest + part + 60)).all()


def test_skewed_draws_have_the_median(rng):
    assert np.median(sampling.skewed(rng, 7, 0.8, 20_000)) == pytest.approx(7, rel=0.03)
