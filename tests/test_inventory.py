from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from medgym_core import Build, DataError, Source, ensure_build, gold_of, load_build
from medgym_testing.session import SessionFamily

FAMILY = SessionFamily()


@pytest.fixture
def build(tmp_path: Path) -> Build:
    return ensure_build(FAMILY, Source.synthetic(), tmp_path)


def rewrite(path: Path, data: bytes, changed: int | None = None) -> None:
    """Put other bytes into a file, at another time than before."""
    before = path.stat().st_mtime_ns
    path.write_bytes(data)
    os.utime(path, ns=(0, before + 1 if changed is None else changed))


def test_a_shorter_file_is_noticed(build: Build, tmp_path: Path) -> None:
    path = build.public / "values.csv"
    rewrite(path, path.read_bytes()[:-1])
    for opened in (
        lambda: load_build(build.root),
        lambda: ensure_build(FAMILY, Source.synthetic(), tmp_path),
    ):
        with pytest.raises(
            DataError, match=r"public/values\.csv has \d+ bytes, not \d+; .*data build fake-session"
        ):
            opened()


def test_other_bytes_are_noticed(build: Build) -> None:
    path = build.public / "values.csv"
    rewrite(path, path.read_bytes()[:-1] + b"?")
    with pytest.raises(DataError, match="another content"):
        load_build(build.root)


def test_a_missing_file_is_noticed(build: Build) -> None:
    (build.public / "values.csv").unlink()
    with pytest.raises(DataError, match=r"values\.csv is missing"):
        load_build(build.root)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"family": "session"}', '{"files": 3}'])
def test_a_broken_manifest_is_no_traceback(build: Build, text: str) -> None:
    (build.root / "build.json").write_text(text)
    with pytest.raises(DataError, match=r"build\.json cannot be read; remove that folder"):
        load_build(build.root)


def test_gold_that_is_computed_later_does_no_harm(build: Build) -> None:
    gold_of(FAMILY, build, FAMILY.task(build, "test", 0))
    assert load_build(build.root) == build


def test_a_copy_is_as_whole_as_the_build(build: Build, tmp_path: Path) -> None:
    copied = Path(shutil.copytree(build.root, tmp_path / "copied", copy_function=shutil.copyfile))
    assert load_build(copied).digest == build.digest
    rewrite(copied / "public" / "values.csv", b"0" * (build.public / "values.csv").stat().st_size)
    with pytest.raises(DataError, match="another content"):
        load_build(copied)


def test_other_bytes_of_the_same_time_are_noticed(build: Build, tmp_path: Path) -> None:
    copied = Path(shutil.copytree(build.root, tmp_path / "copied"))
    path = copied / "public" / "values.csv"
    rewrite(path, b"0" * path.stat().st_size, changed=path.stat().st_mtime_ns)
    with pytest.raises(DataError, match="another content"):
        load_build(copied)


def test_a_build_of_an_earlier_version_opens(build: Build) -> None:
    manifest = build.root / "build.json"
    content = json.loads(manifest.read_text())
    for item in content["files"].values():
        item["changed"] = 0
    manifest.write_text(json.dumps(content))
    assert load_build(build.root) == build
