"""Values to JSON text."""

from __future__ import annotations

import datetime
import decimal
import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_core.sandbox.worker import answer

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(JSON)
def test_json_values_round_trip(value: object) -> None:
    assert json.loads(answer.to_json(value)) == value


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ((1, 2), [1, 2]),
        ({3}, [3]),
        ({1: "a", 2.5: "b"}, {"1": "a", "2.5": "b"}),
        (datetime.date(2100, 1, 2), "2100-01-02"),
        (datetime.timedelta(minutes=1), 60.0),
        (decimal.Decimal("1.5"), 1.5),
        (np.float64(1.5), 1.5),
        (np.int64(3), 3),
        (np.bool_(True), True),
        (np.arange(3), [0, 1, 2]),
    ],
)
def test_common_types_have_the_obvious_form(value: object, expected: object) -> None:
    assert json.loads(answer.to_json(value)) == expected


def test_nan_stays_nan() -> None:
    assert math.isnan(json.loads(answer.to_json(np.float64("nan"))))


class Sly(int):
    """Claims to be another number when printed."""

    def __repr__(self) -> str:
        return "42"

    __str__ = __repr__


def test_a_subclass_counts_as_its_plain_value() -> None:
    assert answer.to_json(Sly(7)) == "7"


@pytest.mark.parametrize("value", [object(), [open], {"a": b"bytes"}, {(1, 2): 3}, {None: 1}, 1j])
def test_what_has_no_json_form_is_named(value: object) -> None:
    with pytest.raises(answer.UnserialisableError, match="answer"):
        answer.to_json(value)


def test_endless_nesting_is_refused() -> None:
    value: list[object] = []
    value.append(value)
    with pytest.raises(answer.UnserialisableError, match="nested too deeply"):
        answer.to_json(value)
