"""Fixtures for pytest; a ``conftest.py`` imports those that its tests take."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from medgym_core.agent import Brief
from medgym_core.journal import JournalWriter
from medgym_core.trajectory import Episode
from medgym_sandbox.testing import docker_engine as docker_engine
from medgym_testing.playing import Box, Played, brief_of, played
from medgym_testing.record import episode_of


@pytest.fixture(scope="session")
def make_episode() -> Callable[..., Episode]:
    """:func:`medgym_testing.record.episode_of`."""
    return episode_of


@pytest.fixture(scope="session")
def shared_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Holds builds that tests only read: one for all processes of a run; ``MEDGYM_TEST_HOME`` for several."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    return Path(os.environ.get("MEDGYM_TEST_HOME") or shared / "home")


@pytest.fixture
def write_run(tmp_path: Path) -> Callable[..., Path]:
    """Writes episodes as the run ``name``."""

    def write(*episodes: Episode, name: str = "run") -> Path:
        with JournalWriter(tmp_path / name) as writer:
            writer.append([(episode, {}) for episode in episodes])
        return tmp_path / name

    return write


@pytest.fixture
def make_brief() -> Callable[..., Brief]:
    """:func:`medgym_testing.playing.brief_of`."""
    return brief_of


@pytest.fixture
def play() -> Callable[..., Played]:
    """:func:`medgym_testing.playing.played`."""
    return played


@pytest.fixture
def box(tmp_path: Path) -> Box:
    """A folder and an interpreter: no isolation at all."""
    return Box(tmp_path / "work")
