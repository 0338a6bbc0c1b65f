"""D07: a split is as long as it declares: its solutions take that many actions, for which one does not do.

An agent is shown how the reference begins and acts once more (:mod:`medgym_prove.attack.one_shot`). With two
actions or more to go it may earn no more than chance. Where all turns must be right, how they are
graded ensures that by itself.
"""

from __future__ import annotations

from pydantic import JsonValue

from medgym_core.source import Build
from medgym_prove.check import Check, Evidence
from medgym_prove.dynamic.play import earned_by, named
from medgym_prove.dynamic.sample import filled, varied
from medgym_prove.subject import Subject

TASKS = 4
"""Most tasks of a split that are looked at."""


def _is_as_long(subject: Subject) -> Evidence:
    build, problems, examined = subject.build(), list[str](), 0
    figures: dict[str, JsonValue] = {}
    for split in filled(subject, build):
        horizon = subject.family.splits[split].horizon
        places = varied(subject, build, TASKS, split)
        tasks = [subject.family.task(build, *place) for place in places]
        lengths = {task.id: len(subject.family.reference(build, task)) for task in tasks}
        problems += [
            f"{task} is solved by {length} actions, and {split} declares the horizon {horizon}"
            for task, length in lengths.items()
            if length < horizon
        ]
        examined += len(tasks)
        if horizon > 1:
            found, highest = _shots(subject, build, split, horizon)
            problems += found
            shortest = min(lengths.values())
            figures[split] = {"horizon": horizon, "shortest reference": shortest, "highest earned": highest}
    return Evidence(examined=examined, problems=tuple(problems), figures=figures)


def _shots(subject: Subject, build: Build, split: str, horizon: int) -> tuple[list[str], float]:
    """What is wrong with a split in which one action may do for several, and the most that one earned."""
    rate, problems, highest = subject.family.chance_rate(build, split), list[str](), 0.0
    places = varied(subject, build, TASKS, split)
    for shown in sorted({0, horizon - 2}):
        found = earned_by(subject, build, named("attack:one_shot", {"k": shown}), places, rate)
        problems += found.errors[:3]
        highest = max(highest, found.reward)
        if found.finding == "unsound" and not found.errors:
            problems.append(
                f"one action after the reference's first {shown} earns {found.reward:.3f} on {found.tasks} "
                f"tasks of {split}, which declares the horizon {horizon} and the chance rate {rate:g}"
            )
    return problems, round(highest, 4)


HORIZON = Check(
    id="D07",
    level=2,
    title="references take at least as many actions as the horizon, and one action does not do for several",
    hint="Declare in Split.horizon how many actions need what those before them showed or left, no more; "
    "or ask so that a later step cannot be known before the earlier ones were taken.",
    examine=_is_as_long,
)
