import json

import pytest

from medgym_core import DataError
from medgym_plugin_biodsbench.published import row

from . import questions


def one(tmp_path, **fields):
    path = tmp_path / "tasks.jsonl"
    path.write_text(json.dumps(questions.row("count = 1", "assert count == 1", **fields)) + "\n")
    (found,) = row.read([path])
    return found


@pytest.mark.parametrize("history", ["a = 1\nb = 2", repr(["a = 1", "b = 2"]), ["a = 1", "b = 2"]])
def test_history_is_code_or_a_list_of_code(tmp_path, history):
    found = one(tmp_path, code_histories=history)
    assert found.history == "a = 1\nb = 2"
    assert found.program == "a = 1\nb = 2\ncount = 1\n"


@pytest.mark.parametrize("history", ["", None, "[]"])
def test_there_may_be_no_history(tmp_path, history):
    assert one(tmp_path, code_histories=history).history == ""


def test_code_that_begins_with_a_bracket_is_code(tmp_path):
    assert one(tmp_path, code_histories="[x for x in 'ab']").history == "[x for x in 'ab']"


def test_a_question_that_two_files_hold_counts_once(tmp_path):
    for name in ("test_tasks.jsonl", "train_tasks.jsonl"):
        (tmp_path / name).write_text(json.dumps(questions.NUMBERS) + "\n")
    (found,) = row.read(row.find(tmp_path).paths)
    assert found.where == "test_tasks.jsonl:1"


def test_files_of_another_kind_are_left_alone(tmp_path):
    (tmp_path / "schemas.jsonl").write_text('{"study_ids": "1", "table_schemas": []}\n')
    (tmp_path / "broken.jsonl").write_text("{\n")
    assert row.find(tmp_path).paths == []


@pytest.mark.parametrize(
    ("line", "reason"), [("{", "tasks.jsonl:2: Expecting"), ('{"queries": 1}', "tasks.jsonl:2: study_ids")]
)
def test_a_broken_row_is_named_with_its_line(tmp_path, line, reason):
    path = tmp_path / "tasks.jsonl"
    path.write_text(json.dumps(questions.NUMBERS) + f"\n{line}\n")
    with pytest.raises(DataError, match=reason):
        row.read([path])


R = "library(dplyr)\nresults <- genes %>% group_by(Gene)"


@pytest.mark.parametrize(
    ("code", "is_r"), [(R, True), ("x = 1", False), ("small = a <-1", False), ("x = (", False)]
)
def test_r_is_distinguished_from_python(tmp_path, code, is_r):
    assert one(tmp_path, reference_answer=code).is_r is is_r
