"""S02: the entry point imports in a clean process, touches nothing, and its hooks are hooks."""

from __future__ import annotations

import ast
import difflib
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from pathlib import Path
from typing import Any

import medgym_core
import medgym_reading
import medgym_sandbox
import medgym_statistics
from medgym_core import hookspecs, parse_python
from medgym_prove.check import Check, Evidence
from medgym_prove.static import probe
from medgym_prove.subject import Subject

_CORE = (medgym_core, medgym_reading, medgym_sandbox, medgym_statistics)
"""The core and what it stands on."""

PATIENCE_S = 60.0
"""Seconds after which an import is given up."""
GENEROUS = 2.0
"""An entry point may take so many times the processor time of importing the core's contract."""


def _examine(subject: Subject) -> Evidence:
    where = subject.package / "__init__.py"
    try:
        hooks = _hooks(where)
    except (OSError, SyntaxError):
        return Evidence(examined=1, problems=(subject.unloadable or f"{where} cannot be read",), hint="")
    if problems := tuple(_misspelt(where, hooks)):
        return Evidence(examined=len(hooks), problems=problems)
    with tempfile.TemporaryDirectory(prefix="medgym-import-") as scratch:
        outcome = _probe(subject, Path(scratch))
    found = [f"{where}: importing it {noted}" for noted in dict.fromkeys(outcome["noted"])]
    if outcome["error"]:
        found.append(subject.unloadable or f"{where}: {outcome['error']}")
    share = outcome["seconds"] / outcome["core_s"] if outcome["core_s"] else 0.0
    if share > GENEROUS:
        found.append(
            f"{where}: importing it takes {share:.1f} times the processor time of importing the core, "
            f"{GENEROUS:g} times are allowed; import heavy libraries inside functions"
        )
    measured = {"import_s": round(outcome["seconds"], 4), "core_import_s": round(outcome["core_s"], 4)}
    hint = "" if found == [subject.unloadable] else None
    return Evidence(examined=len(hooks), problems=tuple(found), measured=measured, hint=hint)


def _hooks(module: Path) -> list[ast.FunctionDef]:
    tree = parse_python(module.read_text(encoding="utf-8"), str(module))
    return [node for node in tree.body if isinstance(node, ast.FunctionDef) and _like_a_hook(node)]


def _like_a_hook(node: ast.FunctionDef) -> bool:
    marked = any("hookimpl" in ast.unparse(decorator) for decorator in node.decorator_list)
    return marked or node.name.startswith(f"{hookspecs.PROJECT}_")


def _misspelt(module: Path, found: Iterable[ast.FunctionDef]) -> Iterator[str]:
    known = [name for name in vars(hookspecs) if name.startswith(f"{hookspecs.PROJECT}_")]
    for node in found:
        if node.name not in known:
            close = difflib.get_close_matches(node.name, known, n=1)
            fix = f"did you mean {close[0]!r}?" if close else f"the hooks are {', '.join(known)}"
            yield f"{module}:{node.lineno}: there is no hook {node.name!r}; {fix}"


def _probe(subject: Subject, scratch: Path) -> dict[str, Any]:
    folders = {name: scratch / name for name in ("cwd", "home", "tmp", "installed")}
    for folder in folders.values():
        folder.mkdir()
    _pretend_installed(subject, folders["installed"])
    spec, report = scratch / "spec.json", scratch / "report.json"
    spec.write_text(
        json.dumps(
            {
                "name": subject.name,
                "package": str(subject.package),
                "module": subject.entry_points[subject.name],
                "first": [str(folders["installed"]), str(subject.folder)],
                "last": [str(Path(str(one.__file__)).parents[1]) for one in _CORE],
                "hidden": sorted(_undeclared(subject)),
            }
        ),
        encoding="utf-8",
    )
    environment = {"HOME": str(folders["home"]), "TMPDIR": str(folders["tmp"]), "PATH": "/usr/bin:/bin"}
    command = [sys.executable, "-I", probe.__file__, str(spec), str(report)]
    nothing = {"noted": [], "seconds": 0.0, "core_s": 0.0}
    try:
        done = subprocess.run(
            command, cwd=folders["cwd"], env=environment, capture_output=True, text=True, timeout=PATIENCE_S
        )
    except subprocess.TimeoutExpired:
        return {**nothing, "error": f"importing it does not end within {PATIENCE_S:g} s"}
    if not report.is_file():
        return {
            **nothing,
            "error": f"importing it ends the process ({done.returncode}): {done.stderr[-500:]}",
        }
    outcome: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))
    left = [path.relative_to(scratch) for name in ("cwd", "home", "tmp") for path in folders[name].rglob("*")]
    outcome["noted"] += [f"leaves {path}" for path in left]
    return outcome


def _pretend_installed(subject: Subject, site: Path) -> None:
    """Metadata as pip would write it, so that the plugin is found by its entry point from its folder."""
    project = subject.project.get("project", {})
    name, version = project.get("name", "unnamed"), project.get("version", "0")
    folder = site / f"{name.replace('-', '_')}-{version}.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    points = "".join(f"{key} = {module}\n" for key, module in subject.entry_points.items())
    (folder / "entry_points.txt").write_text(f"[{hookspecs.PROJECT}]\n{points}")


def _undeclared(subject: Subject) -> set[str]:
    """Top-level modules that are installed here and that no dependency of the plugin brings."""
    project = subject.project.get("project", {})
    brought = _closure(["medgym-core", *project.get("dependencies", ())]) | {
        _canonical(project.get("name", ""))
    }
    hidden: set[str] = set()
    allowed = {name.replace("-", "_") for name in brought}
    for module, distributions in packages_distributions().items():
        names = {_canonical(name) for name in distributions}
        target = allowed if names & brought else hidden
        target |= {module, *(name.replace("-", "_") for name in names)}
    return hidden - allowed


def _closure(requirements: Iterable[str]) -> set[str]:
    """Names of the distributions required, directly or by what is required; extras are left out."""
    found: set[str] = set()
    waiting = list(requirements)
    while waiting:
        name = _canonical(re.split(r"[^\w.-]", waiting.pop(), maxsplit=1)[0])
        if name in found:
            continue
        found.add(name)
        try:
            waiting += [text for text in requires(name) or () if not re.search(r";.*\bextra\b", text)]
        except PackageNotFoundError:  # not installed: importing it says so
            continue
    return found


def _canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


S02 = Check(
    id="S02",
    level=0,
    title="the entry point imports cleanly, touches nothing, and its hooks are hooks",
    hint="Keep the package's __init__.py to its hook; import inside functions; declare every dependency; "
    "open no file, socket, thread or process at import; spell hooks as in hookspecs.py, with no argument.",
    examine=_examine,
)
