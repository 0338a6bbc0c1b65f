"""Whether rewards are earned: what the reference, doing nothing and every attack get from a family.

The reference must earn the full reward on every task. Everyone else acts without solving anything, so their
mean reward may not exceed the chance rate that the family declares for the split.

On all tasks of a split that is a comparison of two numbers. A sample of a few tasks may exceed the rate by
luck, so a sampled agent is found unsound only where the rate does not explain its rewards: where the exact
binomial probability of so many passes, or more, is below :data:`IMPLAUSIBLE`. With a chance rate of 0 one
pass is too many, in a sample too.

Where every execution is graded, an agent may try many constants, and the rate is what the best of them earn
(:mod:`medgym_prove.chance`); where that cannot be computed no rate is claimed, and nobody is held to one.

An episode that ends in an error measures nothing. It is reported as such, and never counted as a failure of
the attack. An attack that makes an episode end as our failure could have it played again until it passes: it
is found unsound.

Where predictions are asked for, a replayed solution may be right: it is measured, and held to the rate where
a split has new requirements (:func:`medgym_prove.attack.prediction.claimed`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Literal

from pydantic import JsonValue

from medgym_core import plugins
from medgym_core.agent import AgentConfig
from medgym_core.agent.contract import Agent
from medgym_core.builds.training import spread
from medgym_core.env.opening import OpenFamily
from medgym_core.env.prompt import Protocol
from medgym_core.env.runner import EpisodeRunner
from medgym_core.errors import DataError
from medgym_core.rollout.plan import seed_of
from medgym_core.source import Build
from medgym_core.task import Task
from medgym_core.trajectory import Episode
from medgym_core.verifier import Status
from medgym_prove.attack import ATTACKS
from medgym_prove.attack.prediction import claimed
from medgym_prove.attack.program import authored
from medgym_prove.chance import bound
from medgym_sandbox.backend import SandboxBackend
from medgym_sandbox.boundary.frozen import Frozen
from medgym_statistics.binomial import tail

if TYPE_CHECKING:
    from medgym_core.family import TaskFamily

AGENTS = ("reference", "nop", *ATTACKS)
"""Who is played unless named otherwise."""
IMPLAUSIBLE = 0.001
"""Probability below which chance no longer explains what an agent earned on a sample."""
PATIENCE = 1000
"""So many tasks in a row that add nothing end the search for a sample, once every category was found."""

Finding = Literal["sound", "unsound", "not measured", "no claim"]


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
    protocol: Protocol
    """What was graded."""
    chance_rate: float | None
    """Highest mean reward that an agent may earn without solving anything; None where none is claimed."""
    whole: bool
    """Whether all tasks of the split were played; if not, a sample."""
    scores: tuple[Score, ...]
    """One for each agent."""

    @property
    def sound(self) -> bool:
        """Whether every agent was measured and earned what it may."""
        return all(score.finding in ("sound", "no claim") for score in self.scores)


def measure(
    family: TaskFamily,
    build: Build,
    backend: SandboxBackend,
    split: str = "test",
    per_stratum: int | None = 2,
    agents: Sequence[str] = AGENTS,
    options: Mapping[str, JsonValue] | None = None,
    jobs: int = 2,
    protocol: Protocol = "default",
    own: Sequence[Path] = (),
    most: int | None = None,
    done: Callable[[str], None] = lambda agent: None,
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
        protocol: what is graded.
        own: programs that are attacks too, such as those of the family's author.
        most: tasks in all; None takes all that ``per_stratum`` gives.
        done: called with the agent's name after each episode, from any thread.

    Raises:
        ConfigError: if an agent is unknown.
        DataError: if the build holds no task of the split.
    """
    size = family.size(build, split)
    chosen = list(range(size) if per_stratum is None else sample(family, build, split, per_stratum))
    if not chosen:
        raise DataError(f"build {build.digest[:12]} of {family.name} holds no task of split {split!r}")
    chosen = [chosen[place] for place in spread(len(chosen), most or len(chosen))]
    rate, whole = bound(family, build, split, protocol), len(chosen) == size
    play = _Play(family, build, backend, split, AgentConfig(options=options or {}), protocol, done)
    attacks = {agent.name: agent for agent in map(authored, own)}
    played = play.episodes([*agents, *attacks], attacks, chosen, jobs)
    tasks = [family.task(build, split, index) for index in chosen]
    strata = {task.id: stratum(task) for task in tasks}
    return Soundness(
        family=family.name,
        build=build.digest,
        split=split,
        sandbox=backend.name,
        protocol=protocol,
        chance_rate=rate,
        whole=whole,
        scores=tuple(
            score(agent, played[agent], strata, claimed(agent, family, tasks, rate), whole)
            for agent in played
        ),
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
    agent: str, episodes: Iterable[Episode], strata: Mapping[str, str], rate: float | None, whole: bool
) -> Score:
    """What ``agent`` earned in ``episodes``; ``strata`` maps each task's id to its stratum.

    Without a ``rate`` only the reference is judged.
    """
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


def _find(agent: str, earned: Share, rate: float | None, whole: bool) -> Finding:
    if agent == "reference":
        fair = earned.reward == 1.0
    elif rate is None:
        return "no claim"
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


@dataclass(frozen=True)
class _Play:
    """Where agents are played."""

    family: TaskFamily
    build: Build
    backend: SandboxBackend
    split: str
    config: AgentConfig
    protocol: Protocol
    done: Callable[[str], None]

    def episodes(
        self, agents: Sequence[str], own: Mapping[str, Agent], indexes: Sequence[int], jobs: int
    ) -> dict[str, list[Episode]]:
        """Every agent's episodes, one for each task, with the seeds that a run of seed 0 gives."""
        from joblib import Parallel, delayed  # type: ignore[import-untyped]

        made = {agent: own.get(agent) or plugins.agent(agent, self.config) for agent in agents}
        runners = {name: self._runner(name, agent) for name, agent in made.items()}
        pairs = [(agent, index) for agent in agents for index in indexes]
        parallel = Parallel(n_jobs=jobs, backend="threading")
        episodes = parallel(delayed(self._once)(agent, runners[agent], index) for agent, index in pairs)
        played: dict[str, list[Episode]] = {agent: [] for agent in agents}
        for (agent, _), episode in zip(pairs, episodes, strict=True):
            played[agent].append(episode)
        return played

    def _runner(self, name: str, agent: Agent) -> EpisodeRunner:
        return OpenFamily(self.family, self.build, self.backend, self.protocol).runner(
            agent, name, self.config
        )

    def _once(self, agent: str, runner: EpisodeRunner, index: int) -> Episode:
        seed = seed_of(0, f"{self.family.name}/{self.split}/{index}", 0)
        episode = runner.run(runner.key(self.split, index, 0, seed))[0]
        self.done(agent)
        return episode
