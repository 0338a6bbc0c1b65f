"""Reading the results of studies: what the stages of a kind found, learner by learner and seed by seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
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


def one_by_one(results: Results, stage: str, figure: Callable[[Mapping[str, Any]], float]) -> str:
    """A figure of the stages of that kind, one by one; or that there was none."""
    said = []
    for name, result in results.items():
        family, _, rest = name.partition(stage)
        *samples, seed = rest.split("-")
        if seed.isdecimal():
            how = " at temperature 1" if samples else ""
            said.append(f"{family}, seed {seed}{how}: {100 * figure(result['found']):+.1f}")
    return "; ".join(said) or "not measured"


def success_of(results: Results, stage: str, seed: str, sampled: bool) -> str:
    """Success of a checkpoint on held-out tasks, if it was examined."""
    own = {name: result for name, result in results.items() if name.endswith(f"-{seed}")}
    return (
        ", ".join(f"{found['success_rate']:.1%}" for found in of_seeds(own, stage, sampled)) or "not measured"
    )
