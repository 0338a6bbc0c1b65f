"""Unpaired preferences for TRL's KTO: a prompt, a completion, and whether it was right.

TRL learns everything after the prompt, so a completion is one reply: the one that submitted. The prompt is
all that the agent had read by then.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from medgym_train.export.options import Options
from medgym_train.export.row import FACTS, Bundle, Row, submissions, task_facts
from medgym_train.export.sample import Sample

COLUMNS = {
    **{"prompt": "json", "completion": "json", "label": "bool", "tools": "json"},
    **FACTS,
    **{"episode": "string", "reward": "float64"},
}
"""Columns of a row; ``json`` are lists of objects."""


def bundles(samples: Sequence[Sample], options: Options) -> Iterator[Bundle]:
    """A row for each submission, or for each episode where observations may be learned."""
    judged = [pair for sample in samples for pair in (_whole if options.env_tokens else _submitted)(sample)]
    if options.balance:
        right = [pair for pair in judged if pair[0]]
        wrong = [pair for pair in judged if not pair[0]]
        judged = [pair for both in zip(right, wrong, strict=False) for pair in both]
    for _, bundle in judged:
        yield bundle


def _submitted(sample: Sample) -> Iterator[tuple[bool, Bundle]]:
    for reply, right in submissions(sample):
        yield right, _bundle(sample, reply, [sample.conversation.exchanges[reply].said], right)


def _whole(sample: Sample) -> Iterator[tuple[bool, Bundle]]:
    yield sample.success, _bundle(sample, 0, sample.conversation.messages[2:], sample.success)


def _bundle(sample: Sample, reply: int, completion: Sequence[Row], right: bool) -> Bundle:
    row: Row = {
        "prompt": [*sample.conversation.before(reply)],
        "completion": [*completion],
        "label": right,
        "tools": [*sample.conversation.tools],
        **task_facts(sample),
        "episode": sample.episode.id,
        "reward": sample.reward,
    }
    return Bundle.of(row, sample)
