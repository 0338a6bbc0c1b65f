"""Fixtures of the boxes' tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from medgym_core.errors import SandboxError
from medgym_core.sandbox.spec import BoxEnvironment


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


@pytest.fixture(scope="session")
def bare_environment(tmp_path_factory: pytest.TempPathFactory) -> BoxEnvironment:
    """A box environment without packages."""
    recipe: Path = tmp_path_factory.mktemp("recipes") / "bare"
    recipe.mkdir()
    (recipe / "requirements.txt").write_text("")
    return BoxEnvironment(recipe)
