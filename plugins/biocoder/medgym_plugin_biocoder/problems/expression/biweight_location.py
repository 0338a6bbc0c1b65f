"""Biweight location of the log ratios of a copy-number segment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import isclose
from random import Random

from medgym_core import Number
from medgym_plugin_biocoder.problems.contract import Args, Entry, Helper, Holder, Problem, Say
from medgym_plugin_biocoder.problems.expression import biweight_location_solution


@dataclass(frozen=True)
class Parameters:
    """How the centre is found."""

    tuning: float
    """Half width of the weight function, in median absolute deviations."""
    steps: int
    """Number of reweightings."""
    min_values: int
    """Least number of values for a reweighting."""
    floor: float
    """Least median absolute deviation."""


def rules(p: Parameters, say: Say) -> Sequence[str]:
    """The rules in words."""
    return [
        say(
            "The argument is a list of log2 ratios; None stands for a bin without reads and is left out "
            "first.",
            "Log2 ratios of a segment's bins are given as a list; entries that are None do not count at all.",
        ),
        "The centre is at first the median of the values, the mean of the two middle ones for an even "
        "number.",
        f"With fewer than {p.min_values} values the median is the result.",
        say(
            f"Otherwise the centre is replaced {p.steps} times, one after the other",
            f"Otherwise these steps are done {p.steps} times in all, each with the centre that the last "
            f"one left",
        )
        + ": s is the median of the absolute distances of all values from the centre, but at least "
        f"{p.floor}; u is (value - centre) / ({p.tuning} * s); values with |u| >= 1 get the weight 0, the "
        "others (1 - u^2)^2; the new centre is the weighted mean of the values. If all weights are 0 the "
        "centre stays.",
        "Returned is the centre, or None if no value is there.",
    ]


def edges(p: Parameters) -> Mapping[str, Args]:
    """Edge cases."""
    few = [0.5, -0.25, 1.75, 0.125, -2.0, 3.5, 0.25, -1.0, 0.625, 1.0]
    edge = p.tuning * p.floor
    return {
        "no values": ([],),
        "all missing": ([None, None, None],),
        "one value": ([None, -0.75],),
        "one value too few": (few[: p.min_values - 1],),
        "just enough values": ([*few[: p.min_values], None],),
        "no spread": ([0.5, 0.5, 0.5, 0.5, 0.5, 0.875],),
        "spread below the least": ([0.0, 0.03125, -0.03125, 0.0, 0.75 * edge, -0.5 * edge, 0.0],),
        "outlier": ([0.125, 0.25, 0.0, 0.375, -9.0, 0.25, 0.5],),
        "two groups": ([-1.0, -1.125, -0.875, 1.0, 1.25, 0.75],),
    }


def draw(rng: Random, p: Parameters) -> Args:
    """Up to 15 ratios in eighths: a bulk, a shoulder, outliers, missing ones."""
    bulk, shoulder = rng.randint(-12, 12), rng.randint(-40, 40)
    values: list[float | None] = []
    for _ in range(rng.randint(1, 15)):
        centre, spread = rng.choice(((bulk, 3), (bulk, 6), (shoulder, 4), (bulk, 30)))
        values.append((centre + rng.randint(-spread, spread)) / 8)
    if rng.random() < 0.4:
        values[rng.randrange(len(values))] = None
    return (values,)


def lies_among_values(entry: Entry, args: Args, p: Parameters) -> bool:
    """The centre lies between the smallest and the largest value."""
    known = [value for value in args[0] if value is not None]
    centre = entry(*args)
    return centre is None if not known else min(known) - 1e-9 <= centre <= max(known) + 1e-9


def moves_with_values(entry: Entry, args: Args, p: Parameters) -> bool:
    """Values that are all two higher, or of the other sign, move the centre alike."""
    (values,) = args
    centre = entry(values)
    if centre is None:
        return True
    higher = entry([None if value is None else value + 2 for value in values])
    mirrored = entry([None if value is None else -value for value in values])
    return isclose(higher, centre + 2, abs_tol=1e-6) and isclose(mirrored, -centre, abs_tol=1e-6)


def midpoint(values: list[float]) -> float:
    """A third of the way from the smallest value to the largest."""
    return (2 * min(values) + max(values)) / 3


PROBLEM = Problem(
    name="biweight-location",
    category="expression",
    source="Mosteller F, Tukey JW. Data Analysis and Regression, 1977; Beers TC et al. 1990",
    solution=biweight_location_solution,
    entry="biweight_location",
    cells=[Parameters(*values) for values in product((4.0, 6.0, 9.0), (1, 2, 4), (2, 4), (0.125, 0.25))],
    beyond=[Parameters(3.0, 6, 3, 0.125), Parameters(12.0, 3, 6, 0.5), Parameters(5.0, 8, 5, 0.0625)],
    wordings=(
        "{entry}(values) is the biweight location of a copy-number segment's log2 ratios.",
        "{entry}(values) estimates the level of a segment robustly, with Tukey's biweight.",
        "{entry}(values) finds the centre of log2 ratios so that outlying bins hardly count.",
    ),
    rules=rules,
    edges=edges,
    draw=draw,
    laws={"lies among values": lies_among_values, "moves with values": moves_with_values},
    returns=Number(rel_tol=1e-6, abs_tol=1e-8, nullable=True),
    holder=Holder("Segment", "Log2 ratios of the bins of one segment."),
    helper=Helper("median", midpoint),
)
