"""What a chat-completions endpoint answers: the part of the wire format that medgym keeps."""

from __future__ import annotations

import json

from pydantic import AliasChoices, BaseModel, ConfigDict, Field

from medgym_core.trajectory import Tokens


class _Wire(BaseModel):
    """A part of a response; endpoints add fields of their own, which are passed over."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class Function(_Wire):
    """The function of a tool call."""

    name: str
    """Its name."""
    arguments: str = ""
    """Its arguments as JSON text, as the model wrote them: not necessarily valid."""


class ToolCall(_Wire):
    """A tool that the model calls, with its arguments."""

    id: str
    """What the result must refer to."""
    function: Function
    """What is called."""


class Message(_Wire):
    """The assistant's reply: its text, refusal, reasoning and calls."""

    content: str | None = None
    """Its text."""
    refusal: str | None = None
    """The text of a refusal, in place of content."""
    reasoning: str | None = Field(
        default=None, validation_alias=AliasChoices("reasoning_content", "reasoning")
    )
    """Separate reasoning text: vLLM and DeepSeek say ``reasoning_content``, others ``reasoning``."""
    tool_calls: tuple[ToolCall, ...] | None = None
    """Tool calls, in order."""

    @property
    def text(self) -> str:
        """Content, or the refusal that stands in its place."""
        return self.content or self.refusal or ""


class TokenLogprob(_Wire):
    """A sampled token with its log-probability."""

    token: str
    """Its text, or ``token_id:N`` where vLLM was asked for ids."""
    logprob: float
    """Its log-probability."""

    @property
    def id(self) -> int | None:
        """The token's id, where the text gives it."""
        digits = self.token.removeprefix("token_id:")
        return int(digits) if digits != self.token and digits.isdecimal() else None


class SampledToken(TokenLogprob):
    """One sampled token, and what else was likely in its place."""

    top_logprobs: tuple[TokenLogprob, ...] = ()
    """The likeliest tokens, where asked for."""


class Logprobs(_Wire):
    """Log-probabilities of the sampled tokens of a choice, in their order."""

    content: tuple[SampledToken, ...] | None = None
    """One entry per sampled token."""


class Choice(_Wire):
    """One sampled reply, why it ended, and its tokens where they were asked for."""

    message: Message
    """What was said."""
    finish_reason: str | None = None
    """Why it ended."""
    logprobs: Logprobs | None = None
    """Log-probabilities, where asked for."""
    token_ids: tuple[int, ...] | None = None
    """Ids of the sampled tokens (vLLM, ``return_token_ids``)."""


class Consumption(_Wire):
    """Numbers of tokens, as the endpoint bills them."""

    prompt_tokens: int = 0
    """Tokens read."""
    completion_tokens: int = 0
    """Tokens written."""

    @property
    def tokens(self) -> int:
        """Tokens read and written, summed."""
        return self.prompt_tokens + self.completion_tokens


class Completion(_Wire):
    """A whole response. One without a choice is no response."""

    choices: tuple[Choice, ...] = Field(min_length=1)
    """The sampled replies; one is asked for."""
    usage: Consumption | None = None
    """Token counts; some local endpoints leave them out."""
    prompt_token_ids: tuple[int, ...] | None = None
    """Ids of the prompt's tokens (vLLM, ``return_token_ids``)."""

    @classmethod
    def read(cls, body: bytes) -> Completion:
        """The response in ``body``. Half characters, which UTF-8 cannot hold, become replacement marks.

        Raises:
            ValueError: if the body is cut short, malformed or no completion.
        """
        text = json.dumps(json.loads(body), ensure_ascii=False)
        return cls.model_validate_json(text.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))

    @property
    def withheld(self) -> bool:
        """Whether a filter of the provider's let nothing of the reply through."""
        choice = self.choices[0]
        said = choice.message.text.strip() or choice.message.tool_calls
        return (choice.finish_reason or "").startswith("content_filter") and not said

    @property
    def tokens(self) -> Tokens | None:
        """Token ids and log-probabilities, if the endpoint returned either."""
        choice = self.choices[0]
        sampled = (choice.logprobs and choice.logprobs.content) or ()
        spelt = [entry.id for entry in sampled]
        ids = choice.token_ids or tuple(number for number in spelt if number is not None)
        if not (ids or sampled or self.prompt_token_ids):
            return None
        return Tokens(
            prompt_ids=self.prompt_token_ids or (),
            completion_ids=ids,
            logprobs=tuple(entry.logprob for entry in sampled),
        )
