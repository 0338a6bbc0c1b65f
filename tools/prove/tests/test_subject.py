from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from medgym_core.builds.making import ensure_build
from medgym_core.errors import ConfigError, PluginError
from medgym_core.plugins import Installed
from medgym_prove import subject as subjects
from medgym_prove.subject import CERTIFICATE, Subject, subject_of
from medgym_testing.installation import pretend_installed

from .plugins import package, spoil, subject


def test_a_folder_is_a_subject(plugin: Path, tmp_path: Path) -> None:
    examined = subject_of(str(plugin), tmp_path, scale=5)
    assert (examined.folder, examined.scale, examined.package) == (plugin, 5, package(plugin))
    assert examined.family.name == examined.name == plugin.name


def test_an_installed_family_is_a_subject(
    plugin: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(plugin)
    point = Installed(plugin.name, package(plugin).name, "medgym-plugin-toy", "1")
    pretend_installed(monkeypatch, point)
    assert subject_of(plugin.name, tmp_path).folder == plugin
    (plugin / "pyproject.toml").unlink()
    with pytest.raises(ConfigError, match="is installed without its source"):
        subject_of(plugin.name, tmp_path)


def test_an_installed_family_that_is_broken_is_a_subject(
    plugin: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(plugin)
    (package(plugin) / "__init__.py").write_text("raise ValueError('no')\n", encoding="utf-8")
    pretend_installed(monkeypatch, Installed(plugin.name, package(plugin).name, "medgym-plugin-toy", "1"))
    examined = subject_of(plugin.name, tmp_path)
    assert examined.folder == plugin
    assert examined.unloadable.endswith(f"fix {package(plugin) / '__init__.py'}, line 1")


def test_an_installed_family_whose_folder_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pretend_installed(monkeypatch, Installed("toy", "medgym_plugin_nowhere", "medgym-plugin-toy", "1"))
    with pytest.raises(
        PluginError, match=r"folder is gone.*`uv sync --all-packages`.*uninstall medgym-plugin"
    ):
        subject_of("toy", tmp_path)


def test_of_a_misspelt_name_the_nearest_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pretend_installed(
        monkeypatch, Installed("bed-days", "medgym_plugin_bed_days", "medgym-plugin-bed-days", "1")
    )
    with pytest.raises(ConfigError, match="did you mean 'bed-days'"):
        subject_of("bed-day", tmp_path)


@pytest.mark.parametrize(
    ("target", "message"), [("", "holds no pyproject.toml"), ("none", "no installed family")]
)
def test_what_is_no_subject(tmp_path: Path, target: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        subject_of(str(tmp_path / target), tmp_path)


def test_a_plugin_has_one_entry_point(plugin: Path) -> None:
    spoil(
        plugin / "pyproject.toml", "[project.entry-points.medgym]", '[project.entry-points.medgym]\nb = "b"'
    )
    with pytest.raises(ConfigError, match="has 2 entry points in the group medgym"):
        _ = subject(plugin).name


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [("import ", "import no_such_module, ", "cannot be loaded"), ("{Toy", "{'other' + Toy", "provides")],
)
def test_a_plugin_that_does_not_provide_its_family(plugin: Path, old: str, new: str, message: str) -> None:
    module = package(plugin) / "__init__.py"
    text = module.read_text(encoding="utf-8")
    assert old in text
    module.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(PluginError, match=message):
        _ = subject(plugin).family


def test_the_digest_is_of_names_and_bytes(plugin: Path) -> None:
    first = subject(plugin).digest
    (plugin / "README.md").rename(plugin / "readme.md")
    second = subject(plugin).digest
    spoil(plugin / "pyproject.toml", 'version = "0.1.0"', 'version = "0.1.1"')
    assert len({first, second, subject(plugin).digest}) == 3


def test_the_digest_is_the_same_elsewhere(plugin: Path, tmp_path: Path) -> None:
    other = shutil.copytree(plugin, tmp_path / "elsewhere")
    assert subject(other).digest == subject(plugin).digest


@pytest.mark.parametrize("left", ["__pycache__/family.pyc", ".mypy_cache/x.json", "toy.egg-info/PKG-INFO"])
def test_what_tools_leave_is_no_source(plugin: Path, left: str) -> None:
    before = subject(plugin).digest
    (plugin / left).parent.mkdir()
    (plugin / left).write_text("left", encoding="utf-8")
    assert subject(plugin).digest == before


def test_the_certificate_alone_is_no_source(plugin: Path) -> None:
    before = subject(plugin).digest
    (package(plugin) / CERTIFICATE).write_text("{}", encoding="utf-8")
    assert subject(plugin).digest == before
    (plugin / "tests" / CERTIFICATE).write_text("{}", encoding="utf-8")
    assert subject(plugin).digest != before


@pytest.mark.parametrize(
    "change",
    [
        lambda folder, patch: (folder / "README.md").write_text("new", encoding="utf-8"),
        lambda folder, patch: patch.setattr(subjects, "reached", lambda package: {"a": folder / "README.md"}),
        lambda folder, patch: patch.setattr(subjects, "judge_digest", lambda: "another core"),
    ],
    ids=["plugin", "library", "core"],
)
def test_builds_come_from_plugin_libraries_and_core(
    plugin: Path, change: Callable[[Path, pytest.MonkeyPatch], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = subject(plugin).build()
    assert subject(plugin).build().root == before.root
    change(plugin, monkeypatch)
    assert subject(plugin).build().root != before.root


def test_builds_are_made_one_at_a_time(plugin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    examined = subject(plugin)

    def held(*arguments: object) -> object:
        assert examined._building.locked()
        return ensure_build(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(subjects, "ensure_build", held)
    assert examined.build(1).source.seed == 1
    assert not examined._building.locked()


def test_sandboxes_are_those_that_start_boxes(plugin: Path) -> None:
    assert "process" in Subject(folder=plugin, home=plugin).sandboxes
