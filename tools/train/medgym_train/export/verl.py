"""Rows for verl: the prompt of a task, who grades it, and the tokens of an episode where they are known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from medgym_train.export.options import Options
from medgym_train.export.row import Bundle, Row, task_facts
from medgym_train.export.sample import Sample
from medgym_train.export.tokens import sequenced

if TYPE_CHECKING:
    import pyarrow as pa  # type: ignore[import-untyped]


def schema() -> pa.Schema:
    """The form of a row."""
    import pyarrow as pa

    message = pa.struct([("role", pa.string()), ("content", pa.string())])
    facts = [
        (name, pa.string())
        for name in ("split", "task", "family", "category", "tier", "episode", "status", "protocol")
    ]
    ids = pa.list_(pa.int64())
    return pa.schema(
        [
            ("data_source", pa.string()),
            ("prompt", pa.list_(message)),
            ("ability", pa.string()),
            ("reward_model", pa.struct([("style", pa.string()), ("ground_truth", pa.string())])),
            (
                "extra_info",
                pa.struct(
                    [*facts, ("index", pa.int64()), ("replica", pa.int64()), ("evaluation", pa.bool_())]
                ),
            ),
            ("reward_score", pa.float64()),
            ("num_turns", pa.int64()),
            ("prompt_ids", ids),
            ("response_ids", ids),
            ("response_mask", ids),
            ("response_logprobs", pa.list_(pa.float64())),
        ]
    )


def bundles(samples: Sequence[Sample], options: Options) -> Iterator[Bundle]:
    """A row for each episode. The ground truth is the task's id: gold never leaves the grader."""
    for sample in samples:
        episode, tokens = sample.episode, sequenced(sample.conversation)
        facts = task_facts(sample)
        row: Row = {
            "data_source": f"medgym/{facts['family']}",
            "prompt": [*sample.conversation.opening],
            "ability": episode.category,
            "reward_model": {"style": "rule", "ground_truth": episode.key.task},
            "extra_info": {
                **facts,
                "index": int(episode.key.task.rsplit("/", 1)[1]),
                "replica": episode.key.replica,
                "episode": episode.id,
                "status": episode.verdict.status.value,
            },
            "reward_score": sample.reward,
            "num_turns": len(sample.conversation.messages) - 1,
            "prompt_ids": [*tokens.prompt_ids] if tokens else None,
            "response_ids": [*tokens.response_ids] if tokens else None,
            "response_mask": [*tokens.response_mask] if tokens else None,
            "response_logprobs": [*tokens.logprobs] if tokens and tokens.logprobs is not None else None,
        }
        yield Bundle.of(row, sample)
