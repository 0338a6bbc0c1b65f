"""What it takes to open a study, an inbox and an audit, each beside an ordinary question of its family.

Opening is the task, its gold computed anew, its services and its box: all that is waited for before the first
action, and what grading needs. One question is opened before the clock runs, so that modules are imported and
boxes have their template; CPU is that of the driver.

uv run --all-packages python -m benchmarks.openings [--json] [--tasks N] [--sandbox NAME] [--home FOLDER]
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import NamedTuple

from benchmarks.measure import show
from medgym_core import OpenFamily, open_family
from medgym_core.files import default_home

SESSIONS = {
    "mimic": ("study-train", "study-test", "study-ood"),
    "eicu": ("study-train", "study-test", "study-ood"),
    "medagentbench": ("inbox-train", "inbox-test", "inbox-ood"),
    "ehrcon": ("audit-train", "audit-test"),
}
"""Family to the splits of its sessions."""
QUESTION = "test"
"""The split of the question beside them."""
STAGES = ("task", "gold", "box")


class Opening(NamedTuple):
    """Seconds that one task took to open."""

    stages: tuple[float, ...]
    """Of the clock, in the order of :data:`STAGES`; the box's are those of the services too."""
    cpu: float
    """Of the driver's cores, all stages together."""

    @property
    def wall(self) -> float:
        """Of the clock, all stages together."""
        return sum(self.stages)


def opening(opened: OpenFamily, split: str, index: int) -> Opening:
    """Open one task and close it again; nothing that a build keeps of gold is used."""
    core, marks = time.process_time(), [time.perf_counter()]
    task = opened.family.task(opened.build, split, index)
    marks.append(time.perf_counter())
    opened.family.gold(opened.build, task)
    marks.append(time.perf_counter())
    with opened.env(split, index) as env:
        env.reset()
        marks.append(time.perf_counter())
        core = time.process_time() - core
    return Opening(tuple(end - start for start, end in pairwise(marks)), core)


def row(name: str, found: Sequence[Opening], beside: Sequence[Opening]) -> dict[str, object]:
    """Medians of a split's openings, the longest, and the ratio to those of questions."""
    stages = {f"{stage} s": median(one.stages[place] for one in found) for place, stage in enumerate(STAGES)}
    wall = median(one.wall for one in found)
    return {
        "opened": name,
        **stages,
        "wall s": wall,
        "CPU s": median(one.cpu for one in found),
        "longest wall s": max(one.wall for one in found),
        "longest CPU s": max(one.cpu for one in found),
        "wall / question": wall / median(one.wall for one in beside),
    }


def measured(opened: OpenFamily, splits: Sequence[str], tasks: int) -> list[dict[str, object]]:
    """A row for the question, and one for each of ``splits``, of so many tasks each."""
    opening(opened, QUESTION, 0)
    found = {
        split: [
            opening(opened, split, index)
            for index in range(min(tasks, opened.family.size(opened.build, split)))
        ]
        for split in (QUESTION, *splits)
    }
    return [row(f"{opened.family.name}/{split}", one, found[QUESTION]) for split, one in found.items()]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tasks", type=int, default=8, help="tasks of each split (default: 8)")
    parser.add_argument("--sandbox", default="process")
    parser.add_argument("--home", type=Path, default=default_home(), help="where builds are kept")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rows = []
    for name, splits in SESSIONS.items():
        opened = open_family(name, sandbox=options.sandbox, home=options.home)
        rows += measured(opened, splits, options.tasks)
    show("Seconds to open a task", rows, options.json)


if __name__ == "__main__":
    main()
