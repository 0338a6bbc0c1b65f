"""What users install: the wheels, in an environment that holds nothing else of ours."""

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("uv") is None, reason="uv, which builds the wheels, is not installed"),
]


def run(*command: object, cwd: Path) -> str:
    clean = {
        name: value for name, value in os.environ.items() if not name.startswith(("VIRTUAL_ENV", "PYTHON"))
    }
    done = subprocess.run([str(c) for c in command], cwd=cwd, env=clean, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("dist")
    run("uv", "build", "--quiet", "--all-packages", "--wheel", "--out-dir", out, cwd=ROOT)
    return out


@pytest.fixture(scope="module")
def bare(wheels: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with the plugins' wheels, installed as a user would; returns its bin folder."""
    folder = tmp_path_factory.mktemp("bare")
    run("uv", "venv", "--quiet", "--python", sys.executable, folder / "venv", cwd=folder)
    python = folder / "venv" / "bin" / "python"
    install = ("uv", "pip", "install", "--quiet", "--python", python, "--find-links", wheels)
    run(*install, "medgym-plugin-npowerai", "medgym-plugin-mimic", cwd=folder)
    return python.parent


def test_shipped_data_is_in_the_wheels(wheels: Path) -> None:
    core = zipfile.ZipFile(next(wheels.glob("medgym_core-*.whl"))).namelist()
    plugin = zipfile.ZipFile(next(wheels.glob("medgym_plugin_npowerai-*.whl"))).namelist()
    assert {"medgym_core/registry.json", "medgym_core/py.typed"} <= set(core)
    assert any(name.endswith("registry.schema.json") for name in core)
    assert not [name for name in core if "templates/task-family" in name]
    sandbox = zipfile.ZipFile(next(wheels.glob("medgym_sandbox-*.whl"))).namelist()
    assert {"medgym_sandbox/dockerfiles/base.Dockerfile", "medgym_sandbox/py.typed"} <= set(sandbox)
    assert {
        "medgym_plugin_npowerai/image/Dockerfile",
        "medgym_plugin_npowerai/image/requirements.txt",
    } <= set(plugin)
    prove = zipfile.ZipFile(next(wheels.glob("medgym_prove-*.whl"))).namelist()
    train = zipfile.ZipFile(next(wheels.glob("medgym_train-*.whl"))).namelist()
    assert {"medgym_prove/templates/task-family/cookiecutter.json", "medgym_prove/py.typed"} <= set(prove)
    assert "medgym_train/export/atif.schema.json" in train


def test_the_core_alone_says_what_a_verb_needs(bare: Path, tmp_path: Path) -> None:
    done = subprocess.run([bare / "medgym", "new-task"], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.search("run `(uv )?pip install medgym-prove`", done.stderr)
    assert not [name for name in ("cookiecutter", "jsonschema") if list(bare.parent.rglob(f"{name}-*"))]


@pytest.mark.slow
def test_all_tools_come_with_one_distribution(wheels: Path, tmp_path: Path) -> None:
    run("uv", "venv", "--quiet", "--python", sys.executable, "venv", cwd=tmp_path)
    python = tmp_path / "venv" / "bin" / "python"
    run("uv", "pip", "install", "--quiet", "--python", python, "--find-links", wheels, "medgym", cwd=tmp_path)
    medgym = python.parent / "medgym"
    run(medgym, "new-task", "--name", "bed-days", "--out", tmp_path, cwd=tmp_path)
    assert (tmp_path / "bed-days" / "pyproject.toml").is_file()
    for verb in ("bundle", "conformance", "difficulty", "export", "health", "validate", "verifier"):
        assert "Usage:" in run(medgym, verb, "--help", cwd=tmp_path)


def test_listing_from_the_wheel(bare: Path, tmp_path: Path) -> None:
    assert "npowerai" in run(bare / "medgym", "list", cwd=tmp_path)


@pytest.mark.slow
def test_a_hospital_is_built_from_the_wheels(bare: Path, tmp_path: Path) -> None:
    built = run(bare / "medgym", "data", "build", "mimic", "--scale", 12, "--home", "home", cwd=tmp_path)
    assert "rows: PATIENTS" in built


@pytest.mark.slow
def test_running_from_the_wheel(bare: Path, tmp_path: Path) -> None:
    command = (
        bare / "medgym",
        "run",
        "--task",
        "npowerai",
        "--sandbox",
        "process",
        "--limit",
        2,
        "--out",
        "run",
    )
    run(*command, cwd=tmp_path)
    (report,) = json.loads(run(bare / "medgym", "report", "run", "--json", cwd=tmp_path))["runs"]
    assert (report["success_rate"], report["episodes"]) == (1.0, 2)
