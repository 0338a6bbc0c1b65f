"""What a plugin reaches: modules of libraries of this project that it imports, directly or through others.

Libraries are installed packages called ``medgym_NAME``, but for those that the core stands on. Imports are
read from the source and not run; a text that is the dotted name of a module counts as its import, as in
``importlib.resources.files("medgym_ehr")``.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from medgym_core import parse_python

_LIBRARY = re.compile(r"medgym_(?!core\b|reading\b|sandbox\b|statistics\b|plugin_)\w+(\.\w+)*")


def reached(package: Path) -> dict[str, Path]:
    """Every file of a library that the package in the folder ``package`` needs, by its name in the library.

    A library's module is needed if it is imported; files that are no modules, with the package they lie in.
    """
    found: dict[str, Path] = {}
    waiting = sorted(package.rglob("*.py"))
    while waiting:
        path = waiting.pop()
        for module in _imported(path):
            for file in _files(module):
                name = file.relative_to(_root(module).parent).as_posix()
                if name not in found and file.suffix == ".py":
                    waiting.append(file)
                found[name] = file
    return found


def _imported(path: Path) -> Iterator[str]:
    """Modules of libraries that a module names; of ``from a import b``, where b may be one, ``a.b``."""
    try:
        tree = parse_python(path.read_text(encoding="utf-8"))
    except SyntaxError:  # it cannot be imported, and hence imports nothing
        return
    for node in ast.walk(tree):
        names: list[str] = []
        match node:
            case ast.Import():
                names = [alias.name for alias in node.names]
            case ast.ImportFrom():
                parent = ".".join(filter(None, [_around(path, node.level), node.module]))
                names = [f"{parent}.{alias.name}" for alias in node.names]
            case ast.Constant(value=str(text)):
                names = [text]
        yield from (name.removesuffix(".*") for name in names if _LIBRARY.fullmatch(name.removesuffix(".*")))


def _around(path: Path, level: int) -> str:
    """The package that a relative import of so many dots starts from; empty where it is no library's."""
    if not level:
        return ""
    folder = path.parents[level - 1]
    names = [folder.name]
    while (folder := folder.parent) and (folder / "__init__.py").is_file():
        names.append(folder.name)
    return ".".join(reversed(names))


def _files(module: str) -> Iterator[Path]:
    """The files of a module and of the packages around it."""
    folder, names = _root(module), module.split(".")[1:]
    yield from _of_package(folder)
    for name in names:
        if (file := folder / f"{name}.py").is_file():
            yield file
        folder /= name
        if not folder.is_dir():
            return
        yield from _of_package(folder)


def _of_package(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.glob("*")):
        if path.is_dir():
            modules = path.name == "__pycache__" or any(path.rglob("*.py"))
            yield from () if modules else (file for file in sorted(path.rglob("*")) if file.is_file())
        elif path.suffix != ".py" or path.name == "__init__.py":
            yield path


def _root(module: str) -> Path:
    return _found(module.partition(".")[0])


@cache
def _found(top: str) -> Path:
    """Where a library lies; a place that does not exist, where it is not installed."""
    spec = find_spec(top)
    places = (spec.submodule_search_locations if spec else None) or [f"/{top}"]
    return Path(places[0])
