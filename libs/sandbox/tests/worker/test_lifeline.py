import os
import signal
import socket
import time

import pytest

from medgym_sandbox.worker.lifeline import watched


def child_that_watches(ours: socket.socket, theirs: socket.socket) -> int:
    """A forked child that is busy, and would be for long, while it watches ``theirs``."""
    pid = os.fork()
    if pid == 0:
        ours.close()
        with watched(theirs.fileno()):
            deadline = time.monotonic() + 120
            while time.monotonic() < deadline:
                pass
        os._exit(3)
    theirs.close()
    return pid


@pytest.fixture
def pair() -> tuple[socket.socket, socket.socket]:
    return socket.socketpair()


def test_end_of_the_stream_ends_a_busy_process(pair: tuple[socket.socket, socket.socket]) -> None:
    ours, theirs = pair
    pid = child_that_watches(ours, theirs)
    ours.close()
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0


def test_data_on_the_stream_does_not(pair: tuple[socket.socket, socket.socket]) -> None:
    ours, theirs = pair
    pid = child_that_watches(ours, theirs)
    ours.send(b"request")
    time.sleep(0.05)
    assert os.waitpid(pid, os.WNOHANG) == (0, 0)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    ours.close()


def test_afterwards_signals_and_flags_are_as_before(pair: tuple[socket.socket, socket.socket]) -> None:
    ours, theirs = pair
    before = signal.getsignal(signal.SIGIO)
    with watched(theirs.fileno()):
        assert signal.getsignal(signal.SIGIO) is not before
    assert signal.getsignal(signal.SIGIO) is before
    ours.close()
    theirs.close()
