"""Runs of one episode or several, plain and hostile."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from medgym_core.task import ActionCall
from medgym_core.trajectory import Episode, Step
from medgym_core.verifier import Status
from medgym_testing.fixtures import make_episode, shared_home, write_run

__all__ = ["make_episode", "shared_home", "write_run"]

FAILED = Step(
    turn=0,
    call=ActionCall(name="code_execution", arguments={"code": "import os\nx = 1"}),
    observation="FAILED KeyError: 1",
    ok=False,
    error="KeyError",
    submitted=True,
)


@pytest.fixture
def run(write_run: Callable[..., Path], make_episode: Callable[..., Episode]) -> Path:
    """Two families, three tasks each, two samples a task: the second failed by an error."""
    return write_run(
        *(
            make_episode(index, replica, family=family, status=status, steps=steps)
            for family in ("eicu", "toy")
            for index in range(3)
            for replica, (status, steps) in enumerate([(Status.SUCCESS, ()), (Status.FAIL, (FAILED,))])
        )
    )
