"""What the reference left at the end of a task, and grading it again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from medgym_core import plugins
from medgym_core.env.grading import run_program
from medgym_core.family import TaskFamily
from medgym_core.source import Build, home_of
from medgym_core.task import Gold, Task
from medgym_core.verifier.contract import StateChange, Status, Submission, TurnSubmission, Verdict
from medgym_prove.dynamic.play import Played, named, play
from medgym_prove.dynamic.sample import Place
from medgym_prove.subject import Subject
from medgym_sandbox.backend import Sandbox, SandboxBackend
from medgym_sandbox.spec import BoxSpec


@dataclass(frozen=True)
class Recorded:
    """A submission of one task, ready to be graded again."""

    task: Task
    """The task."""
    submission: Submission
    """What was collected."""
    states: Mapping[str, StateChange]
    """Service states around the episode."""


def record(
    subject: Subject, build: Build, backend: SandboxBackend, places: Sequence[Place]
) -> list[Recorded]:
    """What the reference left on ``places``, but for those where it did not earn the full reward."""
    played = play(subject, build, backend, named("reference"), places)
    return [
        _recorded(subject.family.task(build, place.split, place.number), one)
        for place, one in zip(places, played, strict=True)
        if one.episode.verdict.status is Status.SUCCESS
    ]


def judge(family: TaskFamily, build: Build, case: Recorded, gold: Gold, backend: SandboxBackend) -> Verdict:
    """The verdict on ``case``; submitted programs run in boxes of ``backend``.

    Raises:
        VerifierError: if gold does not fit the task.
        SandboxError: if a box cannot be started.
    """
    verifier = plugins.verifier(case.task.verifier)

    def start() -> Sandbox:
        limits, home = case.task.limits, home_of(build)
        return backend.start(BoxSpec(environment=family.environment, limits=limits, home=home))

    programs = verifier.programs(case.task, gold, case.submission)
    outcomes = [run_program(program, start) for program in programs]
    return verifier.grade(case.task, gold, case.submission, outcomes, case.states)


def _recorded(task: Task, played: Played) -> Recorded:
    turns = [
        TurnSubmission(
            answer=turn.answer,
            language="sql" if turn.language == "sql" else "python",
            files={path: played.blobs[digest] for path, digest in turn.files.items()},
            reason=turn.reason,
        )
        for turn in played.episode.turns
    ]
    return Recorded(task, Submission(turns=tuple(turns)), played.episode.states)
