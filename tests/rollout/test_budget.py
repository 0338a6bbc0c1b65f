from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from medgym_core.journal import Index
from medgym_core.rollout.budget import Budget
from medgym_core.rollout.config import RunConfig
from medgym_core.trajectory import Episode, Step, Usage

from ..metrics.entries import ENTRY

STEP = Step(
    turn=0, observation="", ok=True, usage=Usage(prompt_tokens=90, completion_tokens=10, cost_usd=0.5)
)


def budget(index: Index | None = None, **limits: Any) -> Budget:
    return Budget(RunConfig(task=("toy",), **limits), index or Index())


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        ({"budget_tokens": 200}, "200 tokens is used up (200); --budget-tokens raises it"),
        ({"budget_usd": 1.0}, "1.0 US dollars is used up (1); --budget-usd raises it"),
    ],
)
def test_a_budget_is_used_up_when_all_of_it_is_spent(
    make_episode: Callable[..., Episode], limits: dict[str, Any], said: str
) -> None:
    limited = budget(**limits)
    limited.charge(make_episode(steps=(STEP,)))
    assert limited.exhausted() == ""
    limited.charge(make_episode(steps=(STEP,)))
    assert said in limited.exhausted()


@pytest.mark.parametrize("limit", ["budget_tokens", "budget_usd"])
def test_a_budget_that_no_count_can_keep_ends_the_run(
    make_episode: Callable[..., Episode], limit: str
) -> None:
    limited = budget(**{limit: 5})
    limited.charge(make_episode(steps=(STEP.model_copy(update={"usage": Usage(latency_s=0.1)}),)))
    assert "the endpoint reports no tokens" in limited.exhausted()


def test_what_earlier_drivers_spent_counts() -> None:
    index = Index()
    index.add([ENTRY._replace(prompt_tokens=3, completion_tokens=1)])
    assert not budget(index, budget_tokens=5).exhausted()
    index.add([ENTRY._replace(prompt_tokens=1, completion_tokens=0)])
    assert budget(index, budget_tokens=5).exhausted()


def test_hours_count_from_the_start_of_this_driver() -> None:
    now = 100.0
    limited = Budget(RunConfig(task=("toy",), budget_hours=1.0), Index(), clock=lambda: now)
    now += 3599
    assert not limited.exhausted()
    now += 2
    assert "1.0 hours" in limited.exhausted()


def test_without_a_limit_nothing_is_ever_used_up(make_episode: Callable[..., Episode]) -> None:
    index = Index()
    index.add([ENTRY._replace(prompt_tokens=10**12)])
    assert budget(index).exhausted() == ""
