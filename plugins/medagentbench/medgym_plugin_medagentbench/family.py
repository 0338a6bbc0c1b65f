"""The task family `medagentbench`: questions and orders on the charts of a FHIR server."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import metadata
from pathlib import Path
from typing import ClassVar, Literal

from medgym_core import (
    BoxEnvironment,
    Build,
    Category,
    DataCheck,
    Progress,
    Split,
    TaskSet,
    TaskSetFamily,
    Tier,
)
from medgym_plugin_medagentbench import loader, rewording
from medgym_plugin_medagentbench.errands import Errands
from medgym_plugin_medagentbench.inbox import session
from medgym_plugin_medagentbench.inbox.drawing import FEWEST, SIZES
from medgym_plugin_medagentbench.inbox.task import CATEGORY
from medgym_plugin_medagentbench.novel import NOVEL
from medgym_plugin_medagentbench.shifts import Shifts
from medgym_plugin_medagentbench.template import TEMPLATES
from medgym_raw import check_of, checking


def _shifts(name: str, evaluation: bool, novel: Literal["instance", "requirement"]) -> Split:
    return Split(
        size=SIZES[name],
        evaluation=evaluation,
        chance_rate=0.01,
        counted=False,
        novel=novel,
        horizon=FEWEST,
    )


class MedAgentBench(TaskSetFamily):
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
        *(
            Category(name=template.name, description=f"{template.description}, in `ood` alone", counts=0)
            for template in NOVEL.values()
        ),
        Category(
            counts=0,
            name=CATEGORY,
            description="one shift's messages, each dealt with before the next comes",
        ),
    )
    splits: ClassVar[Mapping[str, Split]] = {
        "train": Split(size=loader.SIZES["train"], chance_rate=0.05),
        "test": Split(size=loader.SIZES["test"], evaluation=True, chance_rate=0.05),
        rewording.SPLIT: Split(
            size=loader.SIZES["test"], evaluation=True, chance_rate=0.05, counted=False, novel="wording"
        ),
        "ood": Split(
            size=loader.NOVEL, evaluation=True, chance_rate=0.06, counted=False, novel="requirement"
        ),
        "published": Split(size=0, evaluation=True, chance_rate=0.05, counted=False),
        "inbox-train": _shifts("inbox-train", False, "instance"),
        "inbox-test": _shifts("inbox-test", True, "instance"),
        "inbox-ood": _shifts("inbox-ood", True, "requirement"),
    }
    task_sets: ClassVar[Mapping[str, TaskSet]] = {
        **dict.fromkeys(("train", "test", "ood", "published"), Errands()),
        rewording.SPLIT: Errands(reworded=True),
        **dict.fromkeys(session.SPLITS, Shifts()),
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

    def report(self, build: Build) -> str:
        """What was read, what constants pass, and which published tasks are none or disagree."""
        return loader.read_report(build).text()
