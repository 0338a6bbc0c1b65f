"""Why a request to an endpoint failed, whether another try may do, and what the user can do."""

from __future__ import annotations

import email.utils
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
_OVERLOADED = frozenset({429, 503, 529})
_CONTEXT_MARKS = ("context_length_exceeded", "context length", "context window", "prompt is too long")


@dataclass(frozen=True)
class Fault:
    """Why one try failed."""

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
    """What ``error`` was."""
    from openai import APIConnectionError, APIStatusError

    patience = "check that the endpoint is up; options.max_retries and options.timeout_s set the patience"
    if isinstance(error, ValueError):
        cause = error.errors()[0]["msg"] if isinstance(error, ValidationError) else error
        return Fault(f"the body is no chat completion ({cause})", patience)
    if isinstance(error, APIConnectionError):
        return Fault(f"{error.message} {error.__cause__ or ''}".strip(), patience)
    if not isinstance(error, APIStatusError):
        return Fault(error.message, patience)
    text = f"status {error.status_code}: {error.message}"
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


def context_exhausted(error: Exception) -> bool:
    """Whether the conversation is too long; endpoints agree on no code, so their words are read."""
    from openai import APIStatusError

    if not isinstance(error, APIStatusError) or error.status_code not in (400, 413):
        return False
    said = f"{error.code} {error.message}".lower()
    return any(mark in said for mark in _CONTEXT_MARKS)
