from __future__ import annotations

from collections.abc import Callable

import pytest

from medgym_core.rollout.void import is_void, settled
from medgym_core.task import ActionCall
from medgym_core.trajectory import PROVED, VOIDED, Episode, Step
from medgym_core.verifier import Status, Verdict

Make = Callable[..., Episode]
ACTED = (Step(turn=0, call=ActionCall(name="terminal", arguments={}), observation="", ok=True),)


@pytest.mark.parametrize("status", [Status.INFRA_ERROR, Status.VERIFIER_ERROR])
def test_what_breaks_down_after_an_action_is_a_void(make_episode: Make, status: Status) -> None:
    assert is_void(make_episode(status=status, steps=ACTED))


def test_what_breaks_down_before_the_first_action_is_none(make_episode: Make) -> None:
    assert not is_void(make_episode(status=Status.INFRA_ERROR, steps=()))


def test_what_is_proved_ours_is_none(make_episode: Make) -> None:
    proved = Verdict(status=Status.INFRA_ERROR, reason=PROVED)
    assert not is_void(make_episode(steps=ACTED).model_copy(update={"verdict": proved}))


@pytest.mark.parametrize(
    "status", [s for s in Status if s not in (Status.INFRA_ERROR, Status.VERIFIER_ERROR)]
)
def test_no_other_status_is_a_void(make_episode: Make, status: Status) -> None:
    assert not is_void(make_episode(status=status, steps=ACTED))


def test_the_first_void_carries_no_reward(make_episode: Make) -> None:
    first = settled(make_episode(status=Status.INFRA_ERROR, steps=ACTED), 0)
    assert (first.voids, first.verdict.reward) == (1, None)


def test_the_second_void_is_a_failure_that_says_so(make_episode: Make) -> None:
    second = settled(make_episode(status=Status.VERIFIER_ERROR, steps=ACTED), 1)
    assert second.voids == 2
    assert second.verdict == Verdict(
        status=Status.FAIL, reward=0.0, reason=VOIDED, details={"status": "verifier_error"}
    )


def test_a_success_after_a_void_stands(make_episode: Make) -> None:
    assert settled(make_episode(steps=ACTED), 1).verdict.status is Status.SUCCESS
