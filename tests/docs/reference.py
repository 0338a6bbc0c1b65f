"""The pages of docs/reference/ on the public names, read from the source as it is written there."""

import ast
import importlib.util
import re
import textwrap
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import medgym_core

from .markdown import plain, single, table, texts
from .pages import ROOT

FOLDER = ROOT / "docs" / "reference"
THEMES = {
    "tasks": (
        "Tasks and families",
        "family taskset task medgym_sandbox.limits medgym_sandbox.request answer",
    ),
    "data": (
        "Data and builds",
        "source medgym_sandbox.progress builds.making access.tier authoring.selftest authoring.pseudonym "
        "medgym_reading.relaxation medgym_reading.telling medgym_reading.excerpt medgym_reading.syntax "
        "download.contract",
    ),
    "actions": ("Actions", "action.contract"),
    "agents": ("Agents and episodes", "agent.contract env.opening env.parts"),
    "sandboxes": ("Sandboxes", "medgym_sandbox.backend medgym_sandbox.spec env.choose"),
    "verifiers": (
        "Verifiers",
        "verifier.contract verifier.programs verifier.predictions verifier.states verifier.calibration",
    ),
    "records": (
        "Records and runs",
        "trajectory journal.event rollout.recorded",
    ),
    "errors": ("Errors and hooks", "medgym_sandbox.errors errors hookspecs"),
}
"""Page name to its title and the modules, of the core unless they say so, whose public names it tells."""
MADE = "<!-- Made by `python -m tests.docs.regenerate` from the docstrings; do not edit. -->"
_RAISES = re.compile(r"^Raises:\n((?:    .*\n|\n)+)", re.MULTILINE)


def names(theme: str) -> list[str]:
    """The public names of a page."""
    homes = (home if "medgym" in home else f"medgym_core.{home}" for home in THEMES[theme][1].split())
    return [name for home in homes for name, own in medgym_core._HOME_OF.items() if own == home]


def page(theme: str) -> str:
    """The page of a theme."""
    title, _ = THEMES[theme]
    parts = [f"{MADE}\n\n# {title}\n\nPlugins import all of it from `medgym_core`."]
    for name in names(theme):
        module = _module(medgym_core._HOME_OF[name])
        parts += [f"## {name}", *_declared(module, name)]
    return "\n\n".join(part.strip() for part in parts if part) + "\n"


@cache
def _module(home: str) -> ast.Module:
    spec = importlib.util.find_spec(home)
    assert spec is not None
    return ast.parse(Path(str(spec.origin)).read_text())


def _declared(module: ast.Module, name: str) -> Iterator[str]:
    """What a module declares under a name, in parts of a page."""
    for node, text in texts(module.body):
        match node:
            case ast.ClassDef(name=found) if found == name:
                bases = f"({', '.join(map(ast.unparse, node.bases))})" if node.bases else ""
                yield f"```python signature\nclass {name}{bases}\n```"
                yield _prose(ast.get_docstring(node))
                fields = list(_fields(module, node))
                yield table("field|type|default|meaning", fields) if fields else ""
                yield from _methods(module, node)
            case ast.FunctionDef(name=found) | ast.AsyncFunctionDef(name=found) if found == name:
                yield from _function(node)
            case ast.Assign(targets=[ast.Name(id=found)]) if found == name:
                yield f"```python signature\n{ast.unparse(node)}\n```"
                yield _prose(text)


def _lineage(module: ast.Module, node: ast.ClassDef) -> Iterator[ast.ClassDef]:
    """A class after those that it inherits from in its module."""
    bases = {base.id for base in node.bases if isinstance(base, ast.Name)}
    for other in module.body:
        if isinstance(other, ast.ClassDef) and other.name in bases:
            yield from _lineage(module, other)
    yield node


def _fields(module: ast.Module, node: ast.ClassDef) -> Iterator[list[str]]:
    for part in _lineage(module, node):
        for member, text in texts(part.body):
            match member:
                case ast.AnnAssign(target=ast.Name(id=name)) if not name.startswith("_"):
                    yield [f"`{name}`", _code(member.annotation), _code(member.value), plain(text)]
                case ast.Assign(targets=[ast.Name(id=name)]) if not name.startswith("_"):
                    yield [f"`{name}`", "", _code(member.value), plain(text)]


def _methods(module: ast.Module, node: ast.ClassDef) -> Iterator[str]:
    for part in _lineage(module, node):
        for member in part.body:
            if isinstance(member, ast.FunctionDef) and not member.name.startswith("_"):
                yield from _function(member)


def _function(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    """Its signature, as it is declared, and its docstring."""
    marks = [f"@{ast.unparse(mark)}\n" for mark in node.decorator_list]
    returned = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    word = "async def" if isinstance(node, ast.AsyncFunctionDef) else "def"
    yield f"```python signature\n{''.join(marks)}{word} {node.name}({ast.unparse(node.args)}){returned}\n```"
    yield _prose(ast.get_docstring(node))


def _prose(text: str | None) -> str:
    """A docstring as Markdown; what it raises becomes a list."""
    return _RAISES.sub(lambda raised: f"Raises:\n\n{_listed(raised[1])}\n", single(text or "") + "\n").strip()


def _listed(entries: str) -> str:
    lines = textwrap.dedent(entries).strip().splitlines()
    return "\n".join(re.sub(r"^(\w+): ", r"- `\1`: ", line).replace("    ", "  ") for line in lines)


def _code(node: ast.expr | None) -> str:
    return f"`{ast.unparse(node)}`".replace("|", "\\|") if node else ""
