"""Imports point one way, the public names are one list, and the core names no plugin."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import medgym_core

CORE = Path(medgym_core.__file__).parent
PLUGINS = CORE.parent / "plugins"
LIBS = CORE.parent / "libs"
OUTSIDE = sorted((*PLUGINS.glob("*/medgym_plugin_*/**/*.py"), *LIBS.glob("*/medgym_*/**/*.py")))
LAYERS = (
    "errors frozen files mishap nesting pseudonym relaxation sampling telling writable",
    "access answer task family source fingerprint proving purge training",
    "sandbox",
    "verifier",
    "action",
    "agent.contract",
    "trajectory recordable",
    "hookspecs",
    "registry plugins",
    "agent prompt grading states env",
    "runner",
    "config journal",
    "rollout",
    "metrics failure regrade",
    "adapters bundle export learned chance soundness doctor",
    "validate scaffold",
    "registry.generation registry.comparison report page",
    "builtin cli",
)
RANK = {name: rank for rank, names in enumerate(LAYERS) for name in names.split()}
MODULES = sorted(path for path in CORE.rglob("*.py") if path.name != "__init__.py" or path.parent != CORE)


def rank(module: str) -> int:
    """Layer of ``medgym_core.<module>``: the longest known prefix decides."""
    parts = module.split(".")
    for length in range(len(parts), 0, -1):
        if (name := ".".join(parts[:length])) in RANK:
            return RANK[name]
    raise AssertionError(f"medgym_core.{module} stands in no layer")


def imported(tree: ast.AST) -> Iterator[str]:
    """Every core module a tree imports when it runs, whether at its top or inside a function."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            continue
        if isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            if node.module == "medgym_core":
                yield from (alias.name for alias in node.names)
            elif node.module.startswith("medgym_core."):
                yield node.module.removeprefix("medgym_core.")
        elif isinstance(node, ast.Import):
            yield from (
                a.name.removeprefix("medgym_core.") for a in node.names if a.name.startswith("medgym_core.")
            )
        else:
            yield from imported(node)


def name_of(path: Path) -> str:
    relative = path.relative_to(CORE).with_suffix("")
    return ".".join(part for part in relative.parts if part != "__init__")


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_imports_point_down(path: Path) -> None:
    name = name_of(path)
    upward = [used for used in imported(ast.parse(path.read_text())) if rank(used) > rank(name)]
    assert not upward, f"{name} imports {upward} from a higher layer"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_modules_stay_short(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= 300


def test_the_rule_can_fail() -> None:
    tree = ast.parse("def late():\n    from medgym_core.cli.main import main")
    assert [rank(used) > rank("task") for used in imported(tree)] == [True]


def test_core_names_no_plugin() -> None:
    families = [path.name for path in PLUGINS.iterdir() if (path / "pyproject.toml").exists()]
    assert families
    for path in MODULES:
        text = path.read_text()
        assert not [f for f in families if f"medgym_plugin_{f}" in text or f'"{f}"' in text], path


@pytest.mark.parametrize("path", OUTSIDE, ids=str)
def test_plugins_and_libraries_use_public_names_and_no_other_plugin(path: Path) -> None:
    own = next(part for part in path.parts if part.startswith("medgym_"))
    shared = {folder.name for folder in LIBS.glob("*/medgym_*")} if PLUGINS in path.parents else set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("medgym_"):
            assert node.module.split(".")[0] in {"medgym_core", own, *shared}, node.module
            if node.module.split(".")[0] == "medgym_core":
                assert node.module == "medgym_core"
                assert {alias.name for alias in node.names} <= set(medgym_core.__all__)


@pytest.mark.parametrize("path", OUTSIDE, ids=str)
def test_plugin_and_library_modules_stay_short(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= 300


def test_public_names_are_sorted_and_exist() -> None:
    names = medgym_core.__all__
    assert names == sorted(names)
    assert not [name for name in names if not hasattr(medgym_core, name)]
    assert set(names) == set(medgym_core._HOME_OF)


NETWORK = ("openai", "httpx", "requests", "aiohttp", "urllib.request", "urllib3", "http.client")


def test_one_module_asks_remote_endpoints() -> None:
    """The gate stands in it, so nothing labelled leaves by another way; the engine's errors are requests'."""
    asking = {
        str(path.relative_to(CORE))
        for path in MODULES
        for node in ast.walk(ast.parse(path.read_text()))
        for name in (
            [a.name for a in node.names] if isinstance(node, ast.Import) else [getattr(node, "module", "")]
        )
        if isinstance(node, ast.Import | ast.ImportFrom) and (name or "").startswith(NETWORK)
    }
    assert asking == {"agent/endpoint.py", "agent/fault.py", "sandbox/engine.py"}
