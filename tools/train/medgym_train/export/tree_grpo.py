"""Replies with the advantage that each has over others to the same context, for policy gradients by step.

The advantage is what a reply is worth, the mean reward of what came of it, less the mean of what all draws of
a reply to its context are worth: GRPO's baseline (Shao et al. 2024, arXiv 2402.03300) with the draws from one
context as the group. Equal replies are one row that says how often they were drawn: weighed by it, advantages
of a group add up to nothing. A context with one reply has nothing to compare and gives no row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from medgym_train.export.options import Options
from medgym_train.export.prefix import Answer, Context, contexts
from medgym_train.export.row import FACTS, Bundle, Row, task_facts
from medgym_train.export.sample import Sample

COLUMNS = {
    **{"prompt": "json", "completion": "json", "tools": "json"},
    **FACTS,
    **{"group": "string", "episode": "string", "step": "int64", "samples": "int64"},
    **{"draws": "int64", "value": "float64", "advantage": "float64"},
    **dict.fromkeys(("prompt_ids", "response_ids", "response_mask"), "list of int64"),
    "response_logprobs": "list of float64",
}
"""Columns of a row; ``json`` are lists of objects."""


def bundles(samples: Sequence[Sample], options: Options) -> Iterator[Bundle]:
    """A row for every reply that has others beside it, group by group."""
    for context in contexts(samples):
        for answer in context.answers.values() if len(context.answers) > 1 else ():
            yield Bundle.of(_row(context, answer), *answer.samples)


def _row(context: Context, answer: Answer) -> Row:
    sample = answer.samples[0]
    tokens = sample.conversation.exchanges[context.reply].first.tokens
    known = tokens is not None and bool(tokens.prompt_ids and tokens.completion_ids)
    complete = tokens is not None and len(tokens.logprobs) == len(tokens.completion_ids)
    return {
        "prompt": [*context.messages],
        "completion": [context.said(answer)],
        "tools": [*sample.conversation.tools],
        **task_facts(sample),
        "group": context.id,
        "episode": sample.episode.id,
        "step": context.reply,
        "samples": len(answer.samples),
        "draws": answer.draws,
        "value": answer.value,
        "advantage": answer.value - context.value,
        "prompt_ids": [*tokens.prompt_ids] if tokens and known else [],
        "response_ids": [*tokens.completion_ids] if tokens and known else [],
        "response_mask": [1] * len(tokens.completion_ids) if tokens and known else [],
        "response_logprobs": [*tokens.logprobs] if tokens and known and complete else [],
    }
