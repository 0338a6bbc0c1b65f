"""Packages with a planted bug: find it by its symptom, repair it, and leave everything else as it is.

Splits are ``repair-train``, ``repair-test`` and ``repair-ood``; no two of them share a package, and those of
the last one do what no other package does.

Build layout: ``public/repair/<split>/<index>/<package>/`` holds the package as the agent finds it. Hidden
calls and what they must give are computed from the salt when a task is opened, and once when the build is
made.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from medgym_core import ActionCall, Build, FileSpec, Gold, Limits, Progress, Task, Turn
from medgym_plugin_biocoder.repair.calls import hidden
from medgym_plugin_biocoder.repair.contract import Bug, Project, function_of, planted
from medgym_plugin_biocoder.repair.projects import PROJECTS
from medgym_plugin_biocoder.repair.verifier import RepairVerifier

SPLITS = tuple(PROJECTS)
HORIZON = 5
"""Actions of the reference: look at the package, read a module, see the symptom, repair, hand in."""

QUESTION = """\
The package {package} ({title}) lies in {path}. It has a bug:

{symptom}

Find the cause and repair it. Leave the whole package, every module under its own name, in the folder \
{package} of your work directory. Functions keep their names and arguments, docstrings say what they should \
do, and everything that is right now must stay as it is: hidden calls of the package's functions test what \
was wrong and what was not. Numbers may differ by 0.000001, relative or absolute."""

_EDIT = """\
import ast
from pathlib import Path

path = Path({path!r})
repaired = {repaired!r}
text = path.read_text()
broken = next(node for node in ast.parse(text).body if getattr(node, "name", "") == {function!r})
lines = text.splitlines(keepends=True)
lines[broken.lineno - 1 : broken.end_lineno] = [repaired]
path.write_text("".join(lines))
{call}"""
_CALL = """\
import sys

sys.path.insert(0, "draft")
import {package}

print({package}.{entry}(*{args!r}))
"""
_HAND_IN = """\
import shutil

shutil.copytree("draft/{package}", {package!r}, ignore=shutil.ignore_patterns("__pycache__"))
"""


@cache
def chosen(split: str) -> tuple[tuple[Project, Bug], ...]:
    """Packages and bugs of a split in the order of its tasks: packages go round."""
    projects = PROJECTS[split]
    most = max(len(project.bugs) for project in projects)
    return tuple(
        (project, project.bugs[turn])
        for turn in range(most)
        for project in projects
        if turn < len(project.bugs)
    )


SIZES: Mapping[str, int] = {split: len(chosen(split)) for split in SPLITS}
"""Tasks of the default build."""
LEAST: Mapping[str, int] = {split: len(PROJECTS[split]) for split in SPLITS}
"""Tasks of the smallest build: one of each package."""


def build(sizes: Mapping[str, int], salt: str, out: Build, progress: Progress) -> None:
    """Write the packages, each with its bug, and prove every task.

    Raises:
        DataError: if two programs disagree, or hidden calls do not show a bug.
    """
    for split in SPLITS:
        for index in range(sizes.get(split, 0)):
            progress(f"proving {split} tasks", index / sizes[split])
            project, bug = chosen(split)[index]
            hidden(project, bug, salt)
            folder = out.public / "repair" / split / str(index) / project.name
            folder.mkdir(parents=True)
            for name, text in planted(project, bug).items():
                (folder / name).write_text(text, encoding="utf-8")


def task(family: str, split: str, index: int) -> Task:
    """One package to repair."""
    project, bug = chosen(split)[index]
    mount = f"repair/{split}/{index}"
    files = tuple(
        FileSpec(
            path=f"{project.name}/{name}",
            format="python",
            max_bytes=1 << 16,
            description=f"module {name} of the repaired package",
        )
        for name in project.files()
    )
    question = QUESTION.format(
        package=project.name, title=project.title, path=f"data/{mount}/{project.name}", symptom=bug.symptom
    )
    return Task(
        family=family,
        split=split,
        index=index,
        category=project.category,
        turns=(Turn(question=question, files=files),),
        verifier=RepairVerifier.name,
        mounts=(mount,),
        limits=Limits(steps=25, action_s=30, memory_mb=1024),
        metadata={"package": project.name, "bug": bug.name},
    )


def gold(split: str, index: int, salt: str) -> Gold:
    """The package's name, and hidden runs with what the second program returns."""
    project, bug = chosen(split)[index]
    runs = hidden(project, bug, salt)
    return Gold([project.name, [[[[*call] for call in run.calls], run.expected] for run in runs]])


def reference(split: str, index: int) -> Sequence[ActionCall]:
    """Look, read, see the symptom, put the function right in a draft, hand the draft in."""
    project, bug = chosen(split)[index]
    name, (entry, args) = project.name, bug.call
    function, repaired = function_of(project, bug)
    path = f"draft/{name}/{bug.file}"
    copy = f"cp -rL --no-preserve=mode data/repair/{split}/{index} draft"
    call = _CALL.format(package=name, entry=entry, args=[*args])
    edit = _EDIT.format(path=path, repaired=repaired, function=function, call=call)
    return [
        _terminal(f"{copy} && wc -l draft/{name}/*.py && grep -n '^def ' draft/{name}/*.py"),
        _terminal(f"cat {path}"),
        _code(call),
        _code(edit),
        ActionCall(name="code_execution", arguments={"code": _HAND_IN.format(package=name), "submit": True}),
    ]


def _terminal(command: str) -> ActionCall:
    return ActionCall(name="terminal", arguments={"command": command})


def _code(code: str) -> ActionCall:
    return ActionCall(name="code_execution", arguments={"code": code})


def subjects(split: str, size: int) -> Iterable[str]:
    """The packages of a split's tasks."""
    return sorted({f"project/{project.name}" for project, _ in chosen(split)[:size]})
