"""S11: the package uses public names of the core, and no other plugin."""

from __future__ import annotations

import ast
import difflib
from collections.abc import Collection, Iterator
from pathlib import Path

import medgym_core
from medgym_core import parse_python
from medgym_prove.check import Check, Evidence
from medgym_prove.subject import Subject

_CORE, _PLUGIN = "medgym_core", "medgym_plugin_"
_BENEATH = {"medgym_reading", "medgym_sandbox", "medgym_statistics"}


def _examine(subject: Subject) -> Evidence:
    own = subject.package.relative_to(subject.folder).parts[0]
    modules = [
        path for path in subject.files if subject.package in path.parents and path.suffix in (".py", ".pyi")
    ]
    try:
        trees = {path: parse_python(path.read_text(encoding="utf-8"), str(path)) for path in modules}
    except SyntaxError as error:
        _ = subject.family  # says so in one voice, where this is why it cannot be loaded
        problem = f"{error.filename}:{error.lineno}: {error.msg}"
        return Evidence(examined=len(modules), problems=(problem,), hint="")
    problems = [problem for path, tree in trees.items() for problem in _problems(path, tree, own)]
    return Evidence(examined=len(modules), problems=tuple(problems))


def _problems(path: Path, tree: ast.Module, own: str) -> Iterator[str]:
    nodes = list(ast.walk(tree))
    imported = [alias for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    core = {alias.asname or _CORE for alias in imported if alias.name == _CORE}
    for node in nodes:
        for module, names in _used(node, core):
            if fault := _fault(module, names, own):
                yield f"{path}:{getattr(node, 'lineno', 0)}: {fault}"


def _used(node: ast.AST, core: Collection[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Modules that a node imports, each with the names taken from it; ``core`` are names of the core."""
    match node:
        case ast.ImportFrom(module=str(module), level=0):
            yield module, tuple(alias.name for alias in node.names)
        case ast.Import():
            yield from ((alias.name, ()) for alias in node.names)
        case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name in core:
            yield _CORE, (attribute,)
        case ast.Call(
            func=ast.Attribute(attr="import_module") | ast.Name(id="import_module" | "__import__"),
            args=[ast.Constant(value=str(module)), *_],
        ):
            yield module, ()


def _fault(module: str, names: tuple[str, ...], own: str) -> str | None:
    top = module.split(".")[0]
    if top.startswith(_PLUGIN) and top != own:
        return f"imports {module}, which is another plugin; put what both need into a library"
    if module.startswith(f"{_CORE}.") or top in _BENEATH:
        return f"imports {module}, which is not public; import from {_CORE} the names of its __all__"
    hidden = [name for name in names if name not in medgym_core.__all__] if module == _CORE else []
    if not hidden:
        return None
    close = difflib.get_close_matches(hidden[0], medgym_core.__all__, n=1)
    fix = f"did you mean {close[0]!r}?" if close else "only the names of its __all__ are public"
    return f"{_CORE} has no public name {hidden[0]!r}; {fix}"


S11 = Check(
    id="S11",
    level=0,
    title="only public names of the core are imported, and no other plugin",
    hint="Import `from medgym_core import NAME`, a name of its __all__; what two plugins need is a library.",
    examine=_examine,
)
