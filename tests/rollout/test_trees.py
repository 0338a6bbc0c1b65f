"""Runs of trees: what is recorded, and that killing the driver loses and doubles no node."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from medgym_core.errors import ConfigError
from medgym_core.journal import counting_episodes
from medgym_core.rollout.config import RunConfig, resolve
from medgym_core.trajectory import Episode

SCRIPT = str(Path(__file__).with_name("tree_run.py"))
TASKS = 3
Start = Callable[[str], "subprocess.Popen[str]"]


@pytest.fixture
def start(tmp_path: Path) -> Start:
    """Drives a run of that name until its end, or until it is killed."""

    def begin(name: str) -> subprocess.Popen[str]:
        command = [sys.executable, SCRIPT, str(tmp_path / name), str(tmp_path / "home"), str(TASKS)]
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    return begin


def finish(process: subprocess.Popen[str]) -> list[int]:
    out, _ = process.communicate(timeout=600)
    assert process.returncode == 0
    return [int(number) for number in out.split()]


def leaves_of(run: Path) -> dict[str, tuple[object, list[str], str]]:
    """Every leaf of a run: where it parted, what it saw, how it ended."""
    leaves: list[Episode] = list(counting_episodes(run))
    found = {
        leaf.id: (leaf.branch, [step.observation for step in leaf.steps], leaf.verdict.status.value)
        for leaf in leaves
    }
    assert len(found) == len(leaves)
    return found


def kill_and_resume(start: Start, tmp_path: Path, kills: int) -> None:
    began = time.monotonic()
    missing, trees, leaves = finish(start("whole"))
    whole_s, random = time.monotonic() - began, Random(kills)
    assert (missing, trees) == (0, TASKS)
    assert leaves == len(leaves_of(tmp_path / "whole")) > TASKS
    for _ in range(kills):
        process = start("cut")
        time.sleep(random.uniform(0.3, 1.0) * whole_s)
        process.kill()
        process.communicate()
    assert finish(start("cut"))[0] == 0
    assert leaves_of(tmp_path / "cut") == leaves_of(tmp_path / "whole")


@pytest.mark.slow
def test_kill_and_resume_lose_and_double_no_node(start: Start, tmp_path: Path) -> None:
    kill_and_resume(start, tmp_path, 3)


@pytest.mark.nightly
def test_fifty_kills_lose_and_double_no_node(start: Start, tmp_path: Path) -> None:
    kill_and_resume(start, tmp_path, 50)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"tree": "4"}, "WAYSxPLACES"),
        ({"tree": "99x9"}, "more than 4096"),
        ({"tree": "4x3", "samples": 2}, "leave samples or tree out"),
        ({"branch": "luck"}, "branch"),
    ],
)
def test_what_is_no_tree_is_refused_before_any_work(settings: dict[str, object], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        resolve(None, {"task": "toy", **settings})


def test_without_a_tree_there_is_no_shape() -> None:
    assert RunConfig(task=("toy",)).shape is None
