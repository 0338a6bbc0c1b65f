"""Whom published questions name, and whether the database at hand holds them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from medgym_ehr.published.release import Release
from medgym_ehr.published.report import Ids

ENOUGH = 0.1
"""Least share of the patients named in the questions that must be in the database.

Two builds of 1,000 patients out of MIMIC-III's 46,520 share 2% by chance. Below a tenth the database is
another build, and its answers say nothing of these questions.
"""


def named(sql: str, column: str) -> frozenset[str]:
    """Every literal, in lower case, that a query holds ``column`` equal to: by ``=`` or in a list of ``IN``.

    Only literals name somebody: in ``t1.subject_id = t2.subject_id`` two tables are joined. Of SQL that
    cannot be parsed nothing is known; executing it tells why.

    Args:
        sql: one post-processed query in SQLite's dialect.
        column: name of the column without its table.
    """
    if column.lower() not in sql.lower():
        return frozenset()
    try:
        trees = [tree for tree in sqlglot.parse(sql, read="sqlite") if tree]
    except (SqlglotError, RecursionError):
        return frozenset()
    columns = (
        found for tree in trees for found in tree.find_all(exp.Column) if found.name.lower() == column.lower()
    )
    return frozenset(value.name.lower() for found in columns for value in _equal(found))


def match(names: Mapping[str, Set[str]], present: Set[str]) -> Ids:
    """How the ids that questions name fare.

    Args:
        names: question to the ids that it names; questions that name none are none of the counted.
        present: every id of the database, in lower case.
    """
    naming = [ids for ids in names.values() if ids]
    distinct = frozenset().union(*naming)
    missing = distinct - present
    return Ids(
        named=len(distinct),
        missing=tuple(sorted(missing)),
        naming=len(naming),
        found=sum(ids <= present for ids in naming),
        foreign=len(distinct) - len(missing) < ENOUGH * len(distinct),
    )


def why_empty(ids: Ids, release: Release) -> str:
    """Why no published question became a task on a foreign database, and what answers them all."""
    return (
        f"the published splits are empty: {ids.found} of the {ids.naming} questions that name a patient name "
        f"only patients of this database, so it is not the one that they are asked of. To have all answered, "
        f"put the authors' own database, {release.database}.sqlite, into the folder in place of raw files"
    )


def _equal(column: exp.Column) -> Iterator[exp.Literal]:
    """Literals that a column is compared with."""
    comparison = column.parent
    while isinstance(comparison, exp.Paren):
        comparison = comparison.parent
    if isinstance(comparison, exp.EQ):
        values = [comparison.left, comparison.right]
    elif isinstance(comparison, exp.In) and comparison.this.unnest() is column:
        values = comparison.expressions
    else:
        values = []
    return (plain for value in values if isinstance(plain := value.unnest(), exp.Literal))
