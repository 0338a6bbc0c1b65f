"""A right answer of every kind."""

from __future__ import annotations

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

TABLE = Table(columns=(Column(name="name", kind=Text()), Column(name="count", kind=Integer())))
EXAMPLES: list[tuple[AnswerKind, JsonValue]] = [
    (Number(rel_tol=0.01), 12.5),
    (Number(abs_tol=0.1, minimum=0), 0.5),
    (Integer(), 7),
    (Boolean(), True),
    (Text(), "aspirin"),
    (Choice(options=("yes", "no")), "yes"),
    (Date(), "2101-12-31"),
    (DateTime(tolerance_s=60), "2101-12-31 23:30:00"),
    (ListOf(items=Integer()), [1, 2, 3]),
    (SetOf(items=Text()), ["a", "b"]),
    (Record(fields={"a": Integer(), "b": Text()}), {"a": 1, "b": "x"}),
    (TABLE, [["a", 1], ["b", 2]]),
    (TABLE.model_copy(update={"ordered": True}), [["a", 1], ["b", 2]]),
]
