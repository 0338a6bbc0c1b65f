"""The contracts, exercised end to end by the four hardest shapes a family can have."""

from collections.abc import Callable

import pytest

from medgym_core import Episode, Status, TaskFamily

Play = Callable[..., Episode]


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 1])
def test_reference_solves(family: TaskFamily, play: Play, seed: int) -> None:
    episode = play(family, seed=seed)
    assert episode.error == ""
    assert (episode.verdict.status, episode.verdict.reward) == (Status.SUCCESS, 1.0), episode.steps


@pytest.mark.slow
def test_doing_nothing_earns_nothing(family: TaskFamily, play: Play) -> None:
    episode = play(family, "nop")
    assert (episode.verdict.status, episode.verdict.reward) == (Status.FAIL, 0.0)
    assert episode.verdict.reason == "gave_up"


def test_record_round_trips(family: TaskFamily, play: Play) -> None:
    episode = play(family)
    assert Episode.model_validate_json(episode.model_dump_json()) == episode
