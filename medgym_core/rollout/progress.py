"""Live progress of a run on standard error: a bar on a terminal, a line now and then elsewhere.

Where trees are played it counts trees, and the success of a tree is that of its first leaf, as in reports.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeVar

from medgym_core.errors.wording import how_many
from medgym_core.journal import Index
from medgym_core.verifier import Status

if TYPE_CHECKING:
    from rich.console import Console

LINE_EVERY_S = 10.0
"""Pause between plain lines, seconds."""
WIDE = 80
"""A narrower terminal has room for the figures alone, cells."""
Item = TypeVar("Item")


def successes(index: Index) -> int:
    """How many of the finished episodes are successes; of trees, first leaves."""
    return sum(entry.status is Status.SUCCESS for entry in index if not entry.parted)


class RunProgress:
    """Counts episodes and shows how many are recorded and in play, the success rate, errors, and times."""

    def __init__(
        self, total: int, done: int, console: Console, succeeded: int = 0, kind: str = "episodes"
    ) -> None:
        """``done`` of ``total`` episodes stand recorded with a reward, ``succeeded`` of them as a success."""
        from rich import progress

        self._total, self._done, self._before, self._kind = total, done, done, kind
        self._rewarded, self._successes = done, succeeded
        self._playing = self._errors = 0
        self._began = time.monotonic()
        self._console = console
        self._over = threading.Event()
        self._printer = threading.Thread(target=self._print_lines, daemon=True)
        text = progress.TextColumn("{task.description}")
        columns = [progress.MofNCompleteColumn(), text, progress.TimeElapsedColumn()]
        if console.width >= WIDE:
            columns = [progress.BarColumn(bar_width=None), *columns, progress.TimeRemainingColumn()]
        quiet = not console.is_terminal
        self._bar = progress.Progress(*columns, console=console, disable=quiet, expand=True)
        self._task = self._bar.add_task("", total=total, completed=done)

    def begun(self, works: Iterator[Item]) -> Iterator[Item]:
        """``works``, each of which is in play from when it is taken until it is counted."""
        for work in works:
            self._playing += 1
            self._bar.update(self._task, description=self._figures())
            yield work

    def count(self, status: Status) -> None:
        """An episode ended with ``status``; a tree with that of its first leaf."""
        self._done += 1
        self._playing -= 1
        self._rewarded += status.rewarded
        self._successes += status is Status.SUCCESS
        self._errors += not status.rewarded
        self._bar.update(self._task, advance=1, description=self._figures())

    def __enter__(self) -> RunProgress:
        """Show it."""
        self._bar.start()
        if not self._console.is_terminal:
            self._printer.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Leave its last state on the screen."""
        self._over.set()
        if not self._console.is_terminal:
            self._printer.join()
            self._console.print(self._line())
        self._bar.stop()

    def _print_lines(self) -> None:
        while not self._over.wait(LINE_EVERY_S):
            self._console.print(self._line())

    def _line(self) -> str:
        seconds = time.monotonic() - self._began
        parts = filter(None, (self._figures(), f"{seconds:.0f} s", self._left(seconds)))
        return f"{self._done}/{self._total} {self._kind}, {', '.join(parts)}"

    def _figures(self) -> str:
        playing = f"{self._playing} in play" if self._playing > 0 else ""
        rate = f"success {self._successes / self._rewarded:.1%}" if self._rewarded else ""
        errors = how_many(self._errors, "error") if self._errors else ""
        return ", ".join(filter(None, (playing, rate, errors)))

    def _left(self, seconds: float) -> str:
        played = self._done - self._before
        left = seconds / played * (self._total - self._done) if played else 0.0
        return f"about {left:.0f} s left" if left >= 1 else ""
