"""D05: what is submitted runs in boxes alone, where nothing of the agent's box is left."""

from __future__ import annotations

import json
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self, cast

from medgym_core.builds.making import gold_of
from medgym_core.env.grading import untouched
from medgym_core.env.opening import OpenFamily
from medgym_core.source import Build
from medgym_core.task import ActionCall
from medgym_prove.check import Check, Evidence
from medgym_prove.dynamic.play import quickest
from medgym_prove.dynamic.record import Recorded, judge
from medgym_prove.dynamic.sample import Place, varied
from medgym_prove.dynamic.trap import traps
from medgym_prove.subject import Subject
from medgym_sandbox.backend import Sandbox, SandboxBackend
from medgym_sandbox.spec import BoxSpec, Execution, Outcome

TASKS = 6
"""Most tasks that are played."""
TRAPPED = 2
"""Most tasks on which submissions are graded that leave a mark where they are run."""
LEFT = "left_behind_by_the_agent.py"
"""A file that the agent writes before it submits."""
LISTING = """\
import os
found = [(folder, name) for folder, _, names in os.walk(".", followlinks=True) for name in names]
answer = sorted(os.path.relpath(os.path.join(folder, name)) for folder, name in found)
"""
"""Runs in a box before a program does: every file of the work directory and of what is mounted there."""


@dataclass
class _Witness:
    """Starts boxes, and watches every one but the agent's."""

    backend: SandboxBackend
    started: int = 0
    boxes: list[_Watched] = field(default_factory=list)

    def start(self, spec: BoxSpec) -> Sandbox:
        box = self.backend.start(spec)
        self.started += 1
        if self.started == 1:
            return box
        self.boxes.append(_Watched(box))
        return cast("Sandbox", self.boxes[-1])


@dataclass
class _Watched:
    """A box whose files are listed before its first program runs."""

    box: Sandbox
    written: set[str] = field(default_factory=set)
    found: set[str] | None = None

    @property
    def strange(self) -> set[str]:
        """Files that grading did not write there, and the agent's in any case."""
        found = self.found or set()
        return (found - self.written) | ({LEFT} & (found | self.written))

    def write(self, path: str, data: bytes) -> None:
        self.written.add(path)
        self.box.write(path, data)

    def run(self, execution: Execution) -> Outcome:
        if self.found is None:
            listed = self.box.run(Execution(source=LISTING))
            self.found = set(json.loads(listed.answer)) if listed.answer else {f"({listed.reason})"}
        return self.box.run(execution)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.box.close()


def _runs_in_boxes_alone(subject: Subject) -> Evidence:
    build, problems, boxes = subject.build(), [], 0
    places = varied(subject, build, TASKS)
    for place in places:
        name = f"{place.split}/{place.number}"
        subject.progress(f"boxes of programs submitted on {name}", None)
        watched = _program_boxes(subject, build, place)
        problems += [
            f"{name}: the box of a submitted program holds {', '.join(sorted(box.strange)[:5])}"
            for box in watched
            if box.strange
        ]
        boxes += len(watched)
        if place in places[:TRAPPED] and _runs_on_the_host(subject, build, place):
            problems.append(f"{name}: grading runs what is submitted on the host")
    return Evidence(
        examined=len(places),
        problems=tuple(problems),
        figures={"tasks": len(places), "program boxes": boxes, "grading runs programs": boxes > 0},
    )


def _runs_on_the_host(subject: Subject, build: Build, place: Place) -> bool:
    """Whether grading a submission that leaves a mark when it is run leaves one."""
    task, backend = subject.family.task(build, *place), quickest(subject)
    gold, states = gold_of(subject.family, build, task), untouched(subject.family, build, task)
    with tempfile.TemporaryDirectory(prefix="medgym-trap-") as scratch:
        mark = Path(scratch) / "run"
        for submission in traps(task, mark):
            judge(subject.family, build, Recorded(task, submission, states), gold, backend)
        return mark.exists()


def _program_boxes(subject: Subject, build: Build, place: Place) -> list[_Watched]:
    """The boxes that grading the reference's submission started."""
    backend = quickest(subject)
    witness = _Witness(backend)
    with OpenFamily(subject.family, build, backend).env(*place, start_box=witness.start) as env:
        env.reset()
        assert env.box is not None
        env.box.write(LEFT, b"raise SystemExit('found')\n")
        calls: list[ActionCall] = list(subject.family.reference(build, env.task))
        while calls and env.verdict is None:
            env.step(calls.pop(0))
    return witness.boxes


PROGRAM_BOX = Check(
    id="D05",
    level=2,
    title="what is submitted runs in fresh boxes alone, which hold no file of the agent's",
    hint="Never evaluate, import or unpickle what was submitted: parse it. Let Verifier.programs return "
    "programs with the submitted source alone, and leave starting their boxes to the core.",
    examine=_runs_in_boxes_alone,
)
