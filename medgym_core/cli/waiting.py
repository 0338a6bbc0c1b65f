"""Standard error for progress and remarks: whatever takes long says what it is and how long it has taken."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.text import Text

from medgym_core.cli.duration import remember, usual

FIRST_AFTER_S = 2.0
"""Without a terminal, what is over sooner is not mentioned, seconds."""
AGAIN_AFTER_S = 10.0
"""Pause between further lines about it, seconds."""
_OVERDUE = 1.5
"""What has taken so many times as long as the last time will not be over soon."""


class Wait:
    """Something that takes its time."""

    def __init__(self, console: Console, what: str) -> None:
        """Begins now; ``what`` is being done, and shown on ``console``."""
        self.console = console
        """Where it is shown."""
        self._what = what
        self._usual = usual(what)
        self._began = time.monotonic()

    def update(self, what: str) -> None:
        """From now on ``what`` is being done."""
        self._what = what

    @property
    def seconds(self) -> float:
        """How long it has taken."""
        return time.monotonic() - self._began

    def __str__(self) -> str:
        """What is being done, for how long, and how long it took the last time, unless that is long over."""
        seconds, usual = self.seconds, self._usual or 0.0
        of = f" of about {usual:.0f}" if seconds < _OVERDUE * usual else ""
        return f"{self._what} ({seconds:.0f}{of} s)"

    def __rich__(self) -> Text:
        """The same, anew at each refresh of a terminal."""
        return Text(str(self))


class Messages(Console):
    """A console whose ``status`` shows the seconds and, without a terminal, prints a line now and then."""

    @contextmanager
    def status(self, what: str, **_: Any) -> Iterator[Wait]:  # type: ignore[override]  # of rich's, what is used
        """Meanwhile ``what`` is being done; ``update`` of what it gives says what else."""
        wait = Wait(self, what)
        if self.is_terminal:
            spinner = "line" if self.options.ascii_only else "dots"
            with super().status(wait, spinner=spinner):
                yield wait
            _learn(what, wait)
            return
        over = threading.Event()
        printer = threading.Thread(target=self._print_again, args=(wait, over), daemon=True)
        printer.start()
        try:
            yield wait
        finally:
            over.set()
            printer.join()
        _learn(what, wait)

    def _print_again(self, wait: Wait, over: threading.Event) -> None:
        pause = FIRST_AFTER_S
        while not over.wait(pause):
            self.print(str(wait))
            pause = AGAIN_AFTER_S


def _learn(what: str, wait: Wait) -> None:
    """Who waits next is shown how long; what was over at once need not be."""
    if (seconds := wait.seconds) > FIRST_AFTER_S:
        remember(what, seconds)
