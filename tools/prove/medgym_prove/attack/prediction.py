"""What training tells of predictions: how frequent labels are, and solutions with other rows asked about."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import TYPE_CHECKING

from pydantic import JsonValue, ValidationError

from medgym_core.builds.training import Example
from medgym_core.task import ActionCall, Task, Turn
from medgym_core.verifier.predictions import PredictionGold

if TYPE_CHECKING:
    from medgym_core.family import TaskFamily

REPLAYS = frozenset({"attack:neighbour", "attack:neighbour_replay", "attack:common_replay"})
"""Attacks that replay solutions, which may be right where predictions are asked for."""
_PATH = re.compile(r"data/[\w./-]*\w")


def is_predicted(task: Task) -> bool:
    """Whether a task asks for predictions."""
    return task.verifier == "predictions"


def claimed(agent: str, family: TaskFamily, tasks: Sequence[Task], rate: float | None) -> float | None:
    """The chance rate that ``agent`` is held to on ``tasks``, all of one split; None where it may be right.

    One program that learns from labels given as files solves every prediction task that gives them, so who
    replays it solves them, too. A split of new requirements asks for what no training solution does.
    """
    may_be_right = agent in REPLAYS and all(
        is_predicted(task) and family.splits[task.split].novel != "requirement" for task in tasks
    )
    return None if may_be_right else rate


def shares(example: Example, index: int, asked: Turn) -> dict[str, float]:
    """Prediction column that a turn asks for to how often the label is so in turn ``index`` of an example.

    A column that the example lacks is given the mean of those it has. Empty where nothing is predicted there.
    """
    try:
        gold = PredictionGold.model_validate(example.gold.turns[index])
    except (ValidationError, IndexError):
        return {}
    found = {
        column: fmean(
            float(label == place if len(target.columns) > 1 else label) for label in gold.labels(number)
        )
        for number, target in enumerate(gold.targets)
        for place, column in enumerate(target.columns)
    }
    columns = [column for file in asked.files for column in file.columns[1:]]
    return {column: min(1.0, found.get(column, fmean(found.values()))) for column in columns or found}


def carried(calls: Sequence[ActionCall], example: Task, task: Task, index: int) -> Sequence[ActionCall]:
    """A solution of ``example`` with the rows that ``task`` asks about in the place of its own.

    Where the paths of the two files of rows differ, the folder of one stands for that of the other, as a part
    of a path or a text of its own. Everything else stays: labels are read by the name that the example has.
    """
    folders = _folders(example.turns[index], task.turns[index]) if index < len(example.turns) else {}
    names = "|".join(map(re.escape, sorted(folders, key=len, reverse=True)))
    part = re.compile(rf"(?<=['\"/])(?:{names})(?=['\"/])")

    def moved(value: JsonValue) -> JsonValue:
        return part.sub(lambda found: folders[found[0]], value) if isinstance(value, str) else value

    def call_moved(call: ActionCall) -> ActionCall:
        return call.model_copy(
            update={"arguments": {name: moved(value) for name, value in call.arguments.items()}}
        )

    return [call_moved(call) for call in calls] if folders else calls


def _folders(known: Turn, asked: Turn) -> Mapping[str, str]:
    """Folder in the path of known rows to that in the path of the asked ones.

    Words in capitals are none: they stand for a folder that the question names.
    """
    pairs = zip(_path(known).split("/"), _path(asked).split("/"), strict=False)
    return {one: other for one, other in pairs if one != other and not (one.isupper() or other.isupper())}


def _path(turn: Turn) -> str:
    """The first file of data that a turn names."""
    text = "\n".join([*(file.description for file in turn.files), turn.question])
    found = _PATH.search(text)
    return found[0] if found else ""
