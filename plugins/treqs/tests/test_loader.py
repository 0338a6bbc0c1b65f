"""From files to a build: the user's path and the built-in one are the same code."""

import gzip
import shutil

import pytest

from medgym_core import DataError, Source, ensure_build
from medgym_plugin_treqs import loader


def contents(build):
    """Every file of both halves, gold aside."""
    halves = (build.public, build.private)
    return {f"{half.name}/{file.name}": file.read_bytes() for half in halves for file in half.glob("*.*")}


@pytest.fixture
def copied(raw, tmp_path):
    """A copy of the raw files that a test may spoil."""
    return shutil.copytree(raw, tmp_path / "raw")


def test_a_users_folder_builds_what_the_built_in_source_builds(family, users, raw, tmp_path):
    built_in = ensure_build(family, Source.synthetic(scale=40), tmp_path)
    assert contents(users(raw)) == contents(built_in)
    assert set(contents(built_in)) == {
        "public/mimicsql.sqlite",
        "public/tables.txt",
        "private/questions.sqlite",
        "private/report.json",
    }


def test_gzipped_files_build_the_same(users, raw, copied):
    for file in list(copied.iterdir()):
        (copied / f"{file.name}.gz").write_bytes(gzip.compress(file.read_bytes()))
        file.unlink()
    assert contents(users(copied)) == contents(users(raw))


def test_another_seed_builds_another_hospital(family, users, raw, tmp_path):
    other = ensure_build(family, Source.synthetic(seed=1, scale=40), tmp_path)
    assert family.task(other, "test", 3).turns[0] != family.task(users(raw), "test", 3).turns[0]


def test_files_that_are_not_asked_about_need_not_be_there(users, raw, copied):
    for name in ("CHARTEVENTS", "ICUSTAYS", "D_ITEMS"):
        (copied / f"{name}.csv").unlink()
    assert contents(users(copied)) == contents(users(raw))


@pytest.mark.parametrize(
    ("name", "spoil", "said"),
    [
        ("LABEVENTS.csv", lambda data: None, r"LABEVENTS.*physionet"),
        ("PRESCRIPTIONS.csv", lambda data: data.replace(b"DRUG", b"DOPE", 1), r"PRESCRIPTIONS\.csv.*DRUG"),
        ("PATIENTS.csv", lambda data: data.replace(b'"M"', b"M,M", 1), r"PATIENTS\.csv, line \d+"),
        ("ADMISSIONS.csv", lambda data: b"", r"ADMISSIONS\.csv.*empty"),
        ("id2name.csv", lambda data: b"1,Somebody\n", r"id2name\.csv has no name for"),
        ("mimicsql_natural/dev.json", lambda data: b"{}\n", r"dev\.json, line 1: not a question"),
    ],
)
def test_bad_files_are_named_with_the_mend_and_leave_nothing(family, copied, tmp_path, name, spoil, said):
    path = copied / name
    path.parent.mkdir(exist_ok=True)
    spoilt = spoil(path.read_bytes() if path.exists() else b"")
    path.unlink(missing_ok=True)
    if spoilt is not None:
        path.write_bytes(spoilt)
    with pytest.raises(DataError, match=said):
        ensure_build(family, Source.user(copied), tmp_path / "home")
    assert list((tmp_path / "home" / "builds").iterdir()) == []


def test_a_smaller_hospital_is_asked_fewer_questions(family, users, raw):
    expected = round(loader.SIZES["train"] * 40 / loader.FULL)
    assert 0.8 * expected <= family.size(users(raw), "train") <= expected
