import json

import pytest

from medgym_core.action import perform
from medgym_core.task import ActionCall
from medgym_sandbox.spec import Failure, Outcome, Reason

DONE = Outcome(reason=Reason.COMPLETED, exit_code=0, stdout="hello\n", stderr="careful\n", answer="[1, 2]")


@pytest.fixture
def run(actions):
    def run(context, **arguments):
        return perform(ActionCall(name="code_execution", arguments=arguments), actions, context)

    return run


def test_output_and_answer_are_shown(run, make_context):
    context = make_context(DONE)
    observation = run(context, code="answer = [1, 2]")
    assert observation.text == "stdout:\nhello\nstderr:\ncareful\nanswer = [1, 2]"
    assert observation.ok
    assert not observation.submitted
    assert context.last == (context.box.executions[0], DONE)


def test_the_execution_carries_the_limits_of_the_task(run, make_context):
    context = make_context(DONE)
    run(context, code="x")
    execution = context.box.executions[0]
    assert (execution.timeout_s, execution.output_bytes, execution.answer_bytes) == (7, 4096, 65_536)
    assert execution.database is None
    assert not execution.inspect


def test_a_submission_is_not_echoed(run, make_context):
    observation = run(make_context(DONE), code="answer = [1, 2]", submit=True)
    assert observation.submitted
    assert observation.ok
    assert "answer" not in observation.text


def test_a_submission_without_an_answer_is_consumed(run, make_context):
    observation = run(make_context(Outcome(reason=Reason.COMPLETED)), code="pass", submit=True)
    assert (observation.submitted, observation.ok, observation.error) == (True, False, "no_answer")


def test_a_turn_that_wants_files_needs_no_answer(run, make_context):
    observation = run(make_context(Outcome(reason=Reason.COMPLETED), answer=False), code="pass", submit=True)
    assert observation.ok


def test_a_failure_is_grounded_once(run, make_context):
    trace = 'Traceback (most recent call last):\n  File "<code>", line 1, in <module>\nKeyError: 1'
    failure = Failure(type="KeyError", message="1", line=1, text="d[1]", traceback=trace)
    outcome = Outcome(
        reason=Reason.ERROR, exit_code=1, stdout="so far", stderr=f"warn\n{trace}\n", failure=failure
    )
    observation = run(make_context(outcome), code="d[1]", submit=True)
    assert observation.text.startswith(
        "stdout:\nso far\nstderr:\nwarn\nFAILED KeyError: 1\n  where: line 1: d[1]"
    )
    assert "Traceback" not in observation.text
    assert (observation.submitted, observation.error) == (True, "KeyError")


def test_silence_is_said(run, make_context):
    assert "nothing was printed" in run(make_context(), code="pass").text


def test_an_answer_that_cannot_be_taken_is_explained(run, make_context):
    outcome = Outcome(reason=Reason.COMPLETED, answer_error="a DataFrame is not JSON")
    assert "a DataFrame is not JSON" in run(make_context(outcome), code="x").text


def test_sql_runs_on_the_database_and_is_shown_as_a_table(run, make_context):
    answer = json.dumps({"columns": ["n", "name"], "rows": [[1, "a\nb"], [None, "c"]]})
    context = make_context(Outcome(reason=Reason.COMPLETED, answer=answer))
    assert run(context, code="SELECT 1", language="SQL").text == "n | name\n1 | a b\nNULL | c\n(2 rows)"
    assert context.box.executions[0].database == "data/ehr.sqlite"


def test_a_long_table_is_cut_by_rows_and_counted(run, make_context):
    answer = json.dumps({"columns": ["n"], "rows": [[i] for i in range(5_000)]})
    text = run(make_context(Outcome(reason=Reason.COMPLETED, answer=answer)), code="x", language="sql").text
    shown = text.split("\n")[1:-1]
    assert shown == [str(i) for i in range(len(shown))]
    assert text.endswith(f"(5,000 rows, the first {len(shown):,} shown)")
    assert len(text) <= 4096


@pytest.mark.parametrize(
    "answer", ["[", "[1]", '{"columns": 1, "rows": 2}', '{"columns": [], "rows": [1]}', "[" * 99999]
)
def test_an_sql_answer_of_another_form_is_shown_as_it_is(run, make_context, answer):
    text = run(make_context(Outcome(reason=Reason.COMPLETED, answer=answer)), code="x", language="sql").text
    assert text.startswith(f"answer = {answer[:20]}")


def test_sql_without_a_database_is_refused_and_submits_nothing(run, make_context):
    context = make_context(database=None)
    observation = run(context, code="SELECT 1", language="sql", submit=True)
    assert (observation.ok, observation.submitted, context.box.executions) == (False, False, [])


def test_the_text_is_bounded(run, make_context):
    flood = Outcome(
        reason=Reason.COMPLETED, stdout="é" * 4000, stderr="x" * 4000, answer=json.dumps("y" * 9000)
    )
    text = run(make_context(flood, output_bytes=1024), code="x").text
    assert len(text.encode()) <= 1024
    assert "middle dropped" in text
    assert text.endswith("...")
