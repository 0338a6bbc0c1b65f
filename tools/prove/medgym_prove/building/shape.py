"""B03: every split's tasks are well formed, and addressed from 0 to their number."""

from __future__ import annotations

import json
from collections.abc import Iterator

from medgym_core import plugins
from medgym_core.env.prompt import turn_text
from medgym_core.errors import DataError, MedgymError
from medgym_core.family import TaskFamily
from medgym_core.source import Build
from medgym_core.task import Task
from medgym_core.verifier.contract import Submission, TurnSubmission
from medgym_prove.building.addressed import sampled
from medgym_prove.check import Check, Evidence
from medgym_prove.subject import Subject

_PER_STRATUM = 2
_SHOWN = 20


def _examine(subject: Subject) -> Evidence:
    family, build = subject.family, subject.build()
    problems: list[str] = []
    examined = 0
    for split in family.splits:
        problems += _addresses(family, build, split)
        problems += [] if subject.scale else _sized(family, build, split)
        for task in sampled(family, build, split, _PER_STRATUM):
            problems += [f"{task.id}: {problem}" for problem in _problems(family, build, split, task)]
            examined += 1
    return Evidence(examined=examined, problems=tuple(problems[:_SHOWN]), figures={"tasks": examined})


def _addresses(family: TaskFamily, build: Build, split: str) -> Iterator[str]:
    size = family.size(build, split)
    declared = family.splits[split].size
    if declared and not size:
        yield f"{split}: the synthetic build holds no task; {declared} are declared"
    for index in {0, size - 1} if size else ():
        if (task := family.task(build, split, index)).index != index:
            yield f"{split}: task({index}) says that its index is {task.index}"
    try:
        family.task(build, split, size)
    except DataError:
        return
    except Exception as error:  # any other tells a user nothing
        yield f"{split}: task({size}) of {size} tasks raises {type(error).__name__}; raise DataError"
    else:
        yield f"{split}: task({size}) of {size} tasks is there; raise DataError for what is not"


def _sized(family: TaskFamily, build: Build, split: str) -> Iterator[str]:
    """Users, reports and the registry go by the sizes declared: the default build has them."""
    size, declared = family.size(build, split), family.splits[split].size
    if size and size != declared:
        yield f"{split}: {declared} tasks are declared, the default build holds {size}"


def _problems(family: TaskFamily, build: Build, split: str, task: Task) -> Iterator[str]:
    if (task.family, task.split) != (family.name, split):
        yield f"it says that it is of {task.family}/{task.split}"
    if family.task(build, split, task.index) != task:
        yield "asked for twice, it differs"
    if Task.model_validate_json(task.model_dump_json()) != task:
        yield "it does not survive its own JSON"
    if task.category not in (names := [category.name for category in family.categories]):
        yield f"category {task.category!r} is not declared; declared: {', '.join(names)}"
    if "limits" not in task.model_fields_set:
        yield "it declares no limits"
    if undeclared := sorted(set(task.actions) - set(family.actions)):
        yield f"it permits {', '.join(undeclared)}; the family's actions are {', '.join(family.actions)}"
    yield from _graded(family, task)
    yield from _provided(family, build, task)
    yield from _gold(family, build, task)


def _graded(family: TaskFamily, task: Task) -> Iterator[str]:
    verifier = plugins.verifier(task.verifier)
    for name in task.actions:
        plugins.action(name)
    for number, turn in enumerate(task.turns):
        collected = verifier.collects(task, turn)
        for kind in sorted(set(collected.asked(turn)) - set(family.answer_kinds)):
            known = ", ".join(family.answer_kinds)
            yield f"turn {number} asks for the answer kind {kind!r}; the family's answer_kinds are {known}"
        if not (collected.answer or collected.files or collected.states):
            yield f"turn {number} leaves nothing to grade"
        if collected.answer and turn.answer is None:
            yield f"turn {number} is graded by its answer, whose kind it does not declare"
        if turn.answer and turn.answer.describe() not in turn_text(task, number):
            yield f"turn {number}: the prompt does not say that the answer is {turn.answer.describe()}"
        if not turn.question.strip():
            yield f"turn {number} asks nothing"


def _provided(family: TaskFamily, build: Build, task: Task) -> Iterator[str]:
    wanted = {*task.mounts, *(source.path for source in task.info)}
    for path in sorted(wanted):
        if not (build.public / path).exists():
            yield f"{path} is not in the build's public half"
    if task.database and task.database.path not in task.mounts:
        yield f"its database {task.database.path} is not mounted"
    services = family.services(build, task)
    for service in services.values():
        service.close()
    if set(services) != (named := {service.name for service in task.services}):
        yield f"its services are {sorted(named)}, the family starts {sorted(services)}"


def _gold(family: TaskFamily, build: Build, task: Task) -> Iterator[str]:
    gold = family.gold(build, task)
    if len(gold.turns) != len(task.turns):
        yield f"gold has {len(gold.turns)} turns, the task {len(task.turns)}"
    elif task.verifier == "answer":
        answers = tuple(TurnSubmission(answer=json.dumps(value)) for value in gold.turns)
        try:
            verdict = plugins.verifier("answer").grade(task, gold, Submission(turns=answers), (), {})
        except MedgymError as error:
            yield f"gold is not of the declared kind: {error}"
            return
        if verdict.reward != 1:
            yield f"gold, submitted, is refused: {verdict.reason}"


B03 = Check(
    id="B03",
    level=1,
    title="tasks are well formed, as many as declared, and addressed from 0 to their number",
    hint="Declare each split with the size that its default build has, limits of every task, and category, "
    "actions and answer kinds that the family names; mount only what the build's public half holds, "
    "and raise DataError for an index from size() on.",
    examine=_examine,
)
