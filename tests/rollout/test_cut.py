"""A driver that is killed in the middle of episodes: they go on from their last recorded steps."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from medgym_core.journal import counting_episodes
from medgym_core.verifier import Status

SCRIPT = str(Path(__file__).with_name("cut_run.py"))
TASKS = 2


def start(folder: Path) -> subprocess.Popen[str]:
    command = [sys.executable, SCRIPT, str(folder / "run"), str(folder / "home"), str(TASKS)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def kept(folder: Path) -> int:
    return sum(len(path.read_bytes().splitlines()) for path in (folder / "run" / "partial").glob("*.jsonl"))


@pytest.mark.slow
def test_cut_episodes_go_on_from_their_last_step(tmp_path: Path) -> None:
    process, deadline = start(tmp_path), time.monotonic() + 600
    while kept(tmp_path) < 2 and time.monotonic() < deadline:
        time.sleep(0.02)
    process.kill()
    process.communicate()
    steps = kept(tmp_path)
    assert steps >= 2
    out, err = start(tmp_path).communicate(timeout=600)
    assert re.search(rf"goe?s? on from (its|their) last recorded step \({steps} steps\)", err)
    assert out.strip() == "0"
    episodes = list(counting_episodes(tmp_path / "run"))
    assert [episode.verdict.status for episode in episodes] == [Status.SUCCESS] * TASKS
    assert [len(episode.steps) for episode in episodes] == [3] * TASKS
    assert kept(tmp_path) == 0
