"""What passes and what does not, on every task of a small build's test split, in any hospital family."""

import random

import pytest

from medgym_core import Number, SetOf, Table, gold_of
from medgym_ehr.hospital import loader
from medgym_ehr.questions.dialect import connect


@pytest.fixture(scope="module")
def golds(family, build, tasks):
    return [gold_of(family, build, task) for task in tasks]


def test_gold_passes_and_another_tasks_gold_seldom(family, tasks, golds, passes):
    assert all(passes(task, gold.turns[0], gold) for task, gold in zip(tasks, golds, strict=True))
    shifted = [*golds[1:], golds[0]]
    collisions = sum(passes(t, other.turns[0], g) for t, other, g in zip(tasks, shifted, golds, strict=True))
    assert collisions <= family.splits["test"].chance_rate * len(tasks)


def test_gold_is_what_the_reference_query_finds(family, build, tasks, golds, passes):
    for task, gold in zip(tasks, golds, strict=True):
        (call,) = family.reference(build, task)
        cursor = connect(build.public / task.database.path).execute(call.arguments["code"])
        names = [column[0] for column in cursor.description]
        assert passes(task, {"columns": names, "rows": cursor.fetchall()}, gold, sql=True)


def test_gold_does_not_depend_on_when_it_was_planned(build, golds):
    planned = [loader.question(build, "test", index).answer for index in range(len(golds))]
    assert [gold.turns[0] for gold in golds] == planned


def test_rows_pass_in_any_order(tasks, golds, passes):
    rng = random.Random(0)
    for task, gold in zip(tasks, golds, strict=True):
        if isinstance(answer := gold.turns[0], list):
            assert passes(task, rng.sample(answer, len(answer)), gold)


def test_a_row_less_more_or_twice_fails(tasks, golds, passes):
    lists = [(task, gold) for task, gold in zip(tasks, golds, strict=True) if isinstance(gold.turns[0], list)]
    assert {type(task.turns[0].answer) for task, _ in lists} == {SetOf, Table}
    for task, gold in lists:
        rows = gold.turns[0]
        for wrong in (rows[1:], [*rows, rows[0]], [*rows, "nothing"], []):
            assert not passes(task, wrong, gold)


def test_numbers_pass_within_a_thousandth(tasks, golds, passes):
    numbers = [
        (task, gold)
        for task, gold in zip(tasks, golds, strict=True)
        if isinstance(task.turns[0].answer, Number) and abs(gold.turns[0]) < 1e6
    ]
    assert len(numbers) > 20
    for task, gold in numbers:
        assert passes(task, round(gold.turns[0], 3), gold)
        assert not passes(task, gold.turns[0] + 0.01, gold)
        assert not passes(task, str(gold.turns[0]), gold)


def test_abstaining_is_right_only_where_the_data_cannot_answer(family, build, passes):
    for index in range(family.size(build, "abstention")):
        task = family.task(build, "abstention", index)
        gold = gold_of(family, build, task)
        assert passes(task, None, gold) == (gold.turns[0] is None)
        assert not passes(task, "no such data", gold)
        assert not passes(task, [], gold) or gold.turns[0] is None
