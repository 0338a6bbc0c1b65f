"""Grading cases anew, in a process whose surroundings a check has chosen.

Cases and verdicts travel in files, so that nothing that a family prints gets between.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from medgym_core import plugins
from medgym_core.builds.making import load_build
from medgym_core.source import Build, home_of
from medgym_core.verifier.contract import StateChange, Submission, TurnSubmission
from medgym_prove.dynamic.record import Recorded, judge

if TYPE_CHECKING:
    from medgym_core.family import TaskFamily


def verdicts(family: TaskFamily, build: Build, cases: Sequence[Recorded], sandbox: str) -> list[str]:
    """The verdict on each case as JSON, with gold computed anew."""
    backend = plugins.sandbox(sandbox)
    return [
        judge(family, build, case, family.gold(build, case.task), backend).model_dump_json() for case in cases
    ]


def write(path: Path, folder: Path, build: Build, cases: Sequence[Recorded], sandbox: str) -> None:
    """Write all that grading in another process needs."""
    content = {
        "folder": str(folder),
        "build": str(build.root),
        "sandbox": sandbox,
        "cases": [_plain(case) for case in cases],
    }
    path.write_text(json.dumps(content), encoding="utf-8")


def main(cases: str, out: str) -> None:
    """Grade what :func:`write` wrote to ``cases``, and write the verdicts to ``out``."""
    from medgym_prove.subject import Subject

    content = json.loads(Path(cases).read_text(encoding="utf-8"))
    build = load_build(Path(content["build"]))
    family = Subject(folder=Path(content["folder"]), home=home_of(build)).family
    read = [_case(family, build, case) for case in content["cases"]]
    Path(out).write_text(json.dumps(verdicts(family, build, read, content["sandbox"])), encoding="utf-8")


def _plain(case: Recorded) -> dict[str, object]:
    turns = [
        turn.model_dump(exclude={"files"})
        | {"files": {path: base64.b64encode(data).decode() for path, data in turn.files.items()}}
        for turn in case.submission.turns
    ]
    states = {name: change.model_dump(mode="json") for name, change in case.states.items()}
    return {"split": case.task.split, "index": case.task.index, "turns": turns, "states": states}


def _case(family: TaskFamily, build: Build, plain: dict[str, object]) -> Recorded:
    turns, states = plain["turns"], plain["states"]
    assert isinstance(turns, list)
    assert isinstance(states, dict)
    read = [
        TurnSubmission.model_validate(
            turn | {"files": {path: base64.b64decode(data) for path, data in turn["files"].items()}}
        )
        for turn in turns
    ]
    return Recorded(
        family.task(build, str(plain["split"]), int(str(plain["index"]))),
        Submission(turns=tuple(read)),
        {name: StateChange.model_validate(change) for name, change in states.items()},
    )
