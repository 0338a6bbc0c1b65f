"""What the card keeps of an episode: a row of facts, so that memory does not grow with what agents wrote."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from typing import NamedTuple

from medgym_core.trajectory import Episode, Step

_READS = re.compile(
    r"data/|https?://|\brequests\b|\bsqlite3?\b|\bopen\(|\.open\(|read_\w+\(|listdir|scandir|\bglob\b|\bwalk\("
)
"""What a program that reads anything writes."""
_LEAST_DIGITS = 3
_LEAST_CHARACTERS = 4
FILES = frozenset({"predictions"})
"""Kinds of answer for which one program may well solve many tasks."""


class Sample(NamedTuple):
    """One episode with a reward."""

    id: str
    """The episode's id."""
    family: str
    """Family of the task."""
    category: str
    """Category of the task."""
    task: str
    """Task id."""
    agent: str
    """Who played."""
    reward: float
    """Reward, in [0, 1]."""
    answer: str
    """Digest of what was submitted; empty where nothing was."""
    program: str
    """Digest of the programs submitted, without layout and comments; empty where there was none, or where the
    task asks for predictions."""
    unread: bool
    """Whether the task offers something to read and no action read."""
    unfound: bool
    """Whether a value submitted stands in the program, though nothing that the agent was shown holds it."""
    actions: int
    """Number of steps."""
    errors: int
    """Steps that failed."""
    chars: int
    """Characters that the agent wrote."""


def sample_of(episode: Episode) -> Sample | None:
    """The row of an episode; None if it carries no reward."""
    if episode.verdict.reward is None:
        return None
    steps, key = episode.steps, episode.key
    asked = {kind for turn in episode.turns for kind in turn.asked}
    programs = [_code(step) for step in steps if step.submitted]
    answers = [turn.answer for turn in episode.turns if turn.answer is not None]
    return Sample(
        id=episode.id,
        family=key.task.split("/", 1)[0],
        category=episode.category,
        task=key.task,
        agent=key.agent,
        reward=episode.verdict.reward,
        answer=_digest(*answers) if answers else "",
        program=_digest(*map(_plain, programs)) if programs and not asked & FILES else "",
        unread=_offers(episode) and not any(map(_reads, steps)),
        unfound=any(_unfound(episode)),
        actions=len(steps),
        errors=sum(not step.ok for step in steps),
        chars=sum(len(step.text) + len(step.reasoning) + len(_code(step)) for step in steps),
    )


def _code(step: Step) -> str:
    arguments = step.call.arguments if step.call else {}
    return str(arguments.get("code") or arguments.get("command") or "")


def _plain(code: str) -> str:
    lines = (" ".join(line.split()) for line in code.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith(("#", "--")))


def _digest(*texts: str) -> str:
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]


def _offers(episode: Episode) -> bool:
    """Whether the texts given to the agent tell of data, services or sources of information."""
    texts = ("\n" + episode.prompt, episode.system)
    return "\n- `data/` holds" in texts[1] or any(
        f"\n{mark} " in texts[0] for mark in ("Service", "request_info")
    )


def _reads(step: Step) -> bool:
    if step.call is None:
        return False
    if step.call.name in {"request_info", "terminal"} or step.call.arguments.get("language") == "sql":
        return True
    return _READS.search(_code(step)) is not None


def _unfound(episode: Episode) -> Iterator[bool]:
    seen = [episode.system, episode.prompt]
    for step in episode.steps:
        answer = episode.turns[step.turn].answer if step.turn < len(episode.turns) else None
        value = _telling(answer) if step.submitted and answer is not None else ""
        if value and value in _code(step):
            yield not any(value in text for text in seen)
        seen.append(step.observation)


def _telling(answer: str) -> str:
    """A single value with enough digits or letters that it stands nowhere by chance, else an empty text."""
    try:
        value = json.loads(answer)
    except ValueError:
        return ""
    if isinstance(value, str):
        return value if len(value) >= _LEAST_CHARACTERS else ""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return ""
    text = json.dumps(value)
    return text if len(text.lstrip("-0.").replace(".", "")) >= _LEAST_DIGITS else ""
