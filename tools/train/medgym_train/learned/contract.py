"""What a learned verifier is, and what it says of itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from pydantic import JsonValue

from medgym_core.access import Tier
from medgym_sandbox.boundary.frozen import Frozen
from medgym_train.learned.example import Example


class Card(Frozen):
    """What a trained verifier was made of; lies beside its weights."""

    backend: str
    """Kind of verifier: ``linear`` or ``causal``."""
    rendering: str
    """Version of the text it reads."""
    core: str
    """Version of medgym-core that trained it."""
    settings: Mapping[str, JsonValue]
    """What it was trained with: seed, share held out and by what, share of negatives, base model, whether of
    single replies."""
    trained: int
    """Number of episodes trained on, or of replies."""
    successes: int
    """How many of those were successes."""
    families: tuple[str, ...]
    """Families that they were of."""
    tier: Tier
    """Most sensitive tier of their data; the weights are to be treated alike."""
    tasks: str
    """SHA-256 over the ids of the episodes trained on, sorted, one a line."""


class Judge(Protocol):
    """Gives episodes, as they are rendered, the chance that they succeeded."""

    def score(self, examples: Sequence[Example]) -> list[float]:
        """One chance in [0, 1] per example; its label is not looked at.

        Raises:
            AccessError: if an endpoint that it asks may not see the data.
            AgentError: if an endpoint that it asks failed for good.
        """
        ...
