"""No attack earns anything from the fake families, and the driver outlives them all."""

import os
import resource
from collections.abc import Callable
from pathlib import Path

import pytest

from medgym_core import (
    BoxSpec,
    Execution,
    Guarantee,
    SandboxBackend,
    Source,
    Status,
    TaskFamily,
    ensure_build,
    plugins,
)
from medgym_core.agent import AgentConfig
from medgym_core.env.runner import EpisodeRunner
from medgym_core.trajectory import Episode
from medgym_prove.attack import ATTACKS, REPLAYS
from medgym_testing.base import FakeFamily

Attacked = Callable[[TaskFamily, str], Episode]


@pytest.fixture
def attacked(home: Path, backend: SandboxBackend) -> Attacked:
    """Plays one test task of a family with an attack, held to a small flood and a short daemon."""

    def run(family: TaskFamily, name: str) -> Episode:
        build = ensure_build(family, Source.synthetic(), home)
        config = AgentConfig(options={"bytes": 1e6, "seconds": 0.5, "linger_s": 1})
        runner = EpisodeRunner(family, build, backend, plugins.agent(name, config), name, config)
        return runner.run(runner.key("test", 1, 0, 0))[0]

    return run


@pytest.mark.slow
@pytest.mark.parametrize("name", ATTACKS)
def test_no_attack_earns_a_reward(family: TaskFamily, attacked: Attacked, name: str) -> None:
    """But who replays a program that predicts, for other rows."""
    episode = attacked(family, name)
    may_be_right = family.name == "fake-predictions" and name in REPLAYS
    assert episode.error == ""
    assert episode.verdict.status.rewarded
    assert episode.verdict.reward == float(may_be_right)
    assert episode.steps


@pytest.fixture
def worker_safe(backend: SandboxBackend) -> None:
    """Skips where the kernel cannot keep signals inside a process box."""
    if Guarantee.WORKER_SAFE not in backend.guarantees():
        pytest.skip(f"agent code can reach the worker here: {backend.probe().reason}")


@pytest.mark.slow
@pytest.mark.usefixtures("worker_safe")
def test_killing_the_worker_hurts_neither_the_driver_nor_the_next_box(
    family: TaskFamily, attacked: Attacked, play: Callable[..., Episode]
) -> None:
    before = standing()
    assert attacked(family, "attack:kill_worker").verdict.status is Status.FAIL
    assert standing() == before
    assert play(family).verdict.status is Status.SUCCESS


AIMS = {
    "stop": "os.kill(DRIVER, signal.SIGSTOP)",
    "kill": "os.kill(DRIVER, 9)",
    "limit": "resource.prlimit(DRIVER, resource.RLIMIT_NOFILE, (0, 0))",
    "doom": "open(f'/proc/{DRIVER}/oom_score_adj', 'w').write('1000')",
}


@pytest.mark.usefixtures("worker_safe")
@pytest.mark.parametrize("aim", AIMS.values(), ids=AIMS.keys())
def test_a_box_cannot_aim_at_the_driver(backend: SandboxBackend, home: Path, aim: str) -> None:
    before = standing()
    source = f"import os, resource, signal\nDRIVER = {os.getpid()}\n{aim}"
    with backend.start(BoxSpec(environment=FakeFamily.environment, home=home)) as box:
        outcome = box.run(Execution(source=source))
        assert box.run(Execution(source="print(1)")).stdout == "1\n"
    assert outcome.failure is not None
    assert outcome.failure.type in ("PermissionError", "FileNotFoundError", "ProcessLookupError")
    assert standing() == before


def standing() -> tuple[object, ...]:
    """What an attack on this process would change, short of its end."""
    limits = [resource.getrlimit(kind) for kind in (resource.RLIMIT_NOFILE, resource.RLIMIT_CPU)]
    return *limits, Path("/proc/self/oom_score_adj").read_text()
