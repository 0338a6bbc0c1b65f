from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from medgym_core import Date, Integer
from medgym_plugin_medcalcbench.calculator import decimal
from medgym_plugin_medcalcbench.chance import best_constant

POINTS, DECIMAL = Integer(), decimal()


def test_one_number_may_pass_points_and_decimals():
    golds = [(POINTS, 3), (POINTS, 3), (POINTS, 4), (DECIMAL, 3.1), (DECIMAL, 2.9), (DECIMAL, 50.0)]
    assert best_constant(golds) == ("3", pytest.approx(4 / 6))


def test_a_date_passes_dates_only():
    golds = [(Date(), date(2020, 1, 1)), (Date(), date(2020, 1, 1)), (POINTS, 3)]
    assert best_constant(golds) == ("2020-01-01", pytest.approx(2 / 3))


def test_bands_of_negative_numbers_and_of_zero_count():
    assert best_constant([(DECIMAL, -2.0), (DECIMAL, -2.1), (DECIMAL, 0.0)]).share == pytest.approx(2 / 3)


def test_nothing_passes_nothing():
    assert best_constant([]).share == 0


@settings(deadline=None)
@given(st.lists(st.floats(-50, 50), min_size=1, max_size=30), st.floats(-50, 50))
def test_no_other_constant_passes_more(golds, constant):
    passed = sum(abs(constant - gold) <= max(1e-6, 0.05 * abs(gold)) for gold in golds)
    assert passed / len(golds) <= best_constant([(DECIMAL, gold) for gold in golds]).share
