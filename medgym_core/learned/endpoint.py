"""A verifier behind a chat-completions endpoint that returns log-probabilities; not trained here."""

from __future__ import annotations

import math
from collections.abc import Sequence

from medgym_core.agent.completion import Choice
from medgym_core.agent.contract import AgentConfig
from medgym_core.agent.endpoint import Endpoint, Retry, connect
from medgym_core.agent.pace import Gate
from medgym_core.agent.settings import Settings
from medgym_core.errors import AgentError, ConfigError
from medgym_core.learned.question import question


class Remote:
    """Asks a model for YES or NO and weighs the log-probabilities of its first token."""

    def __init__(self, config: AgentConfig) -> None:
        """``config`` as for the agent ``llm``.

        Raises:
            ConfigError: if the model or key is missing, or the SDK is not installed.
        """
        if not config.model:
            raise ConfigError(
                "a remote verifier needs the model's name as the endpoint knows it: give --model"
            )
        settings = Settings.model_validate(dict(config.options))
        gate = Gate(config.pace, f"{config.base_url} {config.model}")
        retry = Retry(settings.max_retries, settings.backoff_s)
        self._endpoint = Endpoint(connect(config, settings), retry, gate)
        self._model = config.model

    def score(self, texts: Sequence[str]) -> list[float]:
        """The weight of YES for each text.

        Raises:
            AgentError: if the endpoint failed for good, a text is too long for it, or neither word is likely.
        """
        return [self._score(text) for text in texts]

    def close(self) -> None:
        """Close the connections."""
        self._endpoint.close()

    def _score(self, text: str) -> float:
        completion = self._endpoint.complete(
            {
                "model": self._model,
                "messages": [{"role": "user", "content": question(text)}],
                "temperature": 0.0,
                "max_tokens": 1,
                "logprobs": True,
                "top_logprobs": 20,
            }
        )
        if completion is None:
            raise AgentError(f"{len(text):,} characters are too long for {self._model}; use a longer context")
        return weight_of_yes(completion.choices[0])


def weight_of_yes(choice: Choice) -> float:
    """The share of YES among the likely first tokens that are YES or NO, whatever their case and spaces.

    Raises:
        AgentError: if there are none.
    """
    first = (choice.logprobs and choice.logprobs.content) or ()
    likely = first[0].top_logprobs if first else ()
    weights = {"YES": 0.0, "NO": 0.0}
    for entry in likely:
        word = entry.token.strip().upper()
        if word in weights:
            weights[word] += math.exp(entry.logprob)
    total = sum(weights.values())
    if not total:
        raise AgentError(
            "neither YES nor NO is among the likely tokens; the endpoint must return top_logprobs"
        )
    return weights["YES"] / total
