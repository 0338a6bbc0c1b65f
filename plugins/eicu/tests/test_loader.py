"""From files to a build: the user's path and the built-in one are the same code."""

import pytest

from medgym_ehr.hospital import loader
from medgym_ehr.testing.hospital.loader_laws import *  # noqa: F403
from medgym_ehr.testing.hospital.loader_laws import contents
from medgym_plugin_eicu.loader import HOSPITAL


@pytest.mark.slow
def test_a_build_has_these_files(users, raw):
    assert {"public/eicu.sqlite", "public/tables.txt", "private/questions.sqlite"} <= contents(
        users(raw)
    ).keys()


@pytest.mark.parametrize(
    ("name", "spoil", "said"),
    [
        ("patient.csv", lambda data: None, r"patient.*physionet"),
        (
            "treatment.csv",
            lambda data: data.replace(b"treatmentoffset", b"when", 1),
            r"treatment\.csv.*offset",
        ),
        ("patient.csv", lambda data: data.replace(b'"Female"', b"Female,x", 1), r"patient\.csv, line \d+"),
        ("allergy.csv", lambda data: b"", r"allergy\.csv.*empty"),
    ],
)
def test_bad_files_are_named_with_the_fix_and_leave_nothing(refuses, name, spoil, said):
    refuses(name, spoil, said)


def test_a_smaller_hospital_is_asked_fewer_questions(family, build):
    assert loader.read_report(build).rows["patient"] > 0
    share = family.size(build, "train") / HOSPITAL.sizes["train"]
    assert 0.15 < share < 0.35  # of 120 patients five in six are in the database, of 400 for all questions
