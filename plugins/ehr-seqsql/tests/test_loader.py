"""From files to a build: the user's path and the built-in one are the same code."""

import gzip
import shutil

import pytest

from medgym_core import DataError, Source, ensure_build


def contents(build):
    """Every file of both halves, gold aside."""
    halves = (build.public, build.private)
    return {f"{half.name}/{file.name}": file.read_bytes() for half in halves for file in half.glob("*.*")}


@pytest.fixture
def copied(raw, tmp_path):
    """A copy of the raw files that a test may spoil."""
    return shutil.copytree(raw, tmp_path / "raw")


def test_a_users_folder_builds_what_the_built_in_source_builds(family, users, raw, tmp_path):
    built_in = ensure_build(family, Source.synthetic(scale=12), tmp_path)
    assert contents(users(raw)) == contents(built_in)
    assert set(contents(built_in)) == {
        "public/mimic.sqlite",
        "public/tables.txt",
        *(f"private/sessions-{split}.{end}" for split in ("train", "test") for end in ("jsonl", "offsets")),
        "private/report.json",
    }


def test_gzipped_files_build_the_same(users, raw, copied):
    for file in list(copied.iterdir()):
        (copied / f"{file.name}.gz").write_bytes(gzip.compress(file.read_bytes()))
        file.unlink()
    assert contents(users(copied)) == contents(users(raw))


def test_a_prebuilt_database_is_taken_as_it_is(users, raw, tmp_path):
    """EHRSQL's own file instead of raw ones: the same sessions are planned on it."""
    built = users(raw)
    (tmp_path / "prebuilt").mkdir()
    shutil.copyfile(built.public / "mimic.sqlite", tmp_path / "prebuilt" / "mimic_iii.sqlite")
    assert contents(users(tmp_path / "prebuilt")) == contents(built)


def test_another_seed_builds_another_hospital(family, users, raw, tmp_path):
    other = ensure_build(family, Source.synthetic(seed=1, scale=12), tmp_path)
    assert family.task(other, "test", 3).turns != family.task(users(raw), "test", 3).turns


@pytest.mark.parametrize(
    ("name", "spoil", "said"),
    [
        ("LABEVENTS.csv", lambda data: None, r"LABEVENTS.*physionet"),
        ("ICUSTAYS.csv", lambda data: data.replace(b"INTIME", b"CAME", 1), r"ICUSTAYS\.csv.*INTIME"),
        ("PATIENTS.csv", lambda data: data.replace(b'"M"', b"M,M", 1), r"PATIENTS\.csv, line \d+"),
        ("ADMISSIONS.csv", lambda data: b"", r"ADMISSIONS\.csv.*empty"),
        ("data.json", lambda data: b'[{"id": "a"}]', r"data\.json, row 1 \(id a\): .*queries"),
        ("data.json", lambda data: b"[", r"data\.json: not JSON"),
    ],
)
def test_bad_files_are_named_with_the_mend_and_leave_nothing(family, copied, tmp_path, name, spoil, said):
    path = copied / name
    spoilt = spoil(path.read_bytes() if path.exists() else b"")
    path.unlink(missing_ok=True)
    if spoilt is not None:
        path.write_bytes(spoilt)
    with pytest.raises(DataError, match=said):
        ensure_build(family, Source.user(copied), tmp_path / "home")
    assert list((tmp_path / "home" / "builds").iterdir()) == []
