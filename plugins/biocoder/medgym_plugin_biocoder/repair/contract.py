"""The contract of a project to repair: a package without fault, bugs to plant, calls, a second program.

A project is ``packages/NAME/``, ordinary modules that import each other relatively and nothing but Python,
with their public functions in ``__init__``; ``second/NAME.py``, the same functions written another way, from
their docstrings; and ``projects/NAME.py``, its :class:`Project` as ``PROJECT``.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

from medgym_core import parse_python

Args = Sequence[Any]
"""Arguments of one call, JSON values."""


@dataclass(frozen=True)
class Bug:
    """One fault, as a patch of a package without fault, and how a user would complain of it."""

    name: str
    """Lower-case words joined by hyphens, unique in the project."""
    file: str
    """The module that is patched."""
    right: str
    """Text that stands there once, within one function of the module's top level."""
    wrong: str
    """What it is replaced by."""
    symptom: str
    """What goes wrong, in a user's words: no test, no file, no line."""
    call: tuple[str, Args]
    """A public function, and arguments with which it goes wrong."""


@dataclass(frozen=True)
class Project:
    """One package, everything that is needed to plant bugs in it and to tell whether they are gone."""

    package: ModuleType
    """The package without fault."""
    category: str
    """One of ``problems.categories.CATEGORIES``."""
    title: str
    """What the package does, a phrase."""
    second: ModuleType
    """The second program."""
    edges: Mapping[str, Sequence[Args]]
    """Public function to arguments that every task calls it with; all functions that are called."""
    draws: Mapping[str, Callable[[Random], Args]]
    """The same functions to random arguments."""
    bugs: Sequence[Bug]
    """In the order in which tasks take them."""

    @property
    def name(self) -> str:
        """The package's name, under which it is imported."""
        return self.package.__name__.rpartition(".")[2]

    def files(self) -> dict[str, str]:
        """Its modules by file name, without fault."""
        folder = Path(inspect.getfile(self.package)).parent
        return {path.name: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.py"))}


def planted(project: Project, bug: Bug) -> dict[str, str]:
    """The modules with ``bug`` in them."""
    files = project.files()
    assert files[bug.file].count(bug.right) == 1, f"{project.name}: {bug.name} fits no place, or several"
    return files | {bug.file: files[bug.file].replace(bug.right, bug.wrong)}


def function_of(project: Project, bug: Bug) -> tuple[str, str]:
    """Name and text of the function that ``bug`` is in, without fault."""
    text = project.files()[bug.file]
    first = text[: text.index(bug.right)].count("\n") + 1
    last = first + bug.right.strip("\n").count("\n")
    for node in parse_python(text).body:
        if isinstance(node, ast.FunctionDef) and node.lineno <= first and last <= (node.end_lineno or 0):
            return node.name, "\n".join(text.splitlines()[node.lineno - 1 : node.end_lineno]) + "\n"
    raise AssertionError(f"{project.name}: {bug.name} is in no function of the top level")
