from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_core import Status
from medgym_track.tally import Tally, of_episode

from .conftest import figures

GRADED = st.tuples(st.integers(0, 3), st.booleans())


@given(st.lists(GRADED, min_size=1))
def test_the_rate_is_the_mean_over_tasks_of_each_ones_mean(episodes: list[tuple[int, bool]]) -> None:
    tally = Tally()
    for replica, (task, success) in enumerate(episodes):
        tally.count(figures(task, Status.SUCCESS if success else Status.FAIL, replica=replica))
    by_task = {task: [s for t, s in episodes if t == task] for task, _ in episodes}
    means = [sum(found) / len(found) for found in by_task.values()]
    assert tally.totals()["success_rate"] == pytest.approx(sum(means) / len(means))


def test_an_error_counts_until_it_is_played_again() -> None:
    tally = Tally()
    tally.count(figures(0, Status.AGENT_ERROR))
    assert "success_rate" not in tally.totals()
    assert (tally.totals()["errors"], tally.totals()["errors_by_status/agent_error"]) == (1, 1)
    tally.count(figures(0))
    assert (tally.totals()["errors_by_status/agent_error"], tally.totals()["episodes"]) == (0, 1)


def test_categories_tokens_and_price_are_distinguished() -> None:
    tally = Tally()
    tally.count(figures(0, category="sum"))
    tally.count(figures(1, Status.FAIL, category="mean"))
    totals = tally.totals()
    assert (totals["success_by_category/toy/sum"], totals["success_by_category/toy/mean"]) == (1, 0)
    assert (totals["tokens/read"], totals["tokens/written"]) == (20, 10)
    assert "cost_usd" not in totals
    tally.count(figures(2, cost_usd=0.25))
    assert tally.totals()["cost_usd"] == 0.25


def test_an_error_has_no_reward() -> None:
    assert "episode/reward" not in of_episode(figures(0, Status.INFRA_ERROR))
