import pytest

from medgym_core import DataError
from medgym_ehr import published
from medgym_ehr.published import MIMIC_III


@pytest.fixture
def saved(folder, hospital, row, impossible, tmp_path):
    """What was loaded, and the two halves it was saved in."""
    query = "select drug from orders where hadm_id = 11"
    files = {"train.json": [row("a")], "test.json": [row("b", query, split="test"), impossible("c")]}
    loaded = published.load(MIMIC_III, folder(files), hospital)
    public, private = tmp_path / "public", tmp_path / "private"
    public.mkdir()
    private.mkdir()
    published.save(loaded, public, private)
    return loaded, public, private


def test_tasks_are_addressed_by_split_and_index(saved):
    loaded, public, private = saved
    assert [published.size(public, split) for split in ("train", "valid", "test")] == [1, 0, 2]
    for split, tasks in loaded.tasks.items():
        for index, task in enumerate(tasks):
            assert published.question(public, split, index) == task.question
            assert published.solution(private, split, index) == task.solution


def test_a_task_that_is_not_there_is_refused(saved):
    with pytest.raises(DataError, match="has no line 1"):
        published.question(saved[1], "train", 1)


def test_the_report_is_private_and_whole(saved):
    assert published.read_report(saved[2]) == saved[0].report


def test_nothing_private_is_in_the_public_half(saved):
    text = "".join(path.read_text() for path in saved[1].glob("*.jsonl"))
    for secret in ("select", "saline", "telephone", "impossible", "orders"):
        assert secret not in text
    assert "saline" in "".join(path.read_text() for path in saved[2].glob("*.jsonl"))


def test_the_public_halves_of_both_kinds_of_question_have_the_same_fields(saved):
    answerable, impossible = (published.question(saved[1], "test", index) for index in (0, 1))
    assert answerable.model_fields_set == impossible.model_fields_set
