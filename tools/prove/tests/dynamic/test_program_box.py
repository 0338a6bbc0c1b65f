from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from medgym_core import Build, Progress, Sandbox, Task, TurnSubmission, Verdict, plugins
from medgym_core.env.loop import Env
from medgym_core.verifier.programs import ProgramVerifier
from medgym_prove.dynamic.program_box import LEFT, PROGRAM_BOX
from medgym_testing.program import ProgramFamily

from ..plugins import examine
from .played import subject_of


def test_a_family_without_programs_says_so(plugin: Path) -> None:
    finding = examine("D05", plugin)
    assert finding.status == "pass"
    assert finding.figures["grading runs programs"] is False


@pytest.mark.slow
def test_programs_run_in_empty_boxes(tmp_path: Path) -> None:
    evidence = PROGRAM_BOX.examine(subject_of(ProgramFamily(), tmp_path))
    assert not evidence.problems
    assert evidence.figures["program boxes"] == 2


@pytest.mark.slow
def test_a_box_that_the_agent_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start = Env._program_box

    def used(env: Env) -> Sandbox:
        box = start(env)
        box.write(LEFT, b"")
        return box

    monkeypatch.setattr(Env, "_program_box", used)
    evidence = PROGRAM_BOX.examine(subject_of(ProgramFamily(), tmp_path))
    assert f"test/0: the box of a submitted program holds {LEFT}" in evidence.problems


@pytest.mark.slow
def test_a_box_in_which_the_data_lies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Mounting(ProgramFamily):
        def build(self, raw: Path, out: Build, progress: Progress) -> None:
            super().build(raw, out, progress)
            (out.public / "cases.csv").write_text("1")

        def task(self, build: Build, split: str, index: int) -> Task:
            return super().task(build, split, index).model_copy(update={"mounts": ("cases.csv",)})

    assert not PROGRAM_BOX.examine(subject_of(Mounting(), tmp_path)).problems
    monkeypatch.setattr(Env, "_program_box", lambda env: env._start_box(env.spec))
    evidence = PROGRAM_BOX.examine(subject_of(Mounting(), tmp_path))
    assert evidence.problems[0] == "test/0: the box of a submitted program holds data/cases.csv"


@pytest.mark.slow
@pytest.mark.parametrize(
    "run",
    [
        lambda given: eval(given.answer),
        lambda given: eval(json.loads(given.answer)),
        lambda given: eval(json.loads(given.answer)["value"]),
        lambda given: exec(given.files["solution.py"]),
        lambda given: pickle.loads(given.files["solution.py"]),
    ],
    ids=["answer", "text", "record", "module", "pickle"],
)
def test_a_verifier_that_runs_what_it_grades(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Callable[[TurnSubmission], object]
) -> None:
    class Running(ProgramVerifier):
        def grade(self, task: Any, gold: Any, submission: Any, *what: Any) -> Verdict:
            with suppress(Exception):
                run(submission.turns[0])
            return super().grade(task, gold, submission, *what)

    monkeypatch.setattr(plugins, "verifier", lambda name: Running())
    evidence = PROGRAM_BOX.examine(subject_of(ProgramFamily(), tmp_path))
    assert evidence.problems[0].endswith("grading runs what is submitted on the host")
