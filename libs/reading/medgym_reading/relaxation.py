"""Query relaxation: an SQL query without each of the conditions that it states.

A question that has the same answer without one of its conditions rewards whoever overlooks it. What a query
states is read from its text: the conjuncts of every ``WHERE``, ``HAVING`` and ``ON``, in sub-queries too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlglot import exp

Key = tuple[str, str]
"""Names of columns, and a constant that they are compared with."""


@lru_cache(maxsize=4096)
def relaxations(sql: str) -> Mapping[str, str]:
    """Each condition that a query states, as SQL, to the query without it.

    Conjuncts that compare the same column with the same constant restate one condition, and go together.
    What relates tables (equal columns or row values) or only excludes nulls is no condition of its own.

    Args:
        sql: one query in SQLite's dialect.

    Raises:
        sqlglot.errors.SqlglotError: if it cannot be parsed.
    """
    from sqlglot import parse_one

    tree = parse_one(sql, dialect="sqlite")
    conjuncts = [(conjunct, frozenset(_keys(conjunct))) for conjunct in _conjuncts(tree)]
    found: dict[str, str] = {}
    for conjunct, keys in conjuncts:
        if _stated(conjunct):
            restated = [other for other, its in conjuncts if other is conjunct or keys & its]
            with _left_out(restated):
                found.setdefault(_sql(conjunct), _sql(tree))
    return found


def _sql(node: exp.Expr) -> str:
    return node.sql(dialect="sqlite", comments=False, copy=False)


def _conjuncts(tree: exp.Expr) -> Iterator[exp.Expr]:
    from sqlglot import exp

    for clause in list(tree.find_all(exp.Where, exp.Having, exp.Join)):
        condition = clause.args.get("on") if isinstance(clause, exp.Join) else clause.this
        if condition is not None:
            yield from _flat(condition)


def _flat(condition: exp.Expr) -> Iterator[exp.Expr]:
    from sqlglot import exp

    if isinstance(condition, exp.And):
        yield from _flat(condition.left)
        yield from _flat(condition.right)
    elif isinstance(condition, exp.Paren):
        yield from _flat(condition.this)
    else:
        yield condition


def _stated(conjunct: exp.Expr) -> bool:
    from sqlglot import exp

    match conjunct:
        case exp.EQ(this=exp.Column() | exp.Tuple(), expression=exp.Column() | exp.Tuple()):
            return False
        case exp.Boolean() | exp.Not(this=exp.Is()):
            return False
        case _:
            return True


def _keys(conjunct: exp.Expr) -> Iterator[Key]:
    """What the conjunct compares with constants."""
    from sqlglot import exp

    while isinstance(conjunct, exp.Not | exp.Paren):
        conjunct = conjunct.this
    if not isinstance(conjunct, exp.Predicate):
        return
    operands = [
        part for value in conjunct.args.values() for part in (value if isinstance(value, list) else [value])
    ]
    operands = [part for part in operands if isinstance(part, exp.Expression)]
    constant = [part for part in operands if not part.find(exp.Column, exp.Select)]
    names = " ".join(column.name.lower() for part in operands for column in part.find_all(exp.Column))
    for part in constant:
        for literal in part.find_all(exp.Literal):
            yield names, literal.sql()


@contextmanager
def _left_out(conjuncts: Sequence[exp.Expr]) -> Iterator[None]:
    from sqlglot import exp

    replaced = [(conjunct, conjunct.replace(exp.true())) for conjunct in reversed(conjuncts)]
    try:
        yield
    finally:
        for conjunct, stand_in in reversed(replaced):
            stand_in.replace(conjunct)
