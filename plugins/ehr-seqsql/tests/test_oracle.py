"""What passes and what does not, on every session of a small build's test split."""

import random

import pytest

from medgym_core import Boolean, Number, gold_of
from medgym_ehr.questions.dialect import connect
from medgym_plugin_ehr_seqsql import loader


@pytest.fixture(scope="module")
def tasks(family, build):
    return [family.task(build, "test", index) for index in range(family.size(build, "test"))]


@pytest.fixture(scope="module")
def golds(family, build, tasks):
    return [gold_of(family, build, task) for task in tasks]


def changed(answer):
    """Another answer of the same kind."""
    if isinstance(answer, bool):
        return not answer
    if isinstance(answer, list):
        return answer[1:]
    return f"{answer}x" if isinstance(answer, str) else answer + 1


def test_gold_passes_and_another_sessions_gold_hardly_ever(family, build, tasks, golds, graded):
    assert all(graded(task, gold, gold.turns).reward == 1 for task, gold in zip(tasks, golds, strict=True))
    shifted = [*golds[1:], golds[0]]
    passed = [graded(t, g, other.turns).reward for t, other, g in zip(tasks, shifted, golds, strict=True)]
    assert sum(passed) <= family.chance_rate(build, "test") * len(tasks)


def test_every_turn_must_be_right_and_is_told_apart(tasks, golds, graded):
    for task, gold in zip(tasks, golds, strict=True):
        for place, answer in enumerate(gold.turns):
            answers = [*gold.turns]
            answers[place] = changed(answer)
            verdict = graded(task, gold, answers)
            assert verdict.reward == 0
            right = {f"turn_{n}": float(n != place) for n in range(len(answers))}
            assert verdict.components == right


def test_a_session_that_ends_early_fails(tasks, golds, graded):
    for task, gold in zip(tasks, golds, strict=True):
        assert graded(task, gold, gold.turns[:-1]).reward == 0
        assert graded(task, gold, ()).reward == 0


def test_gold_is_what_was_planned_though_planning_put_in_results(planned, golds):
    """Planning puts earlier results into queries, gold earlier queries: both find the same."""
    for one, gold in zip(planned["test"], golds, strict=True):
        for turn, found in zip(one.turns, gold.turns, strict=True):
            assert same(turn.answer, found)


def same(one, other):
    """Rows stand in one order, and sums may differ by the order of their terms."""
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    return one == (pytest.approx(other, rel=1e-12) if isinstance(other, float) else other)


def test_gold_of_a_later_turn_holds_the_earlier_query(planned):
    for one in planned["test"]:
        for before, turn in zip(one.turns, one.turns[1:], strict=False):
            within = before.sql in turn.sql or one.turns[0].sql in turn.sql
            assert within or "other" in one.template or "then" in one.template or "_to_" in one.template


def test_reference_queries_pass_as_sql(family, build, tasks, golds):
    connection = connect(build.public / loader.DATABASE)
    for task in tasks[:100]:
        calls = family.reference(build, task)
        assert len(calls) == len(task.turns)
        for call in calls:
            assert call.arguments["submit"] is True
            assert connection.execute(call.arguments["code"]).fetchone()


def test_rows_pass_in_any_order_and_numbers_within_a_thousandth(tasks, golds, graded):
    rng = random.Random(0)
    for task, gold in zip(tasks, golds, strict=True):
        answers = [rng.sample(one, len(one)) if isinstance(one, list) else one for one in gold.turns]
        near = [
            round(one, 3) if isinstance(turn.answer, Number) else one
            for turn, one in zip(task.turns, answers, strict=True)
        ]
        assert graded(task, gold, near).reward == 1


def test_yes_may_be_one_and_nothing_more(tasks, golds, graded):
    asked = [(t, g) for t, g in zip(tasks, golds, strict=True) if True in g.turns or False in g.turns]
    assert asked
    for task, gold in asked:
        for more, reward in ((0, 1), (2, 0)):
            answers = [int(one) + more if isinstance(one, bool) else one for one in gold.turns]
            assert any(isinstance(turn.answer, Boolean) for turn in task.turns)
            assert (graded(task, gold, answers).reward == 1) == (reward == 1)
