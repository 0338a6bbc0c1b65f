"""Answers in another shape than that of their kind, as libraries write them and as databases do."""

from __future__ import annotations

from medgym_core.answer import Boolean, Column, DateTime, Integer, ListOf, Number, Record, SetOf, Table, Text

from .containers import LABELLED, PAIR, TABLE
from .example import Example

SETS = Record(fields={"a": SetOf(items=Integer()), "b": SetOf(items=Integer())})
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
    Example(
        PAIR, LABELLED % (0, '["", "0"]', '["n", 1], ["name", "x"]'), {"n": 1, "name": "x"}, "wrong_length"
    ),
    Example(SETS, '{"a": [1], "b": [2]}', {"a": [3], "b": [2]}, "wrong_value"),
    Example(Record(fields={"l": ListOf(items=Integer())}), '{"l": [[1], [2]]}', {"l": [1, 2]}),
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
