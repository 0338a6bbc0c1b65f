"""Learnable tasks beside any: one fine-tuned learner, and two ways to draw from the same training tasks.

Its own replies to them say how often it solves each. GRPO plays those that it solves sometimes
(`grpo-learnable`), or any of them (`grpo-uniform`), again and again, for as many steps of as many replies.
"""

from __future__ import annotations

from itertools import combinations, product
from pathlib import Path

from benchmarks.training_value import grpo
from benchmarks.training_value.pipeline import Learner
from benchmarks.training_value.reward import Place
from medgym_train.learnable import learnable
from medgym_train.rates import pass_rates

RULE = "medgym"
"""The reward that is learned from."""
BOUNDS = {"uniform": (0.0, 1.0), "learnable": (0.25, 0.75)}
"""Way of drawing to the bounds of estimated pass rates: within the latter nine groups of 8 in ten or more
differ in their rewards."""


class Choosing(Learner):
    """One family and one seed, by any tasks and by learnable ones, from where it was fine-tuned."""

    def train(self) -> dict[str, Path]:
        """The fine-tuned learner, and what it becomes by each way of drawing."""
        self._limit_threads()
        start = self._fitted()
        own = self._own(start)
        return {"sft": start} | {f"grpo-{way}": self._drawn(start, own, way) for way in BOUNDS}

    def run(self) -> None:
        """All stages, each unless it is done."""
        trained = self.train()
        for name, samples in product(trained, self._samples()):
            self._evaluated(name, trained[name], "test", samples)
        for (first, second), samples in product(combinations(trained, 2), self._samples()):
            self._compared(first, second, samples)

    def _drawn(self, start: Path, own: Path, way: str) -> Path:
        """What it becomes by the tasks within the bounds of a way of drawing."""
        playing, name, bounds = self._preset.playing, f"grpo-{way}", BOUNDS[way]
        settings = {"playing": vars(playing), "rule": RULE, "seed": self._seed, "bounds": bounds}
        self._stage(
            name,
            settings,
            lambda made: grpo.play(
                start, made, self._played_data[:1], chosen(own, bounds, self._seed), RULE, playing, self._seed
            ),
        )
        return self._path(name)


def chosen(own: Path, bounds: tuple[float, float], seed: int) -> list[Place]:
    """The tasks of a run whose estimated pass rates lie within the bounds, of the first opened data."""
    return [(0, int(task.rpartition("/")[2])) for task in learnable(pass_rates([own]), *bounds, seed=seed)]
