"""The sequences that are being written, and the rows of the cache that are theirs."""

from __future__ import annotations

from typing import Any

import torch

from medgym_train.serving.cache import Rows
from medgym_train.serving.sequence import Sequence


class Batch:
    """Sequences and rows in the same order; one forward pass writes a token of each."""

    def __init__(self, model: Any) -> None:
        """Of nobody yet; ``model`` is a causal one of ``transformers``."""
        self._model = model
        self._rows = Rows()
        self.sequences: list[Sequence] = []

    def join(self, sequence: Sequence) -> None:
        """Read the sequence's prompt and write its first token; it stays unless that was its last."""
        prompt = torch.tensor([sequence.prompt], device=self._model.device)
        with torch.inference_mode():
            read = self._model(input_ids=prompt, use_cache=True, logits_to_keep=1)
        if sequence.accept(read.logits[0, -1].cpu()):
            self._rows.join(read.past_key_values, len(sequence.prompt))
            self.sequences.append(sequence)

    def step(self) -> None:
        """Write one token of each sequence; who is done leaves."""
        with torch.inference_mode():
            logits = self._rows.forward(self._model, [each.tokens[-1].id for each in self.sequences]).cpu()
        staying = [row for row, each in enumerate(self.sequences) if each.accept(logits[row])]
        if len(staying) < len(self.sequences):
            self.sequences = [self.sequences[row] for row in staying]
            self._rows.keep(staying)
