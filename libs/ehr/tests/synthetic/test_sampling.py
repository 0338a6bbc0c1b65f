import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from medgym_ehr.synthetic import sampling


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
