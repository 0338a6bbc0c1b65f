"""Measures the ladder on a family: by split, category and rung what is earned, on the default build."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from medgym_core.builds.training import spread
from medgym_core.errors import DataError
from medgym_core.registry.difficulty import Difficulty, Earned, Row
from medgym_core.sandbox.backend import SandboxBackend
from medgym_core.source import Build
from medgym_prove.dynamic.play import play
from medgym_prove.dynamic.sample import Place
from medgym_prove.ladder.rung import RUNGS, Rung, player
from medgym_prove.subject import Subject

SEARCHED = 400
"""Tasks of a split among which those of each category are chosen."""


@dataclass(frozen=True)
class Ladder:
    """Where a family's ladder is measured."""

    subject: Subject
    """The family."""
    build: Build
    """The build."""
    backend: SandboxBackend
    """What runs the boxes."""
    most: int
    """Tasks of each category of a split that a rung plays."""

    def measured(self) -> Difficulty:
        """What every rung earns.

        Raises:
            DataError: if an episode ended as our failure, which measures nothing.
        """
        family, rows, met = self.subject.family, list[Row](), set[str]()
        for split, told in family.splits.items():
            if told.evaluation and (told.counted or told.horizon > 1) and family.size(self.build, split):
                for category, places in self._places(split).items():
                    earned = {rung.name: self._earned(rung, places) for rung in RUNGS}
                    met |= {name for name, one in earned.items() if one}
                    rows.append(
                        Row(
                            split=split,
                            category=category,
                            earned={name: one for name, one in earned.items() if one},
                        )
                    )
        return Difficulty(
            family=family.name,
            version=family.version,
            build=self.build.digest,
            sandbox=self.backend.name,
            tasks=self.most,
            rungs={rung.name: "" if rung.name in met else rung.absent for rung in RUNGS},
            rows=tuple(rows),
        )

    def _places(self, split: str) -> Mapping[str, list[Place]]:
        """At most so many tasks of each category, from all over the split."""
        places: defaultdict[str, list[Place]] = defaultdict(list)
        for number in spread(self.subject.family.size(self.build, split), SEARCHED):
            places[self.subject.family.task(self.build, split, number).category].append(Place(split, number))
        return {
            name: [found[at] for at in spread(len(found), self.most)]
            for name, found in sorted(places.items())
        }

    def _earned(self, rung: Rung, places: Sequence[Place]) -> Earned | None:
        """What a rung earns on the tasks whose reference has what it leaves out; None if there are none."""
        family = self.subject.family
        tasks = {place: family.task(self.build, *place) for place in places}
        meant = [one for one, task in tasks.items() if rung.spoiled(family.reference(self.build, task))]
        if not meant:
            return None
        episodes = [one.episode for one in play(self.subject, self.build, self.backend, player(rung), meant)]
        if lost := [episode for episode in episodes if episode.verdict.reward is None]:
            raise DataError(f"{lost[0].key.task}, {rung.name}: {lost[0].verdict.status}: {lost[0].error}")
        return Earned(tasks=len(meant), reward=round(fmean(one.verdict.reward or 0.0 for one in episodes), 4))
