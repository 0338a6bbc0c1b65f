"""The stream's end ends the worker, even while heavy imports run and nothing reads it."""

from __future__ import annotations

import contextlib
import fcntl
import os
import select
import signal
from collections.abc import Iterator
from types import FrameType

_ENDS = select.POLLHUP | select.POLLRDHUP | select.POLLERR


@contextlib.contextmanager
def watched(stream: int) -> Iterator[None]:
    """Within this context the process exits when the other end of ``stream`` closes.

    The kernel announces it by SIGIO. A handler is needed, since a first process is spared default actions.
    """

    def look(number: int = 0, frame: FrameType | None = None) -> None:
        poll = select.poll()
        poll.register(stream, select.POLLRDHUP)
        if any(events & _ENDS for _, events in poll.poll(0)):
            os._exit(0)

    previous = signal.signal(signal.SIGIO, look)
    flags = fcntl.fcntl(stream, fcntl.F_GETFL)
    fcntl.fcntl(stream, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(stream, fcntl.F_SETFL, flags | os.O_ASYNC)
    look()  # it may have ended before the kernel was asked
    try:
        yield
    finally:
        fcntl.fcntl(stream, fcntl.F_SETFL, flags)
        signal.signal(signal.SIGIO, previous)
