"""Example answers of every kind, right and wrong, and how to judge one from text to fault."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest
from pydantic import JsonValue

from medgym_core.answer import (
    AnswerKind,
    Boolean,
    Choice,
    Column,
    Date,
    DateTime,
    Integer,
    ListOf,
    Number,
    Record,
    SetOf,
    Table,
    Text,
)
from medgym_core.task import Task, Turn
from medgym_core.verifier.compare import compare
from medgym_core.verifier.fault import Refused
from medgym_core.verifier.parse import exact, parse
from medgym_core.verifier.table import read


class Example(NamedTuple):
    kind: AnswerKind
    answer: str
    gold: JsonValue
    reason: str = ""


ZONED = DateTime(zoned=True)
ABS, REL, BOTH = Number(abs_tol=0.5), Number(rel_tol=0.05), Number(abs_tol=1, rel_tol=0.1)
NUMBERS = [
    Example(Number(), "42", 42),
    Example(Number(), "42.0", 42),
    Example(Number(), "0.1", 0.1),
    Example(Number(), "0.30000000000000004", 0.3, "wrong_value"),
    Example(Number(nullable=True), "null", None),
    Example(Number(nullable=True), "0", None, "wrong_value"),
    Example(Number(nullable=True), "null", 0, "wrong_value"),
    Example(Number(), "null", 0, "null_not_allowed"),
    Example(Number(), "true", 1, "wrong_type"),
    Example(Number(), '"42"', 42, "wrong_type"),
    Example(Number(exact=True), "42.0", 42),
    Example(Number(exact=True), "42.004", 42, "wrong_value"),
    Example(ABS, "42.5", 42),
    Example(ABS, "41.5", 42),
    Example(ABS, "42.51", 42, "wrong_value"),
    Example(ABS, "42.5000000001", 42, "wrong_value"),
    Example(ABS, "41.49", 42, "wrong_value"),
    Example(Number(abs_tol=0.05), "0.35", 0.3),
    Example(REL, "44.1", 42),
    Example(REL, "44.11", 42, "wrong_value"),
    Example(REL, "-5.25", -5),
    Example(REL, "-5.26", -5, "wrong_value"),
    Example(REL, "0", 0),
    Example(REL, "1e-300", 0, "wrong_value"),
    Example(REL, "105.2", 100, "wrong_value"),
    Example(BOTH, "3", 2),
    Example(BOTH, "3.1", 2, "wrong_value"),
    Example(BOTH, "110", 100),
    Example(Number(minimum=0, maximum=1), "1", 1.0),
    Example(Number(minimum=0, maximum=1, abs_tol=0.1), "1.01", 1.0, "out_of_range"),
    Example(Number(minimum=0.1, abs_tol=0.1), "0.1", 0.1),
    Example(Number(minimum=0, maximum=1, abs_tol=0.1), "-0.01", 0, "out_of_range"),
    Example(Integer(), "42", 42),
    Example(Integer(), "42.0", 42),
    Example(Integer(integral_float=False), "42.0", 42, "wrong_type"),
    Example(Integer(), "42.5", 42, "wrong_type"),
    Example(Integer(), "43", 42, "wrong_value"),
    Example(Integer(), "true", 1, "wrong_type"),
    Example(Integer(), "9007199254740993", 9007199254740993),
    Example(Integer(), "9007199254740992", 9007199254740993, "wrong_value"),
    Example(Boolean(), "true", True),
    Example(Boolean(), "false", True, "wrong_value"),
    Example(Boolean(), "1", True),
    Example(Boolean(), "0.0", False),
    Example(Boolean(), "1", False, "wrong_value"),
    Example(Boolean(), "2", True, "wrong_type"),
    Example(Boolean(), "-1", True, "wrong_type"),
    Example(Boolean(), "0.5", True, "wrong_type"),
    Example(Boolean(), '"true"', True, "wrong_type"),
]
TEXTS = [
    Example(Text(), '" Acute\\u00a0 Kidney\\n injury "', "acute kidney injury"),
    Example(Text(), '"\\uff21B"', "ab"),
    Example(Text(), '"Stra\\u00dfe"', "STRASSE"),
    Example(Text(), '"acute kidney"', "acute kidney injury", "wrong_value"),
    Example(Text(), '"acutekidney"', "acute kidney", "wrong_value"),
    Example(Text(), '"0123456789"', "7", "wrong_value"),
    Example(Text(), "7", "7", "wrong_type"),
    Example(Text(casefold=False), '"\\uff21B"', "AB"),
    Example(Text(casefold=False), '"ab"', "AB", "wrong_value"),
    Example(Choice(options=("Yes", "No")), '"yes"', "Yes"),
    Example(Choice(options=("Yes", "No")), '"no"', "Yes", "wrong_value"),
    Example(Choice(options=("Yes", "No")), '"Yes or No"', "Yes", "not_in_choices"),
    Example(Choice(options=("Yes", "No")), "true", "Yes", "wrong_type"),
    Example(Date(), '"2105-03-04"', "2105-03-04"),
    Example(Date(), '"2105-03-04 00:00:00"', "2105-03-04"),
    Example(Date(), '"2105-03-04T00:00:00.000"', "2105-03-04"),
    Example(Date(), '"2105-03-04 00:00:01"', "2105-03-04", "bad_date"),
    Example(Date(), '"2105-03-05"', "2105-03-04", "wrong_value"),
    Example(Date(), '"2105-02-30"', "2105-03-02", "bad_date"),
    Example(Date(), '"21050304"', "2105-03-04", "bad_date"),
    Example(Date(), '"04/03/2105"', "2105-03-04", "bad_date"),
    Example(Date(), "21050304", "2105-03-04", "wrong_type"),
    Example(DateTime(), '"2105-03-04T05:06:07"', "2105-03-04 05:06:07"),
    Example(DateTime(), '"2105-03-04 05:06"', "2105-03-04 05:06:00"),
    Example(DateTime(), '"2105-03-04"', "2105-03-04 00:00:00"),
    Example(DateTime(), '"2105-03-04 05:06:08"', "2105-03-04 05:06:07", "wrong_value"),
    Example(DateTime(), '"2105-03-04 05:06:07Z"', "2105-03-04 05:06:07", "bad_date"),
    Example(ZONED, '"2105-03-04 05:06:07+01:00"', "2105-03-04 04:06:07Z"),
    Example(ZONED, '"2105-03-04 04:06:07"', "2105-03-04 04:06:07Z", "bad_date"),
    Example(ZONED, '"2105-03-04 04:06:07+01:00"', "2105-03-04 04:06:07Z", "wrong_value"),
    Example(ZONED, '"0001-01-01T00:00:00+14:00"', "2105-03-04 04:06:07Z", "wrong_value"),
    Example(ZONED, '"9999-12-31T23:59:59-14:00"', "9999-12-31T23:59:59-14:00"),
    Example(DateTime(), '"2105-03-04 25:06:07"', "2105-03-04 05:06:07", "bad_date"),
    Example(DateTime(), '"2105-W10-3"', "2105-03-04 05:06:07", "bad_date"),
    Example(DateTime(tolerance_s=60), '"2105-03-04 05:07:07"', "2105-03-04 05:06:07"),
    Example(DateTime(tolerance_s=60), '"2105-03-04 05:07:08"', "2105-03-04 05:06:07", "wrong_value"),
    Example(DateTime(tolerance_s=60), '"2105-03-04 05:06:07Z"', "2105-03-04 05:06:07", "bad_date"),
]
NEAR = Number(abs_tol=1)
PAIR = Record(fields={"n": Integer(), "name": Text()})
TABLE = Table(columns=(Column(name="id", kind=Integer()), Column(name="v", kind=NEAR)))
ORDERED = TABLE.model_copy(update={"ordered": True})
PLANE = Table(columns=(Column(name="x", kind=NEAR), Column(name="y", kind=NEAR)))
CONTAINERS = [
    Example(ListOf(items=Integer()), "[1, 2]", [1, 2]),
    Example(ListOf(items=Integer()), "[2, 1]", [1, 2], "wrong_value"),
    Example(ListOf(items=Integer()), "[1, 2, 3]", [1, 2], "wrong_length"),
    Example(ListOf(items=Integer()), "[1]", [1, 2], "wrong_length"),
    Example(ListOf(items=Integer()), "[]", []),
    Example(ListOf(items=Integer()), "1", [1], "wrong_type"),
    Example(ListOf(items=Integer()), '[1, "2"]', [1, 2], "wrong_type"),
    Example(ListOf(items=Number(nullable=True)), "[null, 1]", [1, None], "wrong_value"),
    Example(ListOf(items=Number(nullable=True, abs_tol=1)), "[null, 1]", [1, None], "wrong_value"),
    Example(ListOf(items=ListOf(items=Integer())), "[[1], [2, 3]]", [[1, 2], [3]], "wrong_value"),
    Example(SetOf(items=Text()), '["b", "A"]', ["a", "b"]),
    Example(SetOf(items=Text()), '["a", "a"]', ["a", "b"], "wrong_value"),
    Example(SetOf(items=Text()), '["a", "a", "b"]', ["a", "b", "b"], "wrong_value"),
    Example(SetOf(items=Text()), '["a", "b", "b"]', ["a", "b"], "wrong_length"),
    Example(SetOf(items=Integer(), nullable=True), "null", [1], "wrong_value"),
    Example(SetOf(items=NEAR), "[9, 2, 1]", [1.5, 2.5, 8]),
    Example(SetOf(items=NEAR), "[1, 1]", [1, 3], "wrong_value"),
    Example(SetOf(items=NEAR), "[2, 0]", [1, 2]),
    Example(SetOf(items=Number(rel_tol=2)), "[-4, 2]", [1, 5]),
    Example(SetOf(items=SetOf(items=NEAR)), "[[5, 1], [9]]", [[8], [1, 6]]),
    Example(SetOf(items=SetOf(items=NEAR)), "[[5, 1], [9]]", [[8], [1, 7]], "wrong_value"),
    Example(PAIR, '{"name": "X", "n": 1}', {"n": 1, "name": "x"}),
    Example(PAIR, '{"name": "y", "n": 1}', {"n": 1, "name": "x"}, "wrong_value"),
    Example(PAIR, '{"n": 1}', {"n": 1, "name": "x"}, "wrong_keys"),
    Example(PAIR, '{"n": 1, "name": "x", "m": 2}', {"n": 1, "name": "x"}, "wrong_keys"),
    Example(PAIR, '[1, "x"]', {"n": 1, "name": "x"}, "wrong_type"),
    Example(SetOf(items=PAIR), '[{"n": 1, "name": "x"}]', [{"n": 1, "name": "y"}], "wrong_value"),
]
LABELS = Table(columns=(Column(name="name", kind=Text()),))
LABELLED = '{"index": %d, "columns": %s, "rows": [%s]}'
TABLES = [
    Example(TABLE, "[[2, 5.5], [1, 3]]", [[1, 3], [2, 5]]),
    Example(TABLE, "[[1, 3], [1, 3]]", [[1, 3], [2, 3]], "wrong_value"),
    Example(TABLE, "[[1, 3]]", [[1, 3], [1, 3]], "wrong_length"),
    Example(TABLE, '[{"v": 3, "id": 1}]', [[1, 3]]),
    Example(TABLE, '[{"v": 3, "ID": 1}]', [[1, 3]]),
    Example(TABLE, '[{"a": 1, "b": 3}, {"b": 3, "a": 2}]', [[1, 3], [2, 3]]),
    Example(TABLE, '[{"a": 1, "b": 3}, {"a": 2, "c": 3}]', [[1, 3], [2, 3]], "wrong_type"),
    Example(TABLE, '[{"v": 3, "id": 1, "w": 0}]', [[1, 3]], "wrong_columns"),
    Example(TABLE, '{"columns": ["V", "id"], "rows": [[3, 1]]}', [[1, 3]]),
    Example(TABLE, '{"columns": ["a", "b"], "rows": [[1, 3]]}', [[1, 3]]),
    Example(TABLE, '{"columns": ["a", "a"], "rows": [[1, 3]]}', [[1, 3]]),
    Example(TABLE, '{"columns": ["id"], "rows": [[1]]}', [[1, 3]], "wrong_columns"),
    Example(TABLE, '{"columns": [1, 2], "rows": [[1, 3]]}', [[1, 3]], "wrong_columns"),
    Example(TABLE, '{"columns": "id v", "rows": [[1, 3]]}', [[1, 3]], "wrong_type"),
    Example(TABLE, '{"columns": ["id", "v"], "rows": [[1, 3]], "x": 1}', [[1, 3]], "wrong_columns"),
    Example(TABLE, "[[1, 3, 4]]", [[1, 3]], "wrong_columns"),
    Example(TABLE, "[1, 3]", [[1, 3]]),
    Example(TABLE, "[1, 3]", [[1, 3], [1, 3]], "wrong_length"),
    Example(TABLE, '{"v": 3, "id": 1}', [[1, 3]]),
    Example(TABLE, "[[[1, 3]]]", [[1, 3]], "wrong_columns"),
    Example(LABELS, '["b", "a"]', [["a"], ["b"]]),
    Example(LABELS, '["a", ["b"]]', [["a"], ["b"]], "wrong_columns"),
    Example(TABLE, LABELLED % (1, '["k", "id", "v"]', '["x", 1, 3]'), [[1, 3]]),
    Example(TABLE, LABELLED % (1, '["id", "v"]', "[1, 3]"), [[1, 3]]),
    Example(TABLE, LABELLED % (0, '["k", "id", "v"]', '["x", 1, 3]'), [[1, 3]], "wrong_columns"),
    Example(TABLE, "3", [[1, 3]], "wrong_type"),
    Example(TABLE, "[]", []),
    Example(TABLE, "[[1, 5], [1, 7]]", [[1, 6], [1, 6]]),
    Example(TABLE, "[[1, 5], [1, 8]]", [[1, 6], [1, 6]], "wrong_value"),
    Example(ORDERED, "[[1, 3], [2, 5]]", [[1, 3], [2, 5]]),
    Example(ORDERED, "[[2, 5], [1, 3]]", [[1, 3], [2, 5]], "wrong_value"),
    Example(PLANE, "[[0, 9], [0.5, 0]]", [[0.2, 0], [0.4, 9]]),
    Example(PLANE, "[[0, 9], [0.5, 2]]", [[0.2, 0], [0.4, 9]], "wrong_value"),
    Example(PLANE, "[[0, 0], [0, 0], [0, 0]]", [[0, 1], [1, 0], [1, 1]]),
    Example(PLANE, "[[0, 0], [2, 2], [1, 1]]", [[1, 1], [0, 1], [2.5, 2]]),
    Example(PLANE, "[[0, 0], [2, 2], [1, 1]]", [[1, 1], [0, 3], [2.5, 2]], "wrong_value"),
    Example(PLANE, "[[1, 5], [1, 5], [0, 0]]", [[0, 5], [2, 5], [1, 1]]),
    Example(PLANE, "[[0, 0], [9, 9], [5, 5]]", [[0, 0], [0, 0], [5, 5]], "wrong_value"),
    Example(
        PLANE,
        "[[0.5, -1], [0, 1], [0.31, 50], [0.29, 70]]",
        [[0, 0], [1.4, -1], [0.2, 50], [0.3, 70]],
    ),
    Example(PLANE, "[[1, 5], [0, 0], [0, 0]]", [[0, 5], [2, 5], [1, 1]], "wrong_value"),
]
ROUNDED = [
    Example(Number(), "12.35", 12.3456),
    Example(Number(), "12.3", 12.304),
    Example(Number(), "12.0", 12.004),
    Example(Number(), "12.3000", 12.304),
    Example(Number(), "12", 12.004, "wrong_value"),
    Example(Number(), "12.3", 12.3456, "wrong_value"),
    Example(Number(), "12.34", 12.3456, "wrong_value"),
    Example(Number(), "12.36", 12.3456, "wrong_value"),
    Example(Number(), "12.346", 12.3456),
    Example(Number(), "12.345", 12.3456, "wrong_value"),
    Example(Number(), "2.67", 2.675),
    Example(Number(), "2.68", 2.675),
    Example(Number(), "3.13", 3.1249999999999996),
    Example(Number(), "3.12", 3.1250000000000004),
    Example(Number(), "3.13", 3.12499, "wrong_value"),
    Example(Number(), "0.12", 0.1234, "wrong_value"),
    Example(Number(), "0.123", 0.1234),
    Example(Number(), "0.1", 0.10004),
    Example(Number(), "0.05", 0.0504, "wrong_value"),
    Example(Number(), "0.00", 0.004, "wrong_value"),
    Example(Number(), "0.00412", 0.0041234),
    Example(Number(), "-4.57", -4.5678),
    Example(Number(), "4.57", -4.5678, "wrong_value"),
    Example(Number(), "1.23e-7", 1.2345e-7),
    Example(Number(), "1.2e-7", 1.2345e-7, "wrong_value"),
    Example(Number(), "100.0", 100.04, "wrong_value"),
    Example(Number(abs_tol=0.001), "712.46", 712.4567),
    Example(Number(rel_tol=0.1), "12.4", 12.3456),
    Example(Number(maximum=1), "1.0", 0.9996),
    Example(Number(exact=True), "12.35", 12.3456, "wrong_value"),
    Example(Integer(), "12.0", 12),
    Example(Number(), "12.345000267028809", 12.345),
    Example(Number(), "12.345001220703125", 12.345, "wrong_value"),
    Example(Number(), "123456.78125", 123456.784),
    Example(Number(), "16777216.0", 16777217, "wrong_value"),
    Example(Number(), "1e300", 1.0000001e300, "wrong_value"),
    Example(SetOf(items=Number()), "[1.0, 1.001]", [1.001, 1.004]),
    Example(SetOf(items=Number()), "[1.01, 1.0]", [1.01, 1.004]),
    Example(SetOf(items=Number()), "[1.0, 1.0]", [1.001, 1.006], "wrong_value"),
    Example(SetOf(items=Number(abs_tol=0.001)), "[1.0, 1.001]", [1.0005, 1.005]),
    Example(SetOf(items=Number()), "[1.0, 1.001]", [1.001, 1.006], "wrong_value"),
]
PAIRS = ListOf(items=ListOf(items=Integer()))
SHAPES = [
    Example(Number(), "[42]", 42),
    Example(Number(), "[[42]]", 42),
    Example(Number(), '{"n": 42}', 42),
    Example(Number(), '[{"n": 42}]', 42),
    Example(Number(), "[[[42]]]", 42, "wrong_type"),
    Example(Number(), "[42, 42]", 42, "wrong_columns"),
    Example(Number(), "[[42, 42]]", 42, "wrong_columns"),
    Example(Number(), "[[42], [42]]", 42, "wrong_length"),
    Example(Number(), '{"n": [42]}', 42, "wrong_type"),
    Example(Number(), '{"n": 42, "m": 42}', 42, "wrong_columns"),
    Example(Number(), "[[]]", 42, "wrong_columns"),
    Example(Number(), "[]", 42, "null_not_allowed"),
    Example(Number(nullable=True), "[]", None),
    Example(Number(nullable=True), "[[null]]", None),
    Example(Number(nullable=True), '{"columns": ["x", "y"], "rows": []}', None, "wrong_columns"),
    Example(Number(), LABELLED % (1, '["k", "n"]', '["x", 42]'), 42),
    Example(Number(), LABELLED % (0, '["k", "n"]', '["x", 42]'), 42, "wrong_columns"),
    Example(SetOf(items=Text()), '[["b"], ["a"]]', ["a", "b"]),
    Example(SetOf(items=Text()), '[{"t": "b"}, {"t": "a"}]', ["a", "b"]),
    Example(SetOf(items=Text()), '["b", ["a"]]', ["a", "b"], "wrong_type"),
    Example(SetOf(items=Text()), '[["b", "a"]]', ["a", "b"], "wrong_type"),
    Example(SetOf(items=Text()), '[["b", 1], ["a", 1]]', ["a", "b"], "wrong_type"),
    Example(SetOf(items=Text()), '[[["b"]], [["a"]]]', ["a", "b"], "wrong_type"),
    Example(SetOf(items=Text()), '{"t": "a"}', ["a"], "wrong_type"),
    Example(SetOf(items=Text()), '"a"', ["a"], "wrong_type"),
    Example(SetOf(items=Text()), LABELLED % (1, '["k", "t"]', '[1, "a"]'), ["a"]),
    Example(PAIRS, '{"columns": ["x", "y"], "rows": [[1, 2], [3, 4]]}', [[1, 2], [3, 4]]),
    Example(PAIRS, "[[1], [2]]", [[1], [2]]),
    Example(PAIRS, "[1]", [[1]], "wrong_type"),
    Example(PAIR, '[{"name": "x", "n": 1}]', {"n": 1, "name": "x"}),
    Example(PAIR, '[[1, "x"]]', {"n": 1, "name": "x"}, "wrong_keys"),
    Example(PAIR, '{"name": ["x"], "n": [[1]]}', {"n": 1, "name": "x"}),
    Example(PAIR, '{"name": "x", "n": [1, 2]}', {"n": 1, "name": "x"}, "wrong_type"),
    Example(PAIR, LABELLED % (1, '["", "0"]', '["n", 1], ["name", "x"]'), {"n": 1, "name": "x"}),
    Example(PAIR, LABELLED % (1, '["", "0"]', '["n", 1], ["m", "x"]'), {"n": 1, "name": "x"}, "wrong_length"),
    Example(PAIR, LABELLED % (1, '["n", "name"]', '[1, "x"]'), {"n": 1, "name": "x"}),
    Example(SetOf(items=PAIR), '{"columns": ["n", "name"], "rows": [[1, "x"]]}', [{"n": 1, "name": "x"}]),
]
CELL = '{"columns": ["x"], "rows": [[%s]]}'
SQL = [
    Example(Integer(), CELL % "3", 3),
    Example(Boolean(), CELL % "1", True),
    Example(Boolean(), CELL % "0", True, "wrong_value"),
    Example(Boolean(), CELL % "2", True, "wrong_type"),
    Example(Number(nullable=True), '{"columns": ["x"], "rows": []}', None),
    Example(Number(), '{"columns": ["x"], "rows": []}', 0, "null_not_allowed"),
    Example(Number(), '{"columns": ["x", "y"], "rows": [[1, 2]]}', 1, "wrong_columns"),
    Example(Number(), '{"columns": ["x"], "rows": [[1], [1]]}', 1, "wrong_length"),
    Example(Number(), '{"columns": ["x"], "rows": [[1, 2]]}', 1, "wrong_columns"),
    Example(DateTime(), CELL % '"2105-03-04 05:06:07"', "2105-03-04T05:06:07"),
    Example(SetOf(items=Integer()), '{"columns": ["x"], "rows": [[2], [1]]}', [1, 2]),
    Example(SetOf(items=Integer()), '{"columns": ["x"], "rows": []}', []),
    Example(ListOf(items=Boolean()), '{"columns": ["x"], "rows": [[1], [0]]}', [True, False]),
    Example(PAIR, '{"columns": ["name", "n"], "rows": [["x", 1]]}', {"n": 1, "name": "x"}),
    Example(PAIR, '{"columns": ["name", "m"], "rows": [["x", 1]]}', {"n": 1, "name": "x"}, "wrong_keys"),
    Example(PAIR, '{"columns": ["name", "n"], "rows": []}', {"n": 1, "name": "x"}, "null_not_allowed"),
    Example(PAIR, '{"columns": ["n", "n"], "rows": [[1, 1]]}', {"n": 1, "name": "x"}, "wrong_keys"),
    Example(
        PAIR,
        '{"columns": ["name", "n"], "rows": [["x", 1], ["x", 1]]}',
        {"n": 1, "name": "x"},
        "wrong_length",
    ),
    Example(TABLE, '{"columns": ["id", "count(*)"], "rows": [[1, 3]]}', [[1, 3]]),
    Example(
        Table(columns=(Column(name="id", kind=Integer()), Column(name="dead", kind=Boolean()))),
        '{"columns": ["dead", "id"], "rows": [[1, 7]]}',
        [[7, True]],
    ),
]
DEEP = "[" * 17 + "]" * 17
MALFORMED = [
    Example(Number(), text, 1, reason)
    for text, reason in [
        ("", "bad_json"),
        ("1 1", "bad_json"),
        ("{'a': 1}", "bad_json"),
        ("[1,]", "bad_json"),
        ('"\n"', "bad_json"),
        ("\ud800", "bad_encoding"),
        ('"\\ud800"', "bad_encoding"),
        ('["\\udfff"]', "bad_encoding"),
        ('{"\\ud800": 1}', "bad_encoding"),
        ("NaN", "bad_number"),
        ("Infinity", "bad_number"),
        ("-Infinity", "bad_number"),
        ("1e999", "bad_number"),
        ("-1e999", "bad_number"),
        ("1e-999", "bad_number"),
        ("1" * 401, "bad_number"),
        ("0." + "1" * 400, "bad_number"),
        ("1" * 400, "wrong_value"),
        ("0e99999999999999999999", "wrong_value"),
        ('{"a": 1, "a": 1}', "duplicate_key"),
        (DEEP, "too_deep"),
        (DEEP[1:-1], "wrong_type"),
        ('"' + "[" * 20 + '"', "wrong_type"),
        (" " * 65_536 + "1", "too_large"),
        ('"' + "\u00e9" * 32_768 + '"', "too_large"),
    ]
]
EXAMPLES = [*NUMBERS, *ROUNDED, *TEXTS, *CONTAINERS, *TABLES, *SHAPES, *SQL, *MALFORMED]


def judge(example: Example) -> str:
    """The reason that the pipeline of parsing, reading and comparison gives."""
    try:
        answer = read(example.kind, parse(example.answer))
    except Refused as refusal:
        return refusal.fault
    return compare(example.kind, answer, exact(example.gold)).reason


@pytest.fixture(params=EXAMPLES, ids=lambda example: f"{example.kind.kind}-{example.answer[:30]!a}")
def example(request: pytest.FixtureRequest) -> Example:
    return request.param


@pytest.fixture(scope="session")
def examples() -> list[Example]:
    return EXAMPLES


@pytest.fixture(scope="session", name="judge")
def _judge() -> Callable[[Example], str]:
    return judge


@pytest.fixture(scope="session")
def task_of() -> Callable[..., Task]:
    """Makes a task of the given turns."""

    def make(*turns: Turn, **fields: object) -> Task:
        return Task.model_validate(
            {"family": "fake", "split": "test", "index": 0, "category": "c", "turns": turns, **fields}
        )

    return make
