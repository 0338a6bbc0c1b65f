"""A chat-completions endpoint: one shared client, retries, and errors that say the mend."""

from __future__ import annotations

import email.utils
import random
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from pydantic import ValidationError

from medgym_core.agent.completion import Completion
from medgym_core.agent.contract import AgentConfig
from medgym_core.agent.pace import Gate
from medgym_core.agent.settings import Settings
from medgym_core.errors import AgentError, ConfigError

if TYPE_CHECKING:
    from openai import APIError, APIStatusError, OpenAI

LONGEST_WAIT_S = 120.0
"""No single wait is longer, whatever the endpoint asks for."""

_MENDS = {
    400: "if it refuses a field, name it in options.omit; if it refuses tools, set options.tools to false",
    401: "set the API key of this endpoint",
    403: "the API key has no right to this model: use another key or model",
    404: "check the model name and the base URL (most end in /v1)",
    422: "if the endpoint refuses a field, name it in options.omit",
    429: "the quota is used up: raise it, or use another key",
}
_OVERLOADED = frozenset({429, 503, 529})
_CONTEXT_MARKS = ("context_length_exceeded", "context length", "context window", "prompt is too long")


OPENAI_URL = "https://api.openai.com/v1"
"""Where requests go when no base URL is given. Named here, so that no environment variable redirects them."""


@dataclass(frozen=True)
class Retry:
    """How failures that may pass are retried."""

    limit: int
    """Retries after the first try."""
    backoff_s: float
    """Wait before the first retry, seconds; doubled each time."""

    def wait_s(self, failures: int, asked: float | None) -> float:
        """Seconds to wait after ``failures`` failed tries: exponential, jittered, at least what was asked."""
        backoff = self.backoff_s * 2.0 ** (failures - 1) * random.uniform(0.5, 1.0)
        return min(max(backoff, asked or 0.0), LONGEST_WAIT_S)


@dataclass(frozen=True)
class Fault:
    """Why one try failed."""

    text: str
    """What happened."""
    mend: str
    """What the user can do about it."""
    passes: bool = True
    """Whether another try may do."""
    asked: float | None = None
    """Seconds the endpoint asks to wait before it."""
    load: bool = False
    """Whether the endpoint has more to do than it can."""


class Endpoint:
    """An endpoint; safe to use from several threads."""

    def __init__(self, client: OpenAI, retry: Retry, gate: Gate) -> None:
        """Takes a client whose own retries are off: it would not retry a malformed body, nor count."""
        self._client, self._retry, self._gate = client, retry, gate

    def close(self) -> None:
        """Close the client's connections."""
        self._client.close()

    def complete(self, request: Mapping[str, Any]) -> Completion | None:
        """Ask for one completion; None when the conversation no longer fits the model's context.

        Rate limits, 5xx, timeouts, lost connections and bodies cut short or malformed are retried.

        Raises:
            AgentError: when retries are used up, or at once for what no retry mends.
        """
        from openai import APIError

        failures = 0
        while True:
            try:
                with self._gate.request():
                    raw = self._client.chat.completions.with_raw_response.create(**request)
                    completion = Completion.read(raw.http_response.content)
                self._gate.served(completion.usage.tokens if completion.usage else 0)
                return completion
            except (APIError, ValueError) as error:
                if _context_exhausted(error):
                    return None
                failures += 1
                fault = _diagnose(error)
                if fault.load:
                    self._gate.overloaded()
                if not fault.passes or failures > self._retry.limit:
                    raise AgentError(self._message(fault, failures)) from error
            time.sleep(self._retry.wait_s(failures, fault.asked))

    def _message(self, fault: Fault, tries: int) -> str:
        times = "1 try" if tries == 1 else f"{tries} tries"
        text = f"{self._client.base_url} failed after {times}: {fault.text}; {fault.mend}"
        return text.replace(self._client.api_key, "<key>")


def _diagnose(error: APIError | ValueError) -> Fault:
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
    return Fault(text, _MENDS.get(error.status_code, "check the base URL and the model name"), passes=False)


def connect(config: AgentConfig, settings: Settings) -> OpenAI:
    """A client for the configured endpoint; no connection is made yet.

    Raises:
        ConfigError: if the SDK is not installed, a needed key is missing, or the URL carries one.
    """
    try:
        from openai import AzureOpenAI, DefaultHttpxClient, OpenAI
    except ImportError as error:
        raise ConfigError("agent llm needs the OpenAI SDK: pip install 'medgym-core[llm]'") from error
    url = settings.azure.endpoint if settings.azure else config.base_url or OPENAI_URL
    if urlsplit(url).username:
        raise ConfigError(
            "the base URL is recorded with every episode: give the key apart from it, as api_key"
        )
    if not config.api_key and (settings.azure or not config.base_url):
        raise ConfigError(f"{url} needs an API key, and none is given")
    # A redirect could carry data to another host than the one that data rules allowed.
    http = DefaultHttpxClient(follow_redirects=False, timeout=settings.timeout_s)
    # Local servers ask for no key, but the SDK insists on one.
    key = config.api_key or "medgym-without-key"
    if settings.azure:
        return AzureOpenAI(
            azure_endpoint=url,
            azure_deployment=settings.azure.deployment,
            api_version=settings.azure.api_version,
            api_key=key,
            max_retries=0,
            timeout=settings.timeout_s,
            http_client=http,
        )
    return OpenAI(base_url=url, api_key=key, max_retries=0, timeout=settings.timeout_s, http_client=http)


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
    """Whether another try may do; a used-up quota is a 429 that no wait mends."""
    if error.code == "insufficient_quota":
        return False
    return error.status_code in (408, 409, 425, 429) or error.status_code >= 500


def _context_exhausted(error: Exception) -> bool:
    """Whether the conversation is too long; endpoints agree on no code, so their words are read."""
    from openai import APIStatusError

    if not isinstance(error, APIStatusError) or error.status_code not in (400, 413):
        return False
    said = f"{error.code} {error.message}".lower()
    return any(mark in said for mark in _CONTEXT_MARKS)
