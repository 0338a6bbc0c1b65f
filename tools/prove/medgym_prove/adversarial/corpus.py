"""A01 and A02: attacks on the oracle, the core's and the author's own, earn no more than chance."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pydantic import JsonValue

from medgym_core.agent.contract import Agent
from medgym_core.errors import ConfigError
from medgym_core.failure import grounds_of
from medgym_prove.attack import ATTACKS
from medgym_prove.attack.program import LANGUAGES, authored
from medgym_prove.check import Check, Evidence
from medgym_prove.dynamic.play import earned_by, named, play, quickest
from medgym_prove.dynamic.sample import filled, varied
from medgym_prove.soundness import Score
from medgym_prove.subject import Subject

TASKS = 6
"""Most tasks of a split that are attacked."""
TRIED = 3
"""Most tasks on which an author's attack is tried before it counts as one."""
OPTIONS: dict[str, JsonValue] = {"seconds": 1, "linger_s": 2, "bytes": 1_000_000}
"""How long and how much attacks that wait or write do so."""

BROKEN = (
    "Fix the program, which failed on every task that was tried: it runs in the box's work directory as an "
    "agent's does, with the task's data in data/, and sets `answer` or writes the files that are asked for."
)
"""What helps where an author's attack cannot be right or wrong."""


def _withstands_the_corpus(subject: Subject) -> Evidence:
    return _attacked(subject, [named(name, OPTIONS) for name in ATTACKS])


def _withstands_its_author(subject: Subject) -> Evidence:
    declared = subject.project.get("tool", {}).get("medgym", {}).get("attacks", [])
    where = subject.folder / "pyproject.toml"
    if not isinstance(declared, list) or not declared or not all(isinstance(item, str) for item in declared):
        return Evidence(examined=0, problems=(f'{where}: no [tool.medgym] attacks = ["attacks/NAME.py"]',))
    problems, agents = list[str](), list[Agent]()
    for item in declared:
        try:
            agents.append(_declared(subject.folder, item))
        except ConfigError as error:
            problems.append(f"{where}: {error}")
    if not agents:
        return Evidence(examined=0, problems=tuple(problems))
    broken = [f"{agent.name} attacks nothing: {why}" for agent in agents if (why := _failure(subject, agent))]
    found = _attacked(subject, agents)
    hint = None if problems or found.problems else BROKEN
    return found.model_copy(update={"problems": (*problems, *broken, *found.problems), "hint": hint})


def _declared(folder: Path, item: str) -> Agent:
    """The attack that a plugin declares: a program in its folder, or an agent by a name that has a colon.

    Raises:
        ConfigError: if it is neither.
    """
    if ":" in item:
        return named(item)
    if Path(item).suffix not in LANGUAGES or not (folder / item).is_file():
        raise ConfigError(f"{item} is no file of the plugin that ends in .py or .sql")
    return authored(folder / item)


def _failure(subject: Subject, agent: Agent) -> str:
    """How the program of ``agent`` fails, if it does so on every task that is tried."""
    build = subject.build()
    played = play(subject, build, quickest(subject), agent, varied(subject, build, TRIED))
    last = [one.episode.steps[-1] for one in played if one.episode.steps]
    failed = bool(last) and not any(step.ok for step in last)
    return grounds_of(last[0]) if failed else ""


def _attacked(subject: Subject, agents: Sequence[Agent]) -> Evidence:
    """What ``agents`` earn on a few tasks of every split."""
    build, problems = subject.build(), list[str]()
    tasks, bounded, replayed = 0, [0.0], list[float]()
    for split in filled(subject, build):
        places, rate = varied(subject, build, TASKS, split), subject.family.chance_rate(build, split)
        for agent in agents:
            found = earned_by(subject, build, agent, places, rate)
            problems += _problems(split, found, rate)
            (replayed if found.finding == "no claim" else bounded).append(found.reward)
        tasks += len(places)
    figures: dict[str, JsonValue] = {"attacks": len(agents), "tasks": tasks, "highest earned": max(bounded)}
    if replayed:
        figures["replayed predictions"] = max(replayed)
    return Evidence(examined=tasks * len(agents), problems=tuple(problems), figures=figures)


def _problems(split: str, found: Score, rate: float) -> list[str]:
    if found.finding in ("sound", "no claim"):
        return []
    where = ", ".join(f"{name} {share.passed}/{share.tasks}" for name, share in found.strata.items())
    earned = f"{found.agent} earns {found.reward:.3f} on {found.tasks} tasks of {split}"
    unsound = [f"{earned}, which declares the chance rate {rate:g} ({where})"]
    unmeasured = [f"{found.agent} could not be measured: {error}" for error in found.errors[:3]]
    return unsound if found.finding == "unsound" else unmeasured


CORPUS = Check(
    id="A01",
    level=3,
    title="no attack of the corpus earns more than chance",
    hint="See docs/security.md for what each attack goes for; keep answers out of what the box and the "
    "prompt show, and grade typed answers against gold only. Where predictions are asked for, who replays a "
    "solution may be right, and is held to chance in splits of new requirements alone.",
    examine=_withstands_the_corpus,
)
OWN = Check(
    id="A02",
    level=3,
    title="the author's own attacks earn no more than chance",
    hint='Add at least one program to pyproject.toml, [tool.medgym] attacks = ["attacks/NAME.py"] (Python or '
    "SQL): the most promising way that you can think of to be right on this family without solving its "
    "tasks. It is submitted through code_execution on every turn of sampled tasks, finds the question in "
    "question.txt if it reads that, and sets `answer` or writes the files that the task collects. An attack "
    'that no single program can be (one that learns from training tasks) is an agent: "FAMILY:NAME".',
    examine=_withstands_its_author,
)
