"""One episode as text to read."""

from __future__ import annotations

import json
from collections.abc import Iterator

from medgym_core.report.escape import escape
from medgym_core.trajectory import Episode, Step


def transcript(episode: Episode) -> str:
    """The episode as text: identity, prompt, every action with its observation, verdict; safe to print."""
    return escape("\n".join(_lines(episode)) + "\n")


def _lines(episode: Episode) -> Iterator[str]:
    key, provenance = episode.key, episode.provenance
    yield f"episode {episode.id}"
    yield f"task    {key.task} ({episode.category}), sample {key.replica}, attempt {episode.attempt}"
    yield f"agent   {key.agent} {key.agent_config.get('model') or ''}".rstrip()
    yield f"box     {provenance.level or 'none'}, build {provenance.build[:12]}, {episode.started}"
    yield f"data    {provenance.tier}"
    if provenance.tier.labelled:
        yield provenance.tier.notice
    yield from _section("system", episode.system)
    yield from _section("prompt", episode.prompt)
    for number, step in enumerate(episode.steps, 1):
        yield from _step(number, step)
    for number, turn in enumerate(episode.turns, 1):
        collected = turn.answer if turn.answer is not None else turn.reason or "nothing"
        files = "".join(f", {path} ({digest[:12]})" for path, digest in turn.files.items())
        yield from _section(f"submitted in turn {number}", collected + files)
    yield from _section("verdict", _verdict(episode))


def _step(number: int, step: Step) -> Iterator[str]:
    if step.reasoning:
        yield from _section(f"{number}. reasoning", step.reasoning)
    if step.text:
        yield from _section(f"{number}. text", step.text)
    if step.call is not None:
        yield from _section(f"{number}. {step.call.name}", _arguments(dict(step.call.arguments)))
    outcome = "ok" if step.ok else step.error or "failed"
    submitted = ", submitted" if step.submitted else ""
    yield from _section(
        f"{number}. observation ({outcome}{submitted}, {step.wall_s:.2f} s)", step.observation
    )


def _arguments(arguments: dict[str, object]) -> str:
    """Arguments by name; texts as they are, so that code reads as code."""
    parts = []
    for name, value in arguments.items():
        multiline = isinstance(value, str) and "\n" in value
        parts.append(f"{name}:\n{value}" if multiline else f"{name}: {json.dumps(value, ensure_ascii=False)}")
    return "\n".join(parts)


def _verdict(episode: Episode) -> str:
    verdict = episode.verdict
    reward = "no reward" if verdict.reward is None else f"reward {verdict.reward:g}"
    parts = [f"{verdict.status}, {reward}" + (f", {verdict.reason}" if verdict.reason else "")]
    parts += [f"  {name} = {value:g}" for name, value in verdict.components.items()]
    parts += [f"  {name}: {json.dumps(value, ensure_ascii=False)}" for name, value in verdict.details.items()]
    return "\n".join([*parts, episode.error] if episode.error else parts)


def _section(title: str, body: str) -> Iterator[str]:
    yield f"\n--- {title}"
    if body:
        yield body
