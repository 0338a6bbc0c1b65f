"""Tasks that a learner can learn from: those drawn that it neither always nor never solves, by estimate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from medgym_core.errors import ConfigError
from medgym_core.family import TaskFamily
from medgym_core.rollout import folder
from medgym_core.rollout.config import PASS_RATE, RunConfig
from medgym_core.rollout.sampler import criterion
from medgym_core.rollout.selection import Address, select
from medgym_core.rollout.setting import ordered
from medgym_core.source import Build
from medgym_train.rates import Rates, of_ladder, of_runs

if TYPE_CHECKING:
    from rich.console import Console


def sampler(config: RunConfig) -> Learnable:
    """The sampler ``learnable`` of a run: by the runs of ``rates_of``, or else by the families' ladders.

    Raises:
        ConfigError: if a folder is none of a run, or of a family nothing is known.
    """
    for run in config.rates_of:
        folder.load(run)
    rates = of_runs(config.rates_of)[0] if config.rates_of else of_ladder(config.task)
    for name in config.task:
        if name not in rates.families:
            runs = ", ".join(map(str, config.rates_of))
            raise ConfigError(
                f"no run of --rates-of ({runs}) holds an episode of {name} with a reward; give one that "
                f"does, or leave {name} out"
            )
    return Learnable(config, rates)


@dataclass(frozen=True)
class Learnable:
    """Draws tasks whose estimated pass rates lie within the bounds of a run."""

    config: RunConfig
    """The run."""
    rates: Rates
    """What pass rates are estimated by."""

    def __call__(
        self, families: Mapping[str, TaskFamily], builds: Mapping[str, Build], console: Console
    ) -> tuple[str, ...]:
        """Ids in an order that the run's seed fixes; says how many tasks lie within the bounds.

        Raises:
            ConfigError: if the rates are of other data, or of a family no task lies within the bounds.
        """
        config = self.config
        order = config.seed if config.shuffle is None else config.shuffle
        whole = config.model_copy(update={"limit": None, "shuffle": None})
        shuffled = config.model_copy(update={"shuffle": order})
        ids: list[str] = []
        within = total = 0
        for name, family in families.items():
            _refuse_other(name, builds[name], self.rates)
            places = select(whole, family, builds[name])
            found = self._within(places, family, builds[name])
            ids += [_id(name, place) for place in select(shuffled, family, builds[name], found)]
            within, total = within + len(found), total + len(places)
        labelled = any(build.tier.labelled for build in builds.values())
        share = "some" if labelled else f"{within:,} of {total:,}"
        console.print(f"learnable: {share} tasks have {criterion(config)}", highlight=False, markup=False)
        return tuple(ids)

    def _within(self, places: Sequence[Address], family: TaskFamily, build: Build) -> set[Address]:
        """The places of tasks within the bounds."""
        low, high = self.config.pass_rate
        estimates = {
            place: self.rates.of(
                _id(family.name, place), family.task(build, place.split, place.index).category
            )
            for place in places
        }
        found = {place for place, rate in estimates.items() if low <= rate <= high}
        if not found:
            below = max((rate for rate in estimates.values() if rate < low), default=None)
            above = min((rate for rate in estimates.values() if rate > high), default=None)
            known = [f"{rate:.3f}" for rate in (below, above) if rate is not None and not build.tier.labelled]
            nearest = f"; the nearest: {' and '.join(known)}" if known else ""
            raise ConfigError(
                f"no task of {build.family} has {criterion(self.config)}{nearest}; widen --pass-rate, or "
                "give runs in which the model solved some of its tasks and not all"
            )
        return found


def learnable(
    rates: Mapping[str, float], low: float = PASS_RATE[0], high: float = PASS_RATE[1], seed: int = 0
) -> list[str]:
    """The ids of those tasks whose rates are from ``low`` to ``high``, in an order that ``seed`` fixes.

    Raises:
        ConfigError: if the bounds are none.
    """
    try:
        ordered((low, high))
    except ValueError as error:
        raise ConfigError(str(error)) from error
    found = sorted(task for task, rate in rates.items() if low <= rate <= high)
    return Random(seed).sample(found, len(found))


def _refuse_other(name: str, build: Build, rates: Rates) -> None:
    """Refuse rates of other data than is played."""
    for digest, run in rates.builds.get(name, {}).items():
        if digest != build.digest:
            saved, _ = folder.load(run)
            source = f"--source {name}={saved.sources[name]}" if name in saved.sources else "no --source"
            raise ConfigError(
                f"{run} played {name} on build {digest[:12]}, and to be played is {build.digest[:12]}, whose "
                f"tasks are others; give data and version of that run (--scale {saved.scale or 'left out'}, "
                f"--data-seed {saved.data_seed}, {source}), or rates of this data"
            )


def _id(family: str, place: Address) -> str:
    return f"{family}/{place.split}/{place.index}"
