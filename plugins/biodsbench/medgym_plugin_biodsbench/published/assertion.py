"""What published assertions need: the names they take from a program, and what they read of each."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from medgym_core import Unsound, parse_python

_SCOPED = (ast.comprehension, ast.For, ast.With, ast.withitem, ast.FunctionDef, ast.Lambda, ast.ExceptHandler)


class Assertions(NamedTuple):
    """Assertions, made to stand alone."""

    source: str
    """Their program: imports that the solution made for them, and the tests; every comparison is asserted."""
    outputs: Mapping[str, list[str]]
    """Names that the solution must define, each with the attributes that are read of it."""
    quoted: frozenset[str]
    """Texts that they hold, which may be the names of columns."""


def read(assertions: str, program: str) -> Assertions:
    """What ``assertions`` ask of ``program``.

    Raises:
        Unsound: if either is no Python, or there is nothing to assert.
    """
    tests = _tree(assertions, "the assertions are")
    solution = _tree(program, "the reference is")
    tests.body = [_asserted(node) for node in tests.body]
    if not any(isinstance(node, ast.Assert) for node in ast.walk(tests)):
        raise Unsound("nothing is asserted")
    free = dict.fromkeys(_free(tests))
    imports = [node for node in ast.walk(solution) if isinstance(node, ast.Import | ast.ImportFrom)]
    needed = [node for node in imports if {*_imported(node)} & free.keys()]
    outputs = {name: _attributes(tests, name) for name in free if name not in _all_imported(needed)}
    if not outputs:
        raise Unsound("the assertions look at nothing of the solution")
    body: list[ast.stmt] = [*needed, *tests.body]
    texts = {
        node.value
        for node in ast.walk(tests)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    return Assertions(ast.unparse(ast.Module(body, [])), outputs, frozenset(texts))


def _tree(source: str, what: str) -> ast.Module:
    try:
        return parse_python(source)
    except (SyntaxError, ValueError) as error:
        raise Unsound(f"{what} no Python ({error})") from None


def _asserted(node: ast.stmt) -> ast.stmt:
    """A comparison that stands alone is an assertion whose ``assert`` was forgotten."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Compare):
        return ast.Assert(test=node.value, msg=None)
    return node


def _free(tests: ast.Module) -> Iterator[str]:
    """Names that are read before the tests bind them, in order."""
    bound = {*dir(builtins), "__file__", "__name__"}
    for statement in tests.body:
        within = {name for node in ast.walk(statement) if isinstance(node, _SCOPED) for name in _stored(node)}
        for node in ast.walk(statement):
            if (
                isinstance(node, ast.Name)
                and isinstance(node.ctx, ast.Load)
                and node.id not in bound | within
            ):
                yield node.id
        bound |= {name for node in ast.walk(statement) for name in _stored(node)}


def _stored(node: ast.AST) -> Iterator[str]:
    """Names that one node, or what lies in it, binds."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
            yield inner.id
        elif isinstance(inner, ast.Import | ast.ImportFrom):
            yield from _imported(inner)
        elif isinstance(inner, ast.FunctionDef | ast.ClassDef):
            yield inner.name
        elif isinstance(inner, ast.arg):
            yield inner.arg
        elif isinstance(inner, ast.ExceptHandler) and inner.name:
            yield inner.name


def _imported(node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    return ((alias.asname or alias.name.partition(".")[0]) for alias in node.names)


def _all_imported(nodes: list[ast.Import | ast.ImportFrom]) -> set[str]:
    return {name for node in nodes for name in _imported(node)}


def _attributes(tests: ast.Module, name: str) -> list[str]:
    read = {
        node.attr
        for node in ast.walk(tests)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == name
    }
    return sorted(read)
