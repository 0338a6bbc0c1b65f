"""Tasks that a learner can learn from: those drawn that it neither always nor never solves, by estimate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING

from medgym_core.errors import ConfigError
from medgym_core.family import TaskFamily
from medgym_core.rollout import folder
from medgym_core.rollout.config import PASS_RATE, RunConfig
from medgym_core.rollout.rates import Rates, of_ladder, of_runs, source_of
from medgym_core.rollout.selection import Address, select
from medgym_core.rollout.setting import ordered
from medgym_core.source import Build

if TYPE_CHECKING:
    from rich.console import Console


def rates_for(config: RunConfig) -> Rates | None:
    """What the run is to draw its tasks by; None if it draws by nothing, or did so already.

    Raises:
        ConfigError: if a folder is none of a run, or of a family nothing is known.
    """
    if config.sampler == "uniform" or config.drawn:
        return None
    if not config.rates_of:
        return of_ladder(config.task)
    for run in config.rates_of:
        folder.load(run)
    rates, _ = of_runs(config.rates_of)
    for name in config.task:
        if name not in rates.families:
            raise ConfigError(
                f"no run of --rates-of ({rates.source}) holds an episode of {name} with a reward; give one "
                f"that does, or leave {name} out"
            )
    return rates


def drawn(
    config: RunConfig,
    rates: Rates,
    families: Mapping[str, TaskFamily],
    builds: Mapping[str, Build],
    console: Console,
) -> RunConfig:
    """The configuration with the tasks that the sampler draws; says how many lie within the bounds.

    Of labelled data no number is told.

    Raises:
        ConfigError: if the rates are of other data, or of a family no task lies within the bounds.
    """
    order = config.seed if config.shuffle is None else config.shuffle
    whole = config.model_copy(update={"limit": None, "shuffle": None})
    ids: list[str] = []
    within = total = 0
    for name, family in families.items():
        _refuse_other(name, builds[name], rates)
        places = select(whole, family, builds[name])
        estimates = _estimates(places, family, builds[name], rates)
        found = _within(builds[name], estimates, rates, config.pass_rate)
        shuffled = config.model_copy(update={"shuffle": order})
        ids += [_id(name, place) for place in select(shuffled, family, builds[name], found)]
        within, total = within + len(found), total + len(places)
    labelled = any(build.tier.labelled for build in builds.values())
    share = "some" if labelled else f"{within:,} of {total:,}"
    console.print(
        f"learnable: {share} tasks have {_worded(config.pass_rate)}, by {rates.source}",
        highlight=False,
        markup=False,
    )
    return config.model_copy(update={"drawn": tuple(ids)})


def remark(config: RunConfig) -> str:
    """What reports say of a run whose tasks were drawn by their rates; empty if they were not."""
    if config.sampler == "uniform":
        return ""
    return (
        f"tasks were drawn that had {_worded(config.pass_rate)}, by {source_of(config.rates_of)}: "
        "rates are of these, not of their splits, which `--sampler uniform` plays"
    )


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


def _estimates(
    places: Sequence[Address], family: TaskFamily, build: Build, rates: Rates
) -> dict[Address, float]:
    """Where each task is to its estimated pass rate."""
    return {
        place: rates.of(_id(family.name, place), family.task(build, place.split, place.index).category)
        for place in places
    }


def _within(
    build: Build, estimates: Mapping[Address, float], rates: Rates, bounds: tuple[float, float]
) -> set[Address]:
    low, high = bounds
    found = {place for place, rate in estimates.items() if low <= rate <= high}
    if not found:
        below = max((rate for rate in estimates.values() if rate < low), default=None)
        above = min((rate for rate in estimates.values() if rate > high), default=None)
        known = [f"{rate:.3f}" for rate in (below, above) if rate is not None and not build.tier.labelled]
        nearest = f"; the nearest: {' and '.join(known)}" if known else ""
        raise ConfigError(
            f"no task of {build.family} has {_worded(bounds)}, by {rates.source}{nearest}; widen "
            "--pass-rate, or give runs in which the model solved some of its tasks and not all"
        )
    return found


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


def _worded(bounds: tuple[float, float]) -> str:
    low, high = bounds
    return f"an estimated pass rate from {low:g} to {high:g}"
