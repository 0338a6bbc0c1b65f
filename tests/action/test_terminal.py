import pytest

from medgym_core.action import perform
from medgym_core.task import ActionCall
from medgym_sandbox.spec import Outcome, Reason


@pytest.fixture
def run(actions):
    def run(context, command):
        return perform(ActionCall(name="terminal", arguments={"command": command}), actions, context)

    return run


def test_a_command_runs_in_the_shell_with_the_deadline(run, make_context):
    context = make_context(Outcome(reason=Reason.COMPLETED, exit_code=0, stdout="a\n"))
    assert run(context, "ls | head").text == "stdout:\na"
    assert (context.box.executions[0].language, context.box.executions[0].timeout_s) == ("shell", 7)
    assert context.last is None


def test_a_command_that_fails_is_grounded(run, make_context):
    observation = run(
        make_context(Outcome(reason=Reason.ERROR, exit_code=127, stderr="sh: jq: not found")), "jq"
    )
    assert (observation.ok, observation.error) == (False, "exit_code")
    assert "FAILED exit_code: 127\n  cause: the command is not installed" in observation.text


@pytest.mark.parametrize(
    "command",
    ["pip install x", "pip3 install -q x", "cd a && python3 -m pip install x", "sudo apt-get -y install x",
     "ls; conda install x", "uv pip install x", "apt install x"],
)  # fmt: skip
def test_installing_is_answered_at_once(run, make_context, command):
    context = make_context()
    observation = run(context, command)
    assert context.box.executions == []
    assert "no network" in observation.text
    assert "pandas==2.2.3" in observation.text
    assert observation.error == "no_network"


@pytest.mark.parametrize("command", ["pip list", "grep 'pip install' README", "install -d x", "echo apt; ls"])
def test_other_commands_are_not_taken_for_installing(run, make_context, command):
    context = make_context()
    run(context, command)
    assert len(context.box.executions) == 1
