"""Excerpts: of a module no more than some of its names need, as a program of its own."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from medgym_reading.syntax import parse_python


class _Statement(NamedTuple):
    """A statement of the module with the text that documents it."""

    node: ast.stmt
    end: int
    """Its last line, counted from 1."""
    defines: frozenset[str]
    """Names; none if it stands there for its effect."""
    uses: frozenset[str]


@lru_cache(maxsize=256)
def excerpt(source: str, *names: str) -> str:
    """The statements of a module that define ``names``, and those that these need in turn, in their order.

    What stands there for its effect is kept; comments between statements are not.

    Args:
        source: text of the module.
        names: what it defines at its top level.

    Raises:
        KeyError: if it does not define one of them.
    """
    statements = [*_statements(parse_python(source))]
    wanted, nothing = {*names}, frozenset[str]()
    if missing := wanted - nothing.union(*(one.defines for one in statements)):
        raise KeyError(*sorted(missing))
    kept: set[int] = set()
    while fresh := {
        place
        for place, one in enumerate(statements)
        if place not in kept and (one.defines & wanted or not one.defines)
    }:
        kept |= fresh
        wanted |= nothing.union(*(statements[place].uses for place in fresh))
    return _text([statements[place] for place in sorted(kept)], source.splitlines(), wanted)


def _statements(module: ast.Module) -> Iterator[_Statement]:
    """The module's statements but for its own text."""
    body = module.body[1:] if ast.get_docstring(module) is not None else module.body
    for place, node in enumerate(body):
        if _documents(node):
            continue
        after = body[place + 1 : place + 2]
        end = after[0].end_lineno if after and _documents(after[0]) else node.end_lineno
        inner = [one for one in ast.walk(node) if isinstance(one, ast.Name)]
        yield _Statement(
            node=node,
            end=end or node.lineno,
            defines=frozenset(_defined(node)),
            uses=frozenset(one.id for one in inner if isinstance(one.ctx, ast.Load)),
        )


def _documents(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _defined(node: ast.stmt) -> Iterator[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.ImportFrom(module="__future__"):
            return
        case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
            yield from map(_bound, aliases)
        case ast.Assign() | ast.AnnAssign():
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                yield from (one.id for one in ast.walk(target) if isinstance(one, ast.Name))


def _bound(alias: ast.alias) -> str:
    return alias.asname or alias.name.partition(".")[0]


def _text(kept: Sequence[_Statement], lines: Sequence[str], wanted: set[str]) -> str:
    """The statements kept, as far apart as they are in the module."""
    text, end = "", 0
    for one in kept:
        first = min([one.node.lineno, *(part.lineno for part in getattr(one.node, "decorator_list", ()))])
        between = groupby(lines[end : first - 1], key=str.strip) if end else ()
        text += "\n" * max((len([*run]) for line, run in between if not line), default=0)
        text += "\n".join(_needed(one.node, wanted) or lines[first - 1 : one.end]) + "\n"
        end = one.end
    return text


def _needed(node: ast.stmt, wanted: set[str]) -> list[str]:
    """An import of several names without those that nothing needs; empty if it stays as it is."""
    if not isinstance(node, ast.Import | ast.ImportFrom) or wanted.issuperset(_defined(node)):
        return []
    node = parse_python(ast.unparse(node)).body[0]
    assert isinstance(node, ast.Import | ast.ImportFrom)
    node.names = [alias for alias in node.names if _bound(alias) in wanted]
    return [ast.unparse(node)]
