from __future__ import annotations

import pytest
from pydantic import JsonValue

from medgym_core.answer import AnswerKind, Integer, Number
from medgym_core.verifier.parse import parse
from medgym_prove.adversarial.mutation import is_same, mutations, plain

from .examples import EXAMPLES, TABLE


def operators(kind: AnswerKind, value: JsonValue) -> set[str]:
    return {name for name, mutant in mutations(kind, value, []) if not is_same(kind, mutant, value)}


@pytest.mark.parametrize(("kind", "value"), EXAMPLES, ids=lambda part: getattr(part, "kind", None))
def test_every_kind_has_mutants_that_differ(kind: AnswerKind, value: JsonValue) -> None:
    assert len(operators(kind, value)) >= 4


def test_there_are_many_operators() -> None:
    assert len(set().union(*(operators(kind, value) for kind, value in EXAMPLES))) >= 25


def test_a_slip_within_the_tolerance_is_no_mutant() -> None:
    kind = Number(abs_tol=1)
    assert "off by one" not in operators(kind, 500.0)
    assert {"just outside", "ten times", "sign"} <= operators(kind, 500.0)


def test_gold_may_lie_a_tolerance_away() -> None:
    assert is_same(Number(abs_tol=0.1), 1.2, 1.0)
    assert not is_same(Number(abs_tol=0.1), 1.21, 1.0)


def test_tables() -> None:
    found = dict(mutations(TABLE, [["a", 1], ["b", 2]], []))
    assert found["swapped columns"] == [[1, "a"], [2, "b"]]
    assert found["dropped row"] == [["a", 1]]
    assert found["duplicated row"] == [["a", 1], ["b", 2], ["b", 2]]
    assert "reversed order" not in found


def test_answers_to_other_tasks_and_null() -> None:
    assert ("another task's answer", 9) in mutations(Integer(), 7, [9])
    assert ("made up where there is none", 0) in mutations(Integer(nullable=True), None, [])


def test_an_empty_list_gets_a_row() -> None:
    assert ("added row", [["none", 0]]) in mutations(TABLE, [], [])


def test_a_table_is_read_from_any_shape() -> None:
    assert plain(TABLE, parse('{"columns": ["count", "name"], "rows": [[1, "a"]]}')) == [["a", 1]]
    assert plain(Number(), parse("0.25")) == 0.25
