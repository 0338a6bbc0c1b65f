"""One sequence that a model writes, token by token."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from medgym_train.serving.sampling import Sampled, Sampling, choose, generator

if TYPE_CHECKING:
    from torch import Tensor


@dataclass(frozen=True)
class Written:
    """What the model wrote."""

    tokens: tuple[Sampled, ...]
    """Every token, with the one that ended it."""
    text: str
    """Their text, without special tokens and without what a stop text cut off."""
    finish_reason: str
    """``stop`` or ``length``."""


@dataclass(frozen=True)
class Spelling:
    """How tokens become text."""

    tokenizer: Any
    """The model's tokenizer."""
    ends: frozenset[int]
    """Tokens that end a sequence."""

    def text(self, tokens: list[Sampled]) -> str:
        """The text of the tokens."""
        text: str = self.tokenizer.decode([token.id for token in tokens], skip_special_tokens=True)
        return text


class Sequence:
    """What is written after a prompt."""

    def __init__(self, prompt: list[int], sampling: Sampling, spelling: Spelling) -> None:
        """Nothing is written yet."""
        self.prompt = prompt
        self.tokens: list[Sampled] = []
        """Those written so far."""
        self.done: Future[Written] = Future()
        """All that was written; cancelling it ends the sequence."""
        self._sampling, self._spelling = sampling, spelling
        self._chance = generator(sampling.seed)

    def accept(self, logits: Tensor) -> bool:
        """Choose the next token by ``logits``, of shape (vocabulary,); whether more are to come."""
        if self.done.cancelled():
            return False
        self.tokens.append(choose(logits, self._sampling, self._chance))
        ended = self.tokens[-1].id in self._spelling.ends
        full = len(self.tokens) >= self._sampling.max_tokens
        if not (ended or full or self._sampling.stop):
            return True
        text = self._spelling.text(self.tokens)
        cut = min((at for stop in self._sampling.stop if (at := text.find(stop)) >= 0), default=None)
        stopped = ended or cut is not None
        if not (stopped or full):
            return True
        if self.done.set_running_or_notify_cancel():
            self.done.set_result(Written(tuple(self.tokens), text[:cut], "stop" if stopped else "length"))
        return False
