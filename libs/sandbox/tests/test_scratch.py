"""Scratch folders: private, and removed whatever is in them; sweeps touch nothing of anyone else."""

from __future__ import annotations

import logging
import os
import stat
import subprocess
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_sandbox import lease, scratch
from medgym_sandbox.boundary import mishap

OTHER_USER = 65_534
as_root = pytest.mark.skipif(os.getuid() != 0, reason="only root can play another user")


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A temporary folder of the test's own."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    scratch._substitute.cache_clear()
    mishap._warn.cache_clear()
    return tmp_path


def orphan_name() -> str:
    """The name of what a driver that has ended left behind."""
    ended = subprocess.Popen(["true"])
    name = lease.new_name().split("-")
    ended.wait()
    return "-".join([*name[:2], str(ended.pid), "1", name[4]])


def deep(root: Path, levels: int) -> None:
    """A folder in a folder, and so on; far longer than a path may be."""
    above = os.open(root, os.O_RDONLY)
    for _ in range(levels):
        os.mkdir("d", dir_fd=above)
        below = os.open("d", os.O_RDONLY, dir_fd=above)
        os.close(above)
        above = below
    os.close(above)


def test_the_parent_is_private_and_the_same_for_all(temporary: Path) -> None:
    place = scratch.parent()
    assert place == temporary / f"medgym-{os.getuid()}" == scratch.parent()
    assert stat.S_IMODE(place.stat().st_mode) == 0o700
    assert scratch.new().parent == place


@pytest.mark.parametrize("taken", ["link", "file", "open to all", pytest.param("foreign", marks=as_root)])
def test_a_parent_that_someone_else_prepared_is_not_used(taken: str, temporary: Path) -> None:
    place = temporary / f"medgym-{os.getuid()}"
    if taken == "link":
        (temporary / "elsewhere").mkdir(mode=0o700)
        place.symlink_to(temporary / "elsewhere")
    elif taken == "file":
        place.touch()
    else:
        place.mkdir(mode=0o700)
        place.chmod(0o777 if taken == "open to all" else 0o700)
        os.chown(place, *[OTHER_USER if taken == "foreign" else os.getuid()] * 2)
    used = scratch.parent()
    assert used == scratch.parent() != place
    assert stat.S_IMODE(used.lstat().st_mode) == 0o700
    assert used.lstat().st_uid == os.getuid()
    assert scratch.new().parent == used


@pytest.mark.slow
def test_depth_does_not_matter(temporary: Path) -> None:
    root = temporary / "root"
    root.mkdir()
    deep(root, 20_000)
    before = os.listdir("/proc/self/fd")
    scratch.remove_tree(root)
    assert not root.exists()
    assert os.listdir("/proc/self/fd") == before


@given(modes=st.lists(st.integers(0, 0o777), min_size=1, max_size=6), wide=st.integers(1, 3))
def test_modes_do_not_matter(modes: list[int], wide: int) -> None:
    root = Path(tempfile.mkdtemp())
    folders = [root]
    for number in range(len(modes)):
        folders.append(folders[-1] / f"d{number}")
        folders[-1].mkdir()
        for file in range(wide):
            (folders[-1] / f"f{file}").touch(mode=0)
    for folder, mode in zip(reversed(folders), modes, strict=False):
        folder.chmod(mode)
    scratch.remove_tree(root)
    assert not root.exists()


@given(names=st.sets(st.binary(min_size=1, max_size=40), min_size=1, max_size=8))
def test_names_do_not_matter(names: set[bytes]) -> None:
    root = Path(tempfile.mkdtemp())
    for name in names:
        clean = name.replace(b"/", b"-").replace(b"\0", b"-").strip(b".") or b"-"
        inner = os.path.join(os.fsencode(root), clean, clean)
        os.makedirs(inner, exist_ok=True)
        os.symlink(b"\xff\n", inner + b"-link")
    scratch.remove_tree(root)
    assert not root.exists()


def test_links_are_not_followed(temporary: Path) -> None:
    kept = temporary / "kept"
    (kept / "inner").mkdir(parents=True)
    (kept / "inner").chmod(0o500)
    root = temporary / "root"
    root.mkdir()
    (root / "folder").symlink_to(kept)
    (root / "up").symlink_to("..")
    scratch.remove_tree(root)
    assert not root.exists()
    assert stat.S_IMODE((kept / "inner").stat().st_mode) == 0o500
    link = temporary / "link"
    link.symlink_to(kept)
    scratch.remove_tree(link)
    assert (kept / "inner").is_dir()


@as_root
def test_what_cannot_be_removed_is_noted_and_the_rest_goes(
    temporary: Path, caplog: pytest.LogCaptureFixture
) -> None:
    root = temporary / "root"
    (root / "a" / "stays" / "below").mkdir(parents=True)
    (root / "a" / "goes" / "below").mkdir(parents=True)
    (root / "z").mkdir()
    if subprocess.run(["chattr", "+i", root / "a" / "stays"], check=False).returncode != 0:
        pytest.skip("this file system has no immutable folders")
    try:
        with caplog.at_level(logging.WARNING):
            scratch.remove_tree(root)
        assert "removing" in caplog.text
        assert [path.name for path in root.rglob("*") if not path.name.startswith("below")] == ["a", "stays"]
    finally:
        subprocess.run(["chattr", "-R", "-i", root], check=True)
    scratch.remove_tree(root)
    assert not root.exists()


def test_nothing_there_is_no_failure(temporary: Path, caplog: pytest.LogCaptureFixture) -> None:
    scratch.remove_tree(temporary / "nothing")
    assert "removing" in caplog.text


@pytest.mark.slow
def test_a_sweep_removes_orphans_and_spares_the_living(temporary: Path) -> None:
    living = scratch.new()
    orphans = [place / orphan_name() for place in (temporary, scratch.parent())]
    for orphan in orphans:
        orphan.mkdir()
        deep(orphan, 1_500)
    assert scratch.sweep() == 2
    assert living.is_dir()
    assert not any(map(os.path.lexists, orphans))
    assert scratch.sweep() == 0


@as_root
def test_a_sweep_leaves_what_others_made(temporary: Path) -> None:
    secret = temporary / "secret"
    secret.mkdir(mode=0o500)
    (temporary / orphan_name()).symlink_to(secret)
    foreign = temporary / orphan_name()
    foreign.mkdir()
    os.chown(foreign, OTHER_USER, OTHER_USER)
    file = temporary / orphan_name()
    file.touch()
    assert scratch.sweep() == 0
    assert stat.S_IMODE(secret.stat().st_mode) == 0o500
    assert foreign.is_dir()
    assert file.exists()


def test_a_sweep_never_raises(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(tempfile, "tempdir", "/nonexistent")
    assert scratch.sweep() == 0
    assert "failed" in caplog.text
