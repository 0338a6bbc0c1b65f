"""What the published rule gives for the episodes of a run."""

from __future__ import annotations

from pathlib import Path
from statistics import fmean

from benchmarks.training_value.reward import published
from medgym_core.env.opening import OpenFamily
from medgym_core.journal import counting_episodes


def regraded(run: Path, opened: OpenFamily) -> float:
    """The mean over all episodes of the last turn's answer under the published rule."""
    scores = []
    for episode in counting_episodes(run):
        _, split, index = episode.key.task.rsplit("/", 2)
        task, last = opened.family.task(opened.build, split, int(index)), episode.turns[-1]
        scores.append(published(opened.build, task, last.answer, last.language))
    return fmean(scores)
