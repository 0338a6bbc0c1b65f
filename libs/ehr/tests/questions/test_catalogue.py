import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from medgym_core import DataError
from medgym_ehr.questions import catalogue
from medgym_ehr.questions.catalogue import plan_all
from medgym_ehr.questions.dialect import connect
from medgym_ehr.questions.portion import Portion


@pytest.fixture
def planned(database, dialect, counting):
    portions = (Portion("train", "train", 8, [counting]), Portion("test", "test", 4, [counting]))
    return plan_all(database, dialect, portions, lambda what, fraction: None)


def test_questions_are_found_by_split_and_index(planned, tmp_path):
    path = tmp_path / "questions.sqlite"
    catalogue.write(path, planned)
    assert {split: catalogue.size(path, split) for split in planned} == {"train": 8, "test": 4}
    for split, questions in planned.items():
        assert [catalogue.question(path, split, index) for index in range(len(questions))] == questions


def test_a_question_that_is_not_there_is_told(planned, tmp_path):
    path = tmp_path / "questions.sqlite"
    catalogue.write(path, planned)
    with pytest.raises(DataError, match="no question 4 of split 'test'; it holds 4"):
        catalogue.question(path, "test", 4)


def test_splits_of_one_half_draw_other_questions(database, dialect, counting):
    portions = (Portion("test", "test", 3, [counting]), Portion("more", "test", 3, [counting]))
    planned = plan_all(database, dialect, portions, lambda what, fraction: None)
    assert planned["test"] != planned["more"]


def test_a_portion_asks_its_own_templates(database, dialect, counting):
    other = replace(counting, id="held_out")
    portions = (Portion("test", "test", 4, [counting]), Portion("ood", "test", 3, [other]))
    planned = plan_all(database, dialect, portions, lambda what, fraction: None)
    asked = {split: {question.template for question in questions} for split, questions in planned.items()}
    assert asked == {"test": {counting.id}, "ood": {"held_out"}}
    assert [len(questions) for questions in planned.values()] == [4, 3]


def test_each_thread_reads_its_own_questions(planned, tmp_path):
    path = tmp_path / "questions.sqlite"
    catalogue.write(path, planned)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as threads:
            found = list(
                threads.map(lambda place: catalogue.question(path, "train", place), [*range(8)] * 500)
            )
    finally:
        sys.setswitchinterval(interval)
    assert found == planned["train"] * 500


def test_threads_share_no_connection(planned, tmp_path):
    path = tmp_path / "questions.sqlite"
    catalogue.write(path, planned)
    with ThreadPoolExecutor(1) as thread:
        others = [thread.submit(connect, path).result() for _ in range(2)]
    assert others[0] is others[1] is not connect(path) is connect(path)
