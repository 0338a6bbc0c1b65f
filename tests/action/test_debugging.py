import pytest

from medgym_core.action import perform
from medgym_core.task import ActionCall
from medgym_sandbox.spec import Failure, Outcome, Reason

FAILED = Outcome(
    reason=Reason.ERROR,
    exit_code=1,
    failure=Failure(
        type="ZeroDivisionError",
        message="division by zero",
        line=1,
        text="1/n",
        traceback='  File "<code>", line 1\n',
        variables={"n": "int 0"},
    ),
)
DONE = Outcome(reason=Reason.COMPLETED, exit_code=0, answer="1")


@pytest.fixture
def call(actions):
    def call(context, name="debugging", **arguments):
        return perform(ActionCall(name=name, arguments=arguments), actions, context)

    return call


def test_the_latest_failure_is_run_again_with_its_variables_shown(call, make_context):
    context = make_context(FAILED)
    call(context, "code_execution", code="1/n", submit=True)
    observation = call(context)
    assert context.box.executions[1] == context.box.executions[0].model_copy(update={"inspect": True})
    assert "cause: the divisor is zero" in observation.text
    assert 'traceback:\n  File "<code>", line 1' in observation.text
    assert observation.text.endswith("variables where it failed:\n  n: int 0")
    assert (observation.ok, observation.error, observation.submitted) == (False, "ZeroDivisionError", False)


def test_given_code_is_run_and_may_succeed(call, make_context):
    context = make_context(DONE)
    observation = call(context, code="answer = 1")
    assert observation.text == "It ran to its end without an error.\nanswer = 1"
    assert observation.ok
    assert not observation.submitted
    assert context.box.executions[0].inspect


def test_nothing_to_examine_is_said(call, make_context):
    context = make_context(DONE)
    assert call(context).error == "malformed"
    call(context, "code_execution", code="answer = 1")
    assert "did not fail" in call(context).text
    assert len(context.box.executions) == 1


def test_sql_needs_a_database(call, make_context):
    assert not call(make_context(database=None), code="SELECT 1", language="sql").ok
    context = make_context(DONE)
    call(context, code="SELECT 1", language="sql")
    assert context.box.executions[0].database == "data/ehr.sqlite"


def test_many_variables_are_bounded(call, make_context):
    failure = FAILED.failure.model_copy(update={"variables": {f"v{i}": "x" * 900 for i in range(200)}})
    context = make_context(FAILED.model_copy(update={"failure": failure}))
    text = call(context, code="x").text
    assert "cause: the divisor is zero" in text
    assert len(text) < 2 * 4096
