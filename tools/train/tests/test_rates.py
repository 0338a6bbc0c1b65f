"""How pass rates are estimated."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_core.errors import ConfigError
from medgym_core.trajectory import Branch, Episode
from medgym_core.verifier import Status
from medgym_train import rates
from medgym_train.rates import of_ladder, pass_rates, shrunk

EPISODES = st.integers(1, 40).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
CLOSE = 1e-12


@given(episodes=EPISODES, prior=st.floats(0, 1))
def test_an_estimate_lies_between_the_rate_and_the_prior(episodes: tuple[int, int], prior: float) -> None:
    successes, played = episodes
    own = successes / played
    assert min(own, prior) - CLOSE <= shrunk(successes, played, prior) <= max(own, prior) + CLOSE


@given(episodes=EPISODES, prior=st.floats(0, 1), times=st.integers(2, 9))
def test_more_episodes_bring_it_nearer_the_rate(episodes: tuple[int, int], prior: float, times: int) -> None:
    successes, played = episodes
    few, many = shrunk(successes, played, prior), shrunk(times * successes, times * played, prior)
    assert abs(many - successes / played) <= abs(few - successes / played) + CLOSE


def test_a_task_is_shrunk_to_its_category_and_that_to_the_family(
    write_run: Callable[..., Path], make_episode: Callable[..., Episode]
) -> None:
    right, wrong = make_episode(0), make_episode(1, status=Status.FAIL)
    other = make_episode(2).model_copy(update={"category": "other"})
    found = pass_rates([write_run(right, wrong, other)])
    plain, rest = shrunk(1, 2, 2 / 3), shrunk(1, 1, 2 / 3)
    expected = (shrunk(1, 1, plain), shrunk(0, 1, plain), shrunk(1, 1, rest))
    assert tuple(found.values()) == pytest.approx(expected)


def test_errors_and_leaves_that_parted_do_not_count(
    write_run: Callable[..., Path], make_episode: Callable[..., Episode]
) -> None:
    leaf = make_episode(0, 1).model_copy(update={"branch": Branch(parent=0, step=1)})
    broken = make_episode(1, status=Status.INFRA_ERROR)
    assert pass_rates([write_run(make_episode(0, status=Status.FAIL), leaf, broken)]) == {"toy/test/0": 0.0}


def test_several_runs_add_up(write_run: Callable[..., Path], make_episode: Callable[..., Episode]) -> None:
    both = [write_run(make_episode(0), name="a"), write_run(make_episode(0, status=Status.FAIL), name="b")]
    assert pass_rates(both) == {"toy/test/0": 0.5}


def test_runs_on_different_data_are_refused(
    write_run: Callable[..., Path], make_episode: Callable[..., Episode]
) -> None:
    episode = make_episode(0)
    key = episode.key.model_copy(update={"build": "c" * 64})
    other = episode.model_copy(update={"key": key})
    with pytest.raises(ConfigError, match="played toy on other data each"):
        pass_rates([write_run(episode, name="a"), write_run(other, name="b")])


def test_a_ladder_tells_its_categories_and_leaves_the_whole_solution_out() -> None:
    found = of_ladder(["treqs"])
    assert found.categories["treqs", "test", "aggregate"] == 0.0
    assert found.of("treqs/train/7", "aggregate") == found.categories["treqs", "", "aggregate"]
    table = rates.difficulty("treqs")
    assert table is not None
    (counting,) = (row for row in table.rows if (row.split, row.category) == ("test", "counting"))
    careless = [one.reward for rung, one in counting.earned.items() if rung != "full"]
    assert 0 < fmean(careless) < 1
    assert found.of("treqs/test/7", "counting") == pytest.approx(fmean(careless))


def test_without_a_ladder_or_runs_there_is_nothing_to_go_by(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rates, "difficulty", lambda name: None)
    with pytest.raises(ConfigError, match=r"give --rates-of RUN, or measure it: `medgym difficulty treqs"):
        of_ladder(["treqs"])
