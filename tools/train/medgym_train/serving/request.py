"""What may be asked for: the fields of chat completions that are followed; others are refused."""

from __future__ import annotations

import json
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from medgym_train.serving.sampling import Sampling


class Request(BaseModel):
    """The body of ``POST /v1/chat/completions``."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: str
    """Name of the served model."""
    messages: tuple[dict[str, Any], ...] = Field(min_length=1)
    """The conversation."""
    tools: tuple[dict[str, Any], ...] | None = None
    """Tools that may be called."""
    tool_choice: Literal["auto", "none"] | None = None
    """Whether they are offered."""
    parallel_tool_calls: bool | None = None
    """No matter: every call that the model writes is returned."""
    temperature: float | None = Field(default=None, ge=0, le=10)
    """0 takes the likeliest token; 1 unless given."""
    top_p: float | None = Field(default=None, gt=0, le=1)
    """Nucleus sampling."""
    seed: int | None = Field(default=None, ge=0, lt=2**63)
    """The same seed draws the same tokens."""
    stop: str | tuple[str, ...] | None = None
    """Texts at which the reply ends."""
    max_tokens: int | None = Field(default=None, gt=0)
    """Cap of tokens written; what the context leaves unless given."""
    max_completion_tokens: int | None = Field(default=None, gt=0)
    """The same, by its newer name."""
    logprobs: bool | None = None
    """Whether to return the log-probability of each token."""
    top_logprobs: int | None = Field(default=None, ge=0, le=20)
    """Likeliest tokens beside each."""
    return_token_ids: bool = False
    """Whether to return ``prompt_token_ids``, and each choice's ``token_ids``, as vLLM does."""
    return_tokens_as_token_ids: bool = False
    """Whether tokens among log-probabilities are written ``token_id:N``, as vLLM does."""
    n: Literal[1] | None = None
    """Replies: one."""
    stream: Literal[False] | None = None
    """The reply comes whole."""
    user: str | None = None
    """No matter."""

    @property
    def offered(self) -> list[dict[str, Any]] | None:
        """The tools that the model is given."""
        return list(self.tools) if self.tools and self.tool_choice != "none" else None

    def sampling(self, room: int) -> Sampling:
        """How to write, where ``room`` tokens are left of the context."""
        stop = (self.stop,) if isinstance(self.stop, str) else self.stop or ()
        cap = self.max_completion_tokens or self.max_tokens or room
        return Sampling(
            max_tokens=min(cap, room),
            temperature=1.0 if self.temperature is None else self.temperature,
            top_p=self.top_p or 1.0,
            seed=self.seed,
            stop=tuple(text for text in stop if text),
            top_logprobs=self.top_logprobs or 0,
        )

    def conversation(self) -> list[dict[str, Any]]:
        """The messages as chat templates read them: arguments of tool calls are objects, not text."""
        return [_with_objects(message) for message in self.messages]


def _with_objects(message: dict[str, Any]) -> dict[str, Any]:
    if not message.get("tool_calls"):
        return message
    calls = [call | {"function": _with_object(call["function"])} for call in message["tool_calls"]]
    return message | {"tool_calls": calls, "content": message.get("content") or ""}


def _with_object(function: dict[str, Any]) -> dict[str, Any]:
    arguments = function.get("arguments") or "{}"
    return function | {"arguments": json.loads(arguments) if isinstance(arguments, str) else arguments}
