"""Runs of fake episodes in processes of their own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from medgym_sandbox.testing import docker_engine, own_containers

__all__ = ["docker_engine", "fake_run", "own_containers"]

SCRIPT = Path(__file__).with_name("fake_run.py")


@pytest.fixture
def fake_run(tmp_path: Path) -> Callable[..., subprocess.Popen[str]]:
    """Starts ``fake_run.py`` on ``tmp_path / "run"`` in a process group of its own."""

    def start(
        backend: str = "threads",
        jobs: int = 2,
        tasks: int = 6,
        pause_s: float = 0.0,
        status: str = "success",
        hours: str = "",
    ) -> subprocess.Popen[str]:
        arguments = [tmp_path / "run", backend, jobs, tasks, pause_s, status, hours]
        return subprocess.Popen(
            [sys.executable, SCRIPT, *map(str, arguments)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    return start
