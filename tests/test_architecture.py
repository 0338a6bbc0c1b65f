"""Imports point one way and make no circle, the public names are one list, and the core names no plugin."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from pathlib import Path

import pytest

import medgym_core

CORE = Path(medgym_core.__file__).parent
ROOT = CORE.parent
PLUGINS = sorted(path.parent for path in ROOT.glob("plugins/*/medgym_plugin_*/__init__.py"))
LIBRARIES = sorted(path.parent for path in ROOT.glob("libs/*/medgym_*/__init__.py"))
BENEATH = {"medgym_reading", "medgym_sandbox", "medgym_statistics"}
"""The libraries beneath the core and the tools: what plugins need of them, the core makes public."""
TOOLS = sorted(path.parent for path in ROOT.glob("tools/*/medgym_*/__init__.py"))
LAYERS = (
    "errors",
    "answer files",
    "access task",
    "source",
    "authoring",
    "action family verifier",
    "builds registry taskset trajectory",
    "agent download failure journal",
    "hookspecs",
    "builtin plugins",
    "env",
    "doctor rollout",
    "metrics",
    "report",
    "cli",
)
"""What may import what: each name only those of the layers before its own."""
RANK = {name: rank for rank, names in enumerate(LAYERS) for name in names.split()}
MOST_LINES = 300
MOST_NAMES = 30


def modules(package: Path) -> dict[str, Path]:
    """Every module of a package by its dotted name."""
    found = {}
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package.parent).with_suffix("").parts
        found[".".join(part for part in parts if part != "__init__")] = path
    return found


@cache
def statements(text: str) -> list[ast.Import | ast.ImportFrom]:
    """What a text imports, wherever it does; for type checking, too."""
    return [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import | ast.ImportFrom)]


def imports(text: str, known: Iterable[str]) -> set[str]:
    """The modules of ``known`` that a text imports."""
    named: set[str] = set()
    for node in statements(text):
        if isinstance(node, ast.ImportFrom) and node.module:
            homes = medgym_core._HOME_OF if node.module == CORE.name else {}
            inner = {homes.get(alias.name, f"{node.module}.{alias.name}") for alias in node.names}
            named |= {node.module, *inner}
        elif isinstance(node, ast.Import):
            named |= {alias.name for alias in node.names}
    found = named & set(known)
    return {name for name in found if not any(other.startswith(f"{name}.") for other in found)}


def graph(package: Path) -> dict[str, set[str]]:
    """Module to the modules of the same package that it imports; the list of public names imports all."""
    known = modules(package)
    return {name: imports(path.read_text(), known) - {name} for name, path in known.items() if "." in name}


def room(module: str) -> str:
    """The name at the top of the package below which a module stands."""
    return module.split(".")[1]


def circle(found: Mapping[str, set[str]]) -> list[str]:
    """One circle of a graph; none where there is none."""
    try:
        TopologicalSorter(found).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def upward(found: Mapping[str, set[str]]) -> list[str]:
    """Imports that do not point to a layer before the module's own."""
    return [
        f"{name} imports {used}"
        for name, targets in found.items()
        for used in sorted(targets)
        if room(used) != room(name) and RANK[room(used)] >= RANK[room(name)]
    ]


def foreign(package: Path, allowed: set[str]) -> list[str]:
    """Imports of packages beyond ``allowed``, of hidden names of the core, and of what tests share.

    What tests share is as free as tests are.
    """
    public, faults = set(medgym_core.__all__), []
    product = {name: path for name, path in modules(package).items() if "testing" not in name.split(".")}
    for name, path in product.items():
        for node in statements(path.read_text()):
            module = node.module if isinstance(node, ast.ImportFrom) else None
            if not isinstance(node, ast.ImportFrom) or not module or not module.startswith("medgym_"):
                continue
            hidden = {alias.name for alias in node.names} - public if module == "medgym_core" else set()
            barred = module.startswith("medgym_core.") or "testing" in module.split(".")
            if module.split(".")[0] not in allowed or barred or hidden:
                faults.append(f"{name} imports {module} {sorted(hidden)}")
    return faults


def test_every_name_of_the_core_stands_in_one_layer() -> None:
    rooms = {path.stem for path in CORE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert rooms - {"__init__"} == set(RANK)
    assert len(RANK) <= MOST_NAMES


def test_imports_point_down() -> None:
    assert upward(graph(CORE)) == []


@pytest.mark.parametrize("package", [CORE, *TOOLS, *LIBRARIES], ids=lambda path: path.name)
def test_no_import_makes_a_circle(package: Path) -> None:
    assert circle(graph(package)) == []


def test_the_rules_can_fail() -> None:
    late = "def late():\n    from medgym_core.cli.main import main"
    found = {"medgym_core.task": imports(late, ["medgym_core.cli", "medgym_core.cli.main"])}
    assert upward(found) == ["medgym_core.task imports medgym_core.cli.main"]
    checked = "if TYPE_CHECKING:\n    from medgym_core.task import Task"
    found["medgym_core.cli.main"] = imports(checked, ["medgym_core.task"])
    assert set(circle(found)) == {"medgym_core.task", "medgym_core.cli.main"}


def test_modules_stay_short() -> None:
    packages = [CORE, *TOOLS, *LIBRARIES, *PLUGINS]
    paths = [path for package in packages for path in package.rglob("*.py")]
    assert [path for path in paths if len(path.read_text().splitlines()) > MOST_LINES] == []


def test_the_core_names_no_plugin_and_imports_nothing_of_ours() -> None:
    families = [folder.parent.name for folder in PLUGINS]
    ours = {folder.name for folder in (*PLUGINS, *LIBRARIES, *TOOLS)} - BENEATH
    texts = {path: path.read_text() for path in CORE.rglob("*.py")}
    assert {p for p, text in texts.items() for name in families if f'"{name}"' in text} == set()
    assert {
        p for p, text in texts.items() for name in ours if f"import {name}" in text or f"{name}." in text
    } == set()


PATIENT, RAW = "medgym_patient", "medgym_raw"
"""Libraries that others stand on: for synthetic data, and for reading copies. They import none of ours."""


def test_plugins_and_libraries_use_public_names_and_no_other_plugin() -> None:
    shared = {"medgym_core", *(folder.name for folder in LIBRARIES)} - BENEATH
    own = {folder: {"medgym_core", PATIENT, RAW, folder.name} for folder in LIBRARIES}
    own |= {folder: {*shared, folder.name} for folder in PLUGINS}
    assert [fault for folder, allowed in own.items() for fault in foreign(folder, allowed)] == []
    alone = {name: {name} for name in (*BENEATH, PATIENT)}
    for name, allowed in (alone | {RAW: {RAW, "medgym_core"}}).items():
        assert foreign(next(folder for folder in LIBRARIES if folder.name == name), allowed) == []


def test_public_names_exist_where_the_stub_says_and_nowhere_else() -> None:
    for name, home in medgym_core._HOME_OF.items():
        assert getattr(medgym_core, name) is getattr(import_module(home), name)
    with pytest.raises(AttributeError, match="no attribute 'Tasks'"):
        medgym_core.Tasks  # noqa: B018


def test_public_names_are_written_once() -> None:
    stub = ast.parse(Path(medgym_core.__file__).with_suffix(".pyi").read_text())
    names = [name for node in stub.body if isinstance(node, ast.ImportFrom) for name in node.names]
    assert sorted(name.name for name in names) == medgym_core.__all__
    assert all(name.asname == name.name for name in names)


NETWORK = (
    "openai",
    "httpx",
    "requests",
    "aiohttp",
    "urllib.request",
    "urllib3",
    "http.client",
    "huggingface_hub",
)


def test_one_module_asks_remote_endpoints() -> None:
    """The gate stands in it, so nothing labelled leaves by another way.

    The engine's errors are requests', and what fetches published files sends nothing but the user's name.
    What shares runs packs nothing labelled; trackers are asked where they send, before anything is sent.
    """
    asking = {
        path.relative_to(package).as_posix()
        for package in (CORE, *(folder for folder in LIBRARIES if folder.name in BENEATH), *TOOLS)
        for path in package.rglob("*.py")
        for node in statements(path.read_text())
        for name in (
            [a.name for a in node.names] if isinstance(node, ast.Import) else [getattr(node, "module", "")]
        )
        if (name or "").startswith(NETWORK)
    }
    assert asking == {
        *("agent/endpoint.py", "agent/fault.py", "transfer.py", "engine.py"),
        "repository.py",
    }
