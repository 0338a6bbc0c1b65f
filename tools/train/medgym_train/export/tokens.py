"""The tokens of a whole episode as one sequence, from the ids that the endpoint returned with each reply."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from medgym_core.trajectory import Tokens
from medgym_train.export.conversation import Conversation


@dataclass(frozen=True)
class Sequenced:
    """One sequence: the first prompt, then replies and what came between them."""

    prompt_ids: Sequence[int]
    """Ids of the first prompt."""
    response_ids: Sequence[int]
    """Ids of all that follows."""
    response_mask: Sequence[int]
    """1 for ids that the model sampled, 0 for observations; as long as ``response_ids``."""
    logprobs: Sequence[float] | None
    """Log-probability of each sampled id, 0.0 elsewhere; None where the record lacks one."""


def sequenced(conversation: Conversation) -> Sequenced | None:
    """The sequence, or None if a reply has no ids, or a prompt does not begin with all that was before it.

    The latter happens where a chat template rewrites earlier messages. Text is never tokenised again.
    """
    parts = [exchange.first.tokens for exchange in conversation.exchanges]
    if not parts or any(part is None or not (part.prompt_ids and part.completion_ids) for part in parts):
        return None
    replies = [part for part in parts if part is not None]
    whole, mask, logprobs = [*replies[0].prompt_ids], list[int](), list[float]()
    start = len(whole)
    for reply in replies:
        observed = reply.prompt_ids[len(whole) :]
        if list(reply.prompt_ids[: len(whole)]) != whole:
            return None
        whole += [*observed, *reply.completion_ids]
        mask += [0] * len(observed) + [1] * len(reply.completion_ids)
        logprobs += [0.0] * len(observed) + [*reply.logprobs]
    return Sequenced(whole[:start], whole[start:], mask, logprobs if _complete(replies) else None)


def _complete(replies: Sequence[Tokens]) -> bool:
    return all(len(reply.logprobs) == len(reply.completion_ids) for reply in replies)
