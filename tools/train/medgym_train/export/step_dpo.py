"""Pairs of preferences at single steps: after the same conversation, the reply that led further and another.

What a reply is worth is the mean reward of all samples that go through it, so a pair says which step was the
better one, not which episode (Step-DPO: Lai et al. 2024, arXiv 2406.18629). Columns are those of TRL's DPO.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from medgym_train.export.options import Options
from medgym_train.export.prefix import contexts
from medgym_train.export.row import FACTS, Bundle, Row, task_facts
from medgym_train.export.sample import Sample

COLUMNS = {
    **{"prompt": "json", "chosen": "json", "rejected": "json", "tools": "json"},
    **FACTS,
    **{"context": "string", "chosen_episode": "string", "rejected_episode": "string"},
    **{"chosen_value": "float64", "rejected_value": "float64"},
    **{"chosen_samples": "int64", "rejected_samples": "int64"},
}
"""Columns of a row; ``json`` are lists of objects."""


def bundles(samples: Sequence[Sample], options: Options) -> Iterator[Bundle]:
    """For every context whose replies differ in worth, the best reply beside the worst; clearest first."""
    found = []
    for context in contexts(samples):
        ranked = sorted(context.answers.values(), key=lambda answer: -answer.value)
        best, worst = ranked[0], ranked[-1]
        if best.value > worst.value:
            row: Row = {
                "prompt": [*context.messages],
                "chosen": [context.said(best)],
                "rejected": [context.said(worst)],
                "tools": [*context.any.conversation.tools],
                **task_facts(context.any),
                "context": context.id,
                "chosen_episode": best.samples[0].episode.id,
                "rejected_episode": worst.samples[0].episode.id,
                "chosen_value": best.value,
                "rejected_value": worst.value,
                "chosen_samples": len(best.samples),
                "rejected_samples": len(worst.samples),
            }
            found.append((worst.value - best.value, Bundle.of(row, *best.samples, *worst.samples)))
    yield from (bundle for _, bundle in sorted(found, key=lambda pair: pair[0]))
