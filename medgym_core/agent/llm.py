"""The agent behind which a language model sits, at any OpenAI-compatible endpoint."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import Any

from pydantic import JsonValue, ValidationError

from medgym_core.access import Attestation, Tier
from medgym_core.action.parse import call_from_tool
from medgym_core.agent.completion import Completion, Message, ToolCall
from medgym_core.agent.contract import Agent, AgentConfig, Brief, Reply
from medgym_core.agent.endpoint import Endpoint, Label
from medgym_core.agent.settings import Settings
from medgym_core.errors import AgentError, ConfigError
from medgym_core.task import ActionCall
from medgym_core.trajectory import Usage
from medgym_sandbox.boundary.fault import explained

LOG = logging.getLogger(__name__)
GREETING = "Say that you are ready, in one word."
"""What is said to find out whether the endpoint answers."""
CHECK_RETRIES = 2
"""Retries of the request that finds out whether the endpoint answers; a run has more patience."""
Objects = Sequence[Mapping[str, JsonValue]]
"""Messages or tools, as the endpoint takes them."""
JOINED_RESULT = "Done; its observation is part of the last result."
"""The result of all tool calls of a reply but the last, whose result joins every observation."""


class LanguageModel(Agent):
    """A model at an OpenAI-compatible endpoint; one client serves every episode and thread."""

    name, remote = "llm", True

    def __init__(self, config: AgentConfig) -> None:
        """Connects nothing yet.

        Raises:
            ConfigError: if the model or key is missing, an option is wrong, or the SDK is not installed.
        """
        try:
            self.settings = Settings.model_validate(dict(config.options))
        except ValidationError as error:
            known = ", ".join(Settings.model_fields)
            raise ConfigError(
                f"options of agent llm: {explained(error, Settings)}; known options: {known}"
            ) from error
        azure = self.settings.azure
        self.model = config.model or (azure.deployment if azure else "")
        if not self.model:
            raise ConfigError("agent llm needs the model's name as the endpoint knows it: give --model")
        self.endpoint = Endpoint(replace(config, model=self.model), self.settings)

    def start(self, brief: Brief) -> Conversation:
        """Begin an episode as a new conversation with the endpoint."""
        return Conversation(self, brief)

    def admit(self, tier: Tier, family: str) -> Attestation | None:
        """Refuse data that its endpoint may not see."""
        return self.endpoint.admit(Label(tier, family))

    def check(self, tier: Tier, family: str, tools: Objects) -> None:
        """Ask for one short reply, as the first of an episode is asked for.

        Raises:
            AccessError: if the endpoint may not be sent data of this tier.
            ConfigError: if it does not answer, with the reason and the fix.
        """
        messages: Objects = [{"role": "user", "content": GREETING}]
        try:
            reply = self.endpoint.complete(self.request(messages, tools), Label(tier, family), CHECK_RETRIES)
        except AgentError as error:
            raise ConfigError(str(error)) from error
        if reply and reply.usage is None:
            LOG.warning("the endpoint reports no tokens: they count as 0, and costs stay unknown")

    def close(self) -> None:
        """Close the client's connections; episodes under way then fail."""
        self.endpoint.close()

    def request(
        self, messages: Objects, tools: Objects, temperature: float = 0.0, seed: int = 0
    ) -> dict[str, Any]:
        """The request for the next reply to ``messages``."""
        settings = self.settings
        extra = dict(settings.extra_body) | ({"return_token_ids": True} if settings.token_ids else {})
        fields: dict[str, Any] = {
            "model": self.model,
            "messages": list(messages),
            "temperature": temperature,
            "seed": seed % 2**31,
            "max_tokens": settings.max_tokens,
            "top_p": settings.top_p,
            "stop": list(settings.stop) or None,
            "logprobs": settings.logprobs or None,
            "extra_body": extra or None,
        }
        if settings.tools and tools:
            fields |= {"tools": list(tools), "parallel_tool_calls": False}
        return {
            name: value for name, value in fields.items() if value is not None and name not in settings.omit
        }

    def cost_usd(self, usage: Usage) -> float | None:
        """Price of the tokens in ``usage``; None where none was given."""
        prices = self.settings.prices
        if prices is None:
            return None
        prompt = usage.prompt_tokens * prices.prompt_per_million
        return (prompt + usage.completion_tokens * prices.completion_per_million) / 1e6


class Conversation:
    """One episode with a model: the message history, grown by one exchange an observation."""

    def __init__(self, model: LanguageModel, brief: Brief) -> None:
        """Starts the history with the brief's system text."""
        self._model = model
        self._brief = brief
        self._label = Label(brief.tier, brief.task.family)
        self._messages: list[dict[str, JsonValue]] = [{"role": "system", "content": brief.system}]
        self._awaited: tuple[ToolCall, ...] = ()

    def act(self, observation: str) -> Reply:
        """The model's reply.

        A conversation that outgrew the model's context ends with an empty reply whose finish reason is
        ``context_length``: the agent spent its context, so the episode is its own failure and not an error.

        Raises:
            AccessError: if the endpoint may no longer be sent this data.
            AgentError: if the endpoint failed for good.
        """
        self._hear(observation)
        started = time.monotonic()
        brief = self._brief
        request = self._model.request(self._messages, brief.tools, brief.temperature, brief.seed)
        completion = self._model.endpoint.complete(request, self._label)
        latency_s = time.monotonic() - started
        if completion is None:
            return Reply(finish_reason="context_length", usage=Usage(latency_s=latency_s))
        return self._remember(completion, latency_s)

    def recall(self, observation: str, reply: Reply) -> None:
        """Enter an exchange that was had before; tool calls get ids of our own."""
        self._hear(observation)
        self._awaited = tuple(
            ToolCall.model_validate(
                {"id": f"call_{number}", "function": {"name": call.name, "arguments": ""}}
            )
            for number, call in enumerate(reply.calls, len(self._messages))
        )
        self._enter(reply.text, reply.calls)

    def fork(self, seed: int) -> Conversation:
        """The same history, whose next replies are sampled by ``seed``."""
        other = copy(self)
        other._brief = replace(self._brief, seed=seed)
        other._messages = list(self._messages)
        return other

    def _hear(self, observation: str) -> None:
        """Enter the observation: as a user's message, or as the result of the tool calls that led to it.

        Every call must be answered; the observations of all calls of a reply come joined, so they are the
        result of the last one.
        """
        if not self._awaited:
            self._messages.append({"role": "user", "content": observation})
            return
        *others, last = self._awaited
        for call in others:
            self._answer(call, JOINED_RESULT)
        self._answer(last, observation)

    def _answer(self, call: ToolCall, content: str) -> None:
        self._messages.append({"role": "tool", "tool_call_id": call.id, "content": content})

    def _remember(self, completion: Completion, latency_s: float) -> Reply:
        choice = completion.choices[0]
        calls = _calls(choice.message)
        text = _text(choice.message) if calls is None else choice.message.text
        self._awaited = (choice.message.tool_calls or ()) if calls else ()
        self._enter(text, calls or ())
        return Reply(
            text=text,
            calls=calls or (),
            reasoning=choice.message.reasoning or "",
            finish_reason=choice.finish_reason or "",
            usage=self._usage(completion, latency_s),
            tokens=completion.tokens,
        )

    def _enter(self, text: str, calls: Sequence[ActionCall]) -> None:
        """Enter what the model said, with the calls that are awaited."""
        said: dict[str, JsonValue] = {"role": "assistant", "content": text or None}
        if self._awaited:
            said["tool_calls"] = [_spoken(*pair) for pair in zip(self._awaited, calls, strict=True)]
        self._messages.append(said)

    def _usage(self, completion: Completion, latency_s: float) -> Usage:
        counts = completion.usage
        if counts is None:
            return Usage(latency_s=latency_s)
        usage = Usage(
            prompt_tokens=counts.prompt_tokens,
            completion_tokens=counts.completion_tokens,
            latency_s=latency_s,
        )
        return usage.model_copy(update={"cost_usd": self._model.cost_usd(usage)})


def _calls(message: Message) -> tuple[ActionCall, ...] | None:
    """The message's tool calls as actions; None if the arguments of any cannot be read."""
    calls = []
    for wanted in message.tool_calls or ():
        call = call_from_tool(wanted.function.name, wanted.function.arguments)
        if not isinstance(call, ActionCall):
            return None
        calls.append(call)
    return tuple(calls)


def _spoken(wanted: ToolCall, call: ActionCall) -> dict[str, JsonValue]:
    """A tool call as the history repeats it, with arguments that any endpoint can decode."""
    arguments = json.dumps(dict(call.arguments), ensure_ascii=False)
    return {
        "id": wanted.id,
        "type": "function",
        "function": {"name": call.name, "arguments": arguments},
    }


def _text(message: Message) -> str:
    """The message with its tool calls written out.

    Used where arguments are malformed: the environment then says what is wrong with them, and the history
    stays readable to endpoints, which decode the arguments in it.
    """
    calls = [
        f'{{"name": {json.dumps(call.function.name)}, "arguments": {call.function.arguments}}}'
        for call in message.tool_calls or ()
    ]
    return "\n".join([message.text, *calls]).strip()
