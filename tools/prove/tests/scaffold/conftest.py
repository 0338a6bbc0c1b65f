"""One plugin of every kind, baked and installed once."""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from medgym_prove.scaffold import KINDS, answers, bake


@pytest.fixture(scope="session")
def baked(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Kind to a plugin of that kind; one has the longest name that there may be."""
    out = tmp_path_factory.mktemp("families")
    names = {kind: f"toy-{kind}" for kind in KINDS} | {"session": "toy-session-of-thirty-letters-"[:29] + "x"}
    return {
        kind: bake(answers({"name": name, "kind": kind, "author": "A. Tester"}, "the test"), out)
        for kind, name in names.items()
    }


@pytest.fixture(scope="session")
def python(baked: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An interpreter of an environment that holds what this one does, but of plugins those baked alone."""
    if shutil.which("uv") is None:
        pytest.skip("uv, which installs the plugins, is not installed")
    venv = tmp_path_factory.mktemp("environment") / "venv"
    interpreter = venv / "bin" / "python"
    install = ["uv", "pip", "install", "--quiet", "--no-deps", "--python", interpreter]
    editable = [text for plugin in baked.values() for text in ("-e", plugin)]
    for command in (["uv", "venv", "--quiet", "--python", sys.executable, venv], [*install, *editable]):
        subprocess.run([str(part) for part in command], check=True, cwd=venv.parent)
    (site,) = venv.glob("lib/python*/site-packages")
    for path in Path(sysconfig.get_path("purelib")).iterdir():
        if "medgym_plugin" not in path.name and not (site / path.name).exists():
            (site / path.name).symlink_to(path)
    ruff = Path(sysconfig.get_path("scripts")) / "ruff"
    (interpreter.parent / ruff.name).symlink_to(ruff)
    return interpreter
