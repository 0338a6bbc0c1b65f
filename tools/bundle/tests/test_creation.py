"""What goes into a bundle, and what does not."""

from __future__ import annotations

import gzip
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from medgym_bundle import creation, packages
from medgym_bundle.archive import Archive
from medgym_bundle.creation import Contents, create, pack
from medgym_core import Source, Tier, plugins
from medgym_core.cli.main import main
from medgym_core.errors import ConfigError, DataError
from medgym_core.source import silent
from medgym_sandbox.held import Image
from medgym_testing.base import FakeFamily
from medgym_testing.installation import pretend_installed
from medgym_testing.program import ProgramFamily

from . import toy


@pytest.fixture
def family(monkeypatch: pytest.MonkeyPatch) -> FakeFamily:
    """The one installed family; wheels are fetched from nowhere."""
    family = ProgramFamily()

    def fetch(pip: object, providers: object, extras: object, out: Path) -> tuple[str, ...]:
        (out / "toy-1.0-py3-none-any.whl").touch()
        return ("toy==1.0",)

    monkeypatch.setattr(packages, "fetch_environment", fetch)
    monkeypatch.setattr(packages, "fetch_boxes", lambda pip, path, out: None)
    monkeypatch.setattr(creation, "pip", lambda scratch: ["pip"])
    monkeypatch.setattr(plugins, "family", lambda name: family)
    pretend_installed(monkeypatch)
    return family


def test_equal_contents_make_equal_bundles(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    made = [toy.small(tmp_path / name) for name in ("a", "b")]
    assert made[0].sha256 == made[1].sha256
    assert made[0].path.read_bytes() == made[1].path.read_bytes()
    with zipfile.ZipFile(made[0].path) as archive:
        assert {member.date_time for member in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_it_holds_packages_pages_registry_and_itself(family: FakeFamily, tmp_path: Path) -> None:
    made = create(tmp_path / "b.pyz", [family.name], Contents(), tmp_path / "home")
    names = set(made.manifest.files)
    assert {
        "wheels/toy-1.0-py3-none-any.whl",
        "registry.json",
        "medgym_bundle/program.py",
    } <= names
    assert any(name.startswith("docs/") for name in names)
    assert not any(name.startswith("builds/") for name in names)
    with Archive(made.path) as archive:
        archive.verify(silent)
        assert archive.manifest.families == {family.name: family.version}


def test_builds_go_along_when_asked(family: FakeFamily, tmp_path: Path) -> None:
    made = create(tmp_path / "b.pyz", [family.name], Contents(builds=True), tmp_path / "home")
    (manifest,) = [name for name in made.manifest.files if name.endswith("/build.json")]
    content = json.loads(zipfile.ZipFile(made.path).read(manifest))
    assert (content["family"], content["tier"]) == (family.name, "synthetic")


def test_labelled_data_is_refused_before_anything_is_made(
    family: FakeFamily, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(family, "default_source", lambda: Source.user(tmp_path, Tier.REGISTERED))
    with pytest.raises(DataError, match="no bundle carries such data"):
        create(tmp_path / "b.pyz", [family.name], Contents(builds=True), tmp_path / "home")
    assert list(tmp_path.iterdir()) == []


def test_a_link_in_a_build_is_refused(family: FakeFamily, tmp_path: Path) -> None:
    create(tmp_path / "a.pyz", [family.name], Contents(builds=True), tmp_path / "home")
    (root,) = (tmp_path / "home" / "builds").iterdir()
    (root / "public" / "link").symlink_to("/etc/passwd")
    with pytest.raises(DataError, match="is a link"):
        create(tmp_path / "b.pyz", [family.name], Contents(builds=True), tmp_path / "home")
    assert not (tmp_path / "b.pyz").exists()


def test_what_exists_is_not_overwritten(family: FakeFamily, tmp_path: Path) -> None:
    (tmp_path / "b.pyz").write_text("mine")
    with pytest.raises(ConfigError, match="exists already"):
        create(tmp_path / "b.pyz", [family.name], Contents(), tmp_path / "home")
    assert (tmp_path / "b.pyz").read_text() == "mine"


def test_what_python_could_not_run_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zipfile, "ZIP64_LIMIT", 1000)
    with pytest.raises(DataError, match=r"2 GiB.*several"):
        pack(tmp_path / "b.pyz", toy.MANIFEST, toy.contents(tmp_path / "c"), tmp_path)
    assert not (tmp_path / "b.pyz").exists()


def test_images_are_saved_together(
    family: FakeFamily, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def save(references: tuple[str, ...]) -> Iterator[bytes]:
        yield ",".join(references).encode()

    def ensured(*_: object) -> Image:
        return Image("medgym-toy:1", "sha256:0")

    monkeypatch.setattr(creation, "ensure_image", ensured)
    monkeypatch.setattr(creation.engine, "save", save)
    made = create(tmp_path / "b.pyz", [family.name], Contents(images=True), tmp_path / "home")
    assert made.manifest.images == ("medgym-toy:1",)
    saved = zipfile.ZipFile(made.path).read("images.tar.gz")
    assert gzip.decompress(saved) == b"medgym-toy:1"
    assert saved[4:8] == bytes(4)  # no time of writing


def test_the_verb_tells_the_checksum(family: FakeFamily, tmp_path: Path) -> None:
    words = ["bundle", "create", str(tmp_path / "b.pyz"), "--family", family.name, "--json"]
    printed = json.loads(CliRunner().invoke(main, words, catch_exceptions=False).stdout)
    assert printed["bytes"] == (tmp_path / "b.pyz").stat().st_size
    assert printed["families"] == {family.name: family.version}
