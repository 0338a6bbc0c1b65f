"""What can be set of the ``llm`` agent beside its model, endpoint and temperature."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import Field, JsonValue

from medgym_sandbox.boundary.frozen import Frozen


class Prices(Frozen):
    """What the endpoint charges."""

    prompt_per_million: float = Field(default=0.0, ge=0)
    """US dollars per million tokens read."""
    completion_per_million: float = Field(default=0.0, ge=0)
    """US dollars per million tokens written."""


class Azure(Frozen):
    """An Azure OpenAI deployment, in place of a base URL."""

    endpoint: str
    """``https://NAME.openai.azure.com``."""
    api_version: str
    """Version of the service's interface, such as ``2024-10-21``."""
    deployment: str
    """Name of the deployment."""


class Settings(Frozen):
    """``AgentConfig.options`` of the ``llm`` agent."""

    max_tokens: int | None = Field(default=None, gt=0)
    """Cap of tokens written per reply; None leaves it to the endpoint."""
    top_p: float | None = Field(default=None, gt=0, le=1)
    """Nucleus sampling."""
    stop: tuple[str, ...] = ()
    """Texts at which a reply ends."""
    tools: bool = True
    """Whether actions are offered as tools. A reply without a tool call is read as text in any case."""
    logprobs: bool = False
    """Whether to ask for the log-probability of each sampled token."""
    token_ids: bool = False
    """Whether to ask for token ids (vLLM's ``return_token_ids``)."""
    extra_body: Mapping[str, JsonValue] = Field(default_factory=dict)
    """Further fields of each request, such as ``{"max_completion_tokens": 4096}``."""
    omit: tuple[str, ...] = ()
    """Request fields to leave out because the endpoint refuses them, such as ``temperature`` or ``seed``."""
    prices: Prices | None = None
    """Prices, for the cost of each reply; None leaves it unknown."""
    timeout_s: float = Field(default=300.0, gt=0)
    """Longest wait for one response, seconds."""
    max_retries: int = Field(default=6, ge=0)
    """Retries of a request whose failure may pass."""
    backoff_s: float = Field(default=1.0, ge=0)
    """Wait before the first retry, seconds; doubled each time."""
    azure: Azure | None = None
    """An Azure deployment."""
