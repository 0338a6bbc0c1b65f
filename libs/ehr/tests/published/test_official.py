import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_ehr.published.official import (
    COMPARED,
    FAILED,
    f1_scores,
    official_2024,
    official_v1,
    reliability_score,
)

ROWS = st.lists(
    st.tuples(st.integers() | st.floats(-1e6, 1e6) | st.text("ab1. "), st.none()), max_size=COMPARED
)


@pytest.mark.parametrize(
    ("given_rows", "equal"),
    [
        ([("b", 2), ("a", 1)], True),
        ([["b", 2], ["a", 1]], True),
        ([("a", 1)], False),
        ([("a", 1), ("b", 2.0)], False),
        ([("a", 1), ("b", "2")], False),
        ([("A", 1), ("b", 2)], False),
        ([("a", 1), ("b", 2), ("b", 2)], False),
    ],
)
def test_v1_compares_sorted_texts_of_rows(given_rows, equal):
    assert official_v1([("a", 1), ("b", 2)], given_rows) is equal


def test_v1_has_no_tolerance():
    assert not official_v1([(72.89999961853027,)], [(72.9,)])


def test_v1_cuts_before_it_sorts_and_2024_sorts_before_it_cuts():
    rows = [(number,) for number in range(COMPARED, COMPARED + 101)]
    assert not official_v1(rows, rows[::-1])
    assert official_2024(rows, rows[::-1])


def test_only_the_first_hundred_rows_count():
    rows = [(number,) for number in range(1000, 1000 + COMPARED)]
    assert official_v1([*rows, (9999,)], [*rows, (8888,)])
    assert official_2024([*rows, (9999,)], [*rows, (8888,)])
    assert not official_2024(rows, [*rows[:-1], (9999,)])


@pytest.mark.parametrize(
    ("gold", "given_rows", "equal"),
    [
        ([(0.12345,)], [(0.1234,)], True),
        ([(0.12345,)], [(0.1244,)], False),
        ([(2,)], [("2.0",)], True),
        ([(True,)], [(1,)], True),
        ([("iv", 1)], [("iv", 1.0)], True),
        ([("iv",)], [("IV",)], False),
        ([(None,)], [("None",)], True),
        ([(1, "a"), (2, "b")], [(2, "b"), (1, "a")], True),
        ([(1, "a")], [("a", 1)], False),
        ([], [], True),
        ([], [(0,)], False),
    ],
)
def test_2024_rounds_what_reads_as_a_number(gold, given_rows, equal):
    assert official_2024(gold, given_rows) is equal


@pytest.mark.parametrize("compare", [official_v1, official_2024])
def test_abstaining_equals_only_abstaining(compare):
    assert compare(None, None)
    assert not compare(None, [])
    assert not compare([("null",)], None)


@given(ROWS, st.randoms())
def test_v1_does_not_see_the_order_of_up_to_a_hundred_rows(rows, random):
    assert official_v1(rows, random.sample(rows, len(rows)))


@given(ROWS, st.randoms())
def test_2024_does_not_see_the_order(rows, random):
    assert official_2024(rows, random.sample(rows, len(rows)))


@given(st.floats(-1e6, 1e6), st.floats(0.0011, 1e6))
def test_a_number_moved_beyond_the_tolerance_fails_both(value, by):
    assert not official_v1([(value,)], [(value + by,)])
    assert not official_2024([(value,)], [(value + by,)])


PAIRS = [
    ([(1,)], [(1,)]),  # right: 1
    ([(1,)], [(2,)]),  # wrong: -c
    ([(1,)], None),  # abstained from what has an answer: 0
    (None, None),  # abstained rightly: 1
    (None, [(3,)]),  # answered what has none: -c
    ([(1,)], FAILED),  # failed: -c
    ([(5.0001,)], [(5,)]),  # right: 1
    ([(1,), (2,)], [(2,), (1,)]),  # right: 1
]


@pytest.mark.parametrize(
    ("penalty", "expected"), [(0, 4 / 8), (5, (4 - 15) / 8), (10, (4 - 30) / 8), ("N", (4 - 24) / 8)]
)
def test_reliability_by_hand(penalty, expected):
    assert reliability_score(PAIRS, penalty) == pytest.approx(expected)


def test_a_system_that_always_abstains_scores_the_share_of_unanswerable_questions():
    assert reliability_score([(gold, None) for gold, _ in PAIRS], "N") == 2 / 8


def test_f1_by_hand():
    scores = f1_scores(PAIRS)
    # 6 of 8 are answered and 6 answerable; 5 are both; by v1, which does not round, 2 of them are right
    assert scores["ans"] == pytest.approx((5 / 6, 5 / 6, 5 / 6))
    assert scores["exec"] == pytest.approx((2 / 6, 2 / 6, 2 / 6))


def test_f1_of_nothing_is_zero():
    assert f1_scores([(None, None)]) == {"ans": (0.0, 0.0, 0.0), "exec": (0.0, 0.0, 0.0)}
