import pytest

from medgym_core import DataError
from medgym_plugin_biocoder.published import row

from . import rows


def test_both_forms_give_one_type(tmp_path):
    array = rows.write_array(tmp_path / "biocoder.json", [rows.hugging()])
    lines = rows.write_lines(tmp_path / "test_tasks.jsonl", [rows.frozen()])
    one, other = row.read([array, lines])
    assert one.problem == other.problem == "Write what is asked."
    assert one.golden == other.golden == rows.GOLDEN
    assert (one.language, other.language) == ("python", "python")
    assert (one.where, other.where) == ("biocoder.json, record 1", "test_tasks.jsonl:1")


def test_files_are_found_by_what_they_hold(tmp_path):
    kept = rows.write_array(tmp_path / "biocoder.json", [rows.hugging()])
    rows.write_lines(tmp_path / "problems.jsonl", [{"idx": "1", "other": "x"}])
    (tmp_path / "notes.json").write_text("no json")
    (tmp_path / "empty.jsonl").write_text("")
    assert row.find(tmp_path).paths == [kept]
    assert row.find(kept).paths == [kept]


def test_a_function_that_is_held_out_is_not_trained_on(tmp_path):
    test = rows.write_lines(tmp_path / "test_tasks.jsonl", [rows.frozen()])
    train = rows.write_lines(
        tmp_path / "train_tasks.jsonl", [rows.frozen(idx="0"), rows.frozen(rows.METHOD, idx="1")]
    )
    found = row.read([test, train])
    assert [(one.split, one.id) for one in found] == [("published-test", "1" * 64), ("published-train", "1")]


def test_a_row_that_lacks_a_field_is_named(tmp_path):
    path = rows.write_array(tmp_path / "rows.json", [rows.hugging(), rows.hugging(goldenCode=None)])
    with pytest.raises(DataError, match=r"rows.json, record 2: goldenCode must be text"):
        row.read([path])


def test_a_cut_file_is_named(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text('{"idx": ')
    with pytest.raises(DataError, match=r"rows.jsonl: Expecting"):
        row.read([path])


def test_the_language_of_frozen_rows_stands_in_their_problem(tmp_path):
    path = rows.write_lines(tmp_path / "rows.jsonl", [rows.frozen(problem="This is in java\nDo it.")])
    (one,) = row.read([path])
    assert (one.language, one.problem) == ("java", "Do it.")
