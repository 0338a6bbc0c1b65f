"""Invented episodes whose text tells more or less whether they succeeded."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from medgym_core.journal import JournalWriter
from medgym_core.task import ActionCall
from medgym_core.trajectory import Episode, Step
from medgym_core.verifier import Status


def step(code: str, observation: str = "42", ok: bool = True, submitted: bool = False) -> Step:
    """One execution."""
    call = ActionCall(name="code_execution", arguments={"code": code})
    return Step(turn=0, call=call, observation=observation, ok=ok, submitted=submitted)


@pytest.fixture
def recorded(tmp_path: Path, make_episode: Callable[..., Episode]) -> Callable[..., Path]:
    """A function that records ``tasks`` x ``samples`` episodes, of which about half succeed, into a run.

    A success checks its answer; one in ten episodes looks like the other kind.
    """

    def record(tasks: int = 30, samples: int = 4, name: str = "run", seed: int = 0) -> Path:
        draw, run = random.Random(seed), tmp_path / name
        (run / "journal").mkdir(parents=True)
        with JournalWriter(run) as writer:
            for index in range(tasks):
                for replica in range(samples):
                    success = draw.random() < 0.5
                    looks = success if draw.random() < 0.9 else not success
                    first = step("check the units of every row" if looks else "guess", ok=looks)
                    steps = (first, step("answer = 1", "1\n\nRecorded. The task is over.", submitted=True))
                    status = Status.SUCCESS if success else Status.FAIL
                    episode = make_episode(index, replica, status, steps=steps)
                    writer.append([(episode, {})])
        return run

    return record
