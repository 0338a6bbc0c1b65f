"""The four fake families, and episodes of them on the process sandbox."""

from collections.abc import Callable
from pathlib import Path

import pytest

from medgym_core import AgentConfig, Episode, SandboxBackend, Source, TaskFamily, ensure_build, plugins
from medgym_core.env.runner import EpisodeRunner
from medgym_sandbox.process import Process
from medgym_testing.predictions import PredictionFamily
from medgym_testing.program import ProgramFamily
from medgym_testing.session import SessionFamily
from medgym_testing.ward import WardFamily

FAMILIES: tuple[TaskFamily, ...] = (SessionFamily(), WardFamily(), ProgramFamily(), PredictionFamily())


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="session")
def backend() -> SandboxBackend:
    return Process()


@pytest.fixture(params=FAMILIES, ids=lambda family: family.name)
def family(request: pytest.FixtureRequest) -> TaskFamily:
    return request.param


@pytest.fixture
def play(home: Path, backend: SandboxBackend) -> Callable[..., Episode]:
    """Plays one test task of a family with a named agent."""

    def run(family: TaskFamily, agent: str = "reference", seed: int = 0, **options: object) -> Episode:
        build = ensure_build(family, Source.synthetic(seed), home)
        config = AgentConfig()
        runner = EpisodeRunner(family, build, backend, plugins.agent(agent, config), agent, config, **options)
        return runner.run(runner.key("test", 1, 0, 0))[0]

    return run
