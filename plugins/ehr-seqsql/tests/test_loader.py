"""From files to a build: the user's path and the built-in one are the same code."""

import shutil

import pytest

from medgym_ehr.testing.hospital.loader_laws import *  # noqa: F403
from medgym_ehr.testing.hospital.loader_laws import contents

SPLITS = ("train", "test", "ood", "reworded")


@pytest.mark.slow
def test_a_build_has_these_files(users, raw):
    assert set(contents(users(raw))) == {
        "public/mimic.sqlite",
        "public/tables.txt",
        *(f"private/sessions-{split}.{end}" for split in SPLITS for end in ("jsonl", "offsets")),
        "private/report.json",
    }


@pytest.mark.slow
def test_a_prebuilt_database_is_taken_as_it_is(users, raw, tmp_path):
    """EHRSQL's own file instead of raw ones: the same sessions are planned on it."""
    built = users(raw)
    (tmp_path / "prebuilt").mkdir()
    shutil.copyfile(built.public / "mimic.sqlite", tmp_path / "prebuilt" / "mimic_iii.sqlite")
    assert contents(users(tmp_path / "prebuilt")) == contents(built)


@pytest.mark.parametrize(
    ("name", "spoil", "said"),
    [
        ("LABEVENTS.csv", lambda data: None, r"LABEVENTS.*physionet"),
        ("ICUSTAYS.csv", lambda data: data.replace(b"INTIME", b"CAME", 1), r"ICUSTAYS\.csv.*INTIME"),
        ("PATIENTS.csv", lambda data: data.replace(b'"M"', b"M,M", 1), r"PATIENTS\.csv, line \d+"),
        ("ADMISSIONS.csv", lambda data: b"", r"ADMISSIONS\.csv.*empty"),
        ("data.json", lambda data: b'[{"id": "a", "sql": ""}]', r"data\.json, row 1 \(id a\): .*queries"),
        ("data.json", lambda data: b"[", r"data\.json: not JSON"),
    ],
)
def test_bad_files_are_named_with_the_fix_and_leave_nothing(refuses, name, spoil, said):
    refuses(name, spoil, said)
