"""The modules of this repository and their order, as docs/ tells them."""

import ast
from pathlib import Path

import medgym_bundle
import medgym_core
import medgym_fetch
import medgym_hub
import medgym_prove
import medgym_reading
import medgym_sandbox
import medgym_statistics
import medgym_testing
import medgym_track
import medgym_train
import medgym_view

from ..test_architecture import LAYERS
from .markdown import plain, table

TOOLS = (
    *(medgym_view, medgym_fetch, medgym_prove, medgym_train, medgym_bundle, medgym_track, medgym_hub),
    medgym_testing,
)


def modules() -> str:
    """The modules and packages of the core, each with the first line of its docstring."""
    return _tree(Path(medgym_core.__file__).parent)


def sandbox() -> str:
    """The same of the library of boxes."""
    return _tree(Path(medgym_sandbox.__file__).parent)


def statistics() -> str:
    """The same of the library of statistics."""
    return _tree(Path(medgym_statistics.__file__).parent)


def reading() -> str:
    """The same of the library that reads texts."""
    return _tree(Path(medgym_reading.__file__).parent)


def tools() -> str:
    """The same of the distributions that bring verbs."""
    parts = []
    for package in TOOLS:
        folder = Path(str(package.__file__)).parent
        parts.append(f"\n### {folder.name}\n{_tree(folder)}")
    return "".join(parts)


def _tree(core: Path) -> str:
    rows = []
    for path in sorted([*core.glob("*.py"), *core.glob("*/__init__.py")]):
        name = path.parent.name + "/" if path.name == "__init__.py" else path.name
        if path.parent != core or path.name != "__init__.py":
            first = (ast.get_docstring(ast.parse(path.read_text())) or "").splitlines()[0]
            rows.append([f"`{name}`", plain(first)])
    return table("module|what it is", rows)


def layers() -> str:
    """The order in which modules may import one another."""
    return "\n```text\n" + "\n".join(LAYERS) + "\n```\n\n"
