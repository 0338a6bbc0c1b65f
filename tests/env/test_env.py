"""The loop itself: turns, budgets, protocols, permissions, loops, deaths."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from medgym_core import ActionCall, Build, Gold, Source, Status, Task, TaskFamily, ensure_build
from medgym_core.env.loop import Env
from medgym_core.errors import VerifierError
from medgym_sandbox.process import Process
from medgym_testing.predictions import PredictionFamily
from medgym_testing.program import ProgramFamily
from medgym_testing.session import SessionFamily
from medgym_testing.ward import Ward, WardFamily

Open = Callable[..., AbstractContextManager[Env]]


def execute(code: str, submit: bool = False) -> ActionCall:
    return ActionCall(name="code_execution", arguments={"code": code, "submit": submit})


@pytest.fixture
def opened(home: Path) -> Open:
    """An episode of a fake family, reset; ``change`` alters the task."""

    @contextmanager
    def open_env(
        family: TaskFamily, change: dict[str, object] | None = None, **options: object
    ) -> Iterator[Env]:
        build = ensure_build(family, Source.synthetic(), home)
        task = family.task(build, "test", 0).model_copy(update=change or {})
        with Env(family, build, task, Process().start, **options) as env:
            env.reset()
            yield env

    return open_env


def test_submission_is_recorded_never_judged(opened: Open) -> None:
    with opened(SessionFamily()) as env:
        wrong = env.step(execute("answer = [1]", submit=True))
    assert "Recorded." in wrong.observation.text
    assert "Question 2 of 3" in wrong.observation.text
    assert not any(word in wrong.observation.text.lower() for word in ("wrong", "incorrect", "reward"))


def test_the_box_holds_no_question(opened: Open) -> None:
    """A program that could read what is asked would be one solution of every task."""
    with opened(SessionFamily()) as env:
        seen = env.step(execute("import os\nprint(sorted(os.listdir()))"))
    assert "['data']" in seen.observation.text


def write(header: str) -> str:
    return f"open('predictions.csv', 'w').write({header!r})"


@pytest.mark.slow
def test_the_form_of_a_file_is_remarked_on_while_it_can_be_changed(opened: Open) -> None:
    with opened(PredictionFamily()) as env:
        said = [
            env.step(execute(write(header))).observation.text
            for header in (",id,probability\n0,1,0.5\n", ",id,probability\n", "id\n", "id,probability\n9,x\n")
        ]
        last = env.step(execute(write("id,probability,ward\n"), submit=True)).observation.text
    assert "predictions.csv: columns that are not asked for are ignored: ''." in said[0]
    assert "predictions.csv" not in said[1]  # said once
    assert "predictions.csv must have the column 'probability' once." in said[2]
    assert "predictions.csv" not in said[3]  # of the content nothing is said
    assert "ignored: 'ward'" in last
    assert "Recorded." in last


def test_files_that_cannot_be_read_are_not_remarked_on(opened: Open) -> None:
    with opened(PredictionFamily()) as env:
        for code in ("import os; os.mkdir('predictions.csv')", "print(1)"):
            assert "predictions.csv" not in env.step(execute(code)).observation.text


def test_globals_do_not_persist_and_files_do(opened: Open) -> None:
    with opened(SessionFamily()) as env:
        env.step(execute("x = 1; open('kept.txt', 'w').write('kept')"))
        later = env.step(execute("print(open('kept.txt').read()); print(x)"))
    assert "kept" in later.observation.text
    assert later.observation.error == "NameError"


def test_one_wrong_turn_fails_the_session_and_is_reported_per_turn(opened: Open) -> None:
    family = SessionFamily()
    with opened(family) as env:
        first, *_ = family.reference(env.build, env.task)
        env.step(first)
        env.step(execute("answer = -1", submit=True))
        env.step(execute("answer = -1", submit=True))
        assert env.verdict is not None
    assert (env.verdict.status, env.verdict.reward) == (Status.FAIL, 0.0)
    assert [env.verdict.components[f"turn_{i}"] for i in range(3)] == [1.0, 0.0, 0.0]


def test_budget_is_per_turn_and_truncates(opened: Open) -> None:
    with opened(SessionFamily()) as env:
        results = [env.step(execute(f"print({i})")) for i in range(4)]
    assert [result.done for result in results] == [False, False, False, True]
    assert env.verdict is not None
    assert (env.verdict.status, env.verdict.reason) == (Status.TRUNCATED, "budget")


def test_failed_submission_is_used_up(opened: Open) -> None:
    with opened(SessionFamily()) as env:
        result = env.step(execute("answer = 1 / 0", submit=True))
    assert "Question 2 of 3" in result.observation.text
    assert env.submission.turns[0].reason == "execution_failed"


def test_same_action_with_same_result_is_noticed_then_truncated(opened: Open) -> None:
    with opened(SessionFamily()) as env:
        results = [env.step(execute("print(1)")) for _ in range(3)]
    assert "same action" in results[1].observation.text
    assert env.verdict is not None
    assert (env.verdict.status, env.verdict.reason) == (Status.TRUNCATED, "loop")


def test_text_without_an_action_costs_a_step(opened: Open) -> None:
    with opened(SessionFamily()) as env:
        result = env.step("I would rather talk about the weather.")
    assert (result.call, result.observation.error) == (None, "malformed")
    assert '"action"' in result.observation.text


def test_unpermitted_actions_are_refused_then_end_the_episode(opened: Open) -> None:
    with opened(SessionFamily(), {"actions": ("code_execution",)}) as env:
        results = [
            env.step(ActionCall(name="terminal", arguments={"command": f"echo {i}"})) for i in range(3)
        ]
    assert [r.observation.error for r in results] == ["not_permitted"] * 3
    assert env.verdict is not None
    assert env.verdict.status is Status.POLICY_VIOLATION


def test_paper_protocol_ends_on_success_without_submitting(opened: Open) -> None:
    family = SessionFamily()
    with opened(family, protocol="paper") as env:
        env.step(execute("answer = [1]"))
        for call in family.reference(env.build, env.task):
            env.step(execute(str(call.arguments["code"])))
    assert env.verdict is not None
    assert env.verdict.status is Status.SUCCESS


def test_service_state_is_taken_before_and_after(opened: Open) -> None:
    with opened(WardFamily()) as env:
        env.step(execute("answer = 3", submit=True))
    assert env.states["ward"].before == env.states["ward"].after
    assert env.verdict is not None
    assert env.verdict.reward == 0.0


def test_services_are_closed(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    ward = Ward()
    monkeypatch.setattr(WardFamily, "services", lambda self, build, task: {"ward": ward})
    with opened(WardFamily()):
        assert not ward.closed
    assert ward.closed


def test_missing_file_is_named(opened: Open) -> None:
    with opened(ProgramFamily()) as env:
        env.step(execute("pass", submit=True))
    assert env.submission.turns[0].reason == "file_missing"


def test_a_link_is_not_collected(opened: Open) -> None:
    with opened(ProgramFamily()) as env:
        env.step(execute("import os; os.symlink('/usr/bin/env', 'solution.py')", submit=True))
    assert env.submission.turns[0].reason == "file_not_regular"


def test_broken_gold_is_our_failure(opened: Open) -> None:
    class Broken(SessionFamily):
        name = "fake-broken"

        def gold(self, build: Build, task: Task) -> Gold:
            raise KeyError("column")

    with opened(Broken()) as env, pytest.raises(VerifierError, match="gold of fake-broken/test/0"):
        env.give_up()


def test_step_after_the_end_is_a_programming_error(opened: Open) -> None:
    with opened(SessionFamily()) as env:
        env.give_up()
        with pytest.raises(RuntimeError):
            env.step(execute("pass"))


@pytest.mark.parametrize("message", [None, 12, b"{}"])
def test_what_is_no_action_is_a_programming_error_that_costs_no_step(opened: Open, message: object) -> None:
    with opened(SessionFamily()) as env:
        with pytest.raises(TypeError, match="a model's text or an ActionCall, not"):
            env.step(message)
        assert env.verdict is None
