"""Two tables for analysis: one row an episode, one row a step."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from medgym_core.trajectory import Step
from medgym_train.export.options import Options
from medgym_train.export.row import Bundle, Row, task_facts
from medgym_train.export.sample import Sample

if TYPE_CHECKING:
    import pyarrow as pa  # type: ignore[import-untyped]

_EPISODES = {
    "string": "episode task family category split tier agent model settings protocol status reason system "
    "prompt started core family_version verifier build level environment",
    "int64": "index replica seed attempt steps prompt_tokens completion_tokens",
    "float64": "reward cost_usd box_s wall_s",
    "bool": "evaluation",
    "components": "components",
}
_STEPS = {
    "string": "episode task tier text reasoning action arguments observation error finish_reason",
    "int64": "step turn prompt_tokens completion_tokens",
    "float64": "cost_usd latency_s box_s wall_s",
    "bool": "evaluation by_tool continues ok submitted",
    "ids": "prompt_token_ids completion_token_ids",
    "numbers": "logprobs",
}


def schemas() -> dict[str, pa.Schema]:
    """The forms of both tables."""
    return {"episodes": _schema(_EPISODES), "steps": _schema(_STEPS)}


def _schema(columns: Mapping[str, str]) -> pa.Schema:
    import pyarrow as pa

    types = {
        **{name: pa.type_for_alias(name) for name in ("string", "int64", "float64", "bool")},
        "components": pa.list_(pa.struct([("name", pa.string()), ("value", pa.float64())])),
        "ids": pa.list_(pa.int64()),
        "numbers": pa.list_(pa.float64()),
    }
    return pa.schema([(name, types[type]) for type, names in columns.items() for name in names.split()])


def bundles(samples: Sequence[Sample], options: Options) -> Iterator[Bundle]:
    """For each episode its row and the rows of its steps."""
    for sample in samples:
        yield Bundle({"episodes": [_episode(sample)], "steps": list(_steps(sample))}, (sample,))


def _episode(sample: Sample) -> Row:
    episode, facts = sample.episode, task_facts(sample)
    key, provenance, usages = episode.key, episode.provenance, [step.usage for step in episode.steps]
    return {
        **facts,
        **provenance.model_dump(mode="json", exclude={"tier"}),
        "index": int(key.task.rsplit("/", 1)[1]),
        "episode": episode.id,
        **key.model_dump(include={"replica", "seed", "agent", "protocol"}),
        "model": str(key.agent_config.get("model", "")),
        "settings": json.dumps(dict(key.agent_config), sort_keys=True),
        "status": episode.verdict.status.value,
        "reward": sample.reward,
        "reason": episode.verdict.reason,
        "components": [{"name": name, "value": value} for name, value in episode.verdict.components.items()],
        **episode.model_dump(include={"attempt", "started", "system", "prompt", "wall_s"}),
        "steps": len(episode.steps),
        "prompt_tokens": sum(usage.prompt_tokens for usage in usages),
        "completion_tokens": sum(usage.completion_tokens for usage in usages),
        "cost_usd": episode.cost_usd,
        "box_s": sum(step.box_s for step in episode.steps),
    }


def _steps(sample: Sample) -> Iterator[Row]:
    facts = task_facts(sample)
    shared = {"episode": sample.episode.id, **{name: facts[name] for name in ("task", "tier", "evaluation")}}
    for number, step in enumerate(sample.episode.steps):
        yield {
            **shared,
            "step": number,
            **_step(step),
            "cost_usd": sample.episode.key.price([step.usage.cost_usd]),
        }


def _step(step: Step) -> Row:
    return {
        **step.model_dump(exclude={"call", "usage", "tokens"}),
        **step.usage.model_dump(),
        "action": step.call.name if step.call else None,
        "arguments": json.dumps(dict(step.call.arguments), ensure_ascii=False) if step.call else None,
        "prompt_token_ids": [*step.tokens.prompt_ids] if step.tokens else None,
        "completion_token_ids": [*step.tokens.completion_ids] if step.tokens else None,
        "logprobs": [*step.tokens.logprobs] if step.tokens else None,
    }
