"""How an attack is played: a script of actions for every turn of a task, then giving up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from medgym_core.agent.contract import Agent, AgentConfig, Brief, Policy, Reply
from medgym_core.errors import ConfigError
from medgym_core.task import Task, Turn

WRONG = "Recorded."
"""How an observation ends after which a turn goes on, where each execution is graded."""
OPTIONS: Mapping[str, JsonValue] = {
    "actions": 6,
    "bytes": 1e8,
    "k": 0,
    "linger_s": 20,
    "roots": ["data", ".", "/"],
    "seconds": 5.0,
}
"""Options of all attacks, with what each is if not given; an attack says which it uses."""


@dataclass(frozen=True)
class Target:
    """One turn of a task, as an attack sees it."""

    brief: Brief
    """What the agent was given."""
    index: int
    """0-based turn."""
    options: Mapping[str, JsonValue]
    """``AgentConfig.options``."""
    heard: list[str]
    """Every observation so far, the prompt first; grows while the script runs."""

    @property
    def task(self) -> Task:
        """The task."""
        return self.brief.task

    @property
    def turn(self) -> Turn:
        """The turn."""
        return self.task.turns[self.index]

    @property
    def spare(self) -> int:
        """Actions that may be spent before the one that submits."""
        return (self.turn.steps or self.task.limits.steps) - 1

    @property
    def tries(self) -> int:
        """Submissions of this turn that are graded until one is right."""
        return self.spare + 1 if self.brief.protocol == "paper" else 1

    @property
    def over(self) -> bool:
        """Whether the last observation ended the turn; what was graded and wrong may be tried again."""
        return not self.heard[-1].endswith(WRONG)

    @property
    def draw(self) -> int:
        """A number by which replicas and turns differ, for attacks that have several variants."""
        return self.brief.seed + self.index

    @property
    def text(self) -> str:
        """All that the task says of this turn in words."""
        files = [file.description for file in self.turn.files]
        services = [service.description for service in self.task.services]
        return "\n".join([self.turn.question, self.task.context, *files, *services])

    def option(self, name: str) -> float:
        """A numeric option of the attack."""
        value = self.options.get(name, OPTIONS[name])
        assert isinstance(value, int | float)
        return value


Script = Callable[[Target], Iterator[Reply]]
"""The replies of an attack to one turn; the last one submits, and there are at most ``spare`` others.

Where every execution is graded, all of them may submit."""


@dataclass
class Attack(Agent):
    """An agent that goes for the oracle and not for the question.

    Nothing of it runs on the host but the choice of its words: the code it sends is text, meant for a box.
    """

    name: str
    """``attack:<name>``."""
    script: Script
    """What it does in a turn."""
    config: AgentConfig
    """Its configuration; only the options are used."""
    heeds = frozenset({"options"})

    def __post_init__(self) -> None:
        """Look at the options.

        Raises:
            ConfigError: if one is unknown or of another type.
        """
        for name, value in self.config.options.items():
            if name not in OPTIONS:
                known = ", ".join(sorted(OPTIONS))
                raise ConfigError(f"attacks have no option {name!r}; known options: {known}")
            wanted = list if isinstance(OPTIONS[name], list) else int | float
            if not isinstance(value, wanted) or isinstance(value, bool):
                raise ConfigError(f"option {name} of attacks is like {OPTIONS[name]!r}, not {value!r}")

    def start(self, brief: Brief) -> Policy:
        """Begin an episode."""
        return Player(self.script, brief, self.config.options)


class Player:
    """A policy that plays a script on every turn in order, then gives up."""

    def __init__(self, script: Script, brief: Brief, options: Mapping[str, JsonValue]) -> None:
        """Plays nothing yet."""
        self._heard: list[str] = []
        targets = (Target(brief, index, options, self._heard) for index in range(len(brief.task.turns)))
        self._replies = (reply for target in targets for reply in script(target))

    def act(self, observation: str) -> Reply:
        """The next reply of the script, or an empty one when all turns are played."""
        self._heard.append(observation)
        return next(self._replies, Reply())
