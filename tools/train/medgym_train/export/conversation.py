"""The conversation that an agent had, word for word, from the record of its episode."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from pydantic import JsonValue

from medgym_core import plugins
from medgym_core.action import tool_schemas
from medgym_core.agent.llm import JOINED_RESULT
from medgym_core.trajectory import Episode, Step

Message = dict[str, JsonValue]
"""A chat message: role, content, and where they belong ``tool_calls`` or ``tool_call_id``."""


@dataclass(frozen=True)
class Exchange:
    """One reply of the agent, and what it observed next."""

    steps: tuple[Step, ...]
    """The actions of the reply."""
    said: Message
    """The assistant's message; arguments of tool calls are objects."""
    heard: tuple[Message, ...]
    """The observation: a user's message, or one result for each tool call."""
    begin: int
    """Number of its first action among the episode's steps, from 0."""

    @property
    def first(self) -> Step:
        """The step that holds what belongs to the whole reply."""
        return self.steps[0]

    @property
    def right(self) -> bool:
        """Whether every action did what was asked."""
        return all(step.ok for step in self.steps)


@dataclass(frozen=True)
class Conversation:
    """A conversation; ids of tool calls are numbered here, since records keep none."""

    opening: tuple[Message, Message]
    """The system's message and the first user's message."""
    exchanges: tuple[Exchange, ...]
    """Replies in order; one without text or action, by which an agent gives up, is left out."""
    tools: Sequence[JsonValue]
    """OpenAI schemas of the tools that were offered."""

    def before(self, reply: int) -> list[Message]:
        """All that the agent had read when it gave its reply number ``reply``."""
        earlier = self.exchanges[:reply]
        return [*self.opening, *(message for each in earlier for message in (each.said, *each.heard))]

    @property
    def messages(self) -> list[Message]:
        """The whole conversation up to the last reply; what nobody answered is left out."""
        if not self.exchanges:
            return list(self.opening)
        return [*self.before(len(self.exchanges) - 1), self.exchanges[-1].said]

    @cached_property
    def text(self) -> str:
        """Canonical JSON of the messages."""
        return json.dumps(self.messages, sort_keys=True, ensure_ascii=False)


def conversation(episode: Episode) -> Conversation:
    """The conversation of ``episode``.

    Raises:
        ConfigError: if an action that was offered is not installed.
    """
    opening: tuple[Message, Message] = (
        {"role": "system", "content": episode.system},
        {"role": "user", "content": episode.prompt},
    )
    ids = (f"call_{number}" for number in range(1, len(episode.steps) + 1))
    exchanges = tuple(_exchange(begin, steps, ids) for begin, steps in _replies(episode.steps))
    return Conversation(opening, exchanges, _offered(episode))


def _offered(episode: Episode) -> Sequence[JsonValue]:
    options = episode.key.agent_config.get("options")
    asked = not isinstance(options, dict) or options.get("tools", True)
    return _schemas(episode.actions) if asked else ()


@lru_cache
def _schemas(actions: tuple[str, ...]) -> Sequence[JsonValue]:
    return tool_schemas(plugins.action(name) for name in actions)


def _replies(steps: Sequence[Step]) -> Iterator[tuple[int, tuple[Step, ...]]]:
    """The steps of each reply, and the number of its first one."""
    reply: list[Step] = []
    begin = 0
    for number, step in enumerate(steps):
        if reply and not step.continues:
            yield begin, tuple(reply)
            reply = []
        if step.text or step.call:
            begin = begin if reply else number
            reply.append(step)
    if reply:
        yield begin, tuple(reply)


def _exchange(begin: int, steps: tuple[Step, ...], ids: Iterator[str]) -> Exchange:
    said: Message = {"role": "assistant", "content": steps[0].text}
    observed = "\n\n".join(step.observation for step in steps)
    if not steps[0].by_tool:
        return Exchange(steps, said, ({"role": "user", "content": observed},), begin)
    calls: list[Message] = [_call(next(ids), step) for step in steps]
    results = [*(JOINED_RESULT for _ in calls[1:]), observed]
    heard: list[Message] = [
        {"role": "tool", "tool_call_id": call["id"], "name": step.call.name, "content": result}
        for call, step, result in zip(calls, steps, results, strict=True)
        if step.call
    ]
    return Exchange(steps, {**said, "tool_calls": [*calls]}, tuple(heard), begin)


def _call(id: str, step: Step) -> Message:
    assert step.call is not None
    function: Message = {"name": step.call.name, "arguments": dict(step.call.arguments)}
    return {"id": id, "type": "function", "function": function}
