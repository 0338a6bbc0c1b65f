"""D02: who solves nothing earns nothing beyond the declared chance rate, which is itself explained.

Agents that need a box are played on a few tasks. What can be said without one (nothing, empty values and
files, well-formed values, values of the question, predictions and programs that are constant) is graded on
many, and what the training splits give away on nearly all. A chance rate excuses luck and nothing else: where
even the best constant answers, chosen with gold in hand, earn implausibly less, the rate is refused.
"""

from __future__ import annotations

import ast
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from statistics import fmean

from pydantic import JsonValue

from medgym_core.agent.guess import guesses
from medgym_core.builds.making import gold_of
from medgym_core.builds.training import spread
from medgym_core.env.grading import untouched
from medgym_core.source import Build
from medgym_core.task import Task
from medgym_core.verifier.contract import Submission
from medgym_prove.attack.guess import CONSTANTS
from medgym_prove.chance import Chance, chance
from medgym_prove.check import Check, Evidence
from medgym_prove.dynamic.constant import Constants, Graded, submitted
from medgym_prove.dynamic.echo import echoes
from medgym_prove.dynamic.play import earned_by, named, quickest
from medgym_prove.dynamic.record import Recorded, judge
from medgym_prove.dynamic.sample import filled, varied
from medgym_prove.dynamic.sham import shams
from medgym_prove.soundness import IMPLAUSIBLE
from medgym_prove.subject import Subject
from medgym_sandbox.backend import SandboxBackend
from medgym_statistics.binomial import tail

FREQUENT = "the most frequent answer to other tasks"
"""Name of the agent that knows right answers, but not to the task at hand."""
HINDSIGHT = "the best constant answers in hindsight"
"""Who explains a chance rate, and is not held to it."""
AGENTS = ("nop", "attack:constants", "attack:guess", "attack:majority", "attack:echo")
"""Who is played in a box."""
SAME = ("null", *(json.dumps(ast.literal_eval(constant)) for constant in CONSTANTS if constant != "None"))
"""Answers that hold nothing or are the same whatever the task, as JSON."""
FORMS = 6
"""Well-formed answers of the declared kind that are tried on every task."""
ECHOES = 4
"""Values that a question holds which are tried as its answer."""
TASKS = 6
"""Most tasks of a split that are played in a box."""
HIGHEST = 0.5
"""Highest chance rate that any split may declare."""
MANY = 60
"""Most tasks of a split that are graded without one; a twentieth where grading reads programs or files."""


def _chance_alone(subject: Subject) -> Evidence:
    build, problems, examined = subject.build(), [], 0
    figures: dict[str, JsonValue] = {}
    for split in filled(subject, build):
        rate = subject.family.chance_rate(build, split)
        tasks, backend = _tasks(subject, build, split), quickest(subject)
        constants = Constants(subject.family, build, tasks, backend)
        earned = {**_unplayed(subject, build, tasks, backend), FREQUENT: constants.held_out()}
        whole = len(tasks) == subject.family.size(build, split)
        by_heart = chance(subject.family, build, split, progress=subject.progress)
        problems += [
            _problem_text(agent, fmean(rewards), len(rewards), split, rate)
            for agent, rewards in earned.items()
            if rewards and _too_much(fmean(rewards), len(rewards), rate, whole and agent != FREQUENT)
        ]
        problems += learned_too_much(by_heart, rate)
        problems += _played(subject, build, split, rate)
        earned[HINDSIGHT] = constants.in_hindsight()
        best = max(by_heart.highest, *(fmean(rewards) for rewards in earned.values() if rewards))
        problems += _unexplained(split, rate, best, len(tasks))
        examined += len(tasks)
        figures[split] = {
            "tasks": len(tasks),
            "declared": rate,
            "highest earned": round(best, 4),
            "best constants": round(fmean(earned[HINDSIGHT]), 4),
            "by heart": round(by_heart.highest, 4),
        }
    return Evidence(examined=examined, problems=tuple(problems), figures=figures)


def _tasks(subject: Subject, build: Build, split: str) -> list[Graded]:
    size = subject.family.size(build, split)
    first = subject.family.task(build, split, 0)
    most = MANY if first.verifier in ("answer", "states") else MANY // 20
    tasks = (subject.family.task(build, split, index) for index in spread(size, most))
    return [Graded(task, gold_of(subject.family, build, task)) for task in tasks]


def _unplayed(
    subject: Subject, build: Build, tasks: Sequence[Graded], backend: SandboxBackend
) -> dict[str, list[float]]:
    """What every submission that needs no box earns: rewards by the name of the agent."""
    earned: defaultdict[str, list[float]] = defaultdict(list)
    for done, (task, gold) in enumerate(tasks, 1):
        case = Recorded(task, Submission(turns=()), untouched(subject.family, build, task))
        for agent, submission in (*_submissions(task), *shams(task, gold)):
            verdict = judge(subject.family, build, replace(case, submission=submission), gold, backend)
            earned[agent].append(verdict.reward or 0.0)
        subject.progress(f"empty and format-only submissions, {done} of {len(tasks)}", None)
    return earned


def _submissions(task: Task) -> Iterator[tuple[str, Submission]]:
    yield "empty", submitted(task, [None] * len(task.turns))
    if all(turn.answer is None for turn in task.turns):
        return
    for answer in SAME:
        yield f"the answer {answer}", submitted(task, [answer] * len(task.turns))
    for number in range(FORMS):
        answers = []
        for turn in task.turns:
            forms: Sequence[JsonValue] = guesses(turn.answer) if turn.answer else (None,)
            answers.append(json.dumps(forms[number % len(forms)]))
        yield f"format-only {number}", submitted(task, answers)
    for number in range(ECHOES):
        offered = [echoes(turn.answer, turn.question) if turn.answer else () for turn in task.turns]
        answers = [json.dumps(found[number]) if number < len(found) else "null" for found in offered]
        yield f"echo {number} of the question", submitted(task, answers)


def learned_too_much(by_heart: Chance, rate: float) -> list[str]:
    """The ways to learn by heart that earn more than the chance rate.

    A rate that is a coin's is earned by tossing it, and of several coins one is lucky: then even on all tasks
    of a split only what luck does not explain counts.
    """
    whole = by_heart.whole and rate < HIGHEST
    return [
        _problem_text(f"an answer learned by heart, {way},", reward, by_heart.tasks, by_heart.split, rate)
        for way, reward in by_heart.rates.items()
        if _too_much(reward, by_heart.tasks, rate, whole)
    ]


def _played(subject: Subject, build: Build, split: str, rate: float) -> list[str]:
    """What is unsound of the agents played in boxes."""
    places, problems = varied(subject, build, TASKS, split), list[str]()
    for agent in AGENTS:
        found = earned_by(subject, build, named(agent), places, rate)
        problems += found.errors[:3]
        if found.finding == "unsound":
            problems.append(_problem_text(agent, found.reward, found.tasks, split, rate))
    return problems


def _problem_text(agent: str, reward: float, tasks: int, split: str, rate: float) -> str:
    return f"{agent} earns {reward:.3f} on {tasks} tasks of {split}, which declares the chance rate {rate:g}"


def _too_much(reward: float, tasks: int, rate: float, whole: bool) -> bool:
    """Whether chance of ``rate`` does not explain the mean ``reward`` on so many tasks."""
    total = round(reward * tasks, 9)
    return total > rate * tasks and (whole or tail(total, tasks, rate) < IMPLAUSIBLE)


def _unexplained(split: str, rate: float, best: float, tasks: int) -> list[str]:
    """What is wrong with a declared rate: under it, earning so little as ``best`` would be implausible."""
    if rate > HIGHEST:
        return [f"{split} declares the chance rate {rate:g}; above {HIGHEST:g} rewards measure luck"]
    if 1 - tail(round(best * tasks) + 1, tasks, rate) < IMPLAUSIBLE:
        problem = f"{split} declares the chance rate {rate:g}, but nobody who solves nothing earns it"
        return [f"{problem}: the best constant answers earn {best:.3f} on {tasks} tasks"]
    return []


CHANCE = Check(
    id="D02",
    level=2,
    title="doing nothing, empty, constant, majority, echoed, format-only and memorised answers earn no more "
    "than chance",
    hint="Ask so that no answer is right too often (drop or balance such questions, also of one category or "
    "wording), and declare in Split.chance_rate what the best constant answers and those learned from the "
    "training splits earn (medgym_prove.chance) and not more.",
    examine=_chance_alone,
)
