"""Ctrl-C and SIGTERM: the first asks the run to stop, the second ends it at once."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from medgym_core.rollout.plan import Work

_NOTICE = b"\nstopping: letting the episodes in flight finish; once more to drop them\n"
_SHOW_CURSOR = b"\x1b[?25h"


class Stopped(KeyboardInterrupt):
    """A signal came before the first episode; its text says what is recorded, and how to go on."""

    def __init__(self, number: int, farewell: str) -> None:
        """Says ``farewell`` and keeps the number of the signal that came."""
        super().__init__(farewell)
        self.signal = number
        """The signal."""


@contextmanager
def before_episodes(farewell: str) -> Iterator[None]:
    """Until the first episode: both signals raise, so that what is half made is removed, with ``farewell``.

    Raises:
        Stopped: on Ctrl-C; on SIGTERM too, where Python lets us and nobody else handles it.
    """

    def stop(number: int, frame: FrameType | None) -> None:
        raise Stopped(number, farewell)

    main = threading.current_thread() is threading.main_thread()
    catches = main and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    if catches:
        signal.signal(signal.SIGTERM, stop)
    try:
        yield
    except Stopped:
        raise
    except KeyboardInterrupt as error:
        raise Stopped(signal.SIGINT, farewell) from error
    finally:
        if catches:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)


class Halt:
    """While entered, catches both signals; the journal is whole at any moment, so ending is always safe."""

    def __init__(self, farewell: str = "") -> None:
        """Nothing was asked yet; ``farewell`` is the last line of a run that is ended at once."""
        self._farewell = f"{farewell}\n".encode() if farewell else b""
        self.signal: int | None = None
        """The signal that asked to stop."""
        self._asked = False
        self._previous: dict[int, Any] = {}

    def ask(self) -> None:
        """Ask to stop for another reason than a signal."""
        self._asked = True

    @property
    def asked(self) -> bool:
        """Whether to begin nothing new."""
        return self._asked or self.signal is not None

    def until(self, works: Iterator[Work]) -> Iterator[Work]:
        """``works``, cut off once asked to stop."""
        for work in works:
            if self.asked:
                return
            yield work

    def __enter__(self) -> Halt:
        """Catch the signals, where Python lets us: on the main thread."""
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM):
                self._previous[number] = signal.signal(number, self._caught)
        return self

    def __exit__(self, *_: object) -> None:
        """Give the signals back."""
        for number, handler in self._previous.items():
            signal.signal(number, handler)

    def _caught(self, number: int, frame: FrameType | None) -> None:
        if self.signal is not None:
            os.write(2, (_SHOW_CURSOR if os.isatty(2) else b"") + self._farewell)
            os._exit(128 + number)
        self.signal = number
        os.write(2, _NOTICE)
