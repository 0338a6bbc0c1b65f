from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from medgym_core import EpisodeEnded, Figures, RunEvent, RunFinished, RunStarted, Status, Tier
from medgym_testing.fixtures import make_episode

__all__ = ["make_episode"]


def needed(module: str) -> Any:
    """A module of a tracker's library; without it the test is skipped, and says so."""
    package = module.partition(".")[0]
    return pytest.importorskip(
        module, reason=f"{package} is not installed: docs/training.md says how to run these"
    )


def figures(index: int, status: Status = Status.SUCCESS, category: str = "sum", **more: Any) -> Figures:
    fields = {
        "replica": 0,
        "steps": 2,
        "wall_s": 0.5,
        "prompt_tokens": 10,
        "completion_tokens": 5,
        "cost_usd": None,
    }
    reward = None if not status.rewarded else float(status is Status.SUCCESS)
    return Figures(
        task=f"toy/test/{index}", category=category, status=status, reward=reward, **(fields | more)
    )


@pytest.fixture
def heard(tmp_path: Path, make_episode: Callable[..., Any]) -> Callable[..., list[RunEvent]]:
    """The events of one driver of the run in ``tmp_path / "run"``."""
    (tmp_path / "run").mkdir()

    def make(
        *played: Figures, recorded: tuple[Figures, ...] = (), texts: bool = False, tier: Tier = Tier.OPEN
    ) -> list[RunEvent]:
        settings = {"task": ["toy"], "agent": "llm", "model": "m", "tags": {"why": "test"}}
        started = RunStarted(tmp_path / "run", settings, {"toy": "0.1.0"}, tier, 4, recorded, texts)
        record = make_episode().model_copy(update={"prompt": "What is PATIENT-TEXT?"}) if texts else None
        return [started, *(EpisodeEnded(one, record) for one in played), RunFinished(0, "")]

    return make
