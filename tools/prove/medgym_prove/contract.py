"""The hook contract: hooks that decide tasks and verdicts, and every public name that they speak of.

Read from the source without comments, docstrings, bodies and private members, so that only a change of what
families are held to changes its digest. Functions that only help plugins are no part of it, nor is what makes
sandboxes, agents and verbs: who plays, and where, changes no task and no verdict.
"""

from __future__ import annotations

import ast
import hashlib
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import medgym_core
from medgym_core import parse_python

DECIDING = ("medgym_task_families", "medgym_actions", "medgym_verifiers")
"""The hooks that the contract is reached from."""


@cache
def contract() -> dict[str, str]:
    """Declarations by name: the hooks, and the public names reached from them through annotations."""
    hooks = _declared("medgym_core.hookspecs")
    waiting = list(DECIDING)
    found: dict[str, str] = {}
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        outline = _outline(hooks[name] if name in hooks else _declared(medgym_core._HOME_OF[name])[name])
        found[name] = ast.unparse(outline)
        named = {node.id for node in ast.walk(outline) if isinstance(node, ast.Name)}
        waiting += sorted(named & set(medgym_core.__all__))
    return dict(sorted(found.items()))


@cache
def contract_digest() -> str:
    """SHA-256 of :func:`contract`, hex."""
    return hashlib.sha256("\n".join(contract().values()).encode()).hexdigest()


@cache
def _declared(module: str) -> dict[str, ast.stmt]:
    """Statements at the top of a module, by the name that each declares."""
    spec = find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    tree = parse_python(Path(spec.origin).read_text(encoding="utf-8"))
    return {name: node for node in tree.body if (name := _name(node))}


def _name(node: ast.stmt) -> str:
    match node:
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
            return name
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return name
    return ""


def _outline(node: ast.stmt) -> ast.stmt:
    """A declaration without bodies, docstrings and private members."""
    match node:
        case ast.ClassDef():
            members = [_outline(inner) for inner in node.body if _is_public(_name(inner))]
            return ast.ClassDef(**{**vars(node), "body": members or [ast.Pass()]})
        case ast.FunctionDef():
            return ast.FunctionDef(**{**vars(node), "body": [ast.Pass()]})
    return node


def _is_public(name: str) -> bool:
    return bool(name) and (not name.startswith("_") or name.endswith("__"))
