"""Attacks by what the training splits give away: remembered answers, and solutions of the nearest task."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from statistics import fmean

from pydantic import JsonValue, ValidationError

from medgym_core.agent.contract import Reply
from medgym_core.builds.training import Example
from medgym_core.task import ActionCall
from medgym_core.verifier.predictions import PredictionGold
from medgym_prove.attack.guess import guess
from medgym_prove.attack.payload import submission
from medgym_prove.attack.recall import common_references, nearest_examples, recall
from medgym_prove.attack.script import Target


def memory(target: Target) -> Iterator[Reply]:
    """The commonest right answer of training tasks of one kind, category or wording, whichever works best."""
    return _answered(target, "memory")


def neighbour(target: Target) -> Iterator[Reply]:
    """The right answer of the training tasks whose questions are nearest, or else their solution."""
    if target.turn.answer is None:
        return neighbour_replay(target)
    return _answered(target, "neighbour")


def neighbour_replay(target: Target) -> Iterator[Reply]:
    """The solution of the nearest training task, word for word."""
    training = target.brief.training()
    nearest = nearest_examples(training, target.task, target.tries)
    yield from _replayed(target, (training.reference(example) for example in nearest))


def common_replay(target: Target) -> Iterator[Reply]:
    """The solutions that most training tasks share, word for word."""
    yield from _replayed(target, common_references(target.brief.training(), target.task.split, target.tries))


def _replayed(target: Target, solutions: Iterable[Sequence[ActionCall]]) -> Iterator[Reply]:
    """What solutions do in this turn; a prior where rows are predicted, and a guess where there is none."""
    prior = _prior(target)
    if prior:
        yield submission(target, f"value = {prior!r}")
        return
    tries, left = target.tries, target.spare + 1
    for solution in solutions:
        calls = _turn_of(solution, target.index)
        if tries < 1 or not calls or left < len(calls):
            break
        for call in calls:
            yield Reply(calls=(call,))
        tries, left = tries - 1, left - len(calls)
        if target.over:
            return
    if tries == target.tries:
        yield submission(target, *guess(target))


def _answered(target: Target, way: str) -> Iterator[Reply]:
    """As many answers as are graded; a prior where rows are predicted, and a guess where nothing is known."""
    learned, prior = recall(target.brief.training(), target.task.split), _prior(target)
    known = learned.answers(learned.best[way], target.task, target.index, target.tries)
    answers: list[JsonValue] = [{**prior}] if prior else known
    for setup in [f"value = {answer!r}" for answer in answers] or [guess(target)[0]]:
        yield submission(target, setup)
        if target.over:
            return


def _turn_of(calls: Sequence[ActionCall], index: int) -> Sequence[ActionCall]:
    """What a solution does in one turn, its submission last; nothing where it has no such turn."""
    turns: list[list[ActionCall]] = [[]]
    for call in calls:
        turns[-1].append(call)
        if call.arguments.get("submit") is True:
            turns.append([])
    return turns[index] if index < len(turns) - 1 else ()


def _prior(target: Target) -> dict[str, float]:
    """Prediction column to how often the label is so in the nearest training task; empty without such."""
    for example in nearest_examples(target.brief.training(), target.task, 1):
        return _shares(example, target.index)
    return {}


def _shares(example: Example, index: int) -> dict[str, float]:
    try:
        gold = PredictionGold.model_validate(example.gold.turns[index])
    except (ValidationError, IndexError):
        return {}
    return {
        column: fmean(
            float(label == place if len(target.columns) > 1 else label) for label in gold.labels(number)
        )
        for number, target in enumerate(gold.targets)
        for place, column in enumerate(target.columns)
    }
