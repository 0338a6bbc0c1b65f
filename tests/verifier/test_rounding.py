"""The law of rounded numbers: right when gold rounds to them, and to nothing else."""

import math
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal, localcontext

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from medgym_core.answer import Integer, ListOf, Number, Record, Table
from medgym_core.verifier.compare import compare
from medgym_core.verifier.parse import exact, parse
from medgym_core.verifier.rounding import grain

GOLD = st.floats(-1e7, 1e7).filter(lambda x: abs(x) > 1e-9)
SMALL = st.floats(0.01, 1_000).map(lambda x: x + math.pi / 1_000)
"""Of so few digits before the point that single precision has more than two after it."""


def right(answer, gold, kind=None):
    return compare(kind or Number(), parse(repr(answer)), exact(gold)).ok


def least_digits(value):
    """The fewest decimals to which ``value`` may be rounded."""
    return max(2, 2 - math.floor(math.log10(abs(value))))


@given(GOLD, st.integers(0, 6))
def test_enough_digits_are_right_whichever_way_a_tie_goes(gold, more):
    digits = least_digits(gold) + more
    for way in (ROUND_HALF_EVEN, ROUND_HALF_UP):
        rounded = float(Decimal(repr(gold)).quantize(Decimal(1).scaleb(-digits), way))
        assert right(rounded, gold)
    assert right(round(gold, digits), gold)


@given(SMALL, st.integers(1, 3))
def test_fewer_digits_are_refused(gold, fewer):
    rounded = round(gold, least_digits(gold) - fewer)
    assume(abs(rounded - gold) > 10.0 ** -least_digits(gold))
    assert not right(rounded, gold)


@given(SMALL, st.integers(2, 8), st.integers(1, 9))
def test_another_last_digit_is_refused(gold, digits, step):
    digits = max(digits, least_digits(gold))
    other = round(round(gold, digits) + step * 10.0**-digits, digits)
    assume(other != round(other, digits - 1))  # a zero at the end would be a digit less
    assume(abs(other - gold) > 0.51 * 10.0**-digits)  # a tie may go either way
    assert not right(other, gold)


@given(GOLD, GOLD)
def test_what_is_accepted_lies_within_half_a_percent_and_half_a_hundredth(answer, gold):
    if right(answer, gold):
        assert abs(answer - gold) <= 0.00500001
        assert abs(answer - gold) <= 0.00500001 * abs(answer)


@given(GOLD)
def test_single_precision_is_right(gold):
    single = float(np.float32(gold))
    assume(abs(gold) < 2**22)
    assert right(single, gold)


@given(st.integers(1, 2**40))
def test_no_unit_is_lost(number):
    assert not right(float(number), number + 1)
    assert not right(float(np.float32(number)), number + 1) or float(np.float32(number)) == number + 1


@given(st.integers(-(10**6), 10**6))
def test_whole_numbers_without_a_point_and_zero_are_rounded_from_nothing(number):
    assert grain(number) == grain(Decimal("0.00")) == 0


@given(st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**9), max_value=10**9))
def test_the_grain_is_that_of_the_value_and_not_of_its_spelling(value):
    with localcontext(prec=2_000):
        assert grain(value) == grain(value + Decimal("0.000000000000000000000000"))


@pytest.mark.slow
@pytest.mark.parametrize("size", [10, 100, 1_000])
def test_values_of_chance_are_as_many_as_before(size):
    """A constant is right for no larger share of golds than half a percent around it allows."""
    golds = [1 + 9 * place / size for place in range(size)]
    best = max(sum(right(round(guess, 2), gold) for gold in golds) for guess in golds)
    assert best <= 1 + size * 0.011 / 9


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (Number(), True),
        (Number(exact=True), False),
        (Integer(), False),
        (ListOf(items=Number(nullable=True)), True),
        (Record(fields={"a": Integer(), "b": Number(abs_tol=1)}), True),
        (Table(columns=({"name": "a", "kind": Integer()}, {"name": "b", "kind": Number(exact=True)})), False),
    ],
)
def test_a_kind_tells_whether_it_may_be_rounded(kind, expected):
    assert kind.rounds() is expected


def test_exact_kinds_say_so():
    assert Number(exact=True, unit="mg/dL").describe() == "a number in mg/dL, exact"
    assert Integer(unit="patients").describe() == "a whole number of patients, exact"


def test_an_exact_number_has_no_tolerance():
    with pytest.raises(ValueError, match="no tolerance"):
        Number(exact=True, abs_tol=0.1)
