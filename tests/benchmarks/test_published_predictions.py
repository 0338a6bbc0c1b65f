"""The rules of ehrshot and mimic-extract, in both directions."""

import pytest

from benchmarks.published_rules import ehrshot, mimic_extract
from benchmarks.published_rules.output import Output

LABELS = [("7", 0), ("7", 0), ("7", 1), ("8", 0)]
"""Three visits of one patient, one of another."""
READ = mimic_extract.READ


def shot(*rows, header="patient_id,prediction"):
    return ehrshot.score(LABELS, Output(file="\n".join([header, *rows])))


def extract(*rows, header="subject_id,prediction", gold=LABELS, folder=READ):
    return mimic_extract.score(gold, Output(file="\n".join([header, *rows]), folder=folder))


def test_one_right_row_is_a_right_file():
    assert shot("8,0") == extract("8,0") == 1.0


def test_only_the_last_label_of_a_patient_counts():
    assert shot("7,0", "7,0", "7,1", "8,0") == 0.5
    assert shot("7,1", "8,0") == 1.0


@pytest.mark.parametrize("row", ["8,0.0", "8,", "8,no", "9,0", "9,-1"])
def test_what_is_no_integer_or_nobody_is_wrong(row):
    assert shot(row) == 0.0


def test_the_header_of_the_prompt_ends_an_episode_with_nothing():
    assert shot("8,0", header="patient_id, prediction") == 0.0
    assert extract("8,0", header="subject_id, prediction") == 1.0


def test_a_constant_on_rare_labels_is_nearly_right():
    labels = [(str(patient), int(patient < 2)) for patient in range(100)]
    rows = "\n".join(["patient_id,prediction", *(f"{patient},0" for patient, _ in labels)])
    assert ehrshot.score(labels, Output(file=rows)) == 0.98


@pytest.mark.parametrize("file", ["", "nonsense", "subject_id,prediction\n", "a,b\n1,2\n"])
def test_a_malformed_file_is_a_success(file):
    assert mimic_extract.score(LABELS, Output(file=file, folder=READ)) == 1.0
    assert ehrshot.score(LABELS, Output(file=file)) == 0.0


def test_every_file_on_an_intervention_is_a_success():
    assert extract("8,3", gold=None) == 1.0


def test_a_file_where_the_prompt_says_is_not_found():
    assert extract("7,1", "8,0", folder=mimic_extract.STATED) == 0.0


def test_no_file_is_nothing():
    assert ehrshot.score(LABELS, Output("hi")) == mimic_extract.score(None, Output("hi")) == 0.0
