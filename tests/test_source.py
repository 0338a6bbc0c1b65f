import errno
import hashlib
import os
import sqlite3
import stat
from pathlib import Path

import pytest

from medgym_core import (
    Build,
    ConfigError,
    DataError,
    Progress,
    Source,
    Tier,
    ensure_build,
    gold_of,
    home_of,
    load_build,
)
from medgym_core.files import replace_file
from medgym_testing.session import SessionFamily

FAMILY = SessionFamily()


def test_a_build_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = ensure_build(FAMILY, Source.synthetic(), tmp_path)
    monkeypatch.setattr(SessionFamily, "build", None)
    assert ensure_build(FAMILY, Source.synthetic(), tmp_path) == first
    assert load_build(first.root) == first


def test_the_same_source_gives_the_same_bytes(tmp_path: Path) -> None:
    one, two = (ensure_build(FAMILY, Source.synthetic(3), tmp_path / name) for name in "ab")
    assert one.digest == two.digest
    assert (one.public / "values.csv").read_bytes() == (two.public / "values.csv").read_bytes()


def test_seed_and_scale_make_other_builds(tmp_path: Path) -> None:
    sources = (Source.synthetic(), Source.synthetic(1), Source.synthetic(0, 9))
    assert len({ensure_build(FAMILY, source, tmp_path).digest for source in sources}) == 3


def test_a_users_copy_is_known_by_its_bytes_and_keeps_its_tier(tmp_path: Path) -> None:
    raw = tmp_path / "raw"
    raw.mkdir()
    (raw / "seed.txt").write_text("5")
    first = ensure_build(FAMILY, Source.user(raw, Tier.CREDENTIALED), tmp_path)
    (raw / "seed.txt").write_text("6")
    second = ensure_build(FAMILY, Source.user(raw, Tier.CREDENTIALED), tmp_path)
    assert first.digest != second.digest
    assert first.tier is Tier.CREDENTIALED


def test_undeclared_data_counts_as_restricted(tmp_path: Path) -> None:
    assert Source.user(tmp_path).tier is Tier.RESTRICTED


def test_missing_data_is_named_with_the_fix(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"no file or folder at .*--source"):
        ensure_build(FAMILY, Source.user(tmp_path / "nowhere"), tmp_path)


def test_a_build_knows_its_home_while_it_grows_and_when_it_stands(tmp_path: Path) -> None:
    seen: list[Path] = []

    class Looking(SessionFamily):
        def build(self, raw: Path, out: Build, progress: Progress) -> None:
            seen.append(home_of(out))
            super().build(raw, out, progress)

    stands = ensure_build(Looking(), Source.synthetic(), tmp_path)
    assert [*seen, home_of(stands)] == [tmp_path, tmp_path]


@pytest.mark.parametrize(
    "error",
    [OSError(errno.ENOSPC, "No space left on device"), sqlite3.OperationalError("database or disk is full")],
)
def test_a_full_disk_is_reported_and_nothing_is_left(tmp_path: Path, error: Exception) -> None:
    class Full(SessionFamily):
        def build(self, raw: Path, out: Build, progress: Progress) -> None:
            raise error

    with pytest.raises(DataError, match=r"the disk is full: .*choose another --home"):
        ensure_build(Full(), Source.synthetic(), tmp_path)
    assert list((tmp_path / "builds").iterdir()) == []


def test_a_home_that_cannot_be_made_is_reported() -> None:
    with pytest.raises(ConfigError, match="choose another --home"):
        ensure_build(FAMILY, Source.synthetic(), Path("/proc/medgym"))


def test_a_failed_build_leaves_nothing(tmp_path: Path) -> None:
    class Failing(SessionFamily):
        def build(self, raw: Path, out: Build, progress: Progress) -> None:
            (out.public / "half.csv").write_text("half")
            raise DataError("line 3 of half.csv is cut off")

    with pytest.raises(DataError, match="line 3"):
        ensure_build(Failing(), Source.synthetic(), tmp_path)
    assert list((tmp_path / "builds").iterdir()) == []


def test_a_missing_build_is_reported_with_the_fix(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="medgym data build"):
        load_build(tmp_path)


def test_boxes_may_read_the_public_half_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        build = ensure_build(FAMILY, Source.synthetic(), tmp_path)
    finally:
        os.umask(before)
    assert stat.S_IMODE((build.public / "values.csv").stat().st_mode) == 0o644
    assert stat.S_IMODE(build.private.stat().st_mode) == 0o700


def test_gold_is_computed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build = ensure_build(FAMILY, Source.synthetic(), tmp_path)
    task = FAMILY.task(build, "test", 0)
    first = gold_of(FAMILY, build, task)
    monkeypatch.setattr(SessionFamily, "gold", None)
    assert gold_of(FAMILY, build, task) == first


def test_a_source_of_one_kind_has_no_field_of_the_other(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="a user source has a path"):
        Source(kind="user", tier=Tier.OPEN)


def test_replacing_a_file_that_fails_keeps_the_old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "file"
    replace_file(target, b"old")
    monkeypatch.setattr(os, "fsync", _full)
    with pytest.raises(OSError, match="No space"):
        replace_file(target, b"new")
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


def _full(descriptor: int) -> None:
    raise OSError(28, "No space left on device")


def test_a_relative_home_gives_an_absolute_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    build = ensure_build(FAMILY, Source.synthetic(), Path("home"))
    assert build.root.is_absolute()
    assert load_build(build.root.relative_to(tmp_path)) == build


def test_files_of_gold_do_not_say_whose_they_are(tmp_path: Path) -> None:
    build = ensure_build(FAMILY, Source.synthetic(), tmp_path)
    (build.private / "gold" / "test").mkdir(parents=True)
    (build.private / "gold" / "test" / "0.json").write_text("[1]")  # as earlier versions left it
    tasks = [FAMILY.task(build, "test", index) for index in range(2)]
    for task in tasks:
        gold_of(FAMILY, build, task)
    names = {path.stem for path in (build.private / "gold").iterdir()}
    assert len(names) == 3
    texts = [text for task in tasks for text in (task.id, str(task.index))]
    guesses = [hashlib.sha256(text.encode()).hexdigest() for text in texts]
    assert names.isdisjoint([*guesses, "0", "1", "test"])
