"""Reading the results of studies: what the stages of a kind found, learner by learner and seed by seed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean
from typing import Any

Results = Mapping[str, Mapping[str, Any]]
"""Stage to what it found, with its settings and its cost."""


def of_seeds(results: Results, stage: str, sampled: bool) -> Iterator[Mapping[str, Any]]:
    """What the stages of that kind found, seed by seed: greedily, or several replies to each task."""
    for name, result in results.items():
        *samples, seed = name.partition(stage)[2].split("-")
        if seed.isdecimal() and bool(samples) == sampled:
            yield result["found"]


def by_learner(results: Results, stage: str, sampled: bool) -> Iterator[tuple[str, list[Mapping[str, Any]]]]:
    """What :func:`of_seeds` finds of each study and family."""
    for learner in sorted({name.partition(stage)[0] for name in results if stage in name}):
        own = {name: result for name, result in results.items() if name.startswith(learner + stage)}
        if found := list(of_seeds(own, stage, sampled)):
            yield learner, found


def counted(seeds: Sequence[Any]) -> str:
    """How many seeds, in words."""
    return f"{len(seeds)} seed" + "s" * (len(seeds) != 1)


def listed(figures: Sequence[float], form: str) -> str:
    """Figures in words; equal ones once."""
    return ", ".join(dict.fromkeys(format(figure, form) for figure in figures))


def of_all(figures: Sequence[float], form: str) -> str:
    """The mean of seeds, and each of several; nothing where there are none."""
    if not figures:
        return ""
    each = f" ({', '.join(format(figure, form) for figure in figures)})" if len(figures) > 1 else ""
    return f"{format(fmean(figures), form)}{each}"


def success_of(results: Results, stage: str, seed: str, sampled: bool) -> str:
    """Success of a checkpoint on held-out tasks, if it was examined."""
    own = {name: result for name, result in results.items() if name.endswith(f"-{seed}")}
    return (
        ", ".join(f"{found['success_rate']:.1%}" for found in of_seeds(own, stage, sampled)) or "not measured"
    )
