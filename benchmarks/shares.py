"""Where an episode's time goes: its box, its actions, its grading, its record, and the driver's own work.

One episode after the other, of a family whose reference is played, so that every stage is there. What waits
for a box is that box's time; what is left is the driver's own.

uv run --all-packages python -m benchmarks.shares [--json] [--task npowerai] [--episodes N] [BACKEND...]
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from benchmarks.measure import show
from medgym_core import AgentConfig, Source, open_family, plugins
from medgym_core.env import loop
from medgym_core.journal import JournalWriter
from medgym_sandbox.box import Box

WARM_UP = 60


class Clock:
    """Seconds by stage; a stage within another counts for the inner one alone."""

    def __init__(self) -> None:
        self.spent: Counter[str] = Counter()
        self._open: list[str] = []
        self._since = time.perf_counter()

    def timed(self, stage: str, work: Callable[..., Any]) -> Callable[..., Any]:
        """``work``, whose time counts for ``stage``."""

        def run(*arguments: Any, **named: Any) -> Any:
            with self.stage(stage):
                return work(*arguments, **named)

        return run

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        self._turn()
        self._open.append(name)
        try:
            yield
        finally:
            self._turn()
            self._open.pop()

    def _turn(self) -> None:
        now = time.perf_counter()
        if self._open:
            self.spent[self._open[-1]] += now - self._since
        self._since = now


def shares(backend: str, family: str, episodes: int, folder: Path) -> dict[str, object]:
    """Milliseconds of an episode by stage, and of a core that the driver's process takes."""
    opened, clock = open_family(family, source=Source.synthetic(), sandbox=backend), Clock()
    runner, started = opened.runner(plugins.agent("reference", AgentConfig())), opened.backend.start
    with ExitStack() as stack, JournalWriter(_folder(folder / backend)) as journal:
        stack.enter_context(patch.object(runner, "_start_box", clock.timed("box started", started)))
        stack.enter_context(patch.object(Box, "run", clock.timed("actions", Box.run)))
        stack.enter_context(patch.object(Box, "close", clock.timed("box closed", Box.close)))
        stack.enter_context(patch.object(loop, "grade", clock.timed("grading", loop.grade)))

        def episode(number: int) -> None:
            with clock.stage("driver"):
                played = runner.run(runner.key("train", number, 0, 0))
            with clock.stage("journal"):
                journal.append([played])

        for number in range(WARM_UP):
            episode(number)
        clock.spent.clear()
        core = time.process_time()
        for number in range(WARM_UP, WARM_UP + episodes):
            episode(number)
        core = time.process_time() - core
    stages = ("box started", "actions", "grading", "box closed", "journal", "driver")
    row: dict[str, object] = {f"{stage} ms": 1000 * clock.spent[stage] / episodes for stage in stages}
    return {"backend": backend, **row, "core of the driver ms": 1000 * core / episodes}


def _folder(run: Path) -> Path:
    (run / "journal").mkdir(parents=True)
    return run


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("backends", nargs="*", default=["docker", "bubblewrap", "process"])
    parser.add_argument("--task", default="npowerai")
    parser.add_argument("--episodes", type=int, default=100)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        rows = [shares(name, options.task, options.episodes, Path(folder)) for name in options.backends]
    show(f"Milliseconds of an episode of {options.task}, by stage", rows, options.json)


if __name__ == "__main__":
    main()
