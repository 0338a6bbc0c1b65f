"""The scores that a calculator gives, so that patients can be drawn for each as often as for any other."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

from medgym_plugin_medcalcbench.calculators import BY_KEY
from medgym_plugin_medcalcbench.cell import belongs, cell_of
from medgym_plugin_medcalcbench.drawing import draw

DRAWS, MOST, LEAST = 1_000, 24, 0.005
"""Patients drawn; more answers than ``MOST`` spread by themselves; rarer ones are not drawn for."""


@cache
def levels(key: str, split: str) -> tuple[float, ...]:
    """The scores that at least one in 200 patients of ``split`` has; none where there are many."""
    calculator, rng = BY_KEY[key], Random(f"medcalcbench/levels/{key}")
    found, scores = 0, Counter[float]()
    while found < DRAWS:
        inputs = draw(calculator, rng)
        answer = calculator.compute(inputs)
        if not isinstance(answer, int | float) or len(scores) > MOST:
            return ()
        if belongs(cell_of(calculator, inputs), split):
            scores[answer] += 1
            found += 1
    return tuple(sorted(score for score, times in scores.items() if times >= LEAST * DRAWS))
