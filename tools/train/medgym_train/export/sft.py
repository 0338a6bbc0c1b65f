"""Supervised fine-tuning: whole conversations that ended well, as TRL's ``messages`` and ``tools``.

Which tokens are learned is the trainer's business: with ``assistant_only_loss=True`` those of the replies.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from medgym_train.export.options import Options
from medgym_train.export.row import FACTS, Bundle, Row, task_facts
from medgym_train.export.sample import Sample

COLUMNS = {"messages": "json", "tools": "json", **FACTS, "episode": "string", "reward": "float64"}
"""Columns of a row; ``json`` are lists of objects."""


def bundles(samples: Sequence[Sample], options: Options) -> Iterator[Bundle]:
    """A row for each episode that is good enough."""
    for sample in samples:
        wanted = sample.success if options.min_reward is None else sample.reward >= options.min_reward
        if wanted:
            row: Row = {
                "messages": [*sample.conversation.messages],
                "tools": [*sample.conversation.tools],
                **task_facts(sample),
                "episode": sample.episode.id,
                "reward": sample.reward,
            }
            yield Bundle.of(row, sample)
