"""A verifier behind a chat-completions endpoint that returns log-probabilities; not trained here."""

from __future__ import annotations

import math
from collections.abc import Sequence

from medgym_core.agent.completion import Choice
from medgym_core.agent.contract import AgentConfig
from medgym_core.agent.endpoint import Endpoint, Label
from medgym_core.agent.settings import Settings
from medgym_core.errors import AgentError, ConfigError
from medgym_train.learned.example import Example
from medgym_train.learned.question import question


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
        self._endpoint = Endpoint(config, settings)
        self._model = config.model

    def score(self, examples: Sequence[Example]) -> list[float]:
        """The weight of YES for each example.

        Raises:
            AccessError: if the endpoint may not see the data of one.
            AgentError: if the endpoint failed for good, a text is too long for it, or neither word is likely.
        """
        return [self._score(example) for example in examples]

    def close(self) -> None:
        """Close the connections."""
        self._endpoint.close()

    def _score(self, example: Example) -> float:
        completion = self._endpoint.complete(
            {
                "model": self._model,
                "messages": [{"role": "user", "content": question(example.text)}],
                "temperature": 0.0,
                "max_tokens": 1,
                "logprobs": True,
                "top_logprobs": 20,
            },
            Label(example.tier, example.family),
        )
        if completion is None:
            raise AgentError(
                f"{len(example.text):,} characters are too long for {self._model}; use a longer context"
            )
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
