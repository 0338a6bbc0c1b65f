"""The episodes of a run under the published rule."""

from __future__ import annotations

from pathlib import Path
from statistics import fmean
from typing import Any

from benchmarks.training_value.reward import published
from medgym_core.env.opening import OpenFamily
from medgym_core.journal import counting_episodes
from medgym_core.trajectory import Episode

SHOWN = 3
"""Episodes that are shown of those that the published rule alone accepts."""
CHARS = 300
"""Of an answer that is shown."""


def regraded(run: Path, opened: OpenFamily) -> dict[str, Any]:
    """The published rule's mean over all episodes, how many it alone accepts, and some of them."""
    scores, accepted = [], []
    for episode in counting_episodes(run):
        _, split, index = episode.key.task.rsplit("/", 2)
        task, last = opened.family.task(opened.build, split, int(index)), episode.turns[-1]
        scores.append(published(opened.build, task, last.answer, last.language))
        if scores[-1] and not episode.verdict.reward:
            accepted.append(episode)
    return {
        "published": fmean(scores),
        "published_alone": len(accepted),
        "shown": [_shown(episode) for episode in accepted[:SHOWN]],
    }


def _shown(episode: Episode) -> dict[str, str]:
    call = episode.steps[-1].call
    question = episode.prompt.rpartition("Question: ")[2].partition("\n")[0]
    return {
        "task": episode.key.task,
        "question": question,
        "code": str(call.arguments.get("code", "")) if call else "",
        "answer": (episode.turns[-1].answer or "")[:CHARS],
    }
