"""Errands on a FHIR server, as tasks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from medgym_core import (
    ActionCall,
    Build,
    Gold,
    InfoSource,
    Limits,
    Service,
    ServiceSpec,
    Task,
    TaskSet,
    Turn,
)
from medgym_fhir import FhirService, Snapshot
from medgym_plugin_medagentbench import case, clock, external, loader, oracle, wording
from medgym_plugin_medagentbench.case import Case
from medgym_plugin_medagentbench.chart import Charts
from medgym_plugin_medagentbench.novel import ERRANDS, NOVEL
from medgym_plugin_medagentbench.settling import Settling

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


@dataclass(frozen=True)
class Errands(TaskSet):
    """One question or order for each task; published solutions are never used."""

    reworded: bool = False
    """Whether they are put as people put them."""

    def size(self, build: Build, split: str) -> int:
        """Number of tasks of ``split`` in ``build``."""
        return len(case.read(build.private).get(split, ()))

    def task(self, build: Build, split: str, index: int) -> Task:
        """One question, with the rules of its template."""
        one = case.case_of(case.read(build.private), split, index)
        template = ERRANDS[one.template]
        return Task(
            family=build.family,
            split=split,
            index=index,
            category=template.name,
            turns=(Turn(question=one.question, answer=template.answer),),
            context=wording.context(template.name, one.published, self.reworded),
            verifier="states",
            services=(FHIR,),
            info=(GUIDE,),
            limits=Limits(steps=12, action_s=60, memory_mb=512),
            metadata={"template": template.number, "published": one.published},
        )

    def services(self, build: Build, task: Task) -> Mapping[str, Service]:
        """A server of its own for every episode, or the user's, lent to it."""
        url = external.base(build.private)
        if url:
            return {FHIR.name: Settling(external.service(build, url))}
        snapshot = Snapshot.shared(build.private / loader.RESOURCES)
        return {FHIR.name: Settling(FhirService(snapshot, now=clock.written(clock.NOW), path=FHIR.path))}

    def gold(self, build: Build, task: Task) -> Gold:
        """Computed from the charts."""
        charts = Charts.shared(build.private / loader.RESOURCES)
        return oracle.gold(FHIR.name, _case(build, task).outcome(charts))

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        """A program with what the question states."""
        one = _case(build, task)
        if one.template in NOVEL:
            return oracle.novel_reference(one.template, one.facts)
        return oracle.reference({"template": one.template, **one.facts})

    def chance_rate(self, build: Build, split: str) -> float:
        """What the best constants pass; more than declared in a build of few tasks."""
        return loader.read_report(build).chance.get(split, 0.0)

    def subjects(self, build: Build, split: str) -> Iterable[str]:
        """The patients."""
        asked = {one.patient for one in case.read(build.private).get(split, ()) if one.patient}
        return sorted(f"{build.family}/patient/{mrn}" for mrn in asked)


def _case(build: Build, task: Task) -> Case:
    return case.case_of(case.read(build.private), task.split, task.index)
