import json

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from medgym_core import DateTime, Integer, Number, Table, Text
from medgym_core.verifier.answer import grade_answer
from medgym_core.verifier.contract import TurnSubmission
from medgym_ehr.published.database import Result
from medgym_ehr.published.refusal import Reason, Refused
from medgym_ehr.published.shape import ABS_TOL, Shape, ShapeColumn, answer_kind, gold, shape_of

CELLS = st.none() | st.integers(-(2**53), 2**53) | st.floats(-1e9, 1e9)
TABLES = (
    st.integers(1, 3)
    .flatmap(lambda width: st.lists(st.tuples(*[CELLS] * width), min_size=1, max_size=8))
    .filter(lambda rows: any(cell is not None for row in rows for cell in row))
)


def result(*rows, columns=None):
    return Result(tuple(columns or [f"c{place}" for place in range(len(rows[0]))]), list(rows))


def kinds(*rows):
    return [(column.kind, column.nullable) for column in shape_of(result(*rows)).columns]


def passes(answer, found):
    expected = gold(found, 1_000_000)
    submitted = TurnSubmission(answer=json.dumps(answer))
    return grade_answer(answer_kind(shape_of(found)), submitted, expected, 1_000_000).ok


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        ([1, 0], "integer"),
        ([1, 2.5], "number"),
        ([1.0], "number"),
        (["a", "2"], "text"),
        (["12"], "text"),
        (["2105-12-31 23:59:00", "2104-01-01 00:00:00"], "datetime"),
        (["2105-12-31 23:59:00", "unknown"], "text"),
        (["2105-02-30 00:00:00"], "text"),
        (["2105-12"], "text"),
    ],
)
def test_the_kind_is_that_of_all_cells(cells, expected):
    assert kinds(*[(cell,) for cell in cells]) == [(expected, False)]
    assert kinds(*[(cell,) for cell in cells], (None,)) == [(expected, True)]


def test_a_column_of_nulls_beside_another_is_a_nullable_text():
    assert kinds((1, None), (2, None)) == [("integer", False), ("text", True)]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([], Reason.EMPTY),
        ([(None,)], Reason.NULL),
        ([(None, None), (None, None)], Reason.NULL),
        ([(1,), ("one",)], Reason.MIXED),
        ([(b"\0",)], Reason.NOT_JSON),
        ([(float("inf"),)], Reason.NOT_JSON),
    ],
)
def test_results_that_are_no_gold(rows, expected):
    with pytest.raises(Refused) as caught:
        shape_of(Result(("c",), rows))
    assert caught.value.reason is expected


def test_one_column_is_not_named_by_its_sql():
    assert shape_of(result(("x",), columns=["short_title"])).columns[0].name == "answer"


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("orders.drug", "Dose"), ["drug", "dose"]),
        (("drug", "count(*)"), ["column_1", "column_2"]),
        (("t1.drug", "t2.drug"), ["column_1", "column_2"]),
    ],
)
def test_several_columns_have_their_names_if_these_are_plain(names, expected):
    columns = shape_of(result(("x", "y"), columns=names)).columns
    assert [column.name for column in columns] == expected


def test_the_answer_is_a_table_that_may_be_null():
    shape = Shape(
        columns=(
            *(ShapeColumn(name=kind[0], kind=kind) for kind in ("integer", "number", "text")),
            ShapeColumn(name="d", kind="datetime", nullable=True),
        )
    )
    kind = answer_kind(shape)
    assert isinstance(kind, Table)
    assert kind.nullable
    assert not kind.ordered
    assert not answer_kind(shape, nullable=False).nullable
    expected = (Integer(), Number(abs_tol=ABS_TOL), Text(), DateTime(nullable=True))
    assert tuple(column.kind for column in kind.columns) == expected


def test_gold_larger_than_permitted_is_refused():
    assert gold(result(("abc",)), 9) == [["abc"]]
    with pytest.raises(Refused) as caught:
        gold(result(("abc",)), 8)
    assert caught.value.reason is Reason.TOO_LARGE


def test_abstaining_is_right_only_where_gold_is_null():
    kind = answer_kind(shape_of(result((1,))))
    null = TurnSubmission(answer="null")
    assert grade_answer(kind, null, None, 100).ok
    assert not grade_answer(kind, null, [[1]], 100).ok
    assert not grade_answer(kind, TurnSubmission(answer="[[1]]"), None, 100).ok


def test_texts_are_equal_but_for_case_and_times_but_for_their_writing():
    found = result(("micu", "2105-12-31 23:59:00"))
    assert passes([["MICU", "2105-12-31T23:59"]], found)
    assert not passes([["micu 2", "2105-12-31 23:59:00"]], found)


@settings(deadline=None)
@given(TABLES, st.randoms())
def test_gold_in_any_order_of_its_rows_is_right(rows, random):
    found = result(*rows)
    shuffled = random.sample(rows, len(rows))
    assert passes([list(row) for row in shuffled], found)


@settings(deadline=None)
@given(TABLES, st.data())
def test_a_number_beyond_the_tolerance_is_wrong(rows, data):
    place = data.draw(st.sampled_from([(r, c) for r, row in enumerate(rows) for c in range(len(row))]))
    cell = rows[place[0]][place[1]]
    assume(cell is not None)
    wrong = [list(row) for row in rows]
    wrong[place[0]][place[1]] = cell + 10**10
    assert not passes(wrong, result(*rows))


@settings(deadline=None)
@given(TABLES)
def test_a_row_more_or_less_is_wrong(rows):
    found = result(*rows)
    assert not passes([list(row) for row in rows[1:]], found)
    assert not passes([list(row) for row in [*rows, rows[0]]], found)
