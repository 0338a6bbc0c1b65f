"""Watches over patients as tasks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, NamedTuple

from medgym_core import (
    ActionCall,
    Build,
    DataError,
    Gold,
    InfoSource,
    Limits,
    Service,
    ServiceSpec,
    Task,
    TaskSet,
    Turn,
)
from medgym_plugin_icu_watch import loader, oracle, wording
from medgym_plugin_icu_watch.case import Case
from medgym_plugin_icu_watch.reward import Yardstick
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


class Asked(NamedTuple):
    """What one task asks."""

    case: Case
    """The patient."""
    yardstick: Yardstick
    """What the reward is measured by."""
    question: str
    """What the agent reads."""


class Watches(TaskSet):
    """A watch over each patient of a split."""

    notice: ClassVar[str] = ""
    """What the prompt says of the wording before the rules."""

    def asked(self, build: Build, split: str) -> list[Asked]:
        """What the tasks of ``split`` ask, in their order."""
        return [Asked(*judged, wording.question(judged[0])) for judged in loader.patients(build, split)]

    def size(self, build: Build, split: str) -> int:
        """Number of watches of ``split`` in ``build``."""
        return len(self.asked(build, split))

    def task(self, build: Build, split: str, index: int) -> Task:
        """A watch over one patient.

        Raises:
            DataError: if ``split`` has no such task.
        """
        asked = self._pick(build, split, index)
        return Task(
            family=build.family,
            split=split,
            index=index,
            category=asked.case.kind,
            turns=(Turn(question=asked.question),),
            context="\n\n".join(filter(None, [self.notice, wording.context(asked.case)])),
            verifier=WatchVerifier.name,
            services=(BEDSIDE,),
            info=(GUIDE,),
            limits=Limits(steps=72, action_s=30, memory_mb=512),
            metadata={"kind": asked.case.kind, "site": asked.case.site},
        )

    def services(self, build: Build, task: Task) -> Mapping[str, Service]:
        """A bedside of its own for every episode."""
        asked = self._pick(build, task.split, task.index)
        return {BEDSIDE.name: Bedside(Session(asked.case), BEDSIDE.path)}

    def gold(self, build: Build, task: Task) -> Gold:
        """The hidden patient with its yardstick, which the build measured."""
        asked = self._pick(build, task.split, task.index)
        return oracle.gold(asked.case, asked.yardstick)

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        """The protocol's decisions on this patient, one an action."""
        return oracle.reference(self._pick(build, task.split, task.index).case, BEDSIDE.url)

    def subjects(self, build: Build, split: str) -> Iterable[str]:
        """The persons of the patient model: ``icu-watch/person/SEED-NUMBER``."""
        cases = (asked.case for asked in self.asked(build, split))
        return sorted({f"{build.family}/person/{case.seed}-{case.number}" for case in cases})

    def _pick(self, build: Build, split: str, index: int) -> Asked:
        asked = self.asked(build, split)
        if not 0 <= index < len(asked):
            raise DataError(f"there is no task {index}; tasks of {split} run from 0 to {len(asked) - 1}")
        return asked[index]
