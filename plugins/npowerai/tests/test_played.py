"""Reworded tasks played in a box: the reference earns all, an agent that says nothing or a constant none."""

import pytest

from medgym_core import ActionCall, BoxSpec, SandboxError
from medgym_core.env.loop import Env
from medgym_sandbox.process import Process

EVERY = 31
"""Of the split, one task in so many is played."""


@pytest.fixture(scope="module")
def start(family, shared_home):
    backend = Process()
    try:
        if not (probe := backend.probe()).ok:
            pytest.skip(probe.reason)
        backend.prepare(BoxSpec(environment=family.environment, home=shared_home))
    except SandboxError as error:
        pytest.skip(str(error))
    return backend.start


@pytest.fixture(scope="module")
def tasks(family, build):
    return [family.task(build, "reworded", at) for at in range(0, family.size(build, "reworded"), EVERY)]


def earned(family, build, start, task, *calls):
    with Env(family, build, task, start) as env:
        env.reset()
        for call in calls:
            env.step(call)
        return (env.verdict or env.give_up()).reward


@pytest.mark.slow
def test_the_reference_earns_all(family, build, start, tasks):
    for task in tasks:
        assert earned(family, build, start, task, *family.reference(build, task)) == 1.0, task.id


@pytest.mark.slow
def test_nothing_and_a_constant_earn_nothing(family, build, start, tasks):
    constant = {"code": "answer = 1", "language": "python", "submit": True}
    for task in tasks:
        assert earned(family, build, start, task) == 0.0
        assert (
            earned(family, build, start, task, ActionCall(name="code_execution", arguments=constant)) == 0.0
        )
