"""The tests of a distribution stand alone: they import what it declares, and nothing of the repository."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from release.distribution import ROOT, Distribution, distributions

OWN = {"benchmarks", "docs", "libs", "plugins", "release", "templates", "tests", "tools"}
"""Folders of the repository that no distribution holds."""
SUITES = [one for one in distributions() if one.folder != ROOT and (one.folder / "tests").is_dir()]
ALONE = [one for one in SUITES if one.folder.parent.name != "tools"]
"""Plugins and libraries: theirs run from their source distributions."""
HOMES = packages_distributions()
OPTIONS = """
[tool.pytest.ini_options]
testpaths = ["tests"]
addopts = ["-p", "medgym_testing.suite", "--import-mode=importlib", "--strict-config", "--strict-markers"]
filterwarnings = ["error"]
"""


def imports(path: Path, tests: Path) -> Iterator[str]:
    """The packages that a module imports, wherever it does; with dots, what lies outside of ``tests``."""
    depth = len(path.relative_to(tests).parts)
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level > depth:
            yield "." * node.level + (node.module or "")
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield str(node.module).partition(".")[0]


def strays(tests: Path) -> list[tuple[str, str]]:
    """Files of a suite, and what of the repository they import."""
    return [
        (path.name, name)
        for path in sorted(tests.rglob("*.py"))
        for name in sorted({*imports(path, tests)})
        if name in OWN or name.startswith(".")
    ]


def undeclared(one: Distribution) -> list[str]:
    """What a suite imports that neither its project nor its group ``test`` says to need."""
    needs = [*one.table["project"].get("dependencies", ()), *one.table["dependency-groups"]["test"]]
    declared = {one.name, *(canonicalize_name(Requirement(need).name) for need in needs)}
    files = [*(one.folder / "tests").rglob("*.py")]
    found = {name for path in files for name in imports(path, one.folder / "tests")}
    found -= sys.stdlib_module_names | ({path.stem for path in files} - HOMES.keys())
    return [name for name in found if declared.isdisjoint(map(canonicalize_name, HOMES.get(name, [name])))]


@pytest.mark.parametrize("one", SUITES, ids=lambda one: one.name)
def test_a_suite_imports_nothing_of_the_repository(one: Distribution) -> None:
    assert strays(one.folder / "tests") == []


def test_what_strays_is_refused(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "three.py").write_text("import libs.ehr.tests.shared\nfrom ..four import y\n")
    (tmp_path / "deep" / "two.py").write_text("def late():\n    from ...other.tests import x\n")
    (tmp_path / "one.py").write_text("from tests.docs.pages import ROOT\nfrom .deep import two\n")
    assert strays(tmp_path) == [("three.py", "libs"), ("two.py", "...other.tests"), ("one.py", "tests")]


@pytest.mark.parametrize("one", ALONE, ids=lambda one: one.name)
def test_a_suite_declares_what_it_imports(one: Distribution) -> None:
    assert undeclared(one) == []


def test_what_is_not_declared_is_refused(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_one.py").write_text("import json, sklearn, yaml\nfrom medgym_prove import x")
    content = (
        '[project]\nname = "a"\ndependencies = ["pyyaml>=6"]\n[dependency-groups]\ntest = ["medgym-prove"]\n'
    )
    (tmp_path / "pyproject.toml").write_text(content)
    assert undeclared(Distribution(tmp_path)) == ["sklearn"]


@pytest.mark.parametrize("one", ALONE, ids=lambda one: one.name)
def test_options_are_those_of_the_template(one: Distribution) -> None:
    (template,) = (ROOT / "templates").glob("*/*/pyproject.toml")
    assert OPTIONS in template.read_text()
    assert OPTIONS in one.path.read_text()
    assert {"medgym-testing", "pytest"} <= {
        Requirement(need).name for need in one.table["dependency-groups"]["test"]
    }
