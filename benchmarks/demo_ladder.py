"""What agents that do as the reference does but for one thing earn on synthetic tasks and on an open demo's.

uv run --all-packages python -m benchmarks.demo_ladder FAMILY=DEMO... [--tasks N] [--page FILE]
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path

from benchmarks.hospital.__main__ import ROOT, filled
from medgym_core import Source, ensure_build, plugins
from medgym_core.files import default_home
from medgym_core.registry.difficulty import Difficulty
from medgym_prove.ladder.measure import measured
from medgym_prove.subject import subject_of
from medgym_statistics.interval import wilson

SPLIT = "test"


def earned(found: Difficulty) -> dict[str, tuple[int, int]]:
    """Rung to how many tasks of the split it solves, and of how many."""
    total: dict[str, tuple[int, int]] = {}
    for row in found.rows:
        for rung, one in row.earned.items() if row.split == SPLIT else ():
            right, tasks = total.get(rung, (0, 0))
            total[rung] = right + round(one.reward * one.tasks), tasks + one.tasks
    return total


def compared(family: str, synthetic: Difficulty, demo: Difficulty) -> Iterator[str]:
    """A row for each rung that both have."""
    here, there = earned(synthetic), earned(demo)
    for rung in here:
        if rung in there:
            yield f"| {family} | {rung} | {share(*here[rung])} | {share(*there[rung])} |"


def share(right: int, tasks: int) -> str:
    """A share with its interval, and of how many tasks."""
    low, high = wilson(right / tasks, tasks)
    return f"{right / tasks:.0%} ({low:.0%} to {high:.0%}) of {tasks}"


def table(given: Iterable[tuple[str, Path]], tasks: int, home: Path) -> str:
    """All families."""
    lines = [
        "| family | agent | synthetic test | the demo's test |",
        "| --- | --- | --- | --- |",
    ]
    backend = plugins.sandbox("process")
    for name, demo in given:
        subject = subject_of(name, home)
        family = subject.family
        sources = family.default_source(), Source.user(demo, family.tier_of(demo))
        builds = [ensure_build(family, source, home) for source in sources]
        lines += compared(name, *(measured(subject, build, backend, tasks) for build in builds))
    return "\n".join(lines)


def main() -> None:
    """Build both, play both, compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("demos", nargs="+", metavar="FAMILY=DEMO", help="family and the folder of its demo")
    parser.add_argument("--tasks", type=int, default=8, help="tasks of each category")
    parser.add_argument("--home", type=Path, default=default_home(), help="folder of the builds")
    parser.add_argument("--page", type=Path, default=ROOT / "docs" / "hospital.md", help="page to fill")
    given = parser.parse_args()
    pairs = [(name, Path(folder)) for name, _, folder in (one.partition("=") for one in given.demos)]
    given.page.write_text(filled(given.page.read_text(), {"ladder": table(pairs, given.tasks, given.home)}))


if __name__ == "__main__":
    main()
