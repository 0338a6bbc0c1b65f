"""A query whose values stand apart, so that SQLite prepares it once and runs it for many of them."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from medgym_ehr.questions.facts import Value
from medgym_ehr.questions.template import literal

_PARAMETER = re.compile(r"'(?:[^']|'')*'|:([a-z]\w*)")
"""A text, whatever it holds, or a parameter."""


@dataclass(frozen=True)
class Query:
    """SQL with parameters, and their values."""

    sql: str
    """With ``:name`` where a value stands."""
    values: tuple[tuple[str, Value | None], ...] = ()
    """Name to value."""

    def __str__(self) -> str:
        """The same with literals."""
        known = dict(self.values)
        return _PARAMETER.sub(lambda found: literal(known[found[1]]) if found[1] else found[0], self.sql)

    def run(self, connection: sqlite3.Connection) -> sqlite3.Cursor:
        """Its rows."""
        return connection.execute(self.sql, dict(self.values))


class Parametric(NamedTuple):
    """A query without its values."""

    sql: str
    """With ``:name`` where a value stands, and earlier queries in braces."""
    names: tuple[str, ...]
    """Of its parameters."""

    def bind(self, values: Mapping[str, Value | None], found: Mapping[str, str]) -> Query:
        """The query with values; ``found`` maps places to earlier queries, which have none of their own."""
        sql = self.sql.format_map(found) if found else self.sql
        return Query(sql, tuple((name, values[name]) for name in self.names))


def parametric(sql: str) -> Parametric:
    """A query by the parameters that its text names."""
    return Parametric(sql, tuple(dict.fromkeys(filter(None, _PARAMETER.findall(sql)))))
