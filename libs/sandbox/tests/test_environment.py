import shutil
from pathlib import Path
from zipfile import ZipFile

import pytest

from medgym_sandbox.environment import ensure_interpreter, pins
from medgym_sandbox.errors import SandboxError
from medgym_sandbox.spec import BoxEnvironment


@pytest.fixture
def recipe(tmp_path: Path) -> BoxEnvironment:
    folder = tmp_path / "recipe"
    folder.mkdir()
    (folder / "requirements.txt").write_text("# small and pure\nsix==1.17.0  # a comment\n")
    return BoxEnvironment(folder)


def test_pins_are_the_list_without_comments(recipe: BoxEnvironment) -> None:
    assert pins(recipe) == ("six==1.17.0",)


def test_packages_are_installed_once_and_compiled(recipe: BoxEnvironment, tmp_path: Path) -> None:
    first = ensure_interpreter(recipe, tmp_path)
    assert list(first.root.glob("lib/python3*/site-packages/__pycache__/six.*.pyc"))
    marker = first.root / "finished"
    before = marker.stat().st_mtime_ns
    assert ensure_interpreter(recipe, tmp_path) == first
    assert marker.stat().st_mtime_ns == before


def test_an_unfinished_environment_is_made_anew(recipe: BoxEnvironment, tmp_path: Path) -> None:
    first = ensure_interpreter(recipe, tmp_path)
    (first.root / "finished").unlink()
    (first.root / "debris").touch()
    ensure_interpreter(recipe, tmp_path)
    assert not (first.root / "debris").exists()


def test_a_package_that_cannot_be_had_is_told_with_the_fix(recipe: BoxEnvironment, tmp_path: Path) -> None:
    (recipe.recipe / "requirements.txt").write_text("six==0.0.0.dev999\n")
    with pytest.raises(SandboxError, match="pip download"):
        ensure_interpreter(recipe, tmp_path)


def test_a_project_in_the_callers_folder_constrains_nothing(
    recipe: BoxEnvironment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.uv]\nconstraint-dependencies = ["six==1.16.0"]\n')
    monkeypatch.chdir(tmp_path)
    found = ensure_interpreter(recipe, tmp_path / "home")
    assert list(found.root.glob("lib/python3*/site-packages/six-1.17.0.dist-info"))


@pytest.mark.parametrize("uv", [pytest.param(True, id="uv"), pytest.param(False, id="pip")])
def test_wheels_that_pip_is_told_of_are_found_without_an_index(
    uv: bool, recipe: BoxEnvironment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if uv and shutil.which("uv") is None:
        pytest.skip("uv is not installed")
    if not uv:
        monkeypatch.setattr(shutil, "which", lambda name: None)
    name = "medgym_nowhere-1.0"
    with ZipFile(tmp_path / f"{name}-py3-none-any.whl", "w") as wheel:
        wheel.writestr("medgym_nowhere.py", "")
        about = f"{name}.dist-info"
        wheel.writestr(f"{about}/METADATA", "Metadata-Version: 2.1\nName: medgym-nowhere\nVersion: 1.0\n")
        wheel.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{about}/RECORD", "")
    (recipe.recipe / "requirements.txt").write_text("medgym-nowhere==1.0\n")
    monkeypatch.setenv("PIP_FIND_LINKS", f"{tmp_path} {tmp_path / 'gone'}")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    found = ensure_interpreter(recipe, tmp_path / "home")
    assert list(found.root.glob("lib/python3*/site-packages/medgym_nowhere.py"))
