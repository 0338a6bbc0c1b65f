"""Signals that end this process once every child it has started can be ended too."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Interruption:
    """How a signal ends this process: by ``SystemExit``, but not while a child is being started.

    Half-way through its start nobody knows the child yet, and nobody would end it. Nor by
    ``KeyboardInterrupt``, on which ``subprocess`` leaves a child while it still dies.
    """

    def __init__(self) -> None:
        """Nothing is being started, nothing was heard."""
        self._starting, self._heard = False, 0

    def hear(self, number: int, frame: FrameType | None) -> None:
        """The handler of the signal ``number``."""
        if not self._starting:
            raise SystemExit(128 + number)
        self._heard = number

    @contextmanager
    def postponed(self) -> Iterator[None]:
        """While entered nothing is raised; at the end, what was heard meanwhile."""
        self._starting = True
        try:
            yield
        finally:
            self._starting = False
        number, self._heard = self._heard, 0
        if number:
            raise SystemExit(128 + number)


INTERRUPTION = Interruption()
"""That of this process."""


@contextmanager
def interruptible() -> Iterator[None]:
    """While entered, SIGTERM and Ctrl-C end this process by ``SystemExit``: what is temporary is removed."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    heard = {number: handler for number, handler in before.items() if handler is not signal.SIG_IGN}
    for number in heard:
        signal.signal(number, INTERRUPTION.hear)
    try:
        yield
    finally:
        for number, handler in heard.items():
            signal.signal(number, handler)
