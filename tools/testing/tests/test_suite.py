"""A suite that takes the plugin knows its marks, and refuses what it does not know."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from medgym_testing import suite

PROJECT = """
[tool.pytest.ini_options]
addopts = ["-p", "medgym_testing.suite", "--import-mode=importlib", "--strict-config", "--strict-markers"]
filterwarnings = ["error"]
"""
TESTS = """
import pytest

@pytest.fixture
def build():
    return 1

@pytest.fixture
def small(build):
    return build

def test_fast():
    pass

def test_slow():
    pass

def test_nightly(small):
    pass

@pytest.mark.docker
def test_marked():
    pass
"""
SLOW = """
[slow]
tests = ["tests/test_one.py::test_slow"]

[nightly.fixtures]
"tests" = ["build"]
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "tests").mkdir()
    (tmp_path / "pyproject.toml").write_text(PROJECT)
    (tmp_path / "tests" / "test_one.py").write_text(TESTS)
    (tmp_path / "tests" / "slow.toml").write_text(SLOW)
    return tmp_path


RESTARTING = """
import warnings
from concurrent.futures import ThreadPoolExecutor

def warn(text):
    with ThreadPoolExecutor() as threads:
        threads.submit(warnings.warn, text, UserWarning).result()

def test_restarted():
    warn("A worker stopped while some jobs were given to the executor. It had grown.")

def test_other():
    warn("A worker is slow.")
"""


def collected(project: Path, mark: str) -> str:
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-m", mark]
    return subprocess.run(command, cwd=project, capture_output=True, text=True, check=False).stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mark", "names"),
    [("not slow", {"fast", "marked"}), ("slow", {"slow", "nightly"}), ("nightly", {"nightly"})],
)
def test_tests_have_the_marks_that_the_project_names(project: Path, mark: str, names: set[str]) -> None:
    lines = [line for line in collected(project, mark).splitlines() if "::" in line]
    assert {line.rpartition("test_")[2] for line in lines} == names


@pytest.mark.slow
def test_an_unknown_mark_is_refused(project: Path) -> None:
    path = project / "tests" / "test_one.py"
    path.write_text(path.read_text().replace("mark.docker", "mark.dokcer"))
    assert "'dokcer' not found in `markers`" in collected(project, "not slow")


def test_the_nearest_project_file_decides(project: Path) -> None:
    assert suite.project(project / "tests") == project
    assert suite.project(Path("/nowhere/at/all")) == Path("/nowhere/at/all")


@pytest.mark.parametrize(
    ("folder", "shared"),
    [("plugins/toy", True), ("libs/ehr", True), ("libs/sandbox", False), ("tools/a", False)],
)
def test_tests_of_a_family_share_its_builds(tmp_path: Path, folder: str, shared: bool) -> None:
    (tmp_path / folder).mkdir(parents=True)
    (tmp_path / folder / "pyproject.toml").touch()
    first, second = (suite.group(tmp_path / folder / "tests" / f"test_{name}.py") for name in "ab")
    assert (first == second) is shared


@pytest.mark.slow
def test_a_worker_of_joblib_may_be_replaced_but_other_warnings_are_errors(project: Path) -> None:
    (project / "tests" / "test_one.py").write_text(RESTARTING)
    command = [sys.executable, "-m", "pytest", "-q", "-rA"]
    said = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False).stdout
    assert "PASSED tests/test_one.py::test_restarted" in said
    assert "FAILED tests/test_one.py::test_other" in said
