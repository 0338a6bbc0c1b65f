"""Trajectories in the Agent Trajectory Interchange Format, version 1.7, one a line.

The JSON Schema is ``atif.schema.json``, beside this module.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydantic import JsonValue

from medgym_core.trajectory import EpisodeKey
from medgym_train.export.conversation import Exchange, Message
from medgym_train.export.options import Options
from medgym_train.export.row import Bundle, Row, task_facts
from medgym_train.export.sample import Sample

VERSION = "ATIF-v1.7"
"""What the rows say they are; 1.8 is read by fewer programs and adds nothing that a record holds."""


def bundles(samples: Sequence[Sample], options: Options) -> Iterator[Bundle]:
    """A trajectory for each episode."""
    for sample in samples:
        episode = sample.episode
        steps = [*_opening(sample), *(_step(each, episode.key) for each in sample.conversation.exchanges)]
        row: Row = {
            "schema_version": VERSION,
            "trajectory_id": episode.id,
            "agent": _agent(sample),
            "steps": [{"step_id": number, **step} for number, step in enumerate(steps, 1)],
            "final_metrics": _totals(sample, len(steps)),
            "extra": {
                **task_facts(sample),
                "status": episode.verdict.status.value,
                "reward": sample.reward,
                "reason": episode.verdict.reason,
                "replica": episode.key.replica,
                "protocol": episode.key.protocol,
                "provenance": episode.provenance.model_dump(mode="json"),
            },
        }
        yield Bundle.of(row, sample)


def _agent(sample: Sample) -> Row:
    key = sample.episode.key
    agent: Row = {"name": f"medgym/{key.agent}", "version": sample.episode.provenance.core}
    if model := key.agent_config.get("model"):
        agent["model_name"] = model
    if sample.conversation.tools:
        agent["tool_definitions"] = [*sample.conversation.tools]
    return agent


def _opening(sample: Sample) -> list[Row]:
    return [
        {"source": message["role"], "message": message["content"]} for message in sample.conversation.opening
    ]


def _step(exchange: Exchange, key: EpisodeKey) -> Row:
    first = exchange.first
    step: Row = {"source": "agent", "message": first.text}
    asked_model = first.usage.latency_s > 0 or first.usage.completion_tokens > 0
    step["llm_call_count"] = int(asked_model)
    if asked_model:
        step["metrics"] = _metrics(exchange, key.price([first.usage.cost_usd]))
        if first.reasoning:
            step["reasoning_content"] = first.reasoning
    if first.by_tool:
        step["tool_calls"] = [
            {
                "tool_call_id": message["tool_call_id"],
                "function_name": one.call.name,
                "arguments": dict(one.call.arguments),
            }
            for one, message in zip(exchange.steps, exchange.heard, strict=True)
            if one.call
        ]
    step["observation"] = {"results": [_result(message) for message in exchange.heard]}
    return step


def _result(message: Message) -> Row:
    source = {"source_call_id": message["tool_call_id"]} if "tool_call_id" in message else {}
    return {**source, "content": message["content"]}


def _metrics(exchange: Exchange, cost: float | None) -> Row:
    usage, tokens = exchange.first.usage, exchange.first.tokens
    metrics: Row = usage.model_dump(include={"prompt_tokens", "completion_tokens"})
    if cost is not None:
        metrics["cost_usd"] = cost
    found: dict[str, JsonValue] = {
        "prompt_token_ids": [*tokens.prompt_ids] if tokens else [],
        "completion_token_ids": [*tokens.completion_ids] if tokens else [],
        "logprobs": [*tokens.logprobs] if tokens else [],
    }
    return metrics | {name: value for name, value in found.items() if value}


def _totals(sample: Sample, steps: int) -> Row:
    usages, cost = [step.usage for step in sample.episode.steps], sample.episode.cost_usd
    totals: Row = {
        "total_prompt_tokens": sum(usage.prompt_tokens for usage in usages),
        "total_completion_tokens": sum(usage.completion_tokens for usage in usages),
        "total_steps": steps,
    }
    return totals if cost is None else totals | {"total_cost_usd": cost}
