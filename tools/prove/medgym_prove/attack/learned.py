"""Attacks by what the training splits give away: remembered answers, and solutions of other tasks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from medgym_core.agent.contract import Reply
from medgym_core.builds.training import Example
from medgym_core.task import ActionCall
from medgym_prove.attack.guess import guess
from medgym_prove.attack.payload import submission
from medgym_prove.attack.prediction import carried, is_predicted, shares
from medgym_prove.attack.recall import common_references, nearest_examples, recall
from medgym_prove.attack.script import Target


def memory(target: Target) -> Iterator[Reply]:
    """The commonest right answer of training tasks of one kind, category or wording, whichever works best."""
    return prior(target) if is_predicted(target.task) else _answered(target, "memory")


def prior(target: Target) -> Iterator[Reply]:
    """For every row the share of its class among the labels of the nearest training task."""
    (nearest,) = nearest_examples(target.brief.training(), target.task, 1) or (None,)
    known = shares(nearest, target.index, target.turn) if nearest else {}
    yield submission(target, *((f"value = {known!r}", "") if known else guess(target)))


def neighbour(target: Target) -> Iterator[Reply]:
    """The right answer of the training tasks whose questions are nearest, or else their solution."""
    if target.turn.answer is None:
        return neighbour_replay(target)
    return _answered(target, "neighbour")


def neighbour_replay(target: Target) -> Iterator[Reply]:
    """The solution of the nearest training task, word for word; of predictions for the rows asked about."""
    yield from _replayed(target, nearest_examples(target.brief.training(), target.task, target.tries))


def common_replay(target: Target) -> Iterator[Reply]:
    """The solutions that most training tasks share, replayed as that of the nearest one is."""
    yield from _replayed(target, common_references(target.brief.training(), target.task.split, target.tries))


def _replayed(target: Target, examples: Iterable[Example]) -> Iterator[Reply]:
    """What the solutions of examples do in this turn, and a guess where there is none."""
    tries, left = target.tries, target.spare + 1
    for example in examples:
        calls = _turn_of(_solution(target, example), target.index)
        if tries < 1 or not calls or left < len(calls):
            break
        for call in calls:
            yield Reply(calls=(call,))
        tries, left = tries - 1, left - len(calls)
        if target.over:
            return
    if tries == target.tries:
        yield submission(target, *guess(target))


def _solution(target: Target, example: Example) -> Sequence[ActionCall]:
    calls = target.brief.training().reference(example)
    return carried(calls, example.task, target.task, target.index) if is_predicted(target.task) else calls


def _answered(target: Target, way: str) -> Iterator[Reply]:
    """As many answers as are graded, and a guess where nothing is known."""
    learned = recall(target.brief.training(), target.task.split)
    known = learned.answers(learned.best[way], target.task, target.index, target.tries)
    for setup in [f"value = {answer!r}" for answer in known] or [guess(target)[0]]:
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
