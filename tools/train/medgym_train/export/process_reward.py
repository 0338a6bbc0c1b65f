"""Every reply with what came of it: labels for verifiers of single steps.

The label is the mean reward of what came of the reply, a Monte-Carlo estimate of its value (Wang et al. 2024,
arXiv 2312.08935). In a tree of episodes it rests on all leaves below, each way from a place weighing alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from medgym_train.export.options import Options
from medgym_train.export.prefix import contexts
from medgym_train.export.row import FACTS, Bundle, Row, task_facts
from medgym_train.export.sample import Sample

COLUMNS = {
    **{"prompt": "json", "completion": "json", "tools": "json"},
    **FACTS,
    **{"context": "string", "episode": "string", "step": "int64", "samples": "int64", "label": "float64"},
}
"""Columns of a row; ``json`` are lists of objects."""


def bundles(samples: Sequence[Sample], options: Options) -> Iterator[Bundle]:
    """A row for every different reply to every context."""
    for context in contexts(samples):
        for answer in context.answers.values():
            sample = answer.samples[0]
            row: Row = {
                "prompt": [*context.messages],
                "completion": [context.said(answer)],
                "tools": [*sample.conversation.tools],
                **task_facts(sample),
                "context": context.id,
                "episode": sample.episode.id,
                "step": context.reply,
                "samples": len(answer.samples),
                "label": answer.value,
            }
            yield Bundle.of(row, *answer.samples)
