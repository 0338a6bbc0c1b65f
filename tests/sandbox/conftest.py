"""Fixtures of the boxes' tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from medgym_core.sandbox import BoxSpec
from medgym_core.sandbox.spec import BoxEnvironment
from medgym_core.task import Limits
from medgym_core.testing.fixtures import bare_environment, docker_engine, own_containers

__all__ = ["bare_environment", "docker_engine", "own_containers"]


@pytest.fixture
def spec(bare_environment: BoxEnvironment, tmp_path: Path) -> BoxSpec:
    """A small box without packages."""
    return BoxSpec(environment=bare_environment, home=tmp_path, limits=Limits(memory_mb=128))
