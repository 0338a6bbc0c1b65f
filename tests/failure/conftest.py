"""Scripted failures, played in process boxes."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from medgym_core import AgentConfig, Episode, Source, ensure_build
from medgym_core.env.runner import EpisodeRunner
from medgym_core.failure import FailureMode
from medgym_sandbox.process import Process
from medgym_testing.agent import Scripted

from .scripts import Script, scripts

Labelled = tuple[Script, Episode]
VARIANTS = 2


@pytest.fixture(scope="session")
def perform(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Script], Episode]:
    """Plays a script on the first test task of its family."""
    home, backend = tmp_path_factory.mktemp("home"), Process()

    def play(script: Script) -> Episode:
        build = ensure_build(script.family, Source.synthetic(), home)
        config = AgentConfig()
        agent = Scripted(*script.replies)
        runner = EpisodeRunner(script.family, build, backend, agent, "scripted", config, **script.settings)
        return runner.run(runner.key("test", 0, 0, 0))[0]

    return play


@pytest.fixture(scope="session")
def labelled(perform: Callable[[Script], Episode]) -> list[Labelled]:
    """Every script with the record of its real execution."""
    every = [script for variant in range(VARIANTS) for script in scripts(variant)]
    for script in {script.family.name: script for script in every}.values():
        perform(Script(FailureMode.GAVE_UP, "build", (), script.family))
    with ThreadPoolExecutor(2) as pool:
        return list(zip(every, pool.map(perform, every), strict=True))
