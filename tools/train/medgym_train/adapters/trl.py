"""Families as environments of TRL's ``GRPOTrainer`` (extra ``trl``).

::

    with Environments(["my-family", "another"]) as families:
        GRPOTrainer(
            model=...,
            train_dataset=Dataset.from_list(families.rows()),
            environment_factory=families.factories,
            reward_funcs=families.reward,
        ).train()

The trainer resets environments, calls their tools and would ask their rewards one after another. So a reset
only asks for a box, which starts beside the others, and rewards are one function that grades all episodes at
once. An episode that failed by no fault of the model has no reward: the trainer leaves it out of its group's
mean and gives it no advantage.

Nothing of TRL is imported here.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

from medgym_core import plugins
from medgym_core.action import Action
from medgym_core.env import prompt
from medgym_core.env.loop import Env
from medgym_core.env.opening import OpenFamily, open_family
from medgym_core.errors import ConfigError
from medgym_core.family import TaskFamily
from medgym_core.source import Source
from medgym_core.task import ActionCall, Limits

OVER = "The task is over; nothing more can be done."
"""What a tool says after the last submission."""
FAILED = "The environment has failed; the task is over."
"""What a tool says when its box died by no fault of the model."""


class Environments:
    """What one training plays; closes every box with ``with``."""

    def __init__(
        self,
        families: Sequence[str],
        split: str = "train",
        *,
        sandbox: str = "auto",
        sources: Mapping[str, Source] | None = None,
        home: Path | None = None,
        protocol: prompt.Protocol = "default",
        limits: Limits | None = None,
        max_repeats: int = 3,
        workers: int = 8,
    ) -> None:
        """Builds the data of ``families`` and chooses a sandbox; no box is started.

        ``limits`` are the site's; ``workers`` boxes at most are started or graded at the same time.

        Raises:
            ConfigError: if a name is unknown, a split is held out, or no sandbox may see the data.
            DataError: if data is missing.
            SandboxError: if the sandbox cannot be made ready.
        """
        for name in families:
            _refuse_evaluation(plugins.family(name), split)
        self._split = split
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="medgym")
        self._made: list[Environment] = []
        self._games = {
            name: open_family(
                name,
                source=(sources or {}).get(name),
                sandbox=sandbox,
                home=home,
                protocol=protocol,
                limits=limits,
                max_repeats=max_repeats,
            )
            for name in families
        }
        self.factories = {name: self._factory(game) for name, game in self._games.items()}
        """For ``environment_factory``: family to a function that makes an environment, which is cheap."""

    def rows(self, limit: int | None = None, tasks: Sequence[str] | None = None) -> list[dict[str, Any]]:
        """The dataset: ``prompt``, ``environment`` and ``task`` of all tasks, or of each family's first.

        ``tasks`` names others by id, in their order, as :func:`medgym_train.learnable.learnable` draws them.

        Raises:
            ConfigError: if one is none of the split and the families.
        """
        if tasks is not None:
            return [self._named(task) for task in tasks[:limit]]
        return [row for name, game in self._games.items() for row in self._rows(name, game, limit)]

    async def reward(
        self,
        environments: Sequence[Environment],
        log_metric: Callable[[str, float], None] | None = None,
        **_: Any,
    ) -> list[float | None]:
        """For ``reward_funcs``: the reward of each episode, None where it has none; its box is closed."""
        loop = asyncio.get_running_loop()
        scoring = (loop.run_in_executor(self._threads, each._score) for each in environments)
        rewards = await asyncio.gather(*scoring)
        if log_metric is not None:
            log_metric("medgym/without_reward", rewards.count(None) / len(rewards))
        return rewards

    def close(self) -> None:
        """Close every box; idempotent."""
        for environment in self._made:
            environment._close()
        self._threads.shutdown()

    def __enter__(self) -> Environments:
        """These."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Close."""
        self.close()

    def _factory(self, game: OpenFamily) -> Callable[[], Environment]:
        tools = {name: _tool(plugins.action(name)) for name in game.family.actions}
        kind = type(f"{game.family.name}_environment", (Environment,), tools)

        def make() -> Environment:
            self._made.append(kind(game, self._threads))
            return self._made[-1]

        return make

    def _rows(self, name: str, game: OpenFamily, limit: int | None) -> Iterator[dict[str, Any]]:
        for index in range(min(game.family.size(game.build, self._split), limit or 2**62)):
            yield self._row(name, game, index)

    def _row(self, name: str, game: OpenFamily, index: int) -> dict[str, Any]:
        env = game.env(self._split, index)
        system = {"role": "system", "content": env.system}
        first = {"role": "user", "content": prompt.task_text(env.task, env.limits)}
        return {"prompt": [system, first], "environment": name, "task": env.task.id}

    def _named(self, task: str) -> dict[str, Any]:
        name, split, index = (*task.split("/"), "", "")[:3]
        game = self._games.get(name)
        size = game.family.size(game.build, self._split) if game else 0
        if game is None or split != self._split or not index.isdecimal() or int(index) >= size:
            held = ", ".join(f"{family}/{self._split}/0" for family in self._games)
            raise ConfigError(
                f"{task!r} is no task that these environments have; theirs are {held} and so on"
            )
        return self._row(name, game, int(index))


class Environment:
    """One rollout at a time. Its public methods beside ``reset`` are the family's actions, as tools."""

    def __init__(self, game: OpenFamily, threads: ThreadPoolExecutor) -> None:
        """Starts nothing."""
        self._game, self._threads = game, threads
        self._env: Env | None = None
        self._opening: Future[str] | None = None
        self._failed = False

    def reset(self, task: str, **row: Any) -> None:
        """Begin the episode of ``task``; its box starts in the background."""
        self._close()
        _, split, index = task.rsplit("/", 2)
        self._env = self._game.env(split, int(index))
        self._failed = False
        self._opening = self._threads.submit(self._env.reset)

    def _act(self, call: ActionCall) -> str:
        """Perform an action; what is not the model's fault ends the episode without a reward."""
        if self._env is None or self._opening is None or self._env.verdict is not None:
            return OVER
        try:
            self._opening.result()
            return OVER if self._failed else self._env.step(call).observation.text
        except Exception:  # boxes, verifiers and plugins' services: theirs, never the model's failure
            self._failed = True
            return FAILED

    def _score(self) -> float | None:
        """The reward, once the episode is over; who did not submit has given up."""
        try:
            if self._env is None or self._opening is None or self._failed:
                return None
            self._opening.result()
            return (self._env.verdict or self._env.give_up()).reward
        except Exception:  # as above
            return None
        finally:
            self._close()

    def _close(self) -> None:
        env, opening = self._env, self._opening
        self._env = self._opening = None
        if env is None or opening is None or opening.cancel():
            return
        opening.exception()  # waits, so that no box starts after this
        env.close()


def _tool(action: Action) -> Callable[..., str]:
    """A method that performs ``action``; from its signature and docstring trainers derive our tool schema."""

    def perform(self: Environment, **arguments: Any) -> str:
        return self._act(ActionCall(name=action.name, arguments=arguments))

    fields = action.Arguments.model_fields
    annotations = {name: _annotation(field.annotation) for name, field in fields.items()}
    parameters = [
        inspect.Parameter(
            name,
            inspect.Parameter.KEYWORD_ONLY,
            annotation=annotations[name],
            default=inspect.Parameter.empty if field.is_required() else field.default,
        )
        for name, field in fields.items()
    ]
    own = inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    described = "\n".join(f"    {name}: {field.description or name}" for name, field in fields.items())
    perform.__name__ = perform.__qualname__ = action.name
    perform.__doc__ = f"{action.description}\n\nArgs:\n{described}"
    perform.__annotations__ = annotations
    perform.__signature__ = inspect.Signature([own, *parameters])  # type: ignore[attr-defined]
    return perform


def _annotation(kind: Any) -> Any:
    """The type of an argument that is given: whether it may be left out is said by its default."""
    given = [each for each in get_args(kind) if each is not NoneType]
    return given[0] if get_origin(kind) in (Union, UnionType) and len(given) == 1 else kind


def _refuse_evaluation(family: TaskFamily, split: str) -> None:
    if split not in family.splits:
        raise ConfigError(f"{family.name} has no split {split!r}; it has: {', '.join(family.splits)}")
    if family.splits[split].evaluation:
        raise ConfigError(f"{family.name}/{split} is held out for evaluation; train on another split")
