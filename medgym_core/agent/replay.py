"""The agent that repeats what another one did: recorded episodes, or actions written by hand."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import TypeAdapter, ValidationError

from medgym_core.agent.contract import Agent, AgentConfig, Brief, Reply
from medgym_core.agent.reference import Recital
from medgym_core.errors import AccessError, ConfigError
from medgym_core.task import ActionCall

if TYPE_CHECKING:
    from medgym_core.trajectory import Episode, Step

_MEND = (
    "give options.path a JSON file that holds one recorded episode (`medgym show RUN EPISODE --json`, of "
    "labelled data with --identifiers), a list of them, or a list of moves, each a text or "
    '{"name": ..., "arguments": {...}}'
)


class Replay(Agent):
    """Repeats the moves in the JSON file at ``options["path"]``, one a reply, then gives up.

    The file holds a recorded episode or a list of them, each replayed on the task it was recorded on; or a
    bare list of moves, replayed on every task.
    """

    name = "replay"
    heeds = frozenset({"options"})

    def __init__(self, config: AgentConfig) -> None:
        """Reads the file.

        Raises:
            ConfigError: if no path is given, or the file is missing or holds something else.
        """
        path = config.options.get("path")
        if not isinstance(path, str):
            raise ConfigError(f"agent replay has nothing to replay; {_MEND}")
        self._path = path
        self._moves, self._episodes = _read(Path(path))

    def start(self, brief: Brief) -> Recital:
        """Begin an episode.

        Raises:
            AccessError: if the episode is of labelled data and the task is not: texts would lose their label.
            ConfigError: if the file holds episodes, but none of this task.
        """
        if self._episodes is None:
            return Recital(self._moves)
        for episode in self._episodes:
            if episode.key.task == brief.task.id:
                _refuse_open(episode, brief)
                return Recital(_reply(step) for step in episode.steps)
        held = ", ".join(sorted({episode.key.task for episode in self._episodes}))
        raise ConfigError(
            f"{self._path} holds no episode of {brief.task.id}, only of {held}; run those tasks"
        )


def _refuse_open(episode: Episode, brief: Brief) -> None:
    tier = episode.provenance.tier
    if tier.labelled and not brief.tier.labelled:
        raise AccessError(
            f"{episode.key.task} was recorded on {tier} data, and a record of its texts on {brief.tier} data "
            f"would not say so; replay it on a build of your copy: give --source"
        )


def _read(path: Path) -> tuple[Sequence[Reply], Sequence[Episode] | None]:
    from medgym_core.trajectory import Episode

    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ConfigError(f"cannot read {path} for replay: {error}; {_MEND}") from error
    try:
        if isinstance(data, dict):
            data.pop("id", None)  # `medgym show --json` prints it beside the record, which implies it
            return (), (Episode.model_validate(data),)
        if (
            isinstance(data, list)
            and data
            and all(isinstance(item, dict) and "steps" in item for item in data)
        ):
            return (), TypeAdapter(tuple[Episode, ...]).validate_python(data)
        moves = TypeAdapter(tuple[str | ActionCall, ...]).validate_python(data)
    except ValidationError as error:
        raise ConfigError(f"{path} is not replayable: {error}; {_MEND}") from error
    return tuple(_move(move) for move in moves), None


def _move(move: str | ActionCall) -> Reply:
    return Reply(text=move) if isinstance(move, str) else Reply(calls=(move,))


def _reply(step: Step) -> Reply:
    return Reply(
        text=step.text,
        calls=() if step.call is None else (step.call,),
        reasoning=step.reasoning,
        finish_reason=step.finish_reason,
    )
