"""What the training splits tell of other tasks: answers by form and by likeness, whatever is asked."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from threading import RLock

from pydantic import JsonValue

from medgym_core.agent.guess import guesses
from medgym_core.answer import AnswerKind
from medgym_core.builds.training import Example, Training, spread
from medgym_core.errors import VerifierError
from medgym_core.task import ActionCall, Task, Turn
from medgym_core.verifier.compare import compare
from medgym_core.verifier.parse import exact
from medgym_prove.attack.constant import best_constants
from medgym_prove.attack.similarity import Similarity
from medgym_prove.attack.wording import Wording

MEMORY: Mapping[str, tuple[str, ...]] = {
    "per answer kind": ("kind",),
    "per category": ("category", "kind"),
    "per wording": ("wording", "category", "kind"),
}
"""Ways to remember: by which trait a training turn counts as the same, then by which others if none does."""
NEIGHBOURS: Mapping[str, int] = {"nearest": 1, "of 5 nearest": 5, "of 25 nearest": 25}
"""Ways to ask the nearest training turns: how many have a say, each as much as it is alike."""
COUNTED = 500
"""Training tasks whose solutions are counted."""
HELD_OUT = 150
"""Most training turns on which ways are compared, a fifth of all at most."""

_LEARNING = RLock()


@dataclass(frozen=True)
class Known:
    """A turn of a training task whose right answer is known."""

    task: Task
    """The task."""
    index: int
    """0-based turn."""
    answer: JsonValue
    """What is right."""

    @property
    def turn(self) -> Turn:
        """The turn."""
        return self.task.turns[self.index]


class Recall:
    """Answers to turns of other tasks, from the training turns that are alike."""

    def __init__(self, known: Sequence[Known]) -> None:
        """Learns ``known``."""
        self._known = known
        self._wording = Wording(one.turn.question for one in known)
        self._lock = RLock()
        self._ranked: dict[tuple[str, str, int], list[JsonValue]] = {}
        self._indexes: dict[str, tuple[list[Known], Similarity]] = {}

    @cached_property
    def _groups(self) -> Mapping[tuple[str, str], list[Known]]:
        groups: defaultdict[tuple[str, str], list[Known]] = defaultdict(list)
        for one in self._known:
            for trait in MEMORY["per wording"]:
                groups[trait, self._trait(trait, one.task, one.index)].append(one)
        return groups

    def answers(self, way: str, task: Task, index: int, most: int = 1) -> list[JsonValue]:
        """At most ``most`` distinct answers to a turn, the likeliest first, and guesses where they run out.

        ``way`` is one of those above.
        """
        kind = task.turns[index].answer
        if kind is None:
            return []
        ranked: list[JsonValue] = []
        with self._lock:
            if way in NEIGHBOURS:
                ranked += self._voted(kind, task.turns[index].question, NEIGHBOURS[way], most)
            for trait in MEMORY.get(way, ()):
                ranked += self._remembered(kind, trait, self._trait(trait, task, index), most)
        return _distinct([*ranked, *guesses(kind)])[:most]

    @cached_property
    def best(self) -> Mapping[str, str]:
        """Of the ways to remember and of those to ask neighbours (``memory``, ``neighbour``) the best one.

        Each is tried on training turns that it has not learned.
        """
        with self._lock:
            step = max(5, -(-len(self._known) // HELD_OUT))
            held = self._known[::step]
            others = Recall([one for place, one in enumerate(self._known) if place % step])
            ways = {"memory": tuple(MEMORY), "neighbour": tuple(NEIGHBOURS)}
            right = {way: sum(others._right(way, one) for one in held) for way in (*MEMORY, *NEIGHBOURS)}
            return {name: max(reversed(offered), key=right.__getitem__) for name, offered in ways.items()}

    def _right(self, way: str, one: Known) -> bool:
        kind, given = one.turn.answer, self.answers(way, one.task, one.index)
        return kind is not None and bool(given) and compare(kind, exact(given[0]), exact(one.answer)).ok

    def _remembered(self, kind: AnswerKind, trait: str, value: str, most: int) -> list[JsonValue]:
        key = trait, value, most
        if key not in self._ranked:
            golds = ((one.answer, 1.0) for one in self._groups.get((trait, value), ()))
            self._ranked[key] = [constant.answer for constant in best_constants(kind, golds, most)]
        return self._ranked[key]

    def _voted(self, kind: AnswerKind, question: str, voters: int, most: int) -> list[JsonValue]:
        asked = kind.model_dump_json()
        if asked not in self._indexes:
            alike = [one for one in self._known if self._trait("kind", one.task, one.index) == asked]
            self._indexes[asked] = alike, Similarity([one.turn.question for one in alike])
        known, index = self._indexes[asked]
        nearest = index.nearest(question, max(voters, most))
        votes = [(known[place].answer, alike + 1e-6) for place, alike in nearest[:voters]]
        voted = [constant.answer for constant in best_constants(kind, votes, most)]
        return [*voted, *(known[place].answer for place, _ in nearest)]

    def _trait(self, trait: str, task: Task, index: int) -> str:
        turn = task.turns[index]
        kind = turn.answer.model_dump_json() if turn.answer else ""
        if trait == "wording":
            return f"{kind} {self._wording.masked(turn.question)}"
        return f"{kind} {task.category} {index}" if trait == "category" else kind


def nearest_examples(training: Training, task: Task, most: int) -> Sequence[Example]:
    """The ``most`` training tasks that are nearest to ``task`` by the text of all questions."""
    with _LEARNING:
        examples, index = _examples(training, task.split)
    return [examples[place] for place, _ in index.nearest(_text(task), most)]


def common_references(training: Training, split: str, most: int) -> Sequence[Example]:
    """A task of each of the ``most`` solutions that most of :data:`COUNTED` training tasks share.

    That of the commonest comes first.
    """
    with _LEARNING:
        return _common_references(training, split)[:most]


@lru_cache(maxsize=4)
def _common_references(training: Training, split: str) -> Sequence[Example]:
    examples = training.examples(split)
    counted = [examples[place] for place in spread(len(examples), COUNTED)]
    written = [_written(training.reference(example)) for example in counted]
    first = dict(zip(reversed(written), reversed(counted), strict=True))
    return [first[text] for text, _ in Counter(written).most_common()]


def _written(calls: Sequence[ActionCall]) -> str:
    return json.dumps([call.model_dump(mode="json") for call in calls], sort_keys=True)


@lru_cache(maxsize=4)
def _examples(training: Training, split: str) -> tuple[Sequence[Example], Similarity]:
    examples = training.examples(split)
    return examples, Similarity([_text(example.task) for example in examples])


def _text(task: Task) -> str:
    return "\n".join([task.category, *(turn.question for turn in task.turns)])


@lru_cache(maxsize=4)
def _recall(training: Training, split: str) -> Recall:
    return Recall([one for example in training.examples(split) for one in known(example)])


def recall(training: Training, split: str) -> Recall:
    """What is to be learned of ``training`` for the tasks of ``split``; learned once in this process."""
    with _LEARNING:
        return _recall(training, split)


def known(example: Example) -> Iterable[Known]:
    """The turns of an example whose right answer its gold holds: itself, or as that of a state does."""
    for index, (turn, gold) in enumerate(zip(example.task.turns, example.gold.turns, strict=True)):
        offered = [gold, *([gold["answer"]] if isinstance(gold, dict) and "answer" in gold else [])]
        for answer in offered:
            if turn.answer is not None and _fits(turn.answer, answer):
                yield Known(example.task, index, answer)
                break


def _fits(kind: AnswerKind, answer: JsonValue) -> bool:
    try:
        return bool(best_constants(kind, [(answer, 1.0)]))
    except VerifierError:
        return False


def _distinct(answers: Iterable[JsonValue]) -> list[JsonValue]:
    return list({json.dumps(answer, sort_keys=True): answer for answer in answers}.values())
