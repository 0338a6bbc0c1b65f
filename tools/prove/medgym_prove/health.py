"""The health of installed families: whether references still earn all, which tasks are known to be broken.

A task is broken while its reference misses the full reward. A file keeps what is known to be broken since
when, so that only what breaks anew raises an alarm; who recovers leaves it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, ValidationError

from medgym_core import plugins
from medgym_core.agent.contract import AgentConfig
from medgym_core.builds.making import ensure_build
from medgym_core.builds.training import spread
from medgym_core.env.opening import OpenFamily
from medgym_core.errors import DataError, MedgymError
from medgym_core.family import TaskFamily
from medgym_core.rollout.plan import seed_of
from medgym_core.source import Build, Progress, Source, silent
from medgym_core.trajectory import Episode
from medgym_prove.dynamic.sample import Place
from medgym_prove.soundness import sample, score, stratum
from medgym_sandbox.backend import SandboxBackend
from medgym_sandbox.boundary.frozen import Frozen


class Broken(Frozen):
    """A task whose reference does not earn the full reward."""

    family: str
    """The family."""
    split: str
    """Its split."""
    index: int = Field(ge=0)
    """Its number in the split."""
    build: str
    """Digest of the build in which it was last seen to be broken."""
    first_seen: date
    """Day on which it was first found."""
    reason: str
    """What became of the episode, and why."""

    @property
    def place(self) -> Place:
        """Where the task stands."""
        return Place(self.split, self.index)


class BrokenTasks(Frozen):
    """The tasks that are known to be broken."""

    form: Literal[1] = 1
    """Version of this form."""
    tasks: tuple[Broken, ...] = ()
    """By family, split and index."""


class Checkup(Frozen):
    """What was found in one family."""

    family: str
    """The family."""
    build: str = ""
    """Digest of the build; empty if there is none."""
    played: int = 0
    """Tasks that the reference played."""
    broken: tuple[Broken, ...] = ()
    """Those that it missed."""
    new: tuple[Broken, ...] = ()
    """Those of them that were not known."""
    recovered: tuple[Broken, ...] = ()
    """Known ones that it solved, or that are gone."""
    problems: tuple[str, ...] = ()
    """What else is wrong: it cannot be played, or doing nothing earns more than chance."""

    @property
    def well(self) -> bool:
        """Whether nothing is wrong that is not known."""
        return not self.new and not self.problems


@dataclass(frozen=True)
class Clinic:
    """How families are looked at."""

    home: Path
    """Where builds lie."""
    backend: SandboxBackend
    """What runs the boxes."""
    limit: int = 20
    """Most tasks of a family that are sampled; known ones are played besides."""
    scale: int | None = None
    """Size of the synthetic builds; None takes each family's default."""
    jobs: int = 2
    """Episodes at once."""
    progress: Progress = silent
    """Called with what is being done."""

    def checkup(self, name: str, before: BrokenTasks, today: date) -> Checkup:
        """Play the reference and the agent that does nothing on some tasks of the family ``name``."""
        known = [task for task in before.tasks if task.family == name]
        try:
            family = plugins.family(name)
            self.progress(f"{name}: building", None)
            build = ensure_build(family, Source.synthetic(0, self.scale), self.home, self.progress)
            return self._looked_at(family, build, known, today)
        except Exception as error:  # a family may fail in any way, and the others are looked at all the same
            problem = str(error) if isinstance(error, MedgymError) else f"{type(error).__name__}: {error}"
            return Checkup(family=name, problems=(problem,))

    def _looked_at(self, family: TaskFamily, build: Build, known: Sequence[Broken], today: date) -> Checkup:
        sizes = {split: family.size(build, split) for split in family.splits}
        there = [task.place for task in known if task.index < sizes.get(task.split, 0)]
        places = list(dict.fromkeys([*self._sampled(family, build), *there]))
        episodes = self._played(family, build, "reference", places)
        since = {task.place: task.first_seen for task in known}
        broken = [
            _broken(family, build, place, episode, since.get(place, today))
            for place, episode in episodes.items()
            if episode.verdict.reward is not None and episode.verdict.reward < 1
        ]
        still = {task.place for task in broken}
        unmeasured = [place for place, episode in episodes.items() if episode.verdict.reward is None]
        return Checkup(
            family=family.name,
            build=build.digest,
            played=len(places),
            broken=tuple(broken),
            new=tuple(task for task in broken if task.place not in since),
            recovered=tuple(task for task in known if task.place not in {*still, *unmeasured}),
            problems=(*_unmeasured(episodes), *self._idle(family, build, places)),
        )

    def _sampled(self, family: TaskFamily, build: Build) -> list[Place]:
        """Tasks of every category and answer kind, of all splits; fewer where there are too many."""
        found = [
            Place(split, index)
            for split in family.splits
            if family.size(build, split)
            for index in sample(family, build, split, 1)
        ]
        if not found:
            raise DataError(f"{family.name} has no task in a build of this size; give a larger --scale")
        return [found[number] for number in spread(len(found), self.limit)]

    def _idle(self, family: TaskFamily, build: Build, places: Sequence[Place]) -> list[str]:
        """What doing nothing earns beyond chance."""
        problems = []
        episodes = self._played(family, build, "nop", places)
        for split in dict.fromkeys(place.split for place in places):
            own = {place: episode for place, episode in episodes.items() if place.split == split}
            strata = {one.key.task: stratum(family.task(build, *place)) for place, one in own.items()}
            found = score("nop", own.values(), strata, family.chance_rate(build, split), whole=False)
            if found.finding == "unsound":
                problems.append(f"doing nothing earns {found.reward:.3f} on {found.tasks} tasks of {split}")
        return problems

    def _played(
        self, family: TaskFamily, build: Build, agent: str, places: Sequence[Place]
    ) -> dict[Place, Episode]:
        """An episode of ``agent`` for each place; those that measured nothing are played once more."""
        from joblib import Parallel, delayed  # type: ignore[import-untyped]

        self.progress(f"{family.name}: {agent} on {len(places)} tasks", None)
        runner = OpenFamily(family, build, self.backend).runner(plugins.agent(agent, AgentConfig()), agent)

        def once(place: Place) -> Episode:
            key = runner.key(*place, 0, seed_of(0, f"{family.name}/{place.split}/{place.number}", 0))
            first = runner.run(key)[0]
            return first if first.verdict.reward is not None else runner.run(key)[0]

        played = Parallel(n_jobs=self.jobs, backend="threading")(delayed(once)(place) for place in places)
        return dict(zip(places, played, strict=True))


def read_broken(path: Path) -> BrokenTasks:
    """The known ones at ``path``; none where there is no file.

    Raises:
        DataError: if it is malformed.
    """
    try:
        return BrokenTasks.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        return BrokenTasks()
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise DataError(f"{path}: {where}: {first['msg']}; fix it, or begin anew without it") from error


def renewed(before: BrokenTasks, checkups: Sequence[Checkup]) -> BrokenTasks:
    """What is known after ``checkups``; families that were not looked at keep their entries."""
    tasks = {(task.family, task.place): task for task in before.tasks}
    for checkup in checkups:
        for task in checkup.recovered:
            del tasks[task.family, task.place]
        tasks |= {(task.family, task.place): task for task in checkup.broken}
    return BrokenTasks(tasks=tuple(tasks[key] for key in sorted(tasks)))


def badge(checkups: Sequence[Checkup]) -> Mapping[str, Any]:
    """The badge in the form that shields.io reads from an endpoint: red for what is new, yellow for known."""
    sick = sum(not checkup.well for checkup in checkups)
    known = sum(len(checkup.broken) for checkup in checkups)
    message = f"{len(checkups) - sick} of {len(checkups)} families well"
    if known and not sick:
        message += f", {known} tasks known broken"
    color = "red" if sick or not checkups else "yellow" if known else "brightgreen"
    return {"schemaVersion": 1, "label": "health", "message": message, "color": color}


def _broken(family: TaskFamily, build: Build, place: Place, episode: Episode, since: date) -> Broken:
    verdict = episode.verdict
    reason = f"{verdict.status}, reward {verdict.reward:g}: {verdict.reason or episode.error or 'no reason'}"
    return Broken(
        family=family.name,
        split=place.split,
        index=place.number,
        build=build.digest,
        first_seen=since,
        reason=reason[:500],
    )


def _unmeasured(episodes: Mapping[Place, Episode]) -> list[str]:
    return [
        f"{place.split}/{place.number} could not be measured: {episode.verdict.status}: {episode.error}"
        for place, episode in episodes.items()
        if episode.verdict.reward is None
    ]
