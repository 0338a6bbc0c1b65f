"""A second reset begins anew: nothing of the first episode is left, neither in results nor as a process."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from medgym_core import ActionCall, Source, TaskFamily, ensure_build
from medgym_core.env.loop import Env
from medgym_prove.conformance.witness import until
from medgym_sandbox.process import Process
from medgym_testing.predictions import PredictionFamily
from medgym_testing.program import ProgramFamily
from medgym_testing.session import SessionFamily
from medgym_testing.ward import Ward, WardFamily

FAMILIES = (SessionFamily(), WardFamily(), ProgramFamily(), PredictionFamily())
Made = Callable[[TaskFamily], Env]
NOTE = "open('note', 'a').write('x')\nprint(open('note').read())"
SAME = "print('the same')"
WARD = "import urllib.request\nprint(urllib.request.urlopen('http://localhost:8080/beds', b'{}').status)"


def execute(code: str) -> ActionCall:
    return ActionCall(name="code_execution", arguments={"code": code})


@pytest.fixture
def made(home: Path) -> Made:
    """An environment of a family's first test task, not reset; close it."""

    def make(family: TaskFamily) -> Env:
        build = ensure_build(family, Source.synthetic(), home)
        return Env(family, build, family.task(build, "test", 0), Process().start)

    return make


def processes() -> int:
    """How many run below this one."""
    found = [str(os.getpid())]
    for parent in found:
        for path in Path(f"/proc/{parent}").glob("task/*/children"):
            found += path.read_text().split()
    return len(found) - 1


def played(env: Env, codes: list[str]) -> list[object]:
    """What an episode of these steps tells, up to its end."""
    outcomes: list[object] = [env.reset()]
    for code in codes:
        if env.verdict is None:
            outcomes.append(env.step(execute(code)).observation.text)
    verdict = env.verdict or env.give_up()
    return [*outcomes, verdict, env.submission, dict(env.states)]


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_two_episodes_on_one_environment_equal_those_on_two(made: Made, family: TaskFamily) -> None:
    fresh = made(family)
    solution = [str(call.arguments["code"]) for call in family.reference(fresh.build, fresh.task)]
    for codes in ([NOTE, SAME, SAME], [NOTE, SAME, WARD], solution[:1]):
        with made(family) as one, made(family) as other:
            twice = [played(one, codes), played(one, codes)]
            apart = played(other, codes)
        assert twice == [apart, apart]


def test_violations_of_the_last_episode_are_not_counted(made: Made) -> None:
    with made(SessionFamily()) as env:
        env.actions.pop("terminal", None)
        env.task = env.task.model_copy(update={"actions": ("code_execution",)})
        for _ in range(2):
            env.reset()
            for number in range(2):
                env.step(ActionCall(name="terminal", arguments={"command": f"echo {number}"}))
            assert env.verdict is None


def test_no_box_is_left_of_an_episode_that_was_reset_amid(made: Made) -> None:
    with made(SessionFamily()) as warm:
        warm.reset()
    idle = processes()  # the template and the worker that it forked ahead, which the next box takes
    with made(SessionFamily()) as env:
        for _ in range(4):
            env.reset()
            env.step(execute(NOTE))
        assert until(lambda: processes() == idle + 1)
    assert until(lambda: processes() == idle)


def test_services_of_the_last_episode_are_closed(made: Made) -> None:
    with made(WardFamily()) as env:
        env.reset()
        last = env._states._services["ward"]
        env.reset()
        assert isinstance(last, Ward)
        assert last.closed


def test_what_was_forked_or_held_goes_on_after_a_reset(made: Made) -> None:
    with made(SessionFamily()) as env:
        env.reset()
        env.step(execute(NOTE))
        with env.hold() as moment, env.fork() as fork:
            env.reset()
            with moment.open() as held:
                for other in (fork, held):
                    assert "xx" in other.step(execute(NOTE)).observation.text
            fork.reset()
            assert "xx" not in fork.step(execute(NOTE)).observation.text
        assert "xx" not in env.step(execute(NOTE)).observation.text


def test_a_reset_that_fails_leaves_no_episode(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    with made(SessionFamily()) as env:
        env.reset()
        monkeypatch.setattr(env, "_start_box", lambda spec: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            env.reset()
        with pytest.raises(RuntimeError, match="was reset"):
            env.step(execute(SAME))
