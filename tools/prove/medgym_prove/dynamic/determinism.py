"""D03: a submission is graded the same whatever surrounds the grader."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from medgym_core.errors import VerifierError
from medgym_core.source import Build
from medgym_core.verifier.contract import Submission, TurnSubmission
from medgym_prove.check import Check, Evidence
from medgym_prove.dynamic.play import quickest
from medgym_prove.dynamic.record import Recorded, record
from medgym_prove.dynamic.reference import REFERENCE_FIRST
from medgym_prove.dynamic.regrade import verdicts, write
from medgym_prove.dynamic.sample import varied
from medgym_prove.subject import Subject

TASKS = 8
"""Most tasks whose submissions are graded again."""
SURROUNDINGS: tuple[Mapping[str, str], ...] = (
    {"TZ": "Pacific/Kiritimati", "LC_ALL": "C", "PYTHONHASHSEED": "1"},
    {"TZ": "America/St_Johns", "LC_ALL": "tr_TR.UTF-8", "PYTHONHASHSEED": "20260"},
)
"""Variables of the processes that grade again; the first grades in the opposite order."""


def _grades_the_same(subject: Subject) -> Evidence:
    build, backend = subject.build(), quickest(subject)
    places = varied(subject, build, TASKS)
    right = record(subject, build, backend, places)
    if places and not right:
        problem = f"not run: the reference earns the full reward on none of {len(places)} tasks (see D01)"
        return Evidence(examined=len(places), problems=(problem,), hint=REFERENCE_FIRST)
    cases = [*right, *_wrong(right)]
    subject.progress(f"{len(cases)} submissions are graded again", None)
    first = verdicts(subject.family, build, cases, backend.name)
    again = {
        "in reversed order": verdicts(subject.family, build, cases[::-1], backend.name)[::-1],
        **{
            _assignments(there): _elsewhere(subject, build, cases, backend.name, there)
            for there in SURROUNDINGS
        },
    }
    problems = [
        f"{case.task.id}: graded {how} it gets {other[:200]} and not {verdict[:200]}"
        for how, graded in again.items()
        for case, verdict, other in zip(cases, first, graded, strict=True)
        if verdict != other
    ]
    figures = {"right submissions": len(right), "wrong submissions": len(cases) - len(right)}
    return Evidence(examined=len(right), problems=tuple(problems), figures={**figures, "gradings": 4})


def _wrong(right: Sequence[Recorded]) -> list[Recorded]:
    """Every task with the submission of the task before it, and with none at all."""
    shifted = [
        replace(case, submission=other.submission)
        for case, other in zip(right, [*right[-1:], *right[:-1]], strict=True)
    ]
    nothing = [
        replace(case, submission=Submission(turns=tuple(TurnSubmission() for _ in case.task.turns)))
        for case in right
    ]
    return shifted + nothing


def _elsewhere(
    subject: Subject, build: Build, cases: Sequence[Recorded], sandbox: str, there: Mapping[str, str]
) -> list[str]:
    """The verdicts of a process with the variables ``there``; in reversed order in the first of them."""
    step = -1 if there is SURROUNDINGS[0] else 1
    with tempfile.TemporaryDirectory(prefix="medgym-regrade-") as scratch:
        cases_file, out = Path(scratch, "cases.json"), Path(scratch, "verdicts.json")
        write(cases_file, subject.folder, build, cases[::step], sandbox)
        program = "import sys; from medgym_prove.dynamic.regrade import main; main(*sys.argv[1:])"
        command = [sys.executable, "-c", program, str(cases_file), str(out)]
        done = subprocess.run(
            command, env={**os.environ, **there}, capture_output=True, text=True, check=False
        )
        if done.returncode:
            last = done.stderr.strip().splitlines()[-1:] or ["no message"]
            raise VerifierError(f"grading with {_assignments(there)} failed: {last[0]}")
        graded: list[str] = json.loads(out.read_text(encoding="utf-8"))
    return graded[::step]


def _assignments(there: Mapping[str, str]) -> str:
    return "with " + " ".join(f"{name}={value}" for name, value in there.items())


DETERMINISM = Check(
    id="D03",
    level=2,
    title="grading gives the same bytes in any order, time zone, locale and hash seed",
    hint="Gold and verifier must be pure: sort what comes from sets and folders, give every file its "
    "encoding and every time its zone, and use no hash(), clock or unseeded random number.",
    examine=_grades_the_same,
)
