import pytest

from medgym_core import Boolean, Column, DateTime, Integer, Number, SetOf, Table, Text
from medgym_ehr.questions.answers import UnfitError, read, trivial

PAIR = Table(columns=(Column(name="month", kind=Text()), Column(name="total", kind=Number())))


@pytest.mark.parametrize(
    ("kind", "rows", "answer"),
    [
        (Integer(), [(3,)], 3),
        (Integer(), [(3.0,)], 3),
        (Number(), [(2,), (2,)], 2.0),
        (Boolean(), [(1,)], True),
        (Text(), [("m",)], "m"),
        (DateTime(), [("2104-01-01 00:00:00",)], "2104-01-01 00:00:00"),
        (SetOf(items=Text()), [("a",), ("b",)], ["a", "b"]),
        (PAIR, [("2104-01", 2), ("2104-02", 3.5)], [["2104-01", 2.0], ["2104-02", 3.5]]),
    ],
)
def test_rows_are_read_as_their_kind(kind, rows, answer):
    assert read(kind, rows) == answer


@pytest.mark.parametrize(
    ("kind", "rows"),
    [
        (Integer(), []),
        (Integer(), [(None,)]),
        (Integer(), [(2.5,)]),
        (Integer(), [("2",)]),
        (Number(), [(1.0,), (2.0,)]),
        (Number(), [(float("inf"),)]),
        (Boolean(), [(2,)]),
        (SetOf(items=Text()), [("a",), ("A",)]),
        (PAIR, [("2104-01", None)]),
    ],
)
def test_what_is_no_answer_is_refused(kind, rows):
    with pytest.raises(UnfitError):
        read(kind, rows)


def test_what_is_trivial():
    assert [trivial(answer) for answer in (0, 1, 0.0, 1.0, None, [])] == [True] * 6
    assert [trivial(answer) for answer in (2, 0.5, True, False, "0", ["a"])] == [False] * 6
