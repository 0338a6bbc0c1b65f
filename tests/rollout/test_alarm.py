"""Errors that repeat are heard, and nothing else is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from medgym_core.rollout.alarm import MOST, Alarm
from medgym_core.trajectory import Episode
from medgym_core.verifier import Status

Make = Callable[..., Episode]


@pytest.fixture
def failing(make_episode: Make) -> Callable[..., Episode]:
    """An episode that ended in an error, as told."""

    def make(error: str, status: Status = Status.AGENT_ERROR) -> Episode:
        return make_episode(status=status).model_copy(update={"error": error})

    return make


def test_one_error_again_and_again_rings(failing: Make) -> None:
    alarm = Alarm()
    for number in range(MOST):
        assert not alarm.rings
        alarm.hear(failing(f"port 8{number}00 refused request {number}af39c01{number}"))
    assert alarm.rings
    assert alarm.commonest(counted=True) == "5 of 5 errors: agent_error: port 8400 refused request 4af39c014"


def test_a_verdict_between_them_silences_it(failing: Make, make_episode: Make) -> None:
    alarm = Alarm()
    for number in range(2 * MOST):
        alarm.hear(make_episode(status=Status.FAIL) if number % MOST == 0 else failing("refused"))
    assert not alarm.rings
    assert alarm.commonest(counted=True).startswith("8 of 8 errors")


def test_other_errors_between_them_silence_it(failing: Make) -> None:
    alarm = Alarm()
    for number in range(2 * MOST):
        alarm.hear(failing("refused", (Status.AGENT_ERROR, Status.INFRA_ERROR)[number % 2]))
    assert not alarm.rings


def test_nothing_heard_is_nothing_said(make_episode: Make) -> None:
    alarm = Alarm()
    alarm.hear(make_episode(status=Status.SUCCESS))
    assert (alarm.rings, alarm.commonest(counted=True)) == (False, "")


def test_counts_of_labelled_data_are_left_out(failing: Make) -> None:
    alarm = Alarm()
    alarm.hear(failing("refused"))
    assert alarm.commonest(counted=False) == "commonest error: agent_error: refused"
