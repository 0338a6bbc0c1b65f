"""Playing episodes for a check: agents on chosen tasks, with progress."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pydantic import JsonValue

from medgym_core import plugins
from medgym_core.agent.contract import Agent, AgentConfig
from medgym_core.env.opening import OpenFamily
from medgym_core.errors import ConfigError
from medgym_core.rollout.plan import seed_of
from medgym_core.source import Build
from medgym_core.task import Limits
from medgym_core.trajectory import Episode
from medgym_prove.attack.prediction import claimed
from medgym_prove.dynamic.sample import Place
from medgym_prove.soundness import Score, score, stratum
from medgym_prove.subject import Subject
from medgym_sandbox.backend import SandboxBackend


class Played(NamedTuple):
    """One episode that was played."""

    episode: Episode
    """Its record."""
    blobs: Mapping[str, bytes]
    """Graded files by sha256."""


def quickest(subject: Subject) -> SandboxBackend:
    """The weakest backend that works here, whose boxes start soonest.

    Raises:
        ConfigError: if there is none.
    """
    if not subject.sandboxes:
        raise ConfigError("no backend can start boxes here; `medgym doctor` says what each lacks")
    return plugins.sandbox(subject.sandboxes[-1])


def named(name: str, options: Mapping[str, JsonValue] | None = None) -> Agent:
    """The agent called ``name`` with ``options``."""
    return plugins.agent(name, AgentConfig(options=options or {}))


def play(
    subject: Subject,
    build: Build,
    backend: SandboxBackend,
    agent: Agent,
    places: Sequence[Place],
    replicas: int = 1,
    limits: Limits | None = None,
) -> list[Played]:
    """``agent`` on each of ``places``, ``replicas`` times, in that order; ``limits`` clamp the tasks'."""
    from joblib import Parallel, delayed  # type: ignore[import-untyped]

    runner = OpenFamily(subject.family, build, backend, limits=limits, max_repeats=99).runner(agent)

    def once(place: Place, replica: int) -> Played:
        seed = seed_of(0, f"{subject.name}/{place.split}/{place.number}", replica)
        return Played(*runner.run(runner.key(place.split, place.number, replica, seed)))

    pairs = [(place, replica) for place in places for replica in range(replicas)]
    played: list[Played] = []
    parallel = Parallel(n_jobs=subject.jobs, backend="threading", return_as="generator")
    for one in parallel(delayed(once)(*pair) for pair in pairs):
        played.append(one)
        subject.progress(f"{agent.name} on {backend.name}, {len(played)} of {len(pairs)}", None)
    return played


def earned_by(subject: Subject, build: Build, agent: Agent, places: Sequence[Place], rate: float) -> Score:
    """What ``agent`` earns on ``places``, all of one split, and whether chance of ``rate`` explains it.

    Nothing is claimed of an agent that may be right; see :func:`medgym_prove.attack.prediction.claimed`.
    """
    tasks = [subject.family.task(build, *place) for place in places]
    episodes = [one.episode for one in play(subject, build, quickest(subject), agent, places)]
    whole = len(places) == subject.family.size(build, places[0].split)
    bound = claimed(agent.name, subject.family, tasks, rate)
    return score(agent.name, episodes, {task.id: stratum(task) for task in tasks}, bound, whole)
