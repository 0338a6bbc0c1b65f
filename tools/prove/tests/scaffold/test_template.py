"""What the template bakes is complete, clean, and plays."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
import yaml

from medgym_core import Guarantee, plugins
from medgym_core.env.choose import PREFERENCE
from medgym_prove.checks import checks
from medgym_prove.dynamic.reference import BACKENDS
from medgym_prove.scaffold import KINDS, STANDALONE, answers, bake

ROOT = Path(__file__).parents[4]
STANDARD = {
    "LICENSE",
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
OUTSIDE = {".github/workflows/ci.yml", ".gitignore"}


def paths(plugin: Path) -> set[str]:
    package = f"medgym_plugin_{plugin.name.replace('-', '_')}"
    found = (path for path in plugin.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(plugin).as_posix().replace(package, "PACKAGE") for path in found}


PLUGINS = sorted(path for path in (ROOT / "plugins").iterdir() if path.is_dir() and paths(path))
"""Every folder that holds a file."""


def ran(python: Path, arguments: Sequence[object], folder: Path, home: Path | None = None) -> str:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        [python, "-m", *map(str, arguments)],
        cwd=folder,
        env=clean | ({"MEDGYM_HOME": str(home)} if home else {}),
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


def test_style_holds(baked: dict[str, Path], python: Path) -> None:
    folder = baked["value"].parent
    ran(python, ["ruff", "check", "--no-cache", "."], folder)
    ran(python, ["ruff", "format", "--no-cache", "--check", "."], folder)


@pytest.mark.slow
def test_types_hold(baked: dict[str, Path], python: Path, tmp_path: Path) -> None:
    packages = [next(path.glob("medgym_plugin_*")) for path in baked.values()]
    ran(python, ["mypy", "--strict", "--cache-dir", tmp_path, *packages], tmp_path)


@pytest.mark.slow
def test_their_own_tests_pass(baked: dict[str, Path], python: Path) -> None:
    flags = ["-q", "-p", "no:cacheprovider", "--import-mode=importlib", "-W", "error", "--rootdir"]
    folder = baked["value"].parent
    output = ran(python, ["pytest", *flags, folder, *baked.values()], folder)
    assert re.search(r"\d\d passed", output)
    assert "skipped" not in output


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


def test_in_a_checkout_its_rules_of_style_hold(checkout: Path, python: Path) -> None:
    for folder in ("medgym_core", "tools"):
        (checkout / folder).symlink_to(ROOT / folder)
    for kind in KINDS:
        bake(answers({"name": f"toy-{kind}", "kind": kind}, "the test"), checkout / "plugins")
    ran(python, ["ruff", "check", "--no-cache", "plugins"], checkout)
    ran(python, ["ruff", "format", "--no-cache", "--check", "plugins"], checkout)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where validation keeps builds, those of other families too, which every kind is compared with."""
    return tmp_path_factory.mktemp("home")


def lacking() -> set[str]:
    """The checks that this machine has no evidence for."""
    boxes = [plugins.sandbox(name) for name in PREFERENCE if plugins.sandbox(name).probe().ok]
    held = any(Guarantee.MEMORY_LIMIT in backend.guarantees() for backend in boxes)
    return ({"D01"} if len(boxes) < BACKENDS else set()) | (set() if held else {"D06"})


@pytest.mark.slow
@pytest.mark.skipif(bool(lacking()), reason="two backends and a cgroup that holds memory are needed")
@pytest.mark.parametrize(
    "kind", ["value", *(pytest.param(kind, marks=pytest.mark.nightly) for kind in KINDS if kind != "value")]
)
def test_validation_passes(baked: dict[str, Path], python: Path, kind: str, home: Path) -> None:
    output = ran(python, ["medgym_core.cli", "validate", baked[kind], "--level", 3, "--json"], home, home)
    findings = json.loads(output)["findings"]
    assert {finding["id"]: finding["status"] for finding in findings} == {
        check.id: "pass" for check in checks(3)
    }


@pytest.mark.slow
@pytest.mark.skipif(bool(lacking()), reason="two backends and a cgroup that holds memory are needed")
def test_a_repository_of_its_own_passes_its_workflow(
    baked: dict[str, Path], python: Path, home: Path
) -> None:
    workflow = yaml.safe_load((baked["value"] / ".github" / "workflows" / "ci.yml").read_text())
    install, *steps = [step["run"] for step in workflow["jobs"]["check"]["steps"] if "run" in step]
    assert install == "python -m pip install -e . medgym-prove mypy pytest ruff"
    assert [step.split()[0] for step in steps] == ["ruff", "ruff", "mypy", "pytest", "medgym"]
    for step in steps:
        ran(python, shlex.split(step.replace("medgym ", "medgym_core.cli ", 1)), baked["value"], home)
