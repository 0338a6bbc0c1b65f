"""What pip is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

import pytest

from medgym_bundle import packages
from medgym_core.errors import ConfigError

ROOT = Path(__file__).parents[3]


class Pip:
    """Stands in for pip: keeps what it is asked for, and makes a wheel."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.constraints = ""

    def __call__(self, pip: Sequence[str], wanted: Sequence[str], out: Path) -> None:
        self.asked = list(wanted)
        self.constraints = Path(wanted[-1]).read_text()
        (out / "some_thing-1.2+local-py3-none-any.whl").touch()


@pytest.fixture
def pip(monkeypatch: pytest.MonkeyPatch) -> Pip:
    asked = Pip()
    monkeypatch.setattr(packages, "_fetch", asked)
    return asked


@pytest.mark.slow
def test_source_folders_are_built_and_what_they_need_of_ours_with_them(pip: Pip, tmp_path: Path) -> None:
    packages.fetch_environment([], ["medgym-plugin-mimic"], ["llm"], tmp_path)
    assert pip.asked[0] == f"{ROOT}[llm]"
    assert set(pip.asked[1:-2]) == {
        *(f"{ROOT}/libs/{name}" for name in ("ehr", "patient", "raw", "reading", "sandbox", "statistics")),
        *(f"{ROOT}/plugins/mimic", "pip"),
    }


@pytest.mark.slow
def test_a_source_folder_is_read_as_it_is_now(
    pip: Pip, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pyproject.toml").write_text(
        '[project]\nname = "medgym-core"\ndependencies = ["medgym-ehr>=0"]'
    )
    monkeypatch.setattr(packages, "_source", lambda found: tmp_path if found.name == "medgym-core" else None)
    packages.fetch_environment([], [], [], tmp_path)
    assert pip.asked[:-2] == [str(tmp_path), "pip"]
    assert "medgym-ehr" in packages._reached(["medgym-core"])


def test_what_was_installed_from_an_index_is_asked_for_in_its_version(pip: Pip, tmp_path: Path) -> None:
    packages.fetch_environment([], ["Click"], [], tmp_path)
    assert f"click=={version('click')}" in pip.asked


def test_versions_are_those_installed_here(pip: Pip, tmp_path: Path) -> None:
    packages.fetch_environment([], [], [], tmp_path)
    lines = pip.constraints.splitlines()
    assert f"pydantic=={version('pydantic')}" in lines
    assert not [line for line in lines if line.startswith("medgym-core==")]


def test_pins_are_read_from_the_wheels(pip: Pip, tmp_path: Path) -> None:
    assert packages.fetch_environment([], [], [], tmp_path) == ("some_thing==1.2+local",)


def test_a_package_that_cannot_be_had_is_reported(tmp_path: Path) -> None:
    failing = ["sh", "-c", "echo No matching distribution found for $5 >&2; exit 1"]
    with pytest.raises(ConfigError, match=r"found for /some/list\. This needs a package index"):
        packages.fetch_boxes(failing, Path("/some/list"), tmp_path)


def test_pip_runs_apart_from_the_callers_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    packages.fetch_boxes(["sh", "-c", 'pwd > "$3/where"'], Path("/some/list"), Path("."))
    where = Path((tmp_path / "where").read_text().strip())
    assert not {tmp_path, ROOT} & {where, *where.parents}
