"""The task family `icu-watch`: a simulated patient in intensive care, watched over for two days."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import ClassVar

from medgym_core import (
    ActionCall,
    BoxEnvironment,
    Build,
    Category,
    Gold,
    InfoSource,
    Limits,
    Progress,
    Service,
    ServiceSpec,
    Split,
    Task,
    TaskFamily,
    Tier,
    Turn,
)
from medgym_plugin_icu_watch import loader, oracle, wording
from medgym_plugin_icu_watch.case import KINDS
from medgym_plugin_icu_watch.rewording import NOTICE
from medgym_plugin_icu_watch.rewording import SPLIT as REWORDED
from medgym_plugin_icu_watch.service import Bedside
from medgym_plugin_icu_watch.session import Session
from medgym_plugin_icu_watch.verifier import SERVICE, WatchVerifier

BEDSIDE = ServiceSpec(
    name=SERVICE,
    port=8090,
    path="/bedside",
    description="the chart, orders and the clock of one patient (JSON): GET /chart and /fields, POST /orders "
    "and /advance below this address; what is ordered, and when, is graded",
)
GUIDE = InfoSource(
    name="protocol",
    kind="documents",
    path=loader.PROTOCOL,
    description="the unit's protocol and how to order",
)


class IcuWatch(TaskFamily):
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
        REWORDED: Split(
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
    answer_kinds: ClassVar[tuple[str, ...]] = ("state",)
    ledgers: ClassVar[tuple[str, ...]] = ("icu-watch",)
    environment: ClassVar[BoxEnvironment] = BoxEnvironment(recipe=Path(__file__).parent / "image")

    def synthesise(self, out: Path, seed: int, scale: int | None, progress: Progress) -> None:
        """Write a list of patients; ``scale`` counts them."""
        loader.synthesise(out, seed, scale, progress)

    def build(self, raw: Path, out: Build, progress: Progress) -> None:
        """Read a list of patients and play each without an agent; see ``loader.py``."""
        loader.build(raw, out, progress)

    def size(self, build: Build, split: str) -> int:
        """One task for each patient of the split."""
        return len(loader.patients(build, split))

    def subjects(self, build: Build, split: str) -> Iterable[str]:
        """The persons of the patient model."""
        return sorted(
            {f"{self.name}/person/{case.seed}-{case.number}" for case, _ in loader.patients(build, split)}
        )

    def task(self, build: Build, split: str, index: int) -> Task:
        """A watch over one patient."""
        case, _ = loader.pick(build, split, index)
        context = wording.context(case)
        return Task(
            family=self.name,
            split=split,
            index=index,
            category=case.kind,
            turns=(Turn(question=loader.question(build, split, index)),),
            context=f"{NOTICE}\n\n{context}" if split == REWORDED else context,
            verifier=WatchVerifier.name,
            services=(BEDSIDE,),
            info=(GUIDE,),
            limits=Limits(steps=72, action_s=30, memory_mb=512),
            metadata={"kind": case.kind, "site": case.site},
        )

    def services(self, build: Build, task: Task) -> Mapping[str, Service]:
        """A bedside of its own for every episode."""
        case, _ = loader.pick(build, task.split, task.index)
        return {BEDSIDE.name: Bedside(Session(case), BEDSIDE.path)}

    def gold(self, build: Build, task: Task) -> Gold:
        """The hidden patient with its yardstick, which the build measured."""
        return oracle.gold(*loader.pick(build, task.split, task.index))

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        """The protocol's decisions on this patient, one an action."""
        case, _ = loader.pick(build, task.split, task.index)
        return oracle.reference(case, BEDSIDE.url)

    def report(self, build: Build) -> str:
        """How many of the listed patients can be asked about."""
        return loader.report(build)
