"""Estimated pass rates of tasks.

A task's estimate is its own rate in earlier runs, shrunk to that of its category in its split, which is
itself shrunk to the family's::

    estimate = (successes + 4 * prior) / (episodes + 4)

That is the mean of a Beta distribution that began with :data:`PSEUDO_EPISODES` episodes of the prior. Without
runs the estimate is what scripted agents earned in the category that each leave out one thing.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean

from medgym_core.errors import ConfigError
from medgym_core.journal import read_index
from medgym_core.registry.difficulty import FULL
from medgym_core.rollout.ladder import difficulty
from medgym_core.verifier import Status

PSEUDO_EPISODES = 4.0
"""Weight of a prior. Of 512 training tasks of treqs, played 8 times each by two learners, the first four
replies tell the other four best by log-likelihood with a weight of 4 to 6, where 1 to 8 were tried."""
Cell = tuple[str, str, str]
"""Family, split (empty for all of them) and category."""


def shrunk(successes: float, episodes: float, prior: float) -> float:
    """The rate that so many episodes and the prior give together, all from 0 to 1."""
    return (successes + PSEUDO_EPISODES * prior) / (episodes + PSEUDO_EPISODES)


@dataclass(frozen=True)
class Rates:
    """What pass rates are estimated by."""

    families: Mapping[str, float]
    """Family to its rate."""
    categories: Mapping[Cell, float] = field(default_factory=dict)
    """Where to its rate."""
    tasks: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Task to its successes and episodes."""
    builds: Mapping[str, Mapping[str, Path]] = field(default_factory=dict)
    """Family to the digests of builds on which it was played, and a run of each."""

    def of(self, task: str, category: str) -> float:
        """The estimate of a task of a category, from 0 to 1."""
        family, split, _ = task.split("/")
        cells = ((family, split, category), (family, "", category))
        prior = next((self.categories[cell] for cell in cells if cell in self.categories), None)
        return shrunk(*self.tasks.get(task, (0, 0)), self.families[family] if prior is None else prior)


def pass_rates(runs: Iterable[Path | str]) -> dict[str, float]:
    """The estimated pass rate of every task that runs hold, by id.

    Counted are episodes with a reward; of trees, first leaves alone. It is what `medgym run --sampler
    learnable` goes by.

    Raises:
        ConfigError: if a folder is none of a run, or the runs played a family on several builds.
    """
    rates, categories = of_runs([Path(run) for run in runs])
    for name, builds in rates.builds.items():
        if len(builds) > 1:
            several = " and ".join(map(str, builds.values()))
            raise ConfigError(f"{several} played {name} on other data each; take the rates of one of them")
    return {task: rates.of(task, category) for task, category in categories.items()}


def of_runs(runs: Sequence[Path]) -> tuple[Rates, dict[str, str]]:
    """What runs tell, and the category of each of their tasks.

    Raises:
        ConfigError: if a folder is none of a run.
    """
    tasks: dict[str, list[int]] = {}
    category: dict[str, str] = {}
    builds: defaultdict[str, dict[str, Path]] = defaultdict(dict)
    for run in runs:
        for entry in read_index(run)[0]:
            if entry.status.rewarded and not entry.parted:
                counts = tasks.setdefault(entry.task, [0, 0])
                counts[0] += entry.status is Status.SUCCESS
                counts[1] += 1
                category[entry.task] = entry.category
                builds[entry.family].setdefault(entry.build, run)
    successes, episodes = Counter[tuple[str, ...]](), Counter[tuple[str, ...]]()
    for task, (right, played) in tasks.items():
        family, split, _ = task.split("/")
        for cell in ((family,), (family, split, category[task])):
            successes[cell] += right
            episodes[cell] += played
    families = {name: successes[(name,)] / episodes[(name,)] for name in builds}
    cells = [(cell[0], cell[1], cell[2]) for cell in episodes if len(cell) == 3]
    return Rates(
        families=families,
        categories={cell: shrunk(successes[cell], episodes[cell], families[cell[0]]) for cell in cells},
        tasks={task: (right, played) for task, (right, played) in tasks.items()},
        builds=builds,
    ), category


def of_ladder(names: Iterable[str]) -> Rates:
    """What the ladders of families tell: mean rewards of agents that leave out one thing.

    A split that was not measured, as training splits are not, has the rates of the others.

    Raises:
        ConfigError: if of a family nothing was measured.
    """
    families: dict[str, float] = {}
    categories: dict[Cell, float] = {}
    for name in names:
        found = difficulty(name)
        cells: defaultdict[Cell, list[float]] = defaultdict(list)
        for row in found.rows if found else ():
            for earned in (one.reward for rung, one in row.earned.items() if rung != FULL):
                cells[name, row.split, row.category].append(earned)
                cells[name, "", row.category].append(earned)
        if not cells:
            raise ConfigError(
                f"nothing was measured of how hard {name} is; give --rates-of RUN, or measure it: "
                f"`medgym difficulty {name} --write`"
            )
        means = {cell: fmean(earned) for cell, earned in cells.items()}
        categories |= means
        families[name] = fmean(rate for (_, split, _), rate in means.items() if not split)
    return Rates(families, categories)
