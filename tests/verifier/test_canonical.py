import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_core.verifier.canonical import MAX_DEPTH, canonical
from medgym_core.verifier.fault import Refused
from medgym_core.verifier.parse import exact

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.slow
@given(JSON)
def test_exact_and_floating_numbers_have_one_form(value):
    assert canonical(value) == canonical(exact(value))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, True),
        (0, False),
        (1, "1"),
        (None, "null"),
        ([1, 2], [2, 1]),
        ([], {}),
        ({"a": 1}, {"a": 2}),
        (0.1, 0.2),
    ],
)
def test_different_values_have_different_forms(one, other):
    assert canonical(one) != canonical(other)


def test_keys_have_no_order_and_numbers_are_equal_by_value():
    assert canonical({"a": 1, "b": [2.0]}) == canonical({"b": [2], "a": 1.0})


def test_declared_lists_have_no_order_but_multiplicity():
    assert canonical({"coding": [1, 2, 2]}, ["coding"]) == canonical({"coding": [2, 1, 2]}, ["coding"])
    assert canonical({"coding": [1, 2, 2]}, ["coding"]) != canonical({"coding": [1, 1, 2]}, ["coding"])
    assert canonical({"other": [1, 2]}, ["coding"]) != canonical({"other": [2, 1]}, ["coding"])
    inner, turned = {"coding": [1, 2]}, {"coding": [2, 1]}
    assert canonical({"coding": [inner]}, ["coding"]) == canonical({"coding": [turned]}, ["coding"])
    assert canonical([{"other": inner}], ["coding"]) == canonical([{"other": turned}], ["coding"])


def test_numbers_that_are_not_finite_equal_themselves():
    assert canonical([float("nan"), float("inf")]) == canonical([float("nan"), float("inf")])
    assert canonical(float("nan")) != canonical(float("inf"))


@pytest.mark.parametrize("outer", ["list", "bag"])
def test_deep_nesting_is_refused(outer):
    value: object = 1
    for _ in range(MAX_DEPTH - 2):
        value = [value]
    canonical({outer: [value]}, ["bag"])
    with pytest.raises(Refused, match="too_deep"):
        canonical({outer: [[value]]}, ["bag"])
