"""Fixtures for pytest; a ``conftest.py`` imports those that its tests take."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from medgym_core.agent import Brief
from medgym_core.errors import SandboxError
from medgym_core.sandbox.spec import BoxEnvironment
from medgym_core.testing.playing import Box, Played, brief_of, played
from medgym_core.testing.record import episode_of
from medgym_core.trajectory import Episode


@pytest.fixture(scope="session")
def make_episode() -> Callable[..., Episode]:
    """:func:`medgym_core.testing.record.episode_of`."""
    return episode_of


@pytest.fixture(scope="session")
def shared_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Holds builds that tests only read: one for all processes of a run; ``MEDGYM_TEST_HOME`` for several."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    return Path(os.environ.get("MEDGYM_TEST_HOME") or shared / "home")


@pytest.fixture
def make_brief() -> Callable[..., Brief]:
    """:func:`medgym_core.testing.playing.brief_of`."""
    return brief_of


@pytest.fixture
def play() -> Callable[..., Played]:
    """:func:`medgym_core.testing.playing.played`."""
    return played


@pytest.fixture
def box(tmp_path: Path) -> Box:
    """A folder and an interpreter: no isolation at all."""
    return Box(tmp_path / "work")


@pytest.fixture(scope="session")
def docker_engine() -> None:
    """A Docker engine that answers and has, or can pull, an image to build on."""
    from medgym_core.sandbox.engine import facts
    from medgym_core.sandbox.image import find_ground
    from medgym_core.source import silent

    try:
        facts()
        find_ground(None, silent)
    except SandboxError as error:
        pytest.skip(str(error))


@pytest.fixture
def own_containers(docker_engine: None) -> Iterator[Callable[[], list[str]]]:
    """Looks up the ids of the containers that this process has; none waits for a box, before and after."""
    from medgym_core.sandbox import engine, kept
    from medgym_core.sandbox.container import LABEL

    def listed() -> list[str]:
        found = engine.client().containers(all=True, filters={"label": LABEL})
        return [entry["Id"] for entry in found if f"-{os.getpid()}-" in "".join(entry["Names"] or ())]

    kept.remove_all()
    yield listed
    kept.remove_all()


@pytest.fixture(scope="session")
def bare_environment(tmp_path_factory: pytest.TempPathFactory) -> BoxEnvironment:
    """A box environment without packages."""
    recipe: Path = tmp_path_factory.mktemp("recipes") / "bare"
    recipe.mkdir()
    (recipe / "requirements.txt").write_text("")
    return BoxEnvironment(recipe)
