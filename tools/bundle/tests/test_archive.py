"""Whatever is spoilt in a bundle is refused, or was nothing that is used."""

from __future__ import annotations

import contextlib
import zipfile
from pathlib import Path

import pytest

from medgym_bundle.archive import MANIFEST, Archive
from medgym_bundle.creation import Created, pack
from medgym_core.errors import ConfigError, DataError
from medgym_core.source import silent

from . import toy


def content(path: Path, folder: Path) -> dict[str, bytes]:
    """All that an installation would take from a bundle."""
    with Archive(path) as archive:
        archive.verify(silent)
        taken = {MANIFEST: archive.manifest.text().encode()}
        for name in archive.manifest.files:
            archive.extract(name, folder / "taken")
            taken[name] = (folder / "taken").read_bytes()
    return taken


def rewritten(path: Path, **changed: bytes | None) -> None:
    """Write the archive anew with other contents, or without them."""
    with zipfile.ZipFile(path) as old:
        files: dict[str, bytes | None] = {name: old.read(name) for name in old.namelist()}
    with zipfile.ZipFile(path, "w") as new:
        for name, data in {**files, **changed}.items():
            if data is not None:
                new.writestr(name, data)


def test_a_whole_bundle_is_read(small: Created, tmp_path: Path) -> None:
    taken = content(small.path, tmp_path)
    assert taken["docs/docs/page.md"] == b"# A page\n"
    assert taken["builds/d1/private/gold/1.json"] == b"42"


@pytest.mark.slow
def test_any_flipped_byte_is_noticed(copy: Path, tmp_path: Path) -> None:
    (tmp_path / "page").write_text("# A page\n")
    small = pack(tmp_path / "tiny.pyz", toy.MANIFEST, {"docs/page": tmp_path / "page"}, tmp_path)
    data, refused = small.path.read_bytes(), 0
    for place in range(len(data)):
        copy.write_bytes(data[:place] + bytes([data[place] ^ 0x41]) + data[place + 1 :])
        try:
            with Archive(copy) as archive:
                archive.verify(silent)
                assert archive.manifest == small.manifest, f"byte {place}"
        except DataError:
            refused += 1
    assert refused > len(data) / 2


@pytest.mark.parametrize("part", [0.0, 0.1, 0.5, 0.9, 0.999])
def test_a_truncated_file_is_reported(copy: Path, part: float) -> None:
    data = copy.read_bytes()
    copy.write_bytes(data[: int(len(data) * part)])
    with pytest.raises(DataError, match=r"truncated or damaged.*fetch it anew"):
        Archive(copy)


def test_a_missing_file_is_named(copy: Path) -> None:
    rewritten(copy, **{"docs/docs/page.md": None})
    with pytest.raises(DataError, match=r"'docs/docs/page\.md' is missing"):
        Archive(copy)


def test_a_file_that_nobody_listed_is_named(copy: Path) -> None:
    rewritten(copy, **{"wheels/more": b""})
    with pytest.raises(DataError, match="'wheels/more' is not in its manifest"):
        Archive(copy)


def test_a_name_that_leads_out_is_refused(copy: Path) -> None:
    rewritten(copy, **{"../../outside": b""})
    with pytest.raises(DataError, match=r"'\.\./\.\./outside' is not in its manifest"):
        Archive(copy)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_name_that_is_there_twice_is_refused(copy: Path) -> None:
    with zipfile.ZipFile(copy, "a") as archive:
        archive.writestr("builds/d1/build.json", "[]")
    with pytest.raises(DataError, match="twice"):
        Archive(copy)


@pytest.mark.parametrize("data", [b"", b"{}more", b"[]"])
def test_other_content_is_named(copy: Path, data: bytes) -> None:
    rewritten(copy, **{"builds/d1/build.json": data})
    with Archive(copy) as archive, pytest.raises(DataError, match=r"builds/d1/build\.json is not what"):
        archive.verify(silent)


def test_a_content_beyond_its_size_is_not_read_to_the_end(copy: Path, tmp_path: Path) -> None:
    rewritten(copy, **{"docs/docs/page.md": b"x" * 2**23})
    with Archive(copy) as archive, contextlib.suppress(DataError):
        archive.extract("docs/docs/page.md", tmp_path / "out")
    assert (tmp_path / "out").stat().st_size <= 2**20


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="there is no bundle at"):
        Archive(tmp_path / "none.pyz")
