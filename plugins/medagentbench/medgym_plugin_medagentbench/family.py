"""The task family `medagentbench`: questions and orders on the charts of a FHIR server."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import ClassVar, Literal

from medgym_core import (
    ActionCall,
    BoxEnvironment,
    Build,
    Category,
    DataCheck,
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
from medgym_fhir import FhirService, Snapshot
from medgym_plugin_medagentbench import case, clock, external, loader, oracle, rewording, wording
from medgym_plugin_medagentbench.case import Case
from medgym_plugin_medagentbench.chart import Charts
from medgym_plugin_medagentbench.inbox import session
from medgym_plugin_medagentbench.inbox import task as shift
from medgym_plugin_medagentbench.inbox.drawing import FEWEST
from medgym_plugin_medagentbench.inbox.drawing import SIZES as SHIFTS
from medgym_plugin_medagentbench.inbox.service import Inbox
from medgym_plugin_medagentbench.settling import Settling
from medgym_plugin_medagentbench.template import TEMPLATES
from medgym_raw import check_of, checking

FHIR = ServiceSpec(
    name="fhir",
    port=8080,
    path="/fhir",
    description="a FHIR R4 server (JSON): search, read, and create of Observation, MedicationRequest and "
    "ServiceRequest; its final state is graded with the answer",
)
GUIDE = InfoSource(
    name="guide", kind="documents", path="guide.json", description="how the server is searched and written to"
)


def _shifts(name: str, evaluation: bool, novel: Literal["instance", "requirement"]) -> Split:
    return Split(
        size=SHIFTS[name],
        evaluation=evaluation,
        chance_rate=0.01,
        counted=False,
        novel=novel,
        horizon=FEWEST,
    )


class MedAgentBench(TaskFamily):
    """Ten kinds of clinical errand on a FHIR server."""

    name: ClassVar[str] = "medagentbench"
    version: ClassVar[str] = metadata.version("medgym-plugin-medagentbench")
    title: ClassVar[str] = "MedAgentBench: a FHIR server"
    summary: ClassVar[str] = (
        "Find patients, results and averages on a FHIR server, and order what the chart calls for."
    )
    tier: ClassVar[Tier] = Tier.OPEN
    licence: ClassVar[str] = (
        "MIT for the published tasks, whose charts are not here; Apache-2.0 for generated ones"
    )
    citation: ClassVar[str] = (
        "Jiang Y et al. MedAgentBench: a virtual EHR environment to benchmark medical LLM agents. "
        "NEJM AI 2025, https://arxiv.org/abs/2501.14654"
    )
    categories: ClassVar[tuple[Category, ...]] = (
        *(Category(name=template.name, description=template.description) for template in TEMPLATES.values()),
        Category(
            counts=0,
            name=shift.CATEGORY,
            description="one shift's messages, each dealt with before the next comes",
        ),
    )
    splits: ClassVar[Mapping[str, Split]] = {
        "train": Split(size=loader.SIZES["train"], chance_rate=0.05),
        "test": Split(size=loader.SIZES["test"], evaluation=True, chance_rate=0.05),
        rewording.SPLIT: Split(
            size=loader.SIZES["test"], evaluation=True, chance_rate=0.05, counted=False, novel="wording"
        ),
        "published": Split(size=0, evaluation=True, chance_rate=0.05, counted=False),
        "inbox-train": _shifts("inbox-train", False, "instance"),
        "inbox-test": _shifts("inbox-test", True, "instance"),
        "inbox-ood": _shifts("inbox-ood", True, "requirement"),
    }
    suites: ClassVar[Mapping[str, str]] = {"medagentgym": "internal"}
    answer_kinds: ClassVar[tuple[str, ...]] = ("integer", "record", "state")
    ledgers: ClassVar[tuple[str, ...]] = ("medagentbench",)
    environment: ClassVar[BoxEnvironment] = BoxEnvironment(
        recipe=Path(__file__).parent / "image", preload=("requests",)
    )

    def synthesise(self, out: Path, seed: int, scale: int | None, progress: Progress) -> None:
        """Write a bulk export of invented charts; ``scale`` counts patients."""
        loader.synthesise(out, seed, scale, progress)

    def build(self, raw: Path, out: Build, progress: Progress) -> None:
        """Read a bulk export, or what a server has; see ``loader.py``."""
        loader.build(raw, out, progress)

    def check(self, raw: Path, home: Path, progress: Progress) -> DataCheck:
        """What a build finds of the benchmark's tasks: a line for each template, a remark for each row."""
        with checking(self, raw, home) as build:
            self.build(raw, build, progress)
            found = loader.read_report(build)
        return check_of(((kind, verdict) for kind, verdict in found.verdicts), found.remarks)

    def size(self, build: Build, split: str) -> int:
        """Number of tasks of ``split`` in ``build``."""
        if split in session.SPLITS:
            return session.count(build.private, split)
        return len(case.read(build.private).get(split, ()))

    def subjects(self, build: Build, split: str) -> Iterable[str]:
        """The patients."""
        if split in session.SPLITS:
            shifts = (session.read(build.private, split, index) for index in range(self.size(build, split)))
            people = {
                each["id"] for one in shifts for each in one.resources if each["resourceType"] == "Patient"
            }
            return sorted(f"{self.name}/patient/{mrn}" for mrn in people)
        asked = {one.patient for one in case.read(build.private).get(split, ()) if one.patient}
        return sorted(f"{self.name}/patient/{mrn}" for mrn in asked)

    def task(self, build: Build, split: str, index: int) -> Task:
        """One question, with the rules of its template, or a shift."""
        if split in session.SPLITS:
            return shift.task(session.read(build.private, split, index), index, GUIDE)
        one = case.case_of(case.read(build.private), split, index)
        template = TEMPLATES[one.template]
        return Task(
            family=self.name,
            split=split,
            index=index,
            category=template.name,
            turns=(Turn(question=one.question, answer=template.answer),),
            context=wording.context(template.name, one.published, split == rewording.SPLIT),
            verifier="states",
            services=(FHIR,),
            info=(GUIDE,),
            limits=Limits(steps=12, action_s=60, memory_mb=512),
            metadata={"template": template.number, "published": one.published},
        )

    def services(self, build: Build, task: Task) -> Mapping[str, Service]:
        """A server of its own for every episode, or the user's, lent to it."""
        if task.split in session.SPLITS:
            return {FHIR.name: Inbox(session.read(build.private, task.split, task.index), FHIR.path)}
        url = external.base(build.private)
        if url:
            return {FHIR.name: Settling(external.service(build, url))}
        snapshot = Snapshot.shared(build.private / loader.RESOURCES)
        return {FHIR.name: Settling(FhirService(snapshot, now=clock.written(clock.NOW), path=FHIR.path))}

    def gold(self, build: Build, task: Task) -> Gold:
        """Computed from the charts; published solutions are never used."""
        if task.split in session.SPLITS:
            return shift.gold(session.read(build.private, task.split, task.index))
        charts = Charts.shared(build.private / loader.RESOURCES)
        return oracle.gold(FHIR.name, self._case(build, task).outcome(charts))

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        """A program with what the question states, for a shift one a message."""
        if task.split in session.SPLITS:
            return shift.reference(session.read(build.private, task.split, task.index))
        one = self._case(build, task)
        return oracle.reference({"template": one.template, **one.facts})

    def chance_rate(self, build: Build, split: str) -> float:
        """As declared, or what the best constants pass if that is more, as in a build of few tasks."""
        return max(self.splits[split].chance_rate, loader.read_report(build).chance.get(split, 0.0))

    def report(self, build: Build) -> str:
        """What was read, what constants pass, and which published tasks are none or disagree."""
        return loader.read_report(build).text()

    @staticmethod
    def _case(build: Build, task: Task) -> Case:
        return case.case_of(case.read(build.private), task.split, task.index)
