"""Forks: the same state, the same future, and neither sees what becomes of the other."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random

import pytest

from medgym_core import ActionCall, Service, Source, Status, TaskFamily, ensure_build
from medgym_core.env.loop import Env
from medgym_core.errors import ConfigError
from medgym_sandbox.process import Process
from medgym_testing.predictions import PredictionFamily
from medgym_testing.program import ProgramFamily
from medgym_testing.session import SessionFamily
from medgym_testing.ward import Ward, WardFamily

FAMILIES = (SessionFamily(), WardFamily(), ProgramFamily(), PredictionFamily())
Opened = Callable[[TaskFamily], Env]
NOTE = "import os\nopen('note', 'a').write('x')\nanswer = os.path.getsize('note')"


@pytest.fixture
def opened(home: Path) -> Iterator[Opened]:
    """An episode of a family's first test task, reset."""
    with ExitStack() as closing:

        def open_env(family: TaskFamily) -> Env:
            build = ensure_build(family, Source.synthetic(), home)
            env = closing.enter_context(Env(family, build, family.task(build, "test", 0), Process().start))
            env.reset()
            return env

        yield open_env


def run(code: str, submit: bool = False) -> ActionCall:
    return ActionCall(name="code_execution", arguments={"code": code, "submit": submit})


def digest(env: Env) -> str:
    with env.hold() as moment:
        return moment.digest


@contextmanager
def forked(env: Env) -> Iterator[Env]:
    with env.fork() as other:
        yield other


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_a_fork_at_any_step_comes_to_the_same(opened: Opened, family: TaskFamily) -> None:
    env = opened(family)
    calls = [run(NOTE), *family.reference(env.build, env.task)]
    place = Random(family.name).randrange(len(calls))
    for call in calls[:place]:
        env.step(call)
    with forked(env) as other:
        assert digest(other) == digest(env)
        observed = [[each.step(call).observation.text for call in calls[place:]] for each in (env, other)]
        assert observed[0] == observed[1]
        assert env.verdict == other.verdict
        assert env.verdict.status is Status.SUCCESS


def test_siblings_do_not_see_each_others_files(opened: Opened) -> None:
    env = opened(SessionFamily())
    env.step(run(NOTE))
    with forked(env) as one, forked(env) as two:
        one.step(run("open('secret', 'w').write('1')"))
        listed = [each.step(run("import os\nprint(sorted(os.listdir()))")) for each in (env, one, two)]
    assert ["secret" in each.observation.text for each in listed] == [False, True, False]
    assert digest(env) != ""


def test_siblings_have_services_of_their_own(opened: Opened) -> None:
    env = opened(WardFamily())
    solution = env.family.reference(env.build, env.task)
    with forked(env) as other:
        for call in solution:
            other.step(call)
        assert other.verdict.status is Status.SUCCESS
        assert env.verdict is None
        assert env.states["ward"].after == env.states["ward"].before
        for call in solution:
            env.step(call)
    assert env.verdict == other.verdict


def test_budget_and_loops_are_taken_over(opened: Opened) -> None:
    env = opened(SessionFamily())
    same = run("print('the same')")
    for _ in range(2):
        env.step(same)
    with forked(env) as other:
        result = other.step(same)
        assert (result.done, other.verdict.reason) == (True, "loop")
    assert env.verdict is None
    assert env.step(run("print('another')")).done is False


def test_a_moment_is_opened_as_often_as_wanted(opened: Opened) -> None:
    env = opened(SessionFamily())
    env.step(run(NOTE))
    with env.hold() as moment:
        env.close()
        for _ in range(3):
            with moment.open() as other:
                said = other.step(run(f"{NOTE}\nprint(answer)")).observation.text
                assert "2" in said


def test_the_end_of_a_fork_is_not_the_end_of_the_other(opened: Opened) -> None:
    env = opened(SessionFamily())
    with forked(env) as other:
        other.give_up()
    assert env.step(run("print(1)")).observation.ok


def test_what_is_over_or_not_begun_cannot_be_forked(opened: Opened, home: Path) -> None:
    env = opened(SessionFamily())
    env.give_up()
    with pytest.raises(RuntimeError, match="not over"):
        env.fork()


class Only(Ward):
    """A ward that there is one of."""

    def fork(self) -> Ward:
        raise ConfigError("there is one ward")


class OnlyFamily(WardFamily):
    name = "fake-only"

    def services(self, build: object, task: object) -> dict[str, Service]:
        return {"ward": Only()}


def test_a_service_that_is_one_of_a_kind_says_so(opened: Opened) -> None:
    env = opened(OnlyFamily())
    with pytest.raises(ConfigError, match="one ward"):
        env.fork()
    assert env.step(run("print(1)")).observation.ok
