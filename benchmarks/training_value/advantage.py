"""One step of policy gradients on replies that were recorded, each with its advantage.

The objective is that of GRPO (Shao et al. 2024, arXiv 2402.03300) with the clip of PPO and no KL term, off
the recorded log-probabilities: what TRL does while it plays, for episodes that `medgym run` played.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import fmean, pstdev
from typing import Any, NamedTuple

from benchmarks.training_value import model, sft


class Weighted(NamedTuple):
    """A sequence of tokens, and how much better than others it was."""

    prompt: Sequence[int]
    """Ids before the first reply."""
    response: Sequence[int]
    """Ids of replies, and of observations between them."""
    mask: Sequence[int]
    """1 for ids of replies."""
    logprobs: Sequence[float]
    """Log-probability of each as it was sampled."""
    advantage: float
    """Over the others of its group, in their standard deviations."""


@dataclass(frozen=True)
class Weighing:
    """How long and how fast to learn."""

    epochs: int = 2
    """Passes over the rows."""
    batch: int = 64
    """Rows a step."""
    learning_rate: float = 2e-4
    """Of Adam."""
    clip: float = 0.2
    """How far a ratio of probabilities may pay."""


def by_step(export: Path) -> list[Weighted]:
    """Rows of an export of the format tree-grpo: a group are the replies to a context, as often as drawn."""
    rows = [row for row in sft.read(export) if row["response_logprobs"] for _ in range(row["draws"])]
    return _weighted(rows, [row["group"] for row in rows], [row["value"] for row in rows])


def by_episode(export: Path) -> list[Weighted]:
    """Rows of an export of the format verl: a group are the episodes of one task."""
    import pyarrow.parquet as parquet

    tables = (parquet.read_table(path).to_pylist() for path in sorted(export.rglob("*.parquet")))
    rows = [row for table in tables for row in table if row["response_logprobs"]]
    groups = [row["reward_model"]["ground_truth"] for row in rows]
    return _weighted(rows, groups, [row["reward_score"] for row in rows])


def improve(
    rows: Sequence[Weighted], start: Path, out: Path, weighing: Weighing, seed: int
) -> dict[str, Any]:
    """Train the model in ``start`` on ``rows`` into ``out``; returns what it took.

    Raises:
        ValueError: without any row.
    """
    import torch

    if not rows:
        raise ValueError(
            "no reply has token ids, log-probabilities and an advantage: there is nothing to learn"
        )

    tokenizer, learner = model.load(start)
    learner.train()
    optimiser = torch.optim.Adam(learner.parameters(), lr=weighing.learning_rate)
    losses = []
    for batch in _batches(rows, weighing, seed):
        loss = _loss(learner, batch, weighing.clip, tokenizer.pad_token_id)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(learner.parameters(), 1.0)
        optimiser.step()
        losses.append(round(loss.item(), 5))
    for part in (tokenizer, learner):
        part.save_pretrained(out)
    return {"rows": len(rows), "steps": len(losses), "loss": losses}


def _weighted(
    rows: Sequence[dict[str, Any]], groups: Sequence[str], values: Sequence[float]
) -> list[Weighted]:
    """Rows whose group has rewards that differ, each with its advantage."""
    grouped: defaultdict[str, list[float]] = defaultdict(list)
    for group, value in zip(groups, values, strict=True):
        grouped[group].append(value)
    return [
        Weighted(
            *(row[name] for name in ("prompt_ids", "response_ids", "response_mask", "response_logprobs")),
            (value - fmean(grouped[group])) / spread,
        )
        for row, group, value in zip(rows, groups, values, strict=True)
        if (spread := pstdev(grouped[group]))
    ]


def _batches(rows: Sequence[Weighted], weighing: Weighing, seed: int) -> Iterator[list[Weighted]]:
    random = Random(seed)
    for _ in range(weighing.epochs):
        order = random.sample(rows, len(rows))
        yield from (order[at : at + weighing.batch] for at in range(0, len(order), weighing.batch))


def _loss(learner: Any, batch: Sequence[Weighted], clip: float, padding: int) -> Any:
    """The clipped objective, negated: the mean over all tokens of replies."""
    import torch

    longest = max(len(row.prompt) + len(row.response) for row in batch)

    def table(fill: float, row_of: Any, kind: Any) -> Any:
        return torch.tensor([(row_of(row) + [fill] * longest)[:longest] for row in batch], dtype=kind)

    ids = table(padding, lambda row: [*row.prompt, *row.response], torch.long)
    real = table(0, lambda row: [1] * (len(row.prompt) + len(row.response)), torch.long)
    mask = table(0, lambda row: [0] * len(row.prompt) + [*row.mask], torch.float)[:, 1:]
    before = table(0, lambda row: [0.0] * len(row.prompt) + [*row.logprobs], torch.float)[:, 1:]
    advantage = torch.tensor([[row.advantage] for row in batch])
    logits = learner(input_ids=ids, attention_mask=real).logits[:, :-1].log_softmax(-1)
    now = logits.gather(-1, ids[:, 1:, None]).squeeze(-1)
    ratio = (now - before).exp()
    gained = torch.minimum(ratio * advantage, ratio.clamp(1 - clip, 1 + clip) * advantage)
    return -(gained * mask).sum() / mask.sum()
