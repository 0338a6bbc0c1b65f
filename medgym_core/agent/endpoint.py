"""A chat-completions endpoint: one shared client, retries, and errors that say the fix."""

from __future__ import annotations

import logging
import random
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from medgym_core.access import Attestation, Gate, Tier
from medgym_core.access.endpoint import is_local
from medgym_core.agent.completion import Completion
from medgym_core.agent.contract import AgentConfig
from medgym_core.agent.fault import WITHHELD, Fault, context_exhausted, diagnose
from medgym_core.agent.pace import Throttle
from medgym_core.agent.settings import Settings
from medgym_core.errors import AgentError, ConfigError
from medgym_core.errors.advice import install

if TYPE_CHECKING:
    from openai import OpenAI

LOG = logging.getLogger(__name__)
LONGEST_WAIT_S = 120.0
"""No single wait is longer, whatever the endpoint asks for."""

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
class Label:
    """Whose data a request carries."""

    tier: Tier
    """Its sensitivity."""
    family: str
    """The family that it is of."""


class Endpoint:
    """An endpoint, and the only way out to one; safe to use from several threads.

    Labelled data goes out only by the gate's leave, and past the proxies of the environment.
    """

    def __init__(self, config: AgentConfig, settings: Settings) -> None:
        """Connects nothing yet; errors as in :func:`connect`."""
        self._config, self._settings = config, settings
        self._retry = Retry(settings.max_retries, settings.backoff_s)
        self._throttle = Throttle(config.pace, config.home / "pace", f"{config.base_url} {config.model}")
        self._gate = Gate(url_of(config, settings), config.home)
        self._client = connect(config, settings)
        self._direct = self._client if self._gate.local else None
        self._lock = threading.Lock()

    def admit(self, label: Label) -> Attestation | None:
        """Refuse data that may not be sent here; returns the attestation by which it may, if it needs one.

        Raises:
            AccessError: if it may not.
        """
        return self._gate.admit(label.tier, label.family)

    def close(self) -> None:
        """Close the connections to the endpoint, pooled and direct ones."""
        self._client.close()
        if self._direct is not None:
            self._direct.close()

    def complete(
        self, request: Mapping[str, Any], label: Label, retries: int | None = None
    ) -> Completion | None:
        """Ask for one completion; None when the conversation no longer fits the model's context.

        Rate limits, 5xx, timeouts, lost connections and bodies cut short or malformed are retried, at most
        ``retries`` times (None: as often as is set); each retry is logged as a warning.

        Raises:
            AccessError: if data of this label may not be sent here; nothing was sent.
            AgentError: when retries are used up, or at once for what no retry fixes, such as a reply that a
                filter withheld.
        """
        from openai import APIError

        failures, most = 0, self._retry.limit if retries is None else min(retries, self._retry.limit)
        while True:
            self.admit(label)
            try:
                return self._ask(request, label)
            except (APIError, ValueError) as error:
                if context_exhausted(error):
                    return None
                failures += 1
                fault = diagnose(error)
                if fault.load:
                    self._throttle.overloaded()
                if not fault.passes or failures > most:
                    raise AgentError(self._message(fault, failures)) from error
            wait_s = self._retry.wait_s(failures, fault.asked)
            text = "a request failed" if label.tier.labelled else fault.text  # an endpoint may quote the data
            failed = self._without_key(f"{self._client.base_url}: {text}")
            LOG.warning("%s; retry %d of %d in %.1f s", failed, failures, most, wait_s)
            time.sleep(wait_s)

    def _ask(self, request: Mapping[str, Any], label: Label) -> Completion:
        with self._throttle.request():
            raw = self._client_for(label).chat.completions.with_raw_response.create(**request)
            completion = Completion.read(raw.http_response.content)
        self._throttle.served(completion.usage.tokens if completion.usage else 0)
        if completion.withheld:
            raise AgentError(f"{self._client.base_url}: {WITHHELD}")
        return completion

    def _client_for(self, label: Label) -> OpenAI:
        if not label.tier.labelled:
            return self._client
        with self._lock:
            if self._direct is None:
                self._direct = connect(self._config, self._settings, proxies=False)
            return self._direct

    def _message(self, fault: Fault, tries: int) -> str:
        times = "1 try" if tries == 1 else f"{tries} tries"
        text = f"{self._client.base_url} failed after {times}: {fault.text}; {fault.fix}"
        return self._without_key(text)

    def _without_key(self, text: str) -> str:
        return text.replace(self._client.api_key, "<key>")


def url_of(config: AgentConfig, settings: Settings) -> str:
    """The base URL that requests go to."""
    return settings.azure.endpoint if settings.azure else config.base_url or OPENAI_URL


def connect(config: AgentConfig, settings: Settings, proxies: bool = True) -> OpenAI:
    """A client for the configured endpoint; no connection is made yet.

    Its own retries are off: it would not retry a malformed body, nor count. ``proxies`` says whether those of
    the environment are used; an endpoint on this machine is never reached by one.

    Raises:
        ConfigError: if the SDK is not installed, a needed key is missing, or the URL carries one.
    """
    try:
        from openai import AzureOpenAI, DefaultHttpxClient, OpenAI
    except ImportError as error:
        raise ConfigError(f"agent llm needs the OpenAI SDK: {install('medgym-core[llm]')}") from error
    url = url_of(config, settings)
    if urlsplit(url).username:
        raise ConfigError(
            "the base URL is recorded with every episode: give the key apart from it, as api_key"
        )
    if urlsplit(url).scheme not in ("http", "https"):
        raise ConfigError(f"the base URL {url!r} begins with neither http:// nor https://; write it in full")
    if not config.api_key and (settings.azure or not config.base_url):
        raise ConfigError(f"{url} needs an API key, and none is given")
    # A redirect could carry data to another host than the one that data rules allowed.
    through = proxies and not is_local(url)
    http = DefaultHttpxClient(follow_redirects=False, timeout=settings.timeout_s, trust_env=through)
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
