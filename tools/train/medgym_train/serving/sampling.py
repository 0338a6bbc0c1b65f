"""How the next token of a sequence is chosen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch import Generator, Tensor


@dataclass(frozen=True)
class Sampling:
    """What a request asks of its tokens."""

    max_tokens: int
    """Cap of tokens written."""
    temperature: float = 1.0
    """0 takes the likeliest token."""
    top_p: float = 1.0
    """Nucleus: the likeliest tokens that together have at least this probability."""
    seed: int | None = None
    """The same seed draws the same tokens, whoever else is in the batch; None draws anew."""
    stop: tuple[str, ...] = ()
    """Texts at which the sequence ends."""
    top_logprobs: int = 0
    """Likeliest tokens returned beside each chosen one."""


@dataclass(frozen=True)
class Sampled:
    """One chosen token. Log-probabilities are the model's own, before temperature and nucleus."""

    id: int
    """Its id."""
    logprob: float
    """Its log-probability."""
    top: tuple[tuple[int, float], ...] = ()
    """Ids and log-probabilities of the likeliest tokens, likeliest first."""


def generator(seed: int | None) -> Generator:
    """The source of chance of one sequence."""
    import torch

    made = torch.Generator()
    if seed is None:
        made.seed()
    else:
        made.manual_seed(seed)
    return made


def choose(logits: Tensor, sampling: Sampling, chance: Generator) -> Sampled:
    """The next token by its ``logits``, of shape (vocabulary,), on the CPU."""
    logprobs = logits.float().log_softmax(-1)
    id = int(logprobs.argmax()) if sampling.temperature == 0 else _drawn(logprobs, sampling, chance)
    values, ids = logprobs.topk(min(sampling.top_logprobs, logprobs.numel()))
    top = tuple(zip(ids.tolist(), values.tolist(), strict=True))
    return Sampled(id, float(logprobs[id]), top)


def _drawn(logprobs: Tensor, sampling: Sampling, chance: Generator) -> int:
    """A token drawn by temperature from the nucleus, which always holds the likeliest token."""
    import torch

    weights = (logprobs / sampling.temperature).softmax(-1)
    ordered, ids = weights.sort(descending=True, stable=True)
    outside = ordered.cumsum(-1) - ordered >= sampling.top_p
    outside[0] = False
    drawn = torch.multinomial(ordered.masked_fill(outside, 0.0), 1, generator=chance)
    return int(ids[drawn])
