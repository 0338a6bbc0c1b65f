"""What a submission may be before it runs: definitions, and none of names that the program has already.

The submission shares a process with the program that calls it, so a statement at its top would run before
that program does. Only what defines something is let in there, and nothing that the program defines is
replaced. A function that is called can still do anything; see the verifier for why that earns nothing.
"""

from __future__ import annotations

import ast
import builtins
import textwrap
from collections.abc import Iterator

from medgym_core import Unsound, parse_python

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_IMPORTS = (ast.Import, ast.ImportFrom)


def entry_of(golden: str, signature: str) -> str:
    """Name of the function that is asked for.

    Raises:
        Unsound: if the published solution is not one definition, with the name that the signature gives.
    """
    try:
        defined = [node for node in _parsed(golden).body if isinstance(node, _DEFINITIONS)]
    except SyntaxError as error:
        raise Unsound(f"the reference is no Python ({error.msg})") from None
    if not defined:
        raise Unsound("the reference defines no function")
    entry = defined[-1].name
    if f"{entry}(" not in signature.replace(" ", ""):
        raise Unsound(f"the signature is not that of the reference, {entry}")
    return entry


def names_bound(context: str) -> frozenset[str]:
    """What a program defines at its top and in its classes, imports aside; nothing if it is no Python."""
    try:
        return frozenset(_defined(parse_python(context).body))
    except SyntaxError:
        return frozenset()


def fault(source: str, entry: str, taken: frozenset[str]) -> str:
    """Why ``source`` is not let in, or nothing; ``taken`` are names of the program around it."""
    try:
        body = _parsed(source).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return "execution_failed"
    if not all(map(_defines, body)):
        return "not_a_definition"
    if entry not in {node.name for node in body if isinstance(node, _DEFINITIONS)}:
        return "no_answer"
    names = {name for node in body for name in _names(node)} - {entry}
    return "rebinds_a_name" if names & (taken | {*dir(builtins)}) else ""


def _parsed(source: str) -> ast.Module:
    return parse_python(textwrap.dedent(source))


def _defines(node: ast.stmt) -> bool:
    """A function, a class, an import, a text, or names of literals."""
    if isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        return all(isinstance(target, ast.Name) for target in targets) and _is_literal(node.value)
    return isinstance(node, (*_DEFINITIONS, *_IMPORTS)) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    )


def _is_literal(value: ast.expr | None) -> bool:
    if value is None:
        return True
    try:
        ast.literal_eval(value)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return False
    return True


def _defined(body: list[ast.stmt]) -> Iterator[str]:
    for node in body:
        if not isinstance(node, _IMPORTS):
            yield from _names(node)
        if isinstance(node, ast.ClassDef):
            yield from _defined(node.body)


def _names(node: ast.stmt) -> Iterator[str]:
    """Names that one statement binds."""
    if isinstance(node, _DEFINITIONS):
        yield node.name
    elif isinstance(node, _IMPORTS):
        yield from ((alias.asname or alias.name).partition(".")[0] for alias in node.names)
    elif isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        yield from (name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name))
