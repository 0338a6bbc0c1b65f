from decimal import Decimal
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_core.verifier.fault import Refused
from medgym_core.verifier.form import Form, Point
from medgym_core.verifier.matching import Matcher


def bag(elements):
    return Form((len(elements),), bags=(tuple(elements),))


def element(key, *points):
    return Form((key,), tuple(Point(*map(Decimal, point)) for point in points))


def elements(dimensions):
    point = st.tuples(st.integers(0, 6), st.integers(0, 2), st.integers(0, 3))
    keys = st.integers(0, 1)
    return st.lists(st.builds(element, keys, *[point] * dimensions), max_size=5)


def brute_force(answers, golds):
    return len(answers) == len(golds) and any(
        all(Matcher().same(a, g) for a, g in zip(order, golds, strict=True))
        for order in permutations(answers)
    )


@pytest.mark.parametrize("dimensions", [0, 1, 2, 3])
@given(data=st.data())
def test_matching_equals_trying_every_pairing(dimensions, data):
    answers, golds = data.draw(elements(dimensions)), data.draw(elements(dimensions))
    assert Matcher().same(bag(answers), bag(golds)) == brute_force(answers, golds)


@given(data=st.data())
def test_nested_bags_match_like_brute_force(data):
    def bags():
        return st.lists(elements(1).map(bag), max_size=3)

    answers, golds = data.draw(bags()), data.draw(bags())
    assert Matcher().same(bag(answers), bag(golds)) == brute_force(answers, golds)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=7), st.randoms())
def test_noise_within_reach_always_matches_in_the_plane(centres, rng):
    golds = [element(0, (x, 2), (y, 2)) for x, y in centres]
    noisy = [element(0, (x + rng.randint(-2, 2), 2), (y + rng.randint(-2, 2), 2)) for x, y in centres]
    assert Matcher().same(bag(rng.sample(noisy, len(noisy))), bag(golds))


def test_dense_bags_are_refused_within_budget_rather_than_searched_for_ever():
    golds = [element(0, (i % 97, 1000), (i, 1000)) for i in range(3_000)]
    answers = [*(element(0, (i % 89, 0), (i, 0)) for i in range(2_999)), element(0, (0, 0), (5_000, 0))]
    with pytest.raises(Refused, match="too_complex"):
        Matcher(100_000).same(bag(answers), bag(golds))


def test_large_tables_need_few_steps():
    golds = [element(i // 2, (i % 7, "0.5"), (i, "0.5")) for i in range(10_000)]
    answers = [element(i // 2, (i % 7 + Decimal("0.4"), 0), (i - Decimal("0.4"), 0)) for i in range(10_000)]
    assert Matcher(100_000).same(bag(answers[::-1]), bag(golds))


@pytest.mark.slow
def test_rounding_that_reorders_rows_needs_few_steps():
    golds = [element(0, (Decimal(i) / 1000, "0.06"), ((i * 7919) % 5000, "0.5")) for i in range(5_000)]
    answers = [element(0, (round(g.points[0].value, 1), 0), (g.points[1].value, 0)) for g in golds]
    assert Matcher(200_000).same(bag(answers), bag(golds))


def test_rounding_to_the_grain_needs_few_steps():
    golds = [element(0, (Decimal(i * 37 % 5000) / 1000, 0), (Decimal(i) / 1000, 0)) for i in range(5_000)]
    halves = Decimal("0.005")
    answers = [element(0, *((round(p.value, 2), 0, halves) for p in gold.points)) for gold in golds]
    assert Matcher(400_000).same(bag(answers[::-1]), bag(golds))
