"""Keys and values of a running batch: rows end at the same place, and what precedes a shorter one is padding.

Positions are those of each row's own tokens and padding is masked, so who shares a batch changes no row.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor
from transformers import DynamicCache
from transformers.cache_utils import DynamicLayer

GROWTH = 256
"""Places added where a row outgrows its room; growing by one would copy the whole each time."""


class Rows:
    """The cache of a batch, whose rows join at the end and leave from anywhere."""

    def __init__(self) -> None:
        """No rows."""
        self.lengths: list[int] = []
        self._cache: Any = None

    def join(self, cache: Any, length: int) -> None:
        """Add a row of ``length`` tokens, with the cache that one forward pass over it alone left."""
        new = [(layer.keys, layer.values) for layer in cache.layers]
        if self.lengths:
            width = max(self.width, length)
            old = [layer.read() for layer in self._cache.layers]
            new = [
                (torch.cat([_left(a, width), _left(c, width)]), torch.cat([_left(b, width), _left(d, width)]))
                for (a, b), (c, d) in zip(old, new, strict=True)
            ]
        self._hold(new)
        self.lengths.append(length)

    def keep(self, rows: list[int]) -> None:
        """Drop all rows but these, and the padding that no row needs any more."""
        kept = [self.lengths[row] for row in rows]
        if kept:
            width = max(kept)
            states = [layer.read() for layer in self._cache.layers]
            self._hold([(keys[rows, :, -width:], values[rows, :, -width:]) for keys, values in states])
        self.lengths = kept

    @property
    def width(self) -> int:
        """Tokens of the longest row, with padding those of each."""
        return max(self.lengths)

    def forward(self, model: Any, tokens: list[int]) -> Tensor:
        """Append a token to each row; returns what follows it, logits of shape (rows, vocabulary)."""
        device = model.device
        positions = torch.tensor([[length] for length in self.lengths], device=device)
        self.lengths = [length + 1 for length in self.lengths]
        places = torch.arange(self.width, device=device)
        mask = (places >= self.width - torch.tensor(self.lengths, device=device)[:, None]).long()
        logits = model(
            input_ids=torch.tensor([[token] for token in tokens], device=device),
            attention_mask=mask,
            position_ids=positions,
            past_key_values=self._cache,
            use_cache=True,
        ).logits
        return logits[:, -1]

    def _hold(self, states: list[tuple[Tensor, Tensor]]) -> None:
        self._cache = DynamicCache()
        self._cache.layers = [_Roomy(keys, values) for keys, values in states]


class _Roomy(DynamicLayer):  # type: ignore[misc]
    """A layer whose keys and values are views of buffers with room to grow."""

    def __init__(self, keys: Tensor, values: Tensor) -> None:
        super().__init__()
        self.lazy_initialization(keys, values)
        self._length = keys.shape[-2]
        self._buffers = (_room(keys), _room(values))
        self.keys, self.values = self.read()

    def read(self) -> tuple[Tensor, Tensor]:
        """What is held."""
        keys, values = self._buffers
        return keys[..., : self._length, :], values[..., : self._length, :]

    def update(
        self, key_states: Tensor, value_states: Tensor, *args: Any, **kwargs: Any
    ) -> tuple[Tensor, Tensor]:
        """Append states of shape (rows, heads, new, size); returns all."""
        end = self._length + key_states.shape[-2]
        if end > self._buffers[0].shape[-2]:
            self._buffers = (_room(self.keys), _room(self.values))
        for buffer, states in zip(self._buffers, (key_states, value_states), strict=True):
            buffer[..., self._length : end, :] = states
        self._length = end
        self.keys, self.values = self.read()
        return self.keys, self.values


def _room(states: Tensor) -> Tensor:
    *outer, length, size = states.shape
    made = states.new_empty(*outer, length + GROWTH, size)
    made[..., :length, :] = states
    return made


def _left(states: Tensor, width: int) -> Tensor:
    """The states, padded in front to ``width`` places."""
    return torch.nn.functional.pad(states, (0, 0, width - states.shape[-2], 0))
