"""Skeletons: what a solution does, without the values and the names that it does it to.

Who has learned one of two solutions with the same skeleton need only fill in the other. Of a query its
tables, clauses, functions and operators are left, of a program its statements, imports and calls; literals,
columns, aliases, and the names that a program itself gives are not. The fields of an object that a call is
given, as the body of a request has, stay: they say what is asked for. A text in a program that is a query, or
defines something, as a file to submit does, has a skeleton of its own. The term is that of text-to-SQL
(RESDSQL, Li et al. 2023, arXiv 2302.05965); tables stay here, since how they are joined is something to
learn.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, TypeGuard

from pydantic import JsonValue

from medgym_core import ActionCall, parse_python

if TYPE_CHECKING:
    from sqlglot import exp

_LITERAL = re.compile(r"'(?:[^']|'')*'|\b\d+(?:\.\d+)?\b")
QUERY = re.compile(r"\s*(?:SELECT|WITH)\s", re.IGNORECASE)
_DEFINITION = re.compile(r"^(?:def|class) \w+.*:$", re.MULTILINE)
_PROGRAMS = frozenset({"code", "command"})
"""Arguments that are run; all others are values."""
_ANY = "?"


def skeleton(calls: Iterable[ActionCall]) -> str:
    """The skeleton of a solution: its calls in order, each with the skeleton of what it runs."""
    return json.dumps([(call.name, _arguments(call.arguments.items())) for call in calls])


def _arguments(arguments: Iterable[tuple[str, JsonValue]]) -> dict[str, str]:
    return {
        name: program(value) if name in _PROGRAMS and isinstance(value, str) else _ANY
        for name, value in sorted(arguments)
    }


def program(text: str) -> str:
    """The skeleton of a query, of Python, or else the text without literals."""
    if QUERY.match(text):
        return query(text)
    try:
        return _python(text)
    except SyntaxError:
        return _LITERAL.sub(_ANY, text)


def query(sql: str) -> str:
    """The skeleton of a query in SQLite's dialect; of what cannot be parsed, the text without literals."""
    return _query(_LITERAL.sub(_ANY, sql))


@lru_cache(maxsize=16_384)
def _query(sql: str) -> str:
    from sqlglot import exp, parse_one
    from sqlglot.errors import SqlglotError

    try:
        tree = parse_one(sql, dialect="sqlite")
    except SqlglotError:
        return sql
    for alias in list(tree.find_all(exp.Alias)):
        alias.replace(alias.this)
    own = {cte.alias for cte in tree.find_all(exp.CTE)}
    return tree.transform(_nameless, own).sql(dialect="sqlite", comments=False)


def _nameless(node: exp.Expr, own: set[str]) -> exp.Expr:
    """A node without the names that are chosen freely; ``own`` are those of the query's own tables."""
    from sqlglot import exp

    match node:
        case exp.Column():
            return exp.column("_")
        case exp.Table() if node.name in own:
            return exp.to_table("_")
        case exp.Table() | exp.Subquery():
            node.set("alias", None)
        case exp.TableAlias():
            return exp.TableAlias(this=exp.to_identifier("_"))
        case exp.Join() if node.args.get("using"):
            node.set("using", [exp.to_identifier("_")])
    return node


@lru_cache(maxsize=16_384)
def _python(text: str) -> str:
    tree = parse_python(text)
    numbers = {name: f"n{place}" for place, name in enumerate(dict.fromkeys(_given(tree)))}
    _Outline(numbers).visit(tree)
    return ast.dump(tree)


def _given(tree: ast.AST) -> Iterator[str]:
    """Names that a program gives, from the outermost inwards."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.arg(arg=name):
                yield name
            case ast.Name(id=name, ctx=ast.Store()):
                yield name


class _Outline(ast.NodeTransformer):
    """Numbers the names that a program gives, and leaves out its literals and what says what it is for."""

    def __init__(self, numbers: dict[str, str]) -> None:
        self._numbers = numbers
        self._sent: set[ast.AST] = set()

    def visit(self, node: ast.AST) -> ast.AST | None:
        """The node without names and values; None where it only documents."""
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return None
        if isinstance(node, ast.Dict) and node in self._sent:
            return self._fields(node)
        if isinstance(node, ast.Call):
            self._sent |= {arg for arg in ast.walk(node) if isinstance(arg, ast.Dict) and _has_fields(arg)}
        outlined = self.generic_visit(node)
        for field in ("id", "name", "arg"):
            if isinstance(name := getattr(outlined, field, None), str):
                setattr(outlined, field, self._numbers.get(name, name))
        return ast.Constant(_spoken(outlined)) if _is_literal(outlined) else outlined

    def _fields(self, node: ast.Dict) -> ast.Dict:
        """An object with its fields in the order of their names, and the outlines of their values."""
        pairs = zip(node.keys, node.values, strict=True)
        values = {str(key.value): self._value(value) for key, value in pairs if _named(key)}
        names = sorted(values)
        return ast.Dict([ast.Constant(name) for name in names], [values[name] for name in names])

    def _value(self, node: ast.expr) -> ast.expr:
        outlined = self.visit(node)
        assert isinstance(outlined, ast.expr)
        return outlined


def _has_fields(node: ast.Dict) -> bool:
    """Whether all keys are names, as those of an object that is sent are."""
    return bool(node.keys) and all(map(_named, node.keys))


def _named(key: ast.expr | None) -> TypeGuard[ast.Constant]:
    return isinstance(key, ast.Constant) and isinstance(key.value, str) and key.value.isidentifier()


def _is_literal(node: ast.AST) -> bool:
    """Whether a node is a constant, or holds nothing but constants."""
    match node:
        case ast.List(elts=held) | ast.Tuple(elts=held) | ast.Set(elts=held):
            return all(map(_is_literal, held))
        case ast.Dict(keys=keys, values=values):
            return None not in keys and all(map(_is_literal, values))
        case ast.UnaryOp(operand=inner):
            return _is_literal(inner)
    return isinstance(node, ast.Constant)


def _spoken(node: ast.AST) -> str:
    """A literal's own skeleton: a query's, that of a program that defines something, or anything's."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        if QUERY.match(node.value):
            return query(node.value)
        if _DEFINITION.search(node.value):
            return _defining(node.value)
    return _ANY


def _defining(text: str) -> str:
    try:
        return _python(text)
    except SyntaxError:
        return _ANY
