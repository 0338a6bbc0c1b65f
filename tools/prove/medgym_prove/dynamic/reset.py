"""D04: a task begins the same whenever it is begun."""

from __future__ import annotations

import json

from medgym_core.env.opening import OpenFamily
from medgym_core.source import Build
from medgym_prove.check import Check, Evidence
from medgym_prove.dynamic.play import quickest
from medgym_prove.dynamic.sample import Place, varied
from medgym_prove.subject import Subject
from medgym_sandbox.spec import Execution

TASKS = 8
"""Most tasks that are begun."""
FILES = "what the box holds"
LISTING = """\
import hashlib, os
answer = {}
for folder, folders, names in os.walk(".", followlinks=True):
    for name in names:
        path = os.path.join(folder, name)
        with open(path, "rb") as stream:
            answer[path] = hashlib.file_digest(stream, "sha256").hexdigest()
answer = dict(sorted(answer.items()))
"""
"""Runs in the box: every file of the work directory and of what is mounted there, with its digest."""


def _begins_the_same(subject: Subject) -> Evidence:
    build, problems, examined = subject.build(), [], 0
    for place in varied(subject, build, TASKS):
        name = f"{place.split}/{place.number}"
        first, second = _beginning(subject, build, place), _beginning(subject, build, place)
        differing = [part for part in first if first[part] != second[part]]
        problems += [f"{name}: {part} differs between two resets" for part in differing]
        if not first[FILES].startswith("{"):
            problems.append(f"{name}: the files of the box cannot be listed: {first[FILES]}")
        examined += 1
        subject.progress(f"{name} is reset twice", None)
    return Evidence(examined=examined, problems=tuple(problems), figures={"tasks": examined})


def _beginning(subject: Subject, build: Build, place: Place) -> dict[str, str]:
    """What an agent starts from: the texts, and the files in the box."""
    with OpenFamily(subject.family, build, quickest(subject)).env(*place) as env:
        text = env.reset()
        assert env.box is not None
        found = env.box.run(Execution(source=LISTING, timeout_s=env.task.limits.action_s, answer_bytes=2**20))
        return {
            "the task": env.task.model_dump_json(),
            "the system text": env.system,
            "the first user text": text,
            "the state of its services": json.dumps(
                {name: change.model_dump(mode="json") for name, change in env.states.items()}, sort_keys=True
            ),
            FILES: found.answer or f"{found.reason} {found.answer_error} {found.stderr[-500:]}",
        }


RESET = Check(
    id="D04",
    level=2,
    title="two resets of one task give the same texts, the same files and the same services",
    hint="TaskFamily.task and .services must be pure functions of the build and the task: draw from a "
    "random.Random seeded with them, never from the clock, os.urandom or hash(), and write nothing.",
    examine=_begins_the_same,
)
