"""A signal ends the process, but not while a child is being started."""

import os
import signal

import pytest

from medgym_prove.proposal.interruption import INTERRUPTION, interruptible

BOTH = pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])


@BOTH
def test_a_signal_ends_the_process(number: signal.Signals) -> None:
    with pytest.raises(SystemExit, match=str(128 + number)), interruptible():
        os.kill(os.getpid(), number)


@BOTH
def test_a_start_is_finished_first(number: signal.Signals) -> None:
    started = []

    def start() -> None:
        os.kill(os.getpid(), number)
        started.append("child")

    with pytest.raises(SystemExit, match=str(128 + number)), interruptible(), INTERRUPTION.postponed():
        start()
    assert started == ["child"]


@BOTH
def test_one_signal_ends_one_process(number: signal.Signals) -> None:
    before = signal.getsignal(number)
    with pytest.raises(SystemExit), interruptible(), INTERRUPTION.postponed():
        os.kill(os.getpid(), number)
    with interruptible(), INTERRUPTION.postponed():
        pass
    assert signal.getsignal(number) is before


def test_what_is_ignored_stays_ignored() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with interruptible():
            os.kill(os.getpid(), signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)
