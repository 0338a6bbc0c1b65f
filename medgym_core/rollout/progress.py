"""Live progress of a run on standard error: a bar on a terminal, plain lines elsewhere."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from medgym_core.verifier import Status

if TYPE_CHECKING:
    from rich.console import Console

LINE_EVERY_S = 10.0
"""Pause between plain lines, seconds."""


class RunProgress:
    """Counts episodes and shows the count, the success rate so far, errors, and the time left."""

    def __init__(self, total: int, done: int, console: Console) -> None:
        """``done`` of ``total`` episodes stand recorded by earlier drivers."""
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        self._total, self._done, self._before = total, done, done
        self._rewarded = self._successes = self._errors = 0
        self._began = self._printed = time.monotonic()
        self._console = console
        self._bar = Progress(
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.description}"),
            TimeRemainingColumn(),
            console=console,
            disable=not console.is_terminal,
        )
        self._task = self._bar.add_task("", total=total, completed=done)

    def count(self, status: Status) -> None:
        """An episode ended with ``status``."""
        self._done += 1
        self._rewarded += status.rewarded
        self._successes += status is Status.SUCCESS
        self._errors += not status.rewarded
        self._bar.update(self._task, advance=1, description=self._figures())
        now = time.monotonic()
        if not self._console.is_terminal and (
            now - self._printed >= LINE_EVERY_S or self._done == self._total
        ):
            self._printed = now
            self._console.print(f"{self._done}/{self._total} episodes, {self._figures()}{self._left(now)}")

    def __enter__(self) -> RunProgress:
        """Show it."""
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Leave its last state on the screen."""
        self._bar.stop()

    def _figures(self) -> str:
        rate = f"success {self._successes / self._rewarded:.1%}" if self._rewarded else "no verdict yet"
        return rate + (f", {self._errors} errors" if self._errors else "")

    def _left(self, now: float) -> str:
        left = (now - self._began) / (self._done - self._before) * (self._total - self._done)
        return f", about {left:.0f} s left" if left >= 1 else ""
