"""Values to JSON text."""

from __future__ import annotations

import collections
import datetime
import decimal
import fractions
import itertools
import json
import math
import sqlite3

import duckdb
import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_sandbox.worker import answer

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
        (np.array(5), 5),
        (np.array([["a"], ["b"]]), [["a"], ["b"]]),
        (np.str_("x"), "x"),
        (np.float32(0.5), 0.5),
        (np.longdouble(0.5), 0.5),
        (np.datetime64("2100-01-02T03:04:05", "ns"), "2100-01-02T03:04:05"),
        (np.array(["2100-01-02", "NaT"], dtype="datetime64[ns]"), ["2100-01-02T00:00:00", None]),
        (np.datetime64("2100-01-02"), "2100-01-02"),
        (np.timedelta64(60, "s"), 60.0),
        (np.timedelta64(60_000_000_000, "ns"), 60.0),
        (fractions.Fraction(1, 4), 0.25),
        ({"a": 1, "b": 2}.keys(), ["a", "b"]),
        ({"a": 1, "b": 2}.values(), [1, 2]),
        ({"a": 1}.items(), [["a", 1]]),
        (range(3), [0, 1, 2]),
        ((x for x in "ab"), ["a", "b"]),
        (iter([1]), [1]),
        (map(abs, [-1]), [1]),
        (collections.deque([1]), [1]),
        (collections.ChainMap({"a": 1}), {"a": 1}),
        ({"a": {1}.union()}, {"a": [1]}),
    ],
)
def test_common_types_have_the_obvious_form(value: object, expected: object) -> None:
    assert json.loads(answer.to_json(value)) == expected


FRAME = pd.DataFrame({"a": [1, 2], "b": [0.5, None]})
PLAIN = {"columns": ["a", "b"], "rows": [[1, 0.5], [2, None]]}
LABELLED = {"columns": ["a", "b"], "rows": [[1, 0.5], [2, None]], "index": 1}


def rows(factory: object = None) -> sqlite3.Cursor:
    connection = sqlite3.connect(":memory:")
    connection.row_factory = factory  # type: ignore[assignment]
    return connection.execute("SELECT 1 AS a, 0.5 AS b UNION ALL SELECT 2, NULL")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (FRAME, PLAIN),
        (FRAME[FRAME.a > 0], PLAIN),
        (FRAME.convert_dtypes(), PLAIN),
        (FRAME.set_index("a"), LABELLED),
        (FRAME.set_index("a")["b"], LABELLED),
        (FRAME["b"], [0.5, None]),
        (FRAME["b"].astype("Float64").array, [0.5, None]),
        (FRAME["b"].to_numpy()[:1], [0.5]),
        (pd.Index(["x", "y"]), ["x", "y"]),
        (pd.Series({"x": 1}), {"columns": ["None", "None"], "rows": [["x", 1]], "index": 1}),
        (pd.DataFrame([[1]]), {"columns": ["0"], "rows": [[1]]}),
        (
            pd.DataFrame({"t": [pd.Timestamp("2100-01-02")]}),
            {"columns": ["t"], "rows": [["2100-01-02T00:00:00"]]},
        ),
        (pd.Period("2100-01", "M"), "2100-01"),
        (pd.NA, None),
        (pd.NaT, None),
        (pd.Series([True, None], dtype="boolean"), [True, None]),
        (pa.Table.from_pandas(FRAME, preserve_index=False), PLAIN),
        (pa.array([1, None]), [1, None]),
        (pa.chunked_array([[1]]), [1]),
        (pa.scalar(1), 1),
        (rows(), PLAIN),
        (rows(sqlite3.Row).fetchall(), PLAIN),
        (rows(sqlite3.Row).fetchone(), {"columns": ["a", "b"], "rows": [[1, 0.5]]}),
        (list(rows()), [[1, 0.5], [2, None]]),
        (rows().fetchone(), [1, 0.5]),
    ],
)
def test_results_with_named_columns_are_frames(value: object, expected: object) -> None:
    assert json.loads(answer.to_json(value)) == expected


def test_results_of_duckdb_are_frames() -> None:
    with duckdb.connect() as connection:
        query = "SELECT 1 AS a, 0.5 AS b UNION ALL SELECT 2, NULL ORDER BY a"
        assert json.loads(answer.to_json(connection.sql(query))) == PLAIN
        assert json.loads(answer.to_json(connection.execute(query))) == PLAIN


def test_an_endless_iterable_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answer, "MANY", 1_000)
    with pytest.raises(answer.UnserialisableError, match="more than 1000"):
        answer.to_json(itertools.count())


@pytest.mark.parametrize("value", [math.nan, np.float64("nan"), np.float32("nan"), decimal.Decimal("nan")])
def test_what_is_missing_is_null(value: object) -> None:
    assert json.loads(answer.to_json([value, {"x": value}])) == [None, {"x": None}]


def test_infinity_stays() -> None:
    assert math.isinf(json.loads(answer.to_json(math.inf)))


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
