import pickle
import shutil

import pytest

from medgym_core import DataError
from medgym_plugin_ehrcon.claim import COLUMNS
from medgym_plugin_ehrcon.release import CATEGORIES, read_annotations, read_notes


@pytest.fixture
def release(raw, tmp_path):
    """A copy of the release that a test may spoil."""
    shutil.copytree(raw / "dataset", tmp_path / "dataset")
    return tmp_path


def folder(release):
    return release / "dataset" / "processed" / "test" / "nursing"


def labels(release):
    return folder(release) / "nursing_label" / "nursing_test.pkl"


def test_notes_are_of_both_splits_and_three_types(raw):
    notes = read_notes(raw)
    assert {(note.split, note.category) for note in notes} == {
        (split, category) for split in ("test", "valid") for category in CATEGORIES
    }
    assert [note.row_id for note in notes] == sorted(note.row_id for note in notes)


def test_an_admission_written_as_a_decimal_number_is_the_whole_one(raw):
    note = read_notes(raw)[0]
    assert note.fields["HADM_ID"] == f"{note.hadm_id}.0"


def test_annotations_name_entity_line_checks_and_labels(raw):
    annotations = read_annotations(raw)
    wrong = [check for one in annotations for check in one.checks if check.wrong]
    assert wrong
    assert {column for check in wrong for column in check.wrong} <= COLUMNS.keys()
    assert {one.entity_type for one in annotations} == {1, 2, 3}
    assert {check.table for one in annotations for check in one.checks} >= {"labevents", "diagnoses_icd"}


def test_the_original_notes_hold_what_the_processed_ones_leave_out(raw):
    texts = {
        version: (raw / "dataset" / version / "test" / "discharge" / "discharge.csv").read_text()
        for version in ("original", "processed")
    }
    assert "History of Present Illness" in texts["original"]
    assert "History of Present Illness" not in texts["processed"]


@pytest.mark.parametrize(
    ("stored", "said"),
    [
        ([1], "dictionary"),
        ({1: [{"WBC": {"position": 1, "entity_type": 1}}]}, r"1\.0\.WBC\.data"),
        ({1: [{"WBC": {"data": [], "position": 1, "entity_type": 1}}]}, "data"),
        ({1: [{"WBC": {"data": [{"labevents": 3}], "position": 1, "entity_type": 1}}]}, "labevents"),
        ({1: [{"WBC": {"data": [{"labevents": {}}], "position": "x", "entity_type": 1}}]}, "position"),
    ],
)
def test_labels_of_another_form_are_told(release, stored, said):
    labels(release).write_bytes(pickle.dumps(stored))
    with pytest.raises(DataError, match=rf"nursing_test\.pkl.*{said}"):
        read_annotations(release)


def test_a_label_that_would_run_something_is_told_and_runs_nothing(release, tmp_path):
    labels(release).write_bytes(b"cos\nsystem\n(S'touch " + str(tmp_path / "marker").encode() + b"'\ntR.")
    with pytest.raises(DataError, match=r"nursing_test\.pkl, byte 0.*GLOBAL"):
        read_annotations(release)
    assert not (tmp_path / "marker").exists()


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda at: at.write_text(at.read_text().replace("ADMITTIME", "CAME", 1)), "line 1.*lacks ADMITTIME"),
        (lambda at: at.write_text(""), "empty"),
        (lambda at: at.write_text(at.read_text()[:-200]), "end of data|isoformat|NoneType|unexpected"),
        (lambda at: at.write_text(at.read_text().replace(".0,", ".x,", 1)), "could not convert"),
        (lambda at: shutil.copy(at, at.with_name("twice.csv")), "is there twice"),
    ],
)
def test_damaged_notes_are_told(release, spoil, said):
    spoil(folder(release) / "nursing.csv")
    with pytest.raises(DataError, match=rf"(?s)csv.*({said})"):
        read_notes(release)


def test_missing_folders_and_files_are_told(release, tmp_path):
    labels(release).unlink()
    assert read_annotations(release)
    shutil.rmtree(folder(release))
    with pytest.raises(DataError, match=r"nursing is missing; get EHRCon"):
        read_notes(release)
    with pytest.raises(DataError, match="no folder dataset/processed"):
        read_notes(tmp_path / "dataset")
