"""Whether rewards are earned: what the reference, doing nothing and every attack get from a family.

The reference must earn the full reward on every task. Everyone else acts without solving anything, so their
mean reward may not exceed the chance rate that the family declares for the split.

On all tasks of a split that is a comparison of two numbers. A sample of a few tasks may exceed the rate by
luck, so a sampled agent is found unsound only where the rate does not explain its rewards: where the exact
binomial probability of so many passes, or more, is below :data:`IMPLAUSIBLE`. With a chance rate of 0 one
pass is too many, in a sample too.

An episode that ends in an error measures nothing. It is reported as such, and never counted as a failure of
the attack. An attack that makes an episode end as our failure could have it played again until it passes: it
is found unsound.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import fmean
from typing import TYPE_CHECKING, Literal

from pydantic import JsonValue

from medgym_core import plugins
from medgym_core.agent import AgentConfig
from medgym_core.agent.attack import ATTACKS
from medgym_core.errors import DataError
from medgym_core.frozen import Frozen
from medgym_core.rollout.plan import seed_of
from medgym_core.runner import EpisodeRunner
from medgym_core.sandbox.backend import SandboxBackend
from medgym_core.source import Build
from medgym_core.task import Task
from medgym_core.trajectory import Episode
from medgym_core.verifier import Status

if TYPE_CHECKING:
    from medgym_core.family import TaskFamily

AGENTS = ("reference", "nop", *ATTACKS)
"""Who is played unless named otherwise."""
IMPLAUSIBLE = 0.001
"""Probability below which chance no longer explains what an agent earned on a sample."""
PATIENCE = 1000
"""So many tasks in a row that add nothing end the search for a sample, once every category was found."""

Finding = Literal["sound", "unsound", "not measured"]


class Share(Frozen):
    """What an agent earned on some tasks."""

    tasks: int
    """Tasks that were measured."""
    passed: int
    """Tasks that ended in success."""
    reward: float
    """Mean reward over the tasks measured; 0 where there are none."""


class Score(Share):
    """What an agent earned on all chosen tasks."""

    agent: str
    """Its name."""
    finding: Finding
    """Whether that is what it may earn."""
    strata: dict[str, Share]
    """The same by category and answer kind, as in ``"cohort count, integer"``."""
    errors: tuple[str, ...]
    """Tasks that could not be measured, each with the reason."""


class Soundness(Frozen):
    """What agents earned from one split of a build."""

    family: str
    """The family."""
    build: str
    """Digest of the build."""
    split: str
    """The split."""
    sandbox: str
    """The backend that ran the boxes."""
    chance_rate: float
    """Highest mean reward that an agent may earn without solving anything."""
    whole: bool
    """Whether all tasks of the split were played; if not, a sample."""
    scores: tuple[Score, ...]
    """One for each agent."""

    @property
    def sound(self) -> bool:
        """Whether every agent was measured and earned what it may."""
        return all(score.finding == "sound" for score in self.scores)


def measure(
    family: TaskFamily,
    build: Build,
    backend: SandboxBackend,
    split: str = "test",
    per_stratum: int | None = 2,
    agents: Sequence[str] = AGENTS,
    options: Mapping[str, JsonValue] | None = None,
    jobs: int = 2,
) -> Soundness:
    """Play ``agents`` on tasks of ``split`` and say whether each earned what it may.

    Args:
        family: whose tasks they are.
        build: where they come from.
        backend: what runs the boxes.
        split: one of the family's.
        per_stratum: tasks for each category and answer kind; None takes every task.
        agents: names of agents.
        options: settings given to every agent, such as ``{"linger_s": 2}``.
        jobs: episodes at once, on threads.

    Raises:
        ConfigError: if an agent is unknown.
        DataError: if the build holds no task of the split.
    """
    size = family.size(build, split)
    chosen = list(range(size) if per_stratum is None else sample(family, build, split, per_stratum))
    if not chosen:
        raise DataError(f"build {build.digest[:12]} of {family.name} holds no task of split {split!r}")
    rate, whole = family.chance_rate(build, split), len(chosen) == size
    played = _play(family, build, backend, split, chosen, agents, AgentConfig(options=options or {}), jobs)
    strata = {task.id: stratum(task) for task in (family.task(build, split, index) for index in chosen)}
    return Soundness(
        family=family.name,
        build=build.digest,
        split=split,
        sandbox=backend.name,
        chance_rate=rate,
        whole=whole,
        scores=tuple(score(agent, played[agent], strata, rate, whole) for agent in agents),
    )


def sample(family: TaskFamily, build: Build, split: str, per_stratum: int) -> Iterator[int]:
    """Indexes of the first ``per_stratum`` tasks of each category and answer kind.

    Walks the split from its start, and not to its end where :data:`PATIENCE` tasks in a row bring nothing.
    """
    taken: defaultdict[str, int] = defaultdict(int)
    unseen, idle = {category.name for category in family.categories}, 0
    for index in range(family.size(build, split)):
        task = family.task(build, split, index)
        name, idle = stratum(task), idle + 1
        unseen.discard(task.category)
        if taken[name] < per_stratum:
            taken[name], idle = taken[name] + 1, 0
            yield index
        elif idle >= PATIENCE and not unseen:
            return


def stratum(task: Task) -> str:
    """Category and answer kind of a task; kinds are those of its turns, files by their format."""
    kinds = []
    for turn in task.turns:
        parts: list[str] = [turn.answer.kind] if turn.answer else []
        parts += [f"{file.format} file" for file in turn.files]
        kinds.append(" and ".join(parts) or "state")
    return f"{task.category}, {' then '.join(dict.fromkeys(kinds))}"


def score(
    agent: str, episodes: Iterable[Episode], strata: Mapping[str, str], rate: float, whole: bool
) -> Score:
    """What ``agent`` earned in ``episodes``; ``strata`` maps each task's id to its stratum."""
    measured: list[Episode] = []
    errors: list[str] = []
    voided = False
    for episode in episodes:
        if episode.verdict.reward is None:
            voided = voided or (agent in ATTACKS and episode.verdict.status is not Status.AGENT_ERROR)
            errors.append(f"{episode.key.task}: {episode.verdict.status}: {episode.error}")
        else:
            measured.append(episode)
    groups: defaultdict[str, list[Episode]] = defaultdict(list)
    for episode in measured:
        groups[strata[episode.key.task]].append(episode)
    overall = _share(measured)
    finding: Finding = "unsound" if voided else "not measured"
    if measured and not errors:
        finding = _find(agent, overall, rate, whole)
    return Score(
        **overall.model_dump(),
        agent=agent,
        finding=finding,
        strata={name: _share(group) for name, group in sorted(groups.items())},
        errors=tuple(errors),
    )


def tail(total: float, tasks: int, rate: float) -> float:
    """Upper tail of the binomial distribution: how likely chance gives ``total`` or more.

    Exact for rewards of 0 and 1. Partial rewards of the same mean spread less; for them it is at most e
    times too small (Bentkus 2004, Ann. Probab. 32, 1650-1673).

    Args:
        total: sum of the rewards.
        tasks: number of tasks, independent of one another.
        rate: mean reward of chance, in [0, 1].
    """
    least = math.ceil(total)
    if rate in (0, 1) or least <= 0:
        return float(rate == 1 or least <= 0)

    def mass(passed: int) -> float:
        ways = math.lgamma(tasks + 1) - math.lgamma(passed + 1) - math.lgamma(tasks - passed + 1)
        return math.exp(ways + passed * math.log(rate) + (tasks - passed) * math.log1p(-rate))

    return min(1.0, math.fsum(mass(passed) for passed in range(least, tasks + 1)))


def _find(agent: str, earned: Share, rate: float, whole: bool) -> Finding:
    if agent == "reference":
        fair = earned.reward == 1.0
    elif whole:
        fair = earned.reward <= rate
    else:
        total = round(earned.reward * earned.tasks, 9)
        fair = tail(total, earned.tasks, rate) >= IMPLAUSIBLE
    return "sound" if fair else "unsound"


def _share(episodes: Sequence[Episode]) -> Share:
    rewards = [episode.verdict.reward or 0.0 for episode in episodes]
    return Share(
        tasks=len(episodes),
        passed=sum(episode.verdict.status is Status.SUCCESS for episode in episodes),
        reward=fmean(rewards) if rewards else 0.0,
    )


def _play(
    family: TaskFamily,
    build: Build,
    backend: SandboxBackend,
    split: str,
    indexes: Sequence[int],
    agents: Sequence[str],
    config: AgentConfig,
    jobs: int,
) -> dict[str, list[Episode]]:
    """Every agent's episodes, one for each task, with the seeds that a run of seed 0 gives."""
    from joblib import Parallel, delayed  # type: ignore[import-untyped]

    runners = {
        agent: EpisodeRunner(family, build, backend, plugins.agent(agent, config), agent, config)
        for agent in agents
    }

    def play(agent: str, index: int) -> Episode:
        key = runners[agent].key(split, index, 0, seed_of(0, f"{family.name}/{split}/{index}", 0))
        return runners[agent].run(key)[0]

    pairs = [(agent, index) for agent in agents for index in indexes]
    episodes = Parallel(n_jobs=jobs, backend="threading")(delayed(play)(*pair) for pair in pairs)
    played: dict[str, list[Episode]] = {agent: [] for agent in agents}
    for (agent, _), episode in zip(pairs, episodes, strict=True):
        played[agent].append(episode)
    return played
