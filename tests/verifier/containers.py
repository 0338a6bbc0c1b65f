"""Lists, sets, records and tables: answers right and wrong."""

from __future__ import annotations

from medgym_core.answer import Column, Integer, ListOf, Number, Record, SetOf, Table, Text

from .example import Example

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
