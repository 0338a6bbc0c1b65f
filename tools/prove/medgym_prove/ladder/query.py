"""Queries as careless people write them: the reference's, without its joins, times or distinct counts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlglot import exp

_TIME = re.compile(
    r"\b(?:DATETIME|STRFTIME|DATE|JULIANDAY|TIME_STR_TO_TIME|CURRENT_TIMESTAMP)\b|\w*time\b|'\d{4}-\d\d", re.I
)


def without_joins(sql: str) -> str | None:
    """The query without nested conditions, and without joined tables of which it gives nothing back.

    None, here as below, if it has nothing of the kind, or cannot be parsed.
    """
    return _edited(sql, _drop_joins)


def without_times(sql: str) -> str | None:
    """The query without its conditions on time."""
    return _edited(sql, _drop_times)


def without_distinct(sql: str) -> str | None:
    """The query that counts and lists again what comes again."""
    return _edited(sql, _drop_distinct)


def _edited(sql: str, edit: Callable[[exp.Expr], bool]) -> str | None:
    from sqlglot import parse_one
    from sqlglot.errors import SqlglotError

    try:
        tree = parse_one(sql, dialect="sqlite")
    except SqlglotError:
        return None
    return tree.sql(dialect="sqlite", pretty=True) if edit(tree) else None


def _drop_joins(tree: exp.Expr) -> bool:
    from sqlglot import exp

    dropped = False
    for select in list(tree.find_all(exp.Select)):
        dropped |= _keep(select, lambda condition: condition.find(exp.Select) is None)
        joins = list(select.args.get("joins") or ())
        for join in reversed(joins):
            if join.alias_or_name not in _tables_used(select, join):
                joins.remove(join)
                select.set("joins", joins)
                name = join.alias_or_name
                _keep(select, lambda condition, name=name: name not in _tables(condition))  # type: ignore[misc]
                dropped = True
    return dropped


def _tables_used(select: exp.Select, join: exp.Join) -> set[str]:
    """The tables whose columns a query gives back, groups or sorts by, or joins others by."""
    parts = [*select.expressions, select.args.get("group"), select.args.get("order")]
    parts += [other for other in select.args["joins"] if other is not join]
    return {name for part in parts if part is not None for name in _tables(part)}


def _tables(part: exp.Expr) -> set[str]:
    from sqlglot import exp

    return {column.table for column in part.find_all(exp.Column)}


def _drop_times(tree: exp.Expr) -> bool:
    from sqlglot import exp

    selects = list(tree.find_all(exp.Select))
    return any([_keep(select, lambda part: not _TIME.search(_own(part))) for select in selects])


def _own(condition: exp.Expr) -> str:
    """A condition's text; of one that has a query of its own, nothing: that is dealt with by itself."""
    from sqlglot import exp

    return "" if condition.find(exp.Select) else condition.sql(dialect="sqlite")


def _keep(select: exp.Select, kept: Callable[[exp.Expr], bool]) -> bool:
    """Leave of a query's conditions those that are ``kept``; whether any is gone."""
    from sqlglot import exp

    where = select.args.get("where")
    if where is None:
        return False
    conditions = list(_conditions(where.this))
    left = [condition for condition in conditions if kept(condition)]
    if len(left) == len(conditions):
        return False
    select.set("where", exp.Where(this=exp.and_(*left)) if left else None)
    return True


def _conditions(part: exp.Expr) -> Iterator[exp.Expr]:
    from sqlglot import exp

    match part:
        case exp.And(this=left, expression=right):
            yield from (*_conditions(left), *_conditions(right))
        case exp.Paren(this=exp.And() as inner):
            yield from _conditions(inner)
        case _:
            yield part


def _drop_distinct(tree: exp.Expr) -> bool:
    from sqlglot import exp

    found = list(tree.find_all(exp.Distinct))
    for distinct in found:
        if isinstance(distinct.parent, exp.Select):
            distinct.parent.set("distinct", None)
        else:
            distinct.replace(distinct.expressions[0])
    return bool(found)
