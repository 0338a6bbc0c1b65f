"""S10: what training splits ask about, no evaluation split asks about, here and in every related family."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

from pydantic import JsonValue

from medgym_core import plugins
from medgym_core.builds.making import ensure_build, gold_of
from medgym_core.errors import DataError, MedgymError, PluginError
from medgym_core.family import TaskFamily
from medgym_core.source import Build, Source
from medgym_core.task import Task
from medgym_prove.building.addressed import addressed
from medgym_prove.check import Check, Evidence
from medgym_prove.subject import Subject

_SCALES = (20, 60, 200, None)
"""Sizes at which another family's build is tried, the smallest first."""
_SHOWN = 5


def _examine(subject: Subject) -> Evidence:
    family, build = subject.family, subject.build()
    texts, tasks = _texts(family, build)
    problems = [*_shared("the task", texts[False], texts[True], family.name, family.name)]
    ours = _subjects(family, build)
    problems += _shared("the subject", ours[False], ours[True], family.name, family.name)
    problems += _unlisted(family, ours[False] | ours[True])
    compared = []
    for other in _related(subject):
        theirs = _asked_about(other, subject)
        problems += _shared("the subject", ours[False], theirs[True], family.name, other.name)
        problems += _shared("the subject", theirs[False], ours[True], other.name, family.name)
        compared.append(other.name)
    figures: dict[str, JsonValue] = {"tasks": tasks, "subjects": len(ours[False] | ours[True])}
    measured: dict[str, JsonValue] = {"families": ", ".join(compared)}
    return Evidence(examined=tasks, problems=tuple(problems), figures=figures, measured=measured)


def _texts(family: TaskFamily, build: Build) -> tuple[dict[bool, set[str]], int]:
    """What the tasks ask, of training splits (False) and of evaluation splits (True), and their number."""
    found: dict[bool, set[str]] = {False: set(), True: set()}
    tasks = 0
    for name, split in family.splits.items():
        for task in addressed(family, build, name):
            found[split.evaluation].add(_asked(family, build, task))
            tasks += 1
    return found, tasks


def _asked(family: TaskFamily, build: Build, task: Task) -> str:
    """The questions with all that gives them their meaning: equal for tasks that ask the same.

    What a service holds cannot be read from here; where that differs, gold does.
    """
    kept = task.model_dump_json(include={"turns", "context", "mounts", "info", "database", "services"})
    held = json.dumps(gold_of(family, build, task).turns, sort_keys=True) if task.services else ""
    return f"{' '.join(kept.split())} {hashlib.sha256(held.encode()).hexdigest()}".casefold()


def _subjects(family: TaskFamily, build: Build) -> dict[bool, set[str]]:
    found: dict[bool, set[str]] = {False: set(), True: set()}
    for name, split in family.splits.items():
        found[split.evaluation].update(family.subjects(build, name))
    return found


def _shared(what: str, trained: set[str], tested: set[str], trainer: str, tester: str) -> Iterator[str]:
    both = sorted(trained & tested)
    for one in both[:_SHOWN]:
        yield f"{what} {one[:160]!r} is trained on in {trainer} and evaluated on in {tester}"
    if len(both) > _SHOWN:
        yield f"{len(both) - _SHOWN} more are in both"


def _unlisted(family: TaskFamily, ours: set[str]) -> Iterator[str]:
    for ledger in sorted({name.partition("/")[0] for name in ours} - set(family.ledgers)):
        yield f"it names subjects of {ledger!r}, which is not in its ledgers {list(family.ledgers)}"


def _related(subject: Subject) -> Iterator[TaskFamily]:
    """The other installed families that share a ledger with this one."""
    for item in plugins.installed() if subject.family.ledgers else ():
        if item.name == subject.name:
            continue
        try:
            other = plugins.family(item.name)
        except MedgymError:  # no family, or a broken one: its owner learns of it when asking for it
            continue
        if set(subject.family.ledgers) & set(other.ledgers):
            yield other


def _asked_about(other: TaskFamily, subject: Subject) -> dict[bool, set[str]]:
    """The subjects of another family's small build.

    Raises:
        PluginError: if it cannot be built, whatever it raises.
    """
    try:
        return _subjects(other, _small(other, subject))
    except Exception as error:  # another plugin's code; its owner must be named
        raise PluginError(
            f"the installed family {other.name} cannot be built and compared "
            f"({type(error).__name__}: {error}); fix or uninstall it"
        ) from error


def _small(other: TaskFamily, subject: Subject) -> Build:
    """The smallest build that the other family can make."""
    home: Path = subject.home
    for scale in _SCALES[:-1]:
        try:
            return ensure_build(other, Source.synthetic(0, scale), home, subject.progress)
        except DataError:  # too small for its splits
            continue
    return ensure_build(other, Source.synthetic(0, _SCALES[-1]), home, subject.progress)


S10 = Check(
    id="S10",
    level=1,
    title="no evaluation task or subject is trained on, in this family or one of the same source",
    hint="Let a hash of the subject alone decide its split, shared by all families of a source (as the "
    "ledger of medgym-ehr does), name the subjects in TaskFamily.subjects and their ledgers in "
    "TaskFamily.ledgers.",
    examine=_examine,
)
