from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_core.answer import Boolean, Integer, Number, SetOf, Text
from medgym_core.errors import VerifierError
from medgym_core.verifier.compare import compare
from medgym_core.verifier.parse import exact
from medgym_prove.attack.constant import CANDIDATES, best_constants

TENTH = Number(rel_tol=0.1)


def each(*answers):
    return [(answer, 1.0) for answer in answers]


def test_the_most_frequent_answer():
    assert best_constants(Text(), each("a", "b", "B ", "c")) == [("b", 2.0)]


def test_a_tolerance_joins_what_is_near():
    (best,) = best_constants(TENTH, each(1, 100, 105, 95, 2, 2))
    assert best == (100, 3.0)


def test_further_constants_count_what_they_add():
    found = best_constants(TENTH, each(100, 101, 102, 7, 8.9), most=3)
    assert [constant.weight for constant in found] == [3.0, 1.0, 1.0]
    assert len({constant.answer for constant in found}) == 3


def test_weights_decide():
    assert best_constants(Integer(), [(1, 0.5), (2, 0.2), (2, 0.2)])[0] == (1, 0.5)


def test_two_constants_are_all_of_a_boolean():
    found = best_constants(Boolean(), each(True, False, True), most=10)
    assert found == [(True, 2.0), (False, 1.0)]


def test_nothing_known():
    assert best_constants(Text(), []) == []


def test_a_value_of_another_kind_is_our_failure():
    with pytest.raises(VerifierError, match="not a whole number"):
        best_constants(Integer(), each("many"))


def test_sets_are_equal_in_any_order():
    assert best_constants(SetOf(items=Integer()), each([1, 2], [2, 1], [3]))[0].weight == 2


def test_a_dense_place_is_found_among_many_different_numbers():
    sparse, dense = [10.0**n for n in range(3, 300)], [50 + n / 100 for n in range(300)]
    assert len(sparse) + len(dense) > CANDIDATES
    assert best_constants(TENTH, each(*sparse, *dense))[0].weight == 300


@given(st.lists(st.integers(-30, 30), min_size=1, max_size=30), st.integers(1, 5))
def test_no_other_answer_among_them_passes_more(golds, most):
    kind = Number(abs_tol=2)
    best, *others = best_constants(kind, each(*golds), most)

    def passed(answer):
        return sum(compare(kind, exact(answer), exact(gold)).ok for gold in golds)

    assert best.weight == passed(best.answer) == max(map(passed, golds))
    assert best.weight + sum(other.weight for other in others) <= len(golds)
