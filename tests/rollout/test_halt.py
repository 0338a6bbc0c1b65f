from __future__ import annotations

import os
import signal

import pytest

from medgym_core.rollout.halt import Stopped, before_episodes


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_before_the_first_episode_says_how_to_go_on(number: signal.Signals) -> None:
    before = signal.getsignal(number)
    with pytest.raises(Stopped, match="again") as caught, before_episodes("run it again"):
        signal.raise_signal(number)
    assert caught.value.signal == number
    assert signal.getsignal(number) == before


def test_who_handles_sigterm_already_goes_on_doing_so() -> None:
    heard: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, _: heard.append(number))
    try:
        with before_episodes("run it again"):
            os.kill(os.getpid(), signal.SIGTERM)
    finally:
        signal.signal(signal.SIGTERM, before)
    assert heard == [signal.SIGTERM]
