"""What rows of every format share: facts about the episode, and which replies were right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from medgym_train.export.sample import Sample

Row = dict[str, Any]
"""One row of an exported table."""


@dataclass(frozen=True)
class Bundle:
    """Rows that belong together."""

    rows: Mapping[str, Sequence[Row]]
    """Table to rows."""
    samples: tuple[Sample, ...]
    """The episodes they were made of."""

    @classmethod
    def of(cls, row: Row, *samples: Sample) -> Bundle:
        """One row, of the table ``rows``."""
        return cls({"rows": [row]}, samples)


FACTS = {
    "task": "string",
    "family": "string",
    "category": "string",
    "split": "string",
    "tier": "string",
    "evaluation": "bool",
    "protocol": "string",
}
"""Columns of :func:`task_facts` and their types."""


def task_facts(sample: Sample) -> Row:
    """What rows say of their task: id and kind, sensitivity, whether it is held out, and what was graded."""
    family, split, _ = sample.episode.key.task.rsplit("/", 2)
    return {
        "task": sample.episode.key.task,
        "family": family,
        "category": sample.episode.category,
        "split": split,
        "tier": sample.episode.provenance.tier.value,
        "evaluation": sample.evaluation,
        "protocol": sample.episode.key.protocol,
    }


def submissions(sample: Sample) -> Iterator[tuple[int, bool]]:
    """The reply that submitted each turn, by number, and whether it was right.

    Of an episode that never submitted, and where every execution is graded, the last reply.
    """
    episode, last = sample.episode, len(sample.conversation.exchanges) - 1
    found = [
        (number, step.turn)
        for number, exchange in enumerate(sample.conversation.exchanges)
        for step in exchange.steps
        if step.submitted and episode.key.protocol == "default"
    ]
    if not found or len(episode.turns) == 1:
        yield last if not found else found[-1][0], sample.success
        return
    for number, turn in found:
        yield number, episode.verdict.components.get(f"turn_{turn}") == 1.0
