"""From files to a build: the user's path and the built-in one are the same code."""

import shutil

import pytest

from medgym_core import DataError, Source, ensure_build
from medgym_ehr.hospital import loader
from medgym_plugin_eicu.loader import HOSPITAL


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
    assert {"public/eicu.sqlite", "public/tables.txt", "private/questions.sqlite"} <= contents(
        built_in
    ).keys()


@pytest.mark.parametrize(
    ("name", "spoil", "said"),
    [
        ("lab.csv", lambda data: None, r"lab.*physionet"),
        (
            "treatment.csv",
            lambda data: data.replace(b"treatmentoffset", b"when", 1),
            r"treatment\.csv.*offset",
        ),
        ("patient.csv", lambda data: data.replace(b'"Female"', b"Female,x", 1), r"patient\.csv, line \d+"),
        ("allergy.csv", lambda data: b"", r"allergy\.csv.*empty"),
    ],
)
def test_bad_files_are_named_with_the_mend_and_leave_nothing(family, copied, tmp_path, name, spoil, said):
    spoilt = spoil((copied / name).read_bytes())
    (copied / name).unlink()
    if spoilt is not None:
        (copied / name).write_bytes(spoilt)
    with pytest.raises(DataError, match=said):
        ensure_build(family, Source.user(copied), tmp_path / "home")
    assert list((tmp_path / "home" / "builds").iterdir()) == []


def test_a_smaller_hospital_is_asked_fewer_questions(family, build):
    assert loader.read_report(build).rows["patient"] > 0
    share = family.size(build, "train") / HOSPITAL.sizes["train"]
    assert 0.15 < share < 0.35  # of 120 patients five in six are in the database, of 400 for all questions
