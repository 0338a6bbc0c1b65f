"""A bundle is installed whole or not at all."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from medgym_bundle import installation
from medgym_bundle.creation import Created, pack
from medgym_bundle.installation import install
from medgym_bundle.machine import this_machine
from medgym_core.cli.main import main
from medgym_core.errors import ConfigError, DataError
from medgym_core.source import silent

from . import toy

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def installed(whole: Created, tmp_path_factory: pytest.TempPathFactory) -> installation.Installed:
    """The toy, installed."""
    folder = tmp_path_factory.mktemp("place")
    return install(whole.path, folder / "medgym", folder / "home", silent)


def test_its_commands_run_where_it_was_put(installed: installation.Installed) -> None:
    said = subprocess.run([installed.root / "bin" / "toy"], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == str(installed.root)


def test_nothing_names_the_place_where_it_grew(installed: installation.Installed) -> None:
    (left,) = {path.name for path in installed.root.parent.iterdir()} - {"home"}
    assert left == "medgym"
    scripts = [path for path in (installed.root / "bin").iterdir() if not path.is_symlink()]
    assert not [path for path in scripts if b".medgym-" in path.read_bytes()]


def test_what_it_brought_is_there(installed: installation.Installed) -> None:
    brought = installed.root / "bundle"
    assert (brought / "docs" / "docs" / "page.md").read_text() == "# A page\n"
    assert {path.name.split("-")[0] for path in (brought / "wheels").iterdir()} == {"pip", "toy"}
    assert (brought / "manifest.json").read_text() == installed.manifest.text()


def test_builds_stand_in_the_home_and_gold_is_for_its_owner_alone(
    installed: installation.Installed,
) -> None:
    (build,) = installed.builds
    assert (build / "private" / "gold" / "1.json").read_text() == "42"
    assert stat.S_IMODE((build / "private").stat().st_mode) == 0o700
    assert stat.S_IMODE((build / "public" / "rows").stat().st_mode) == 0o644


def test_once_more_is_harmless_and_does_what_is_missing(
    installed: installation.Installed, whole: Created, tmp_path: Path
) -> None:
    before = (installed.root / "pyvenv.cfg").stat().st_mtime_ns
    again = install(whole.path, installed.root, tmp_path / "home", silent)
    assert (installed.root / "pyvenv.cfg").stat().st_mtime_ns == before
    assert [build.parents[1] for build in again.builds] == [tmp_path / "home"]


def test_a_build_that_stands_is_kept(whole: Created, installed: installation.Installed) -> None:
    page = installed.builds[0] / "public" / "rows"
    page.write_text("mine")
    install(whole.path, installed.root, installed.builds[0].parents[1], silent)
    assert page.read_text() == "mine"


def test_the_verb_does_the_same(whole: Created, installed: installation.Installed) -> None:
    home = installed.builds[0].parents[1]
    words = ["bundle", "install", str(whole.path), "--into", str(installed.root), "--home", str(home)]
    printed = json.loads(CliRunner().invoke(main, [*words, "--json"], catch_exceptions=False).stdout)
    assert printed["folder"] == str(installed.root)
    assert printed["builds"] == [str(build) for build in installed.builds]


def test_what_to_type_next_is_printed(installed: installation.Installed) -> None:
    assert f"export PATH={installed.root}/bin:$PATH" in installed.reported()
    assert "medgym run --task toy --limit 5" in installed.reported()


@pytest.mark.parametrize("changed", [{"python": "cpython 2.7"}, {"platform": "plan9 vax"}, {"glibc": 999}])
def test_another_machine_is_refused_and_nothing_written(changed: dict[str, str], tmp_path: Path) -> None:
    other = replace(toy.MANIFEST, machine=replace(this_machine(), **changed))
    made = pack(tmp_path / "other.pyz", other, {}, tmp_path)
    with pytest.raises(ConfigError, match="cannot be installed here: "):
        install(made.path, tmp_path / "place" / "medgym", tmp_path / "place" / "home", silent)
    assert not (tmp_path / "place").exists()


def test_damage_is_refused_and_nothing_written(whole: Created, tmp_path: Path) -> None:
    data = bytearray(whole.path.read_bytes())
    data[len(data) // 2] ^= 1
    spoilt = tmp_path / "spoilt.pyz"
    spoilt.write_bytes(data)
    with pytest.raises(DataError, match="wheels/"):
        install(spoilt, tmp_path / "place" / "medgym", tmp_path / "place" / "home", silent)
    assert not (tmp_path / "place").exists()


def test_a_folder_that_holds_something_else_is_left_alone(small: Created, tmp_path: Path) -> None:
    (tmp_path / "medgym").mkdir()
    (tmp_path / "medgym" / "mine").touch()
    with pytest.raises(ConfigError, match="holds something else"):
        install(small.path, tmp_path / "medgym", tmp_path / "home", silent)
    assert [path.name for path in (tmp_path / "medgym").iterdir()] == ["mine"]


def test_a_package_that_does_not_install_leaves_nothing(tmp_path: Path) -> None:
    good = toy.whole(tmp_path)
    files = {**toy.contents(tmp_path / "contents"), "wheels/pip-0-py3-none-any.whl": good.path}
    made = pack(tmp_path / "bad.pyz", toy.MANIFEST, files, tmp_path)
    with pytest.raises(DataError, match=r"could not be installed.*nothing was changed"):
        install(made.path, tmp_path / "place" / "medgym", tmp_path / "home", silent)
    assert list((tmp_path / "place").iterdir()) == []


def test_a_disk_that_refuses_is_reported(small: Created, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises((ConfigError, DataError), match="file"):
        install(small.path, tmp_path / "file" / "medgym", tmp_path / "home", silent)


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_installation_leaves_nothing(whole: Created, tmp_path: Path, number: int) -> None:
    command = [sys.executable, str(whole.path), "install", "--into", str(tmp_path / "place" / "medgym")]
    running = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, process_group=0)
    assert running.stderr
    while "installing" not in running.stderr.readline():
        pass
    os.killpg(running.pid, number) if number == signal.SIGINT else running.terminate()
    running.communicate()
    assert running.returncode != 0
    assert list((tmp_path / "place").glob("*")) == []


@pytest.fixture
def with_images(tmp_path: Path) -> Callable[[], str]:
    """Installs a bundle with an image where its packages stand already; returns what is printed of it."""
    (tmp_path / "layers").write_bytes(b"layers")
    manifest = replace(toy.MANIFEST, images=("medgym-toy:1",))
    made = pack(tmp_path / "images.pyz", manifest, {"images.tar.gz": tmp_path / "layers"}, tmp_path)
    brought = tmp_path / "medgym" / "bundle"
    brought.mkdir(parents=True)
    (brought / "manifest.json").write_text(made.manifest.text())
    (brought / "images.tar.gz").write_bytes(b"layers")
    return lambda: install(made.path, tmp_path / "medgym", tmp_path / "home", silent).images


def docker(folder: Path, script: str) -> None:
    """A ``docker`` of our own."""
    (folder / "docker").write_text(f"#!/bin/sh\n{script}\n")
    (folder / "docker").chmod(0o755)


@pytest.mark.parametrize(
    ("script", "why"),
    [("", "no docker command"), ("echo no engine answers >&2; exit 1", "no engine answers")],
)
def test_images_wait_for_an_engine(
    with_images: Callable[[], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, why: str
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    if script:
        docker(tmp_path, script)
    images = tmp_path / "medgym" / "bundle" / "images.tar.gz"
    assert with_images() == (
        f"images wait in {images} ({why}); once an engine answers: docker load --input {images}"
    )
    assert images.exists()


def test_images_are_handed_to_an_engine_once(
    with_images: Callable[[], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    docker(tmp_path, '[ "$1 $2" = "load --input" ] && [ -f "$3" ]')
    assert with_images() == "images were handed to the engine: medgym-toy:1"
    assert not (tmp_path / "medgym" / "bundle" / "images.tar.gz").exists()
    assert with_images() == "images were handed to the engine before: medgym-toy:1"
