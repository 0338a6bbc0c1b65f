"""Runs of an agent that learns, or that has a fault, written without playing."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from medgym_core.journal import JournalWriter
from medgym_core.task import ActionCall
from medgym_core.trajectory import Episode, Step, TurnRecord
from medgym_core.verifier import Status
from medgym_testing.record import episode_of

RULES = "rules\n- `data/` holds, read-only: hospital.sqlite."
CATEGORIES = ("count", "lookup", "mean")


@dataclass
class Play:
    """One episode to be: what is drawn for it, which a fault changes."""

    index: int
    replica: int
    when: float
    """0 at the beginning of training, 1 at its end."""
    right: bool
    code: str
    answer: str
    seen: str
    agent: str = "llm"
    failing: int = 0
    padding: int = 0
    looks: int = 1


Fault = Callable[[Play], None]


def episodes(
    seed: int, fault: Fault, tasks: int = 12, samples: int = 4, rounds: int = 1
) -> Iterator[Episode]:
    """Episodes on ``tasks`` tasks of each category; better with time, and with a fault."""
    draw = random.Random(seed)
    total = rounds * samples
    for replica in range(total):
        for category in CATEGORIES:
            hardness = [draw.uniform(0.2, 0.8) for _ in range(tasks)]
            for index in range(tasks):
                number = round(random.Random(f"{seed} {category} {index}").uniform(100, 999), 2)
                when = replica / max(total - 1, 1)
                right = draw.random() < hardness[index] + 0.2 * (when - 0.5)
                play = Play(
                    index=index + 1000 * CATEGORIES.index(category),
                    replica=replica,
                    when=when,
                    right=right,
                    code=f"rows = open('data/hospital.sqlite')\nanswer = f(rows, {index})",
                    answer=str(number if right else round(number + draw.uniform(1, 9), 2)),
                    seen="columns: a, b",
                    failing=draw.randrange(2),
                )
                fault(play)
                yield _episode(play, category)


def _episode(play: Play, category: str) -> Episode:
    status = Status.SUCCESS if play.right else Status.FAIL
    failed = [_step("print(1 / 0)", "ZeroDivisionError", ok=False)] * play.failing
    looked = [_step("print('x')" + "#" * play.padding, play.seen)] * play.looks
    steps = (*failed, *looked, _step(play.code, "Recorded.", submit=True))
    made = episode_of(play.index, play.replica, status, category=category, steps=steps)
    return made.model_copy(
        update={
            "key": made.key.model_copy(update={"agent": play.agent}),
            "system": RULES,
            "turns": (TurnRecord(answer=play.answer),),
        }
    )


def _step(code: str, observation: str, ok: bool = True, submit: bool = False) -> Step:
    call = ActionCall(name="code_execution", arguments={"code": code, "language": "python", "submit": submit})
    return Step(turn=0, call=call, observation=observation, ok=ok, submitted=submit)


def written(folder: Path, *parts: Iterator[Episode]) -> Path:
    """The run of these episodes."""
    with JournalWriter(folder) as writer:
        writer.append([(episode, {}) for part in parts for episode in part])
    return folder


def sound(play: Play) -> None:
    """Nothing is wrong."""


def only(kind: int, change: Fault) -> Fault:
    """A fault of the tasks of one category."""

    def fault(play: Play) -> None:
        if play.index // 1000 == kind:
            change(play)

    return fault
