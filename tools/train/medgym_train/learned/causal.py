"""A causal language model as a verifier: the weight of YES against NO as its next token.

Scores as MedAgentGym does: exp(l_YES) / (exp(l_YES) + exp(l_NO)) (Xu et al. 2025, arXiv 2506.04405).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from medgym_core.errors import ConfigError
from medgym_train.learned.example import Example
from medgym_train.learned.question import question

WORDS = ("YES", "NO")


class Causal:
    """A causal model of the ``transformers`` library, given by name or folder."""

    def __init__(self, model: str, max_tokens: int = 32_000, steps: bool = False) -> None:
        """Loads the model, on an accelerator if there is one; beyond ``max_tokens`` texts lose their middle.

        ``steps`` says that it judges beginnings of episodes.

        Raises:
            ConfigError: if the libraries or the model are missing, or YES and NO begin with the same token.
        """
        try:
            import torch
            from transformers import AutoModelForCausalLM, AutoTokenizer
        except ImportError as error:
            raise ConfigError("a causal verifier needs torch and transformers installed") from error
        try:
            self._tokenizer: Any = AutoTokenizer.from_pretrained(model)
            self._model: Any = AutoModelForCausalLM.from_pretrained(model)
        except (OSError, ValueError) as error:
            raise ConfigError(f"the model {model} cannot be loaded: {error}") from error
        self._model.to("cuda" if torch.cuda.is_available() else "cpu")
        self._max_tokens, self._steps = max_tokens, steps
        self._words = [self._tokenizer.encode(word, add_special_tokens=False)[0] for word in WORDS]
        if len(set(self._words)) < len(WORDS):
            raise ConfigError(f"the tokenizer of {model} does not tell YES from NO by the first token")

    def score(self, examples: Sequence[Example]) -> list[float]:
        """The weight of YES for each example, one forward pass each."""
        import torch

        self._model.eval()
        with torch.no_grad():
            return [float(self._logits(example.text).softmax(-1)[0]) for example in examples]

    def train(
        self,
        texts: Sequence[str],
        values: Sequence[float],
        epochs: int,
        learning_rate: float,
        seed: int,
        progress: Callable[[int, int], None],
    ) -> list[float]:
        """Fine-tune on the cross-entropy of YES, whose chance is predicted, and NO, batches of one.

        Returns the loss of every step.
        """
        import torch

        torch.manual_seed(seed)
        optimiser = torch.optim.AdamW(self._model.parameters(), lr=learning_rate)
        self._model.train()
        losses: list[float] = []
        for epoch in range(epochs):
            order = torch.randperm(len(texts), generator=torch.Generator().manual_seed(seed + epoch))
            for place in order.tolist():
                logits, yes = self._logits(texts[place]), values[place]
                target = torch.tensor([yes, 1 - yes], dtype=logits.dtype, device=logits.device)
                loss = torch.nn.functional.cross_entropy(logits, target)
                optimiser.zero_grad()
                loss.backward()
                optimiser.step()
                losses.append(float(loss.detach()))
                progress(len(losses), epochs * len(texts))
        return losses

    def save(self, folder: Path) -> None:
        """Write model and tokenizer into ``folder``."""
        self._model.save_pretrained(folder)
        self._tokenizer.save_pretrained(folder)

    def _logits(self, text: str) -> Any:
        """Logits of YES and NO after ``text``, shape (2,)."""
        import torch

        ids = torch.tensor([self._tokens(text)], device=self._model.device)
        return self._model(input_ids=ids).logits[0, -1, self._words]

    def _tokens(self, text: str) -> list[int]:
        content = question(text, self._steps)
        if self._tokenizer.chat_template:
            messages = [{"role": "user", "content": content}]
            content = self._tokenizer.apply_chat_template(
                messages, tokenize=False, add_generation_prompt=True
            )
        ids: list[int] = self._tokenizer.encode(content)
        half = self._max_tokens // 2
        return ids if len(ids) <= self._max_tokens else ids[:half] + ids[-half:]
