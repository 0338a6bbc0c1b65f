"""What the template bakes is complete, clean, and plays."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from medgym_core.scaffold import KINDS, STANDALONE, answers, bake

ROOT = Path(__file__).parents[2]
PLUGINS = sorted(path.parent for path in (ROOT / "plugins").glob("*/pyproject.toml"))
STANDARD = {
    "pyproject.toml",
    "README.md",
    "PACKAGE/__init__.py",
    "PACKAGE/family.py",
    "PACKAGE/loader.py",
    "PACKAGE/oracle.py",
    "PACKAGE/py.typed",
    "PACKAGE/image/Dockerfile",
    "PACKAGE/image/requirements.txt",
    "tests/test_family.py",
}
OUTSIDE = {".github/workflows/ci.yml", ".gitignore", "LICENSE"}


def paths(plugin: Path) -> set[str]:
    package = f"medgym_plugin_{plugin.name.replace('-', '_')}"
    found = (path for path in plugin.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(plugin).as_posix().replace(package, "PACKAGE") for path in found}


def ran(arguments: Sequence[object], folder: Path, environment: dict[str, str]) -> str:
    done = subprocess.run(
        [sys.executable, "-m", *map(str, arguments)],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("kind", KINDS)
def test_a_plugin_has_the_standard_paths(baked: dict[str, Path], kind: str) -> None:
    own = {"state": {"PACKAGE/service.py"}}.get(kind, set())
    assert paths(baked[kind]) == STANDARD | OUTSIDE | {"attacks/shortcut.py"} | own


@pytest.mark.parametrize("plugin", PLUGINS, ids=lambda path: path.name)
def test_every_plugin_here_has_the_standard_paths(plugin: Path) -> None:
    assert paths(plugin) >= STANDARD


@pytest.mark.parametrize("kind", KINDS)
def test_places_to_edit_say_what_belongs_there(baked: dict[str, Path], kind: str) -> None:
    files = [baked[kind] / path for path in ("pyproject.toml", "README.md", "attacks/shortcut.py")]
    files += sorted(baked[kind].glob("medgym_plugin_*/*.py"))[1:]
    for path in files:
        marks = re.findall(r"EDIT: (.*)", path.read_text())
        assert marks, path
        assert all(len(mark.split()) >= 4 for mark in marks), path


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_of_the_template_is_left(baked: dict[str, Path], kind: str) -> None:
    for path in baked[kind].rglob("*"):
        if path.is_file() and path.suffix not in (".yml", ".pyc"):
            assert not re.search(r"{%|{{|cookiecutter", path.read_text()), path


def test_style_holds(baked: dict[str, Path], environment: dict[str, str]) -> None:
    folder = baked["value"].parent
    ran(["ruff", "check", "--no-cache", "."], folder, environment)
    ran(["ruff", "format", "--no-cache", "--check", "."], folder, environment)


def test_types_hold(baked: dict[str, Path], environment: dict[str, str], tmp_path: Path) -> None:
    packages = [next(path.glob("medgym_plugin_*")) for path in baked.values()]
    ran(["mypy", "--strict", "--cache-dir", tmp_path, *packages], tmp_path, environment)


def test_their_own_tests_pass(baked: dict[str, Path], environment: dict[str, str]) -> None:
    flags = ["-q", "-p", "no:cacheprovider", "--import-mode=importlib", "-W", "error", "--rootdir"]
    folder = baked["value"].parent
    told = ran(["pytest", *flags, folder, *baked.values()], folder, environment)
    assert re.search(r"\d\d passed", told)
    assert "skipped" not in told


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder with the project file of this repository."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_in_a_checkout_a_plugin_joins_the_workspace(checkout: Path) -> None:
    plugin = bake(answers({"name": "toy-value"}, "the test"), checkout / "plugins")
    assert paths(plugin) == STANDARD | {"attacks/shortcut.py"}
    assert "[tool.ruff" not in (plugin / "pyproject.toml").read_text()
    assert {path.name for path in plugin.parent.iterdir()} == {"toy-value"}
    assert {path.split("/")[0] for path in OUTSIDE} == set(STANDALONE)


def test_in_a_checkout_its_rules_of_style_hold(checkout: Path, environment: dict[str, str]) -> None:
    (checkout / "medgym_core").symlink_to(ROOT / "medgym_core")
    for kind in KINDS:
        bake(answers({"name": f"toy-{kind}", "kind": kind}, "the test"), checkout / "plugins")
    ran(["ruff", "check", "--no-cache", "plugins"], checkout, environment)
    ran(["ruff", "format", "--no-cache", "--check", "plugins"], checkout, environment)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where validation keeps builds, those of other families too, which every kind is compared with."""
    return tmp_path_factory.mktemp("home")


@pytest.mark.parametrize("kind", KINDS)
def test_validation_passes(
    baked: dict[str, Path], environment: dict[str, str], kind: str, home: Path
) -> None:
    flags = ["--tier", 1, "--home", home, "--json"]
    report = json.loads(ran(["medgym_core.cli", "validate", baked[kind], *flags], home, environment))
    assert {finding["status"] for finding in report["findings"]} == {"pass"}
    assert {finding["tier"] for finding in report["findings"]} == {0, 1}
