"""What this distribution provides."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from medgym_core import Verb, hookimpl

if TYPE_CHECKING:
    from medgym_core import AgentFactory


@hookimpl
def medgym_commands() -> Mapping[str, Verb]:
    """What makes training data and verifiers of records, and serves what was trained."""
    return {
        "card": Verb(
            "Show what can be learned from runs, and what would be learned wrongly.",
            "medgym_train.cli.card:command",
        ),
        "export": Verb("Turn the episodes of runs into training data.", "medgym_train.cli.export:command"),
        "serve-model": Verb(
            "Serve a local language model by the chat-completions protocol.",
            "medgym_train.cli.serve_model:command",
        ),
        "verifier": Verb(
            "Train a learned verifier, score episodes with it, see how good it is.",
            "medgym_train.cli.verifier:command",
        ),
    }


@hookimpl
def medgym_agents() -> Mapping[str, AgentFactory]:
    """Trials of a pipeline without a model."""
    from medgym_train.fallible import Fallible

    return {"fallible": Fallible}


@hookimpl
def medgym_samplers() -> Mapping[str, Callable[..., Any]]:
    """Tasks that a model neither always nor never solves."""
    from medgym_train.learnable import sampler

    return {"learnable": sampler}
