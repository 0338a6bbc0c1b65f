"""What becomes of raw folders, good and bad."""

import json

import pytest

from medgym_core import DataError
from medgym_plugin_medagentbench import loader

from .hospital import HOUR, MRN, OTHER, lab, patient, write


def test_a_users_folder_builds_as_the_invented_one(family, build, users, tmp_path):
    family.synthesise(tmp_path, 0, None, lambda what, share: None)
    again = users(tmp_path)
    for name in ("resources.ndjson", "tasks.json", "report.json"):
        assert (again.private / name).read_bytes() == (build.private / name).read_bytes()


def test_types_that_the_server_does_not_know_are_left_out(users, tmp_path):
    made = users(write(tmp_path / "raw", [patient(), lab("MG", 1.2, HOUR), {"resourceType": "Encounter"}]))
    report = loader.read_report(made)
    assert (report.resources, report.skipped) == (2, 1)
    assert "1 of other types" in report.text()


def test_results_of_somebody_who_is_no_patient_are_not_asked_about(family, users, tmp_path):
    made = users(write(tmp_path / "raw", [patient(), lab("MG", 1.2, HOUR), lab("K", 3.2, HOUR, mrn=OTHER)]))
    asked = {name for split in family.splits for name in family.subjects(made, split)}
    assert asked == {f"medagentbench/patient/{MRN}"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", r"all\.ndjson: Expecting"),
        ("[]", "nothing can be asked"),
        ('{"id": "1"}', r"all\.ndjson:1: an object with resourceType"),
        (
            json.dumps(patient()) + "\n" + json.dumps(patient()),
            "id 'S1111111' is missing or was there before",
        ),
        (json.dumps(patient()), "nothing can be asked"),
    ],
)
def test_a_broken_export_is_refused_with_its_place(users, tmp_path, text, told):
    (tmp_path / "all.ndjson").write_text(text)
    with pytest.raises(DataError, match=told):
        users(tmp_path)


def test_an_empty_folder_and_a_file_are_refused(users, tmp_path):
    with pytest.raises(DataError, match=r"holds no \*\.ndjson"):
        users(tmp_path)
    (tmp_path / "one.txt").write_text("")
    with pytest.raises(DataError, match=r"holds no \*\.ndjson"):
        users(tmp_path / "one.txt")
