"""Defects of the reference implementation on EHR-SeqSQL, each shown to be absent here.

What MedAgentGym's task did is said in the docstrings (`validate` could not fail; a session was one question;
and what all of its database tasks have in common).
"""

import json

import pytest

from medgym_core import ActionCall, gold_of
from medgym_core.verifier import Status
from medgym_ehr.published import MIMIC_III, post_process
from medgym_ehr.testing.hospital.harness_laws import (  # noqa: F401
    code,
    test_answers_lie_nowhere_in_the_box,
    test_secrets_of_the_driver_are_not_in_the_box,
    test_the_last_task_runs,
)
from medgym_plugin_ehr_seqsql import loader


@pytest.fixture
def gold(family, build):
    return gold_of(family, build, family.task(build, "test", 0)).turns


# The oracle: anything was accepted


@pytest.mark.parametrize("output", ["", "wrong", "Traceback (most recent call last):", "0", None, [], 10])
def test_no_constant_is_accepted(family, build, graded, output):
    """The check compared only if the output was a list, and it was always a text: reward 1 for anything."""
    for index in range(0, family.size(build, "test"), 5):
        task = family.task(build, "test", index)
        answers = [output] * len(task.turns)
        assert graded(task, gold_of(family, build, task), answers).reward == 0


@pytest.mark.parametrize("source", ["pass", "answer = (", "raise SystemExit(0)", "print('42')"])
def test_code_that_answers_nothing_solves_nothing(env, source):
    """Any first action that ran code, a syntax error too, solved the task in one step."""
    box = env()
    first = box.step(code(source))
    assert not first.done
    for _ in box.task.turns:
        last = box.step(code(source, submit=True))
    assert (last.done, box.verdict.status, box.verdict.reward) == (True, Status.FAIL, 0)


def test_an_answer_is_compared_as_a_value_and_not_letter_by_letter(family, build, graded, gold):
    """Had the output been a list, its letters would have been searched for each element of gold."""
    task = family.task(build, "test", 0)
    asked = gold_of(family, build, task)
    assert graded(task, asked, gold).reward == 1
    assert graded(task, asked, [json.dumps(one) for one in gold]).reward == 0
    assert graded(task, asked, [list(json.dumps(one)) for one in gold]).reward == 0


# The session: it was a single question


def test_earlier_turns_are_asked_and_graded(family, build, graded, gold):
    """Earlier turns were neither given nor graded."""
    task = family.task(build, "test", 0)
    asked = gold_of(family, build, task)
    assert len(task.turns) >= 2
    assert graded(task, asked, [None, *gold[1:]]).reward == 0
    assert graded(task, asked, [None, *gold[1:]]).components["turn_1"] == 1


def test_the_first_prompt_does_not_say_what_comes_later(env, planned):
    """The seed question, which is the session's end, was shown in front of the turn's question."""
    for index in range(5):
        box = env(index)
        first, *later = planned["test"][index].turns
        assert first.text in box.prompt
        assert not any(turn.text in box.prompt for turn in later)


def test_the_next_question_comes_after_a_submission_right_or_wrong(env, planned, gold):
    """There was no next question. Nothing tells whether the submission was right."""
    texts = []
    for answer in (gold[0], "wrong"):
        box = env()
        texts.append(box.step(code(f"answer = {answer!r}", submit=True)).observation.text)
        assert planned["test"][0].turns[1].text in texts[-1]
    assert len({text.replace("'", "") for text in texts}) == 1


def test_files_last_from_turn_to_turn_and_variables_do_not(env, gold):
    """There were no turns between which to keep anything."""
    box = env()
    box.step(code(f"kept = 1\nopen('kept.txt', 'w').write('here')\nanswer = {gold[0]!r}", submit=True))
    assert "here" in box.step(code("print(open('kept.txt').read())")).observation.text
    assert not box.step(code("print(kept)")).observation.ok


def test_later_gold_follows_from_gold_and_not_from_the_answer(env, gold):
    """A wrong first answer changes nothing about what the later ones should be."""
    box = env()
    for answer in ("wrong", *gold[1:]):
        box.step(code(f"answer = {answer!r}", submit=True))
    assert box.verdict.reward == 0
    expected = {f"turn_{n}": float(n > 0) for n in range(len(gold))}
    assert dict(box.verdict.components) == expected


def test_a_list_of_questions_is_no_text(family, build):
    """Question and seed question were joined as texts, which fails where the question is a list."""
    for index in range(20):
        for turn in family.task(build, "test", index).turns:
            assert isinstance(turn.question, str)
            assert not turn.question.startswith("[")


# Gold


def test_gold_is_computed_with_the_hospitals_clock(family, build, planned):
    """``current_time`` was left to SQLite, so that relative periods held all rows or none."""
    relative = [one for one in planned["test"] if any(tag.startswith("rel-year") for tag in one.tags)]
    assert relative
    assert not any("current_time" in turn.sql for one in relative for turn in one.turns)
    assert "2105-12-31 23:59:00" in post_process("select current_time", MIMIC_III)


def test_no_answer_is_empty_or_null(planned):
    """Half of the golds were 0, 1 or None."""
    answers = [turn.answer for one in planned["test"] for turn in one.turns]
    assert not any(one in (None, [], "") for one in answers)
    assert not any(one in (0, 1) for one in answers if not isinstance(one, bool))


# The harness


def test_what_is_printed_and_what_fails_counts_for_nothing(env, gold):
    """Every execution's output was searched for gold, failed ones included, and success ended the episode."""
    box = env()
    for source in (f"print({gold[0]!r})", f"answer = {gold[0]!r}\n1/0", f"answer = {gold[0]!r}"):
        assert not box.step(code(source)).done
    box.step(code(f"answer = {gold[0]!r}\nraise ValueError", submit=True))
    for answer in gold[1:]:
        box.step(code(f"answer = {answer!r}", submit=True))
    assert box.verdict.components["turn_0"] == 0
    assert box.verdict.reward == 0


def test_a_program_that_prints_is_graded_by_its_answer(env, gold):
    """The letters ``print`` anywhere in a program kept its answer from counting."""
    box = env()
    for answer in gold:
        box.step(code(f"print('nothing')\nanswer = {answer!r}", submit=True))
    assert box.verdict.reward == 1


def test_sql_and_python_submit_alike(env, planned):
    """SQL had to be wrapped in Python that printed."""
    box = env()
    for turn in planned["test"][0].turns:
        box.step(code(turn.sql, submit=True, language="sql"))
    assert box.verdict.reward == 1


def test_only_permitted_actions_are_taken(env):
    """The list of permitted actions shaped the prompt and was not enforced."""
    assert env().step(ActionCall(name="validate_code", arguments={"code": "pass"})).observation.ok is False


def test_the_prompt_tells_the_time_the_database_and_the_tables(env):
    """No current time was given, the database was not named, tables were called .csv, a column misspelt."""
    prompt = env().prompt
    assert "current time is 2105-12-31 23:59:00" in prompt
    assert f"data/{loader.DATABASE}" in prompt
    assert "PROCEDURES_ICD(ROW_ID, SUBJECT_ID, HADM_ID, ICD9_CODE, CHARTTIME)" in prompt
    assert ".csv" not in prompt
    assert "RROW_ID" not in prompt
