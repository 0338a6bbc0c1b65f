import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from medgym_ehr.synthetic.identity import Identifiers


def supply(seed=0, stream=0):
    return Identifiers(seed, stream, first=100, width=50)


@given(st.lists(st.integers(0, 70), max_size=8))
def test_portions_do_not_change_what_is_given(portions):
    whole, parts = supply(), supply()
    given_out = [parts.take(portion) for portion in portions]
    assert np.concatenate([*given_out, []]).tolist() == whole.take(sum(portions)).tolist()


def test_every_number_of_a_range_comes_before_the_next_range():
    ids = supply().take(150)
    assert sorted(ids[:50]) == list(range(100, 150))
    assert sorted(ids) == list(range(100, 250))


def test_numbers_are_in_no_order():
    steps = np.diff(supply().take(50))
    assert len(set(steps.tolist())) > 20


def test_seeds_and_streams_have_orders_of_their_own():
    orders = {tuple(supply(seed, stream).take(50)) for seed in (0, 1) for stream in (0, 1)}
    assert len(orders) == 4


def test_the_orders_are_not_those_of_a_chunk():
    mine = supply(seed=5, stream=1).take(50) - 100
    assert mine.tolist() != np.random.default_rng([5, 1]).permutation(50).tolist()
