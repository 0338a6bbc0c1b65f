"""Boxes are made from the wheels that a bundle brought."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from medgym_core import BoxEnvironment
from medgym_sandbox import environment
from medgym_sandbox.environment import ensure_interpreter
from medgym_sandbox.wheels import pip

from . import toy

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def tool(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """A pip, made once."""
    return pip(tmp_path_factory.mktemp("pip"))


@pytest.fixture(params=["uv", "pip"])
def bundled(
    request: pytest.FixtureRequest, tool: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """The folder of a bundle's wheels, on machines with and without uv."""
    if request.param == "pip":
        monkeypatch.setattr(shutil, "which", lambda name: None)
        monkeypatch.setattr(environment, "pip", lambda scratch: tool)
    elif not shutil.which("uv"):
        pytest.skip("uv is not installed")
    (tmp_path / "wheels").mkdir()
    monkeypatch.setattr(environment, "BUNDLED", tmp_path / "wheels")
    return tmp_path / "wheels"


def made(pin: str, folder: Path) -> set[str]:
    """The packages in a fresh environment of one pin."""
    (folder / "requirements.txt").write_text(f"{pin}\n")
    root = ensure_interpreter(BoxEnvironment(folder), folder / "home").root
    return {path.name.split("-")[0] for path in root.glob("lib/python3*/site-packages/*.dist-info")}


def test_its_wheels_are_installed_and_pip_is_not(bundled: Path, tmp_path: Path) -> None:
    toy.wheel(bundled)
    assert made("toy==1.0", tmp_path) == {"toy"}


@pytest.mark.slow
def test_what_it_does_not_hold_comes_from_the_index(bundled: Path, tmp_path: Path) -> None:
    assert made("six==1.17.0", tmp_path) == {"six"}
