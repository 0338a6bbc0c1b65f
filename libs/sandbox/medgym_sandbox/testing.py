"""Fixtures for pytest about boxes; a ``conftest.py`` imports those that its tests take."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from medgym_sandbox.errors import SandboxError
from medgym_sandbox.limits import Limits
from medgym_sandbox.progress import silent
from medgym_sandbox.spec import BoxEnvironment, BoxSpec


@pytest.fixture(scope="session")
def docker_engine() -> None:
    """A Docker engine that answers and has, or can pull, an image to build on."""
    from medgym_sandbox.engine import facts
    from medgym_sandbox.image import find_ground

    try:
        facts()
        find_ground(None, silent)
    except SandboxError as error:
        pytest.skip(str(error))


@pytest.fixture
def own_containers(docker_engine: None) -> Iterator[Callable[[], list[str]]]:
    """Looks up the ids of the containers that this process has; none waits for a box, before and after."""
    from medgym_sandbox import engine, kept
    from medgym_sandbox.container import LABEL

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


@pytest.fixture
def spec(bare_environment: BoxEnvironment, tmp_path: Path) -> BoxSpec:
    """A small box without packages."""
    return BoxSpec(environment=bare_environment, home=tmp_path, limits=Limits(memory_mb=128))
