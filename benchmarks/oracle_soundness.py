"""What outputs that solve nothing earn, under the reference implementation's rules and under ours.

uv run --all-packages python -m benchmarks.oracle_soundness [FAMILY ...] [--limit N] [--json]

Both grade the same test tasks of the synthetic builds. Submitted programs run in boxes of the process
sandbox; of families that have them fewer tasks are taken. A share is a mean reward where rewards are partial.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from rich import box
from rich.console import Console
from rich.table import Table

from benchmarks.as_published import PUBLISHED, Asked, rounded, subjects
from benchmarks.trivial import trials
from medgym_core import StateChange, Submission, Task, TaskFamily, TurnSubmission, plugins
from medgym_core.builds.making import ensure_build, gold_of
from medgym_core.builds.training import spread
from medgym_core.env.grading import untouched
from medgym_core.files import default_home
from medgym_core.source import Build
from medgym_prove.dynamic.record import Recorded, judge

SPLITS = {"mimic-extract": ("test", "more-test")}
"""Splits that hold the tasks that the reference implementation has; else ``test``."""
PROGRAM_TASKS = 16
"""Most tasks of a family whose submissions are programs."""
States = Mapping[str, StateChange]


class Found(NamedTuple):
    """Scores of one family under both rules."""

    family: str
    tasks: int
    chance: float
    """Mean reward that the family declares for who solves nothing."""
    trivial: Mapping[str, tuple[float, float]]
    """Trivial output to its scores, published and ours."""
    right: Mapping[str, tuple[float, float | None]]
    """Way of giving a right answer to the same; None where ours was not graded that way."""

    @property
    def best(self) -> str:
        """The trivial output that the published rule likes most."""
        return max(self.trivial, key=lambda name: self.trivial[name][0])


def measure(family: TaskFamily, build: Build, limit: int | None) -> Found:
    """Grade every trivial output and the right answers of up to ``limit`` test tasks."""
    rule, backend = PUBLISHED[family.name], plugins.sandbox("process")
    trivial: defaultdict[str, list[tuple[float, float]]] = defaultdict(list)
    right: defaultdict[str, list[tuple[float, float | None]]] = defaultdict(list)
    tasks = list(_tasks(family, build, limit))
    for task in tasks:
        asked = Asked(build, task, gold_of(family, build, task))
        gold, states = rule.gold(asked), untouched(family, build, task)

        def graded(asked: Asked, submission: Submission, states: States) -> float:
            verdict = judge(family, build, Recorded(asked.task, submission, states), asked.gold, backend)
            return verdict.reward or 0.0

        for name, trial in trials(task, asked.gold, subjects(asked)):
            theirs = max(float(rule.score(gold, output)) for output in trial.outputs)
            trivial[name].append((theirs, max(graded(asked, one, states) for one in trial.submissions)))
        for name, output in rule.right(asked, gold).items():
            given = _right(asked, name, states)
            right[name].append((float(rule.score(gold, output)), graded(asked, *given) if given else None))
    chance = max(family.chance_rate(build, split) for split in _splits(family))
    return Found(family.name, len(tasks), chance, _means(trivial), _means(right))


def _splits(family: TaskFamily) -> Sequence[str]:
    return SPLITS.get(family.name, ("test",))


def _tasks(family: TaskFamily, build: Build, limit: int | None) -> Iterator[Task]:
    for split in _splits(family):
        size = family.size(build, split)
        programs = family.task(build, split, 0).verifier == "programs"
        most = min(limit or size, PROGRAM_TASKS if programs else size)
        yield from (family.task(build, split, index) for index in spread(size, most))


def _right(asked: Asked, name: str, states: States) -> tuple[Submission, States] | None:
    """A right answer as it is submitted here; None where it is a program or a file."""
    turns: Any = asked.gold.turns
    if asked.task.verifier == "answer":
        return _answered([rounded(value) for value in turns] if name == "rounded" else turns), states
    if asked.task.verifier == "states":
        added = turns[0]["services"]["fhir"]["added"]
        before: Any = states["fhir"].before
        after = {**before, **{f"new/{number}": order for number, order in enumerate(added)}}
        return _answered([turns[0]["answer"]]), {"fhir": StateChange(before=before, after=after)}
    return None


def _answered(answers: Sequence[Any]) -> Submission:
    return Submission(turns=tuple(TurnSubmission(answer=json.dumps(answer)) for answer in answers))


def _means(scores: Mapping[str, Sequence[tuple[float, Any]]]) -> dict[str, tuple[float, Any]]:
    found = {}
    for name, pairs in scores.items():
        theirs, ours = zip(*pairs, strict=True)
        found[name] = fmean(theirs), None if None in ours else fmean(ours)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("families", nargs="*", choices=[[], *PUBLISHED], metavar="FAMILY")
    parser.add_argument("--limit", type=int, help="most tasks of each split; all of them otherwise")
    parser.add_argument("--home", type=Path, default=default_home())
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    found = []
    for name in asked.families or PUBLISHED:
        family = plugins.family(name)
        build = ensure_build(family, family.default_source(), asked.home)
        found.append(measure(family, build, asked.limit))
    if asked.json:
        print(json.dumps([one._asdict() for one in found]))
    else:
        tell(found)


def tell(found: Sequence[Found]) -> None:
    """Print a line for each family, then a table for families that take the same outputs."""
    lines = [
        [one.family, str(one.tasks), one.best, *_both(one.trivial[one.best]), _share(_ours(one)),
         _share(one.chance), _ways(one)]
        for one in found
    ]  # fmt: skip
    head = ["family", "tasks", "output", "published", "ours", "ours, any output", "declared", "right answers"]
    _print(head, lines)
    alike: defaultdict[tuple[str, ...], list[Found]] = defaultdict(list)
    for one in found:
        alike[tuple(one.trivial)].append(one)
    for names, group in alike.items():
        lines = [[name, *(_cell(one.trivial[name]) for one in group)] for name in names]
        _print(["output: published / ours", *(one.family for one in group)], lines)


def _ours(found: Found) -> float:
    return max(ours for _, ours in found.trivial.values())


def _ways(found: Found) -> str:
    return "; ".join(f"{name} {_cell(scores)}" for name, scores in found.right.items())


def _cell(scores: tuple[float, float | None]) -> str:
    return " / ".join(_both(scores))


def _both(scores: tuple[float, float | None]) -> tuple[str, str]:
    theirs, ours = scores
    return _share(theirs), "-" if ours is None else _share(ours)


def _share(value: float) -> str:
    return f"{value:.1%}"


def _print(head: Sequence[str], lines: Sequence[Sequence[str]]) -> None:
    table = Table(*head, box=box.MARKDOWN)
    for line in lines:
        table.add_row(*line)
    Console(width=400).print(table)


if __name__ == "__main__":
    main()
