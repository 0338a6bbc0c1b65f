"""An agent for trials without a model: by its seed it solves a task, or fails in one of the ways of models.

It is given the family's own solution, so what it earns says nothing about the tasks or about any model.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count, repeat
from random import Random
from typing import Literal

from pydantic import Field, ValidationError

from medgym_core.agent.contract import Agent, AgentConfig, Brief, Reply
from medgym_core.agent.guess import guesses
from medgym_core.agent.reply import call, execute
from medgym_core.errors import ConfigError
from medgym_core.task import ActionCall
from medgym_sandbox.boundary.fault import explained
from medgym_sandbox.boundary.frozen import Frozen

Failing = Literal["wrong", "careless", "crashed", "left", "looped", "chatted"]
FAILING: tuple[Failing, ...] = ("wrong", "wrong", "crashed", "left", "looped", "chatted")
BROKEN = (
    "answer = (1",
    "import panda\nanswer = 1",
    "answer = result",
    "answer = int('none')",
    "answer = open('data.csv').read()",
)
"""Programs that fail in any box: one cannot be parsed, the others raise or miss a file."""

_LITERAL = re.compile(r"'[^']+'|(?<![\w.])\d+(?![\w.])")
_CONDITIONS = re.compile(r"\s+WHERE\b.*", re.DOTALL | re.IGNORECASE)


class Odds(Frozen):
    """``AgentConfig.options`` of the ``fallible`` agent."""

    success: float = Field(default=0.4, gt=0, lt=1)
    """Chance that an episode is solved, in the mean over tasks."""
    correlation: float = Field(default=0.3, gt=0, lt=1)
    """Of samples of one task: near 0 all tasks are equally hard, near 1 each is solved always or never."""
    failures: tuple[Failing, ...] = Field(default=FAILING, min_length=1)
    """How it fails, each as likely as it is named: wrong, careless, crashed, left, looped, chatted."""

    def of(self, task: str) -> float:
        """The chance of one task: beta-distributed with this mean and intraclass correlation."""
        size = 1 / self.correlation - 1
        return Random(f"odds/{task}").betavariate(self.success * size, (1 - self.success) * size)


@dataclass(frozen=True)
class Scene:
    """What an episode is made up from."""

    brief: Brief
    """The task, with its solution."""
    random: Random
    """Decides everything."""

    def stumble(self) -> Iterator[Reply]:
        """A program that fails, and what it is asked about it."""
        yield execute(self.random.choice(BROKEN))
        if "debugging" in self.brief.task.actions:
            yield call("debugging", {})

    def slip(self, solution: ActionCall) -> Reply:
        """``solution`` with a wrong number or word if it is a query, else a guess of the right kind."""
        code = _query(solution)
        found = [*_LITERAL.finditer(code)]
        if not found:
            kind = self.brief.task.turns[0].answer
            return execute(f"answer = {self.random.choice(guesses(kind) if kind else (0,))!r}", submit=True)
        place = self.random.choice(found)
        literal = place[0]
        wrong = f"{literal[:-2]}'" if literal.startswith("'") else str(int(literal) + 1)
        changed = f"{code[: place.start()]}{wrong}{code[place.end() :]}"
        return call("code_execution", {**solution.arguments, "code": changed})

    def overlook(self, solution: ActionCall) -> Reply:
        """``solution`` without its conditions if it is a query that has them, else a slip."""
        code = _query(solution)
        changed = _CONDITIONS.sub("", code)
        if changed == code or changed.count("(") != changed.count(")"):
            return self.slip(solution)
        return call("code_execution", {**solution.arguments, "code": changed})


def solved(scene: Scene) -> Iterator[Reply]:
    """The solution, every second time after a program that failed."""
    if scene.random.random() < 0.5:
        yield from scene.stumble()
    yield from (Reply(calls=(each,)) for each in scene.brief.reference())


def wrong(scene: Scene) -> Iterator[Reply]:
    """The solution but for its first submission, in which something is wrong."""
    if scene.random.random() < 0.5:
        yield from scene.stumble()
    yield from _but_first(scene, scene.slip)


def careless(scene: Scene) -> Iterator[Reply]:
    """The solution but for its first submission, which asks for all there is."""
    yield from _but_first(scene, scene.overlook)


def crashed(scene: Scene) -> Iterator[Reply]:
    """Fails, asks why, and submits what fails again."""
    yield from scene.stumble()
    yield execute(scene.random.choice(BROKEN), submit=True)


def left(scene: Scene) -> Iterator[Reply]:
    """Fails, and gives up."""
    yield from scene.stumble()


def looped(scene: Scene) -> Iterator[Reply]:
    """Runs the same program for ever."""
    yield from repeat(execute(scene.random.choice(BROKEN)))


def chatted(scene: Scene) -> Iterator[Reply]:
    """Talks, and does nothing."""
    start = scene.random.randrange(100)
    yield from (Reply(text=f"I think that the answer is {number}.") for number in count(start))


FAILURES: Mapping[Failing, Callable[[Scene], Iterator[Reply]]] = {
    "wrong": wrong,
    "careless": careless,
    "crashed": crashed,
    "left": left,
    "looped": looped,
    "chatted": chatted,
}
"""How episodes fail, by name."""


class Fallible(Agent):
    """Solves tasks with chances of :class:`Odds`; whatever else it does is no solution but by luck."""

    name = "fallible"
    heeds = frozenset({"options"})

    def __init__(self, config: AgentConfig) -> None:
        """Reads the options.

        Raises:
            ConfigError: if an option is unknown or out of range.
        """
        try:
            self._odds = Odds.model_validate(dict(config.options))
        except ValidationError as error:
            known = ", ".join(Odds.model_fields)
            raise ConfigError(
                f"options of agent fallible: {explained(error, Odds)}; known options: {known}"
            ) from error

    def start(self, brief: Brief) -> Act:
        """Begin an episode; its seed has decided how it ends."""
        return Act(self._odds, brief)


class Act:
    """One episode: a plot that the seed has drawn."""

    def __init__(self, odds: Odds, brief: Brief, submitted: int = 0) -> None:
        """``submitted`` turns of the task are behind it; its plot is about those that are left."""
        random = Random(brief.seed)
        plot = solved if random.random() < odds.of(brief.task.id) else FAILURES[random.choice(odds.failures)]
        left = replace(brief, reference=lambda: _after(brief.reference(), submitted))
        self._odds, self._brief, self._submitted = odds, brief, submitted
        self._replies = plot(Scene(left, random))

    def act(self, observation: str) -> Reply:
        """The next reply, or an empty one when none is left."""
        reply = next(self._replies, Reply())
        self._submitted += any(each.arguments.get("submit") is True for each in reply.calls)
        return reply

    def fork(self, seed: int) -> Act:
        """Another that begins here with a plot of its own."""
        return Act(self._odds, replace(self._brief, seed=seed), self._submitted)


def _but_first(scene: Scene, changed: Callable[[ActionCall], Reply]) -> Iterator[Reply]:
    """The solution, its first submission ``changed``."""
    first = True
    for each in scene.brief.reference():
        submits = each.arguments.get("submit") is True
        yield changed(each) if submits and first else Reply(calls=(each,))
        first = first and not submits


def _query(solution: ActionCall) -> str:
    """Its SQL; nothing if it is in another language."""
    return str(solution.arguments.get("code")) if solution.arguments.get("language") == "sql" else ""


def _after(solution: Sequence[ActionCall], submitted: int) -> Sequence[ActionCall]:
    """What is left of a solution after so many of its submissions."""
    ends = [place + 1 for place, each in enumerate(solution) if each.arguments.get("submit") is True]
    return solution[ends[submitted - 1] :] if 0 < submitted <= len(ends) else solution
