"""One episode as the viewer shows it: its parts, turn by turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from markupsafe import Markup

from medgym_core.trajectory import Episode, Step
from medgym_view.code import cut, highlight, language_of, plain


@dataclass(frozen=True)
class Part:
    """A titled text, perhaps folded; ``left_out`` counts the characters that are not shown."""

    title: str
    body: Markup
    left_out: int
    folded: bool = False


@dataclass(frozen=True)
class Block:
    """What belongs together: an action with its result, a turn's submission, the verdict."""

    anchor: str
    title: str
    remark: str
    parts: tuple[Part, ...]
    failed: bool = False


def blocks(episode: Episode) -> tuple[Block, ...]:
    """The question, every action with what came of it, what was submitted, and the verdict."""
    rules = part(f"the rules that the agent is given ({len(episode.system):,} characters)", episode.system)
    question = (part("prompt", episode.prompt), replace(rules, folded=True))
    steps = (_step(number, step) for number, step in enumerate(episode.steps, 1))
    collected = (part(f"turn {n}", text) for n, text in enumerate(_collected(episode), 1))
    return (
        Block("question", "Question", "", question),
        *steps,
        Block("submitted", "Submitted", "", tuple(collected)),
        _verdict(episode),
    )


def facts(episode: Episode) -> Mapping[str, str]:
    """Title and text of what identifies the episode."""
    key, provenance = episode.key, episode.provenance
    return {
        "category": episode.category,
        "sample": str(key.replica),
        "agent": f"{key.agent} {key.agent_config.get('model') or ''}".rstrip(),
        "data": provenance.tier.value,
        "isolation": provenance.level or "no box",
        "seconds": f"{episode.wall_s:.1f}",
        "build": provenance.build[:12],
        "started": episode.started,
        "id": episode.id,
    }


def part(title: str, text: str, language: str = "") -> Part:
    """A text, or code with its syntax in colour, cut where a page would become too long."""
    shown, left_out = cut(text)
    return Part(title, highlight(shown, language), left_out)


def _step(number: int, step: Step) -> Block:
    seconds = f"{step.wall_s:.2f} s"
    outcome = "ok" if step.ok else step.error or "failed"
    remark = ", ".join(
        [f"turn {step.turn + 1}", outcome, *(["submitted"] if step.submitted else []), seconds]
    )
    title = f"{number}. {step.call.name if step.call else 'no action'}"
    return Block(f"step-{number}", title, remark, tuple(_parts(step)), failed=not step.ok)


def _parts(step: Step) -> Iterator[Part]:
    if step.reasoning:
        yield part("reasoning", step.reasoning)
    if step.text:
        yield part("text", step.text)
    for name, value in step.call.arguments.items() if step.call else ():
        yield part(name, plain(value), language_of(step.call, name) if step.call else "")
    yield part("observation", step.observation)


def _collected(episode: Episode) -> Iterator[str]:
    for turn in episode.turns:
        files = "".join(f"\n{path} (sha256 {digest[:12]})" for path, digest in turn.files.items())
        yield (turn.answer if turn.answer is not None else turn.reason or "nothing") + files


def _verdict(episode: Episode) -> Block:
    verdict = episode.verdict
    reward = "no reward" if verdict.reward is None else f"reward {verdict.reward:g}"
    parts = [part("reason", verdict.reason)] if verdict.reason else []
    if verdict.components:
        lines = (f"{name} = {value:g}" for name, value in verdict.components.items())
        parts.append(part("components", "\n".join(lines)))
    parts += [part(name, plain(value)) for name, value in verdict.details.items()]
    parts += [part("error", episode.error)] if episode.error else []
    failed = (verdict.reward or 0) < 1
    return Block(
        "verdict", f"Verdict: {verdict.status.value.replace('_', ' ')}", reward, tuple(parts), failed
    )
