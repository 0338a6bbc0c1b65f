"""The task family `icu-watch`: a simulated patient in intensive care, watched over for two days."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import metadata
from pathlib import Path
from typing import ClassVar

from medgym_core import BoxEnvironment, Build, Category, Progress, Split, TaskSet, TaskSetFamily, Tier
from medgym_plugin_icu_watch import loader
from medgym_plugin_icu_watch.case import KINDS
from medgym_plugin_icu_watch.reworded_watches import RewordedWatches
from medgym_plugin_icu_watch.watches import Watches


class IcuWatch(TaskSetFamily):
    """A patient who answers to what is ordered; a teaching simulation, not medicine."""

    name: ClassVar[str] = "icu-watch"
    version: ClassVar[str] = metadata.version("medgym-plugin-icu-watch")
    title: ClassVar[str] = "ICU watch: a simulated patient"
    summary: ClassVar[str] = (
        "Watch over a simulated patient in intensive care: look, order by protocol, let hours pass."
    )
    tier: ClassVar[Tier] = Tier.SYNTHETIC
    licence: ClassVar[str] = "Apache-2.0"
    citation: ClassVar[str] = (
        "A teaching simulation, not medicine. Protocols after Evans L et al. Surviving Sepsis Campaign 2021, "
        "Intensive Care Med 2021;47:1181, and others that the plugin names"
    )
    categories: ClassVar[tuple[Category, ...]] = tuple(
        Category(name=kind, description=", ".join(reasons).replace("_", " "))
        for kind, reasons in KINDS.items()
    )
    splits: ClassVar[Mapping[str, Split]] = {
        "train": Split(size=loader.SIZES["train"], chance_rate=0.05, horizon=12),
        "test": Split(size=loader.SIZES["test"], evaluation=True, chance_rate=0.05, horizon=12),
        "reworded": Split(
            size=loader.SIZES["test"],
            evaluation=True,
            chance_rate=0.05,
            counted=False,
            novel="wording",
            horizon=12,
        ),
        "ood": Split(
            size=loader.SIZES["ood"],
            evaluation=True,
            chance_rate=0.05,
            counted=False,
            novel="requirement",
            horizon=12,
        ),
    }
    task_sets: ClassVar[Mapping[str, TaskSet]] = {
        **dict.fromkeys(loader.SIZES, Watches()),
        "reworded": RewordedWatches("test"),
    }
    answer_kinds: ClassVar[tuple[str, ...]] = ("state",)
    ledgers: ClassVar[tuple[str, ...]] = ("icu-watch",)
    environment: ClassVar[BoxEnvironment] = BoxEnvironment(recipe=Path(__file__).parent / "image")

    def synthesise(self, out: Path, seed: int, scale: int | None, progress: Progress) -> None:
        """Write a list of patients; ``scale`` counts them."""
        loader.synthesise(out, seed, scale, progress)

    def build(self, raw: Path, out: Build, progress: Progress) -> None:
        """Read a list of patients and play each without an agent; see ``loader.py``."""
        loader.build(raw, out, progress)

    def report(self, build: Build) -> str:
        """How many of the listed patients can be asked about."""
        return loader.report(build)
