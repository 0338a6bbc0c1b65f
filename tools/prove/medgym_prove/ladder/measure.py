"""Measures the ladder on a family: by split, category or template, and rung what is earned on a build."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean

from medgym_core.builds.making import gold_of
from medgym_core.errors import DataError
from medgym_core.registry.difficulty import Difficulty, Earned, Row
from medgym_core.source import Build
from medgym_prove.dynamic.play import play
from medgym_prove.dynamic.sample import Place
from medgym_prove.ladder.mark import marks
from medgym_prove.ladder.plan import Part, by_template, digest, plan
from medgym_prove.ladder.rung import RUNGS, Rung, player
from medgym_prove.ladder.table import TemplateRow, Templates
from medgym_prove.subject import Subject
from medgym_sandbox.backend import SandboxBackend


def measured(
    subject: Subject, build: Build, backend: SandboxBackend, most: int, templates: bool = False
) -> Difficulty:
    """What every rung earns on at most ``most`` tasks of each category, or of each template.

    Raises:
        DataError: if an episode ended as our failure, which measures nothing.
    """
    parts = (by_template if templates else plan)(subject.family, build, most)
    met = {name for part in parts for name in part.played}
    found = Difficulty(
        family=subject.name,
        version=subject.family.version,
        played=digest(subject.family, build, parts),
        sandbox=backend.name,
        tasks=most,
        rungs={rung.name: "" if rung.name in met else rung.absent for rung in RUNGS},
        rows=_rows(subject, build, backend, parts),
    )
    if not templates:
        return found
    rows = (_marked(subject, build, part, row) for part, row in zip(parts, found.rows, strict=True))
    return Templates(**{**dict(found), "rows": tuple(rows)})


def holds(subject: Subject, build: Build, kept: Difficulty) -> bool:
    """Whether a table is of what would be played on ``build`` now."""
    planned = by_template if isinstance(kept, Templates) else plan
    return kept.played == digest(subject.family, build, planned(subject.family, build, kept.tasks))


def _rows(subject: Subject, build: Build, backend: SandboxBackend, parts: Sequence[Part]) -> tuple[Row, ...]:
    rewards = {rung.name: _rewards(subject, build, backend, rung, parts) for rung in RUNGS}
    return tuple(
        Row(
            split=part.split,
            category=part.category,
            earned={
                name: _earned([rewards[name][place] for place in places])
                for name, places in part.played.items()
            },
        )
        for part in parts
    )


def _rewards(
    subject: Subject, build: Build, backend: SandboxBackend, rung: Rung, parts: Sequence[Part]
) -> Mapping[Place, float]:
    """What a rung earns on every task that it plays."""
    places = [*dict.fromkeys(place for part in parts for place in part.played.get(rung.name, ()))]
    rewards: dict[Place, float] = {}
    for place, (episode, _) in zip(places, play(subject, build, backend, player(rung), places), strict=True):
        reward = episode.verdict.reward
        if reward is None:
            raise DataError(f"{episode.key.task}, {rung.name}: {episode.verdict.status}: {episode.error}")
        rewards[place] = reward
    return rewards


def _earned(rewards: Sequence[float]) -> Earned:
    return Earned(tasks=len(rewards), reward=round(fmean(rewards), 4))


def _marked(subject: Subject, build: Build, part: Part, row: Row) -> TemplateRow:
    family = subject.family
    tasks = [family.task(build, *place) for place in part.places]
    asked = [(task, gold_of(family, build, task)) for task in tasks]
    found = marks(row.earned, family.chance_rate(build, part.split), asked)
    return TemplateRow(**dict(row), template=part.template, marks=found)
