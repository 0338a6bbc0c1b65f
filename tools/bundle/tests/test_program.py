"""A bundle is a program that needs the standard library alone."""

from __future__ import annotations

import ast
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from medgym_bundle.creation import Created, program
from medgym_bundle.machine import this_machine


def run(bundle: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a bundle with nothing but the standard library."""
    command = [sys.executable, "-I", "-S", str(bundle), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("path", program().values(), ids=lambda path: path.stem)
def test_its_modules_run_without_packages(path: Path) -> None:
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            named = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module]
            for name in named:
                top = str(name).split(".")[0]
                place = str(name).replace(".", "/")
                travels = {f"{place}.py", f"{place}/__init__.py"} & program().keys()
                assert top in sys.stdlib_module_names or travels, name


def test_it_says_how_it_is_used(whole: Created) -> None:
    assert "--into FOLDER" in run(whole.path, "install", "--help").stdout


def test_an_error_is_one_line(whole: Created, tmp_path: Path) -> None:
    (tmp_path / "mine").touch()
    done = run(whole.path, "install", "--into", str(tmp_path))
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith(f"Error: {tmp_path} holds something else")


def test_it_can_be_executed(whole: Created) -> None:
    done = subprocess.run([whole.path, "--help"], capture_output=True, text=True, check=False)
    assert "install" in done.stdout


def test_another_python_is_told_which_one_is_needed(
    whole: Created, capsys: pytest.CaptureFixture[str]
) -> None:
    start = zipfile.ZipFile(whole.path).read("__main__.py").decode()
    here = this_machine().python
    with pytest.raises(SystemExit, match=r"made for cpython 2\.7; run it with .* python2\.7 FILE"):
        exec(start.replace(here, "cpython 2.7").replace(f"python{here.split()[1]}", "python2.7"), {})
