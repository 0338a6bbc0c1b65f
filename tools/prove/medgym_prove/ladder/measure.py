"""Measures the ladder on a family: by split, category and rung what is earned, on the default build."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean

from medgym_core.errors import DataError
from medgym_core.registry.difficulty import Difficulty, Earned, Row
from medgym_core.source import Build
from medgym_prove.dynamic.play import play
from medgym_prove.dynamic.sample import Place
from medgym_prove.ladder.plan import Part, digest, plan
from medgym_prove.ladder.rung import RUNGS, Rung, player
from medgym_prove.subject import Subject
from medgym_sandbox.backend import SandboxBackend


def measured(subject: Subject, build: Build, backend: SandboxBackend, most: int) -> Difficulty:
    """What every rung earns on at most ``most`` tasks of each category.

    Raises:
        DataError: if an episode ended as our failure, which measures nothing.
    """
    parts = plan(subject.family, build, most)
    met = {name for part in parts for name in part.played}
    return Difficulty(
        family=subject.name,
        version=subject.family.version,
        played=digest(subject.family, build, parts),
        sandbox=backend.name,
        tasks=most,
        rungs={rung.name: "" if rung.name in met else rung.absent for rung in RUNGS},
        rows=tuple(_row(subject, build, backend, part) for part in parts),
    )


def holds(subject: Subject, build: Build, kept: Difficulty) -> bool:
    """Whether a table is of what would be played on ``build`` now."""
    return kept.played == digest(subject.family, build, plan(subject.family, build, kept.tasks))


def _row(subject: Subject, build: Build, backend: SandboxBackend, part: Part) -> Row:
    rungs = [rung for rung in RUNGS if rung.name in part.played]
    earned = {rung.name: _earned(subject, build, backend, rung, part.played[rung.name]) for rung in rungs}
    return Row(split=part.split, category=part.category, earned=earned)


def _earned(
    subject: Subject, build: Build, backend: SandboxBackend, rung: Rung, places: Iterable[Place]
) -> Earned:
    episodes = [one.episode for one in play(subject, build, backend, player(rung), list(places))]
    if lost := [episode for episode in episodes if episode.verdict.reward is None]:
        raise DataError(f"{lost[0].key.task}, {rung.name}: {lost[0].verdict.status}: {lost[0].error}")
    rewards = [episode.verdict.reward or 0.0 for episode in episodes]
    return Earned(tasks=len(rewards), reward=round(fmean(rewards), 4))
