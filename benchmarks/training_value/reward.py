"""Two rewards for one reply: medgym's, and the published rule's, of the same execution in the same box."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from benchmarks.as_published import PUBLISHED, Asked, printed
from benchmarks.published_rules.output import Output
from medgym_core import Task, plugins
from medgym_core.builds.making import gold_of
from medgym_core.env.loop import Env
from medgym_core.env.opening import OpenFamily
from medgym_core.errors import MedgymError
from medgym_core.source import Build

RULES = ("medgym", "published")
Place = tuple[int, int]
"""Which of the opened data, and the index of a task of it."""


class Earned(NamedTuple):
    """What one reply earned."""

    medgym: float
    """By the family's own verifier."""
    published: float
    """By the rule of the reference implementation."""


class Boxes:
    """Plays replies, each in a box of its own, and keeps what they earned for whoever asks again."""

    def __init__(self, opened: Sequence[OpenFamily], split: str = "train") -> None:
        """Starts nothing."""
        self._opened, self._split = opened, split
        self._threads = ThreadPoolExecutor(max(4, os.cpu_count() or 1))
        self._last: tuple[Any, list[Earned | None]] = ((), [])

    def rows(self, places: Sequence[Place]) -> list[dict[str, Any]]:
        """The dataset of the tasks at ``places``: ``prompt`` as the agent is told it, and ``place``."""
        return [self._row(place) for place in places]

    def medgym(self, completions: Sequence[Any], place: Sequence[Place], **_: Any) -> list[float | None]:
        """For ``reward_funcs``: medgym's reward of each completion; None where the box failed."""
        return [each and each.medgym for each in self._played(completions, place)]

    def published(self, completions: Sequence[Any], place: Sequence[Place], **_: Any) -> list[float | None]:
        """For ``reward_funcs``: the published rule's."""
        return [each and each.published for each in self._played(completions, place)]

    def _row(self, place: Place) -> dict[str, Any]:
        from medgym_core.env import prompt

        env = self._env(place)
        content = prompt.task_text(env.task, env.limits)
        return {"prompt": [{"role": "user", "content": content}], "place": place}

    def _env(self, place: Place) -> Env:
        data, index = place
        return self._opened[data].env(self._split, index)

    def _played(self, completions: Sequence[Any], places: Sequence[Place]) -> list[Earned | None]:
        """What each reply earned; both reward functions are asked of the same batch, which is played once."""
        asked = [(place, said[0]["content"]) for place, said in zip(places, completions, strict=True)]
        if self._last[0] != asked:
            self._last = asked, list(self._threads.map(self._play, asked))
        return self._last[1]

    def _play(self, asked: tuple[Place, str]) -> Earned | None:
        place, reply = asked
        try:
            with self._env(place) as env:
                env.reset()
                env.step(reply)
                verdict = env.verdict or env.give_up()
                last = env.submission.turns[-1]
                theirs = published(env.build, env.task, last.answer, last.language)
                return None if verdict.reward is None else Earned(verdict.reward, theirs)
        except MedgymError:  # the box's failure, never the model's
            return None


def published(build: Build, task: Task, answer: str | None, language: str) -> float:
    """What the published rule gives for an answer (JSON text as collected), as if it had been printed."""
    rule = PUBLISHED[task.family]
    gold = rule.gold(Asked(build, task, gold_of(plugins.family(task.family), build, task)))
    return float(rule.score(gold, Output(_text(answer, language))))


def _text(answer: str | None, language: str) -> str:
    if answer is None:
        return ""
    value = json.loads(answer)
    if language == "sql":
        value = [row[0] if len(row) == 1 else row for row in value["rows"]]
    return printed(value)
