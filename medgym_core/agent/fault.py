"""Why a request to an endpoint failed, whether another try may do, and what the user can do."""

from __future__ import annotations

import email.utils
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import ValidationError

if TYPE_CHECKING:
    from openai import APIError, APIStatusError

_FIXES = {
    400: "if it refuses a field, name it in options.omit; if it refuses tools, set options.tools to false",
    401: "set the API key of this endpoint",
    403: "the API key has no right to this model: use another key or model",
    404: "check the model name and the base URL (most end in /v1)",
    422: "if the endpoint refuses a field, name it in options.omit",
    429: "the quota is used up: raise it, or use another key",
}
MOST_SHOWN = 300
"""Characters that are shown of a body of unknown form."""
_OVERLOADED = frozenset({429, 503, 529})
_FILTERED = (
    "this is the provider's doing and no failure of the model: lower the filter of this deployment, or use "
    "another endpoint"
)
WITHHELD = f"the provider's content filter withheld the whole reply; {_FILTERED}"
"""What is said of an answer that holds nothing of the reply."""
_TOO_LONG = re.compile(
    r"context_length_exceeded|exceed_context_size|exceeds the available context size"  # OpenAI, llama.cpp
    r"|longer than the maximum model length|longer than the model\\?'s context length"  # vLLM, SGLang
    r"|input length \(\d+ tokens\) exceeds the maximum allowed length"  # SGLang
    r"|`inputs` tokens \+ `max_new_tokens` must be <=|`inputs` must have less than \d+ tokens"  # TGI
    r"|input token count.{0,20} exceeds the maximum number of tokens"  # Gemini
    r"|maximum prompt length is \d"  # xAI
    r"|prompt is too long|input length and `max_tokens` exceed context limit"  # Anthropic
    r"|prompt too long; exceeded|input (length )?exceeds (the )?context length"  # Ollama
    r"|context the overflows|keep from the initial prompt is greater than the context length"  # LM Studio
    r"|input is too long for requested model|too large for model with \d+ maximum context"  # Bedrock, Mistral
)
"""How endpoints say, here in lower case, that a conversation is too long."""
_CONTEXT = ("context length", "context window")
"""What others say, where they refuse the request as such."""
_LIMIT = re.compile(r"context length (?:is|of) (\d+)|must be <= (\d+)|context limit: \d+ \+ \d+ > (\d+)")
_ASKED = re.compile(
    r"(\d+)(?: in| for| tokens for) the completion|max_\w+'? is too large: (\d+)|(\d+) output tokens"
    r"|(\d+) `max_new_tokens`|context limit: \d+ \+ (\d+)"
)
"""How long a reply was asked for, where an endpoint tells."""


@dataclass(frozen=True)
class Fault:
    """Why one request to the endpoint failed, and whether another may do better."""

    text: str
    """What happened."""
    fix: str
    """What the user can do about it."""
    passes: bool = True
    """Whether another try may do."""
    asked: float | None = None
    """Seconds the endpoint asks to wait before it."""
    load: bool = False
    """Whether the endpoint has more to do than it can."""


def diagnose(error: APIError | ValueError) -> Fault:
    """What an exception of the client, or a malformed body, says of the endpoint."""
    from openai import APIConnectionError, APIStatusError

    patience = "check that the endpoint is up; options.max_retries and options.timeout_s set the patience"
    if isinstance(error, ValueError):
        cause = error.errors()[0]["msg"] if isinstance(error, ValidationError) else error
        return Fault(f"the body is no chat completion ({cause})", patience)
    if isinstance(error, APIConnectionError):
        return Fault(f"{error.message} {error.__cause__ or ''}".strip(), patience)
    if not isinstance(error, APIStatusError):
        return Fault(error.message, patience)
    text = f"status {error.status_code}: {_described(error)}"
    if error.code == "content_filter":
        return Fault(text, _FILTERED, passes=False)
    if _passing(error):
        load = error.status_code in _OVERLOADED
        return Fault(text, patience, asked=retry_after(error.response.headers), load=load)
    return Fault(text, _FIXES.get(error.status_code, "check the base URL and the model name"), passes=False)


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds the endpoint asks to wait: ``retry-after-ms``, or ``retry-after`` in seconds or as a date."""
    try:
        if "retry-after-ms" in headers:
            return float(headers["retry-after-ms"]) / 1000.0
        text = headers.get("retry-after", "")
        if text.replace(".", "", 1).isdecimal():
            return float(text)
        return max(0.0, email.utils.parsedate_to_datetime(text).timestamp() - time.time())
    except ValueError:
        return None


def _passing(error: APIStatusError) -> bool:
    """Whether another try may do; a used-up quota is a 429 that no wait fixes."""
    if error.code == "insufficient_quota":
        return False
    return error.status_code in (408, 409, 425, 429) or error.status_code >= 500


def _described(error: APIStatusError) -> str:
    """Its message, or its body where that has another form than OpenAI's and the SDK left it out."""
    if isinstance(error.body, dict) or not error.body or str(error.body) in error.message:
        return error.message
    return f"{error.message} - {' '.join(str(error.body).split())[:MOST_SHOWN]}"


def context_exhausted(error: Exception) -> bool:
    """Whether the conversation is too long; endpoints agree on no code, so their words are read.

    A reply asked for that would not fit into an empty context is the setting's fault, whatever was said.
    """
    from openai import APIStatusError

    if not isinstance(error, APIStatusError) or error.status_code not in (400, 413, 422, 500):
        return False
    said = f"{error.message} {error.body}".lower()
    if error.status_code in (400, 413) and any(words in said for words in _CONTEXT):
        return not _reply_too_long(said)
    return bool(_TOO_LONG.search(said)) and not _reply_too_long(said)


def _reply_too_long(said: str) -> bool:
    """Whether ``max_tokens`` alone is refused."""
    limit, requested = _LIMIT.search(said), _ASKED.search(said)
    if limit and requested:
        return int(requested[requested.lastindex or 0]) >= int(limit[limit.lastindex or 0])
    return bool(re.search(r"max_\w*tokens", said)) and not re.search(r"input|prompt|messages", said)
