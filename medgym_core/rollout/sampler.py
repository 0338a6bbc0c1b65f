"""What draws the tasks of a run: the contract of a sampler, and what is said of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

from medgym_core import plugins
from medgym_core.family import TaskFamily
from medgym_core.rollout.config import RunConfig
from medgym_core.source import Build

if TYPE_CHECKING:
    from rich.console import Console


class Sampler(Protocol):
    """Draws the tasks of one run, once its data is built."""

    def __call__(
        self, families: Mapping[str, TaskFamily], builds: Mapping[str, Build], console: Console
    ) -> tuple[str, ...]:
        """Ids of the tasks in the order in which they are to be played.

        It says on ``console`` by what it draws; of labelled data no number.

        Raises:
            ConfigError: if it draws none.
        """


def sampler_of(config: RunConfig) -> Sampler | None:
    """What is to draw the tasks of a run; None if they are taken as they come, or were drawn already.

    Raises:
        ConfigError: if it is not installed, or cannot go by the run's settings.
    """
    if config.sampler == "uniform" or config.drawn:
        return None
    made: Sampler = plugins.sampler(config.sampler)(config)
    return made


def criterion(config: RunConfig) -> str:
    """By what tasks are drawn, in words."""
    low, high = config.pass_rate
    by = ", ".join(map(str, config.rates_of)) or "what scripted agents earned in their categories"
    return f"an estimated pass rate from {low:g} to {high:g}, by {by}"


def remark(config: RunConfig) -> str:
    """What reports say of a run whose tasks a sampler drew; empty if none did."""
    if config.sampler == "uniform":
        return ""
    return (
        f"tasks were drawn that had {criterion(config)}: rates are of these, not of their splits, which "
        "`--sampler uniform` plays"
    )
