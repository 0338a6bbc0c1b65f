"""From files to a build: the user's path and the built-in one are the same code."""

import pytest

from medgym_ehr.testing.hospital.loader_laws import *  # noqa: F403
from medgym_ehr.testing.hospital.loader_laws import contents
from medgym_plugin_treqs import loader


def test_a_build_has_these_files(users, raw):
    assert set(contents(users(raw))) == {
        "public/mimicsql.sqlite",
        "public/tables.txt",
        "private/questions.sqlite",
        "private/report.json",
    }


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
def test_bad_files_are_named_with_the_fix_and_leave_nothing(refuses, name, spoil, said):
    refuses(name, spoil, said)


def test_a_smaller_hospital_is_asked_fewer_questions(family, users, raw):
    expected = round(loader.SIZES["train"] * 40 / loader.FULL)
    assert 0.8 * expected <= family.size(users(raw), "train") <= expected
