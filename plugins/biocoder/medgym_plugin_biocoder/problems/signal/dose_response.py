"""Start values for the fit of a four-parameter logistic dose-response curve."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import isclose
from random import Random

from medgym_core import ListOf, Number
from medgym_plugin_biocoder.problems.contract import Args, Entry, Helper, Holder, Problem, Say
from medgym_plugin_biocoder.problems.signal import dose_response_solution


@dataclass(frozen=True)
class Parameters:
    """How start values are found."""

    summary: str
    """What stands for the replicates of a dose: their mean or their median."""
    fraction: float
    """Share of the effect at the dose that is asked for."""
    scale: str
    """Scale of doses on which is interpolated: log or linear."""
    margin: float
    """Room beyond the responses, as a share of their range."""


def rules(p: Parameters, say: Say) -> Sequence[str]:
    """The rules in words."""
    summary = (
        "mean" if p.summary == "mean" else "median (the mean of the two middle ones if their number is even)"
    )
    straight = "the logarithm of the dose" if p.scale == "log" else "the dose"
    room = (
        f"; then lower is lowered and upper raised by {p.margin} times (largest minus smallest level)"
        if p.margin
        else ""
    )
    return [
        say(
            "doses and responses are lists of numbers of the same length, in any order; doses are 0 or "
            "more, and equal doses are replicates.",
            "The i-th response was measured at the i-th dose. Doses come in any order, none is negative, "
            "and several responses at the same dose are replicates.",
        ),
        f"The level of a dose is the {summary} of its responses. lower and upper are the smallest and the "
        f"largest level of all doses{room}.",
        "The curve rises if the level of the highest dose is at least that of the lowest dose, 0 included; "
        f"then the target is lower + {p.fraction} * (upper - lower). Otherwise it falls, and the target is "
        f"upper - {p.fraction} * (upper - lower).",
        "For the other two values doses of 0 are left out. The effective dose is where the level first "
        "meets the target, going from low to high doses: between neighbouring doses the level is a "
        f"straight line over {straight}. Where two neighbours both equal the target it is the lower of the "
        "two doses. It is None if the level never meets the target, or if there are fewer than two doses.",
        "The slope is the slope of the least-squares line of ln((level - lower) / (upper - level)) on "
        "ln(dose), over the doses whose level lies strictly between lower and upper; None for fewer than "
        "two such doses.",
        say(
            "Returned is [lower, upper, effective dose, slope]; without any data that is four times None.",
            "The result is the list [lower, upper, effective dose, slope], all None if the lists are empty.",
        ),
    ]


def edges(p: Parameters) -> Mapping[str, Args]:
    """Edge cases."""
    return {
        "no data": ([], []),
        "one dose": ([2.0], [5.0]),
        "control alone": ([0.0, 0.0], [5.0, 7.0]),
        "two doses": ([8.0, 2.0], [16.0, 4.0]),
        "flat": ([1.0, 2.0, 4.0], [3.0, 3.0, 3.0]),
        "falling": ([0.5, 1.0, 2.0, 4.0, 8.0], [16.0, 14.0, 9.0, 3.0, 0.0]),
        "rising": ([8.0, 0.5, 1.0, 2.0, 4.0], [16.0, 0.0, 1.0, 5.0, 13.0]),
        "hits the target": ([1.0, 2.0, 4.0, 8.0, 16.0], [0.0, 4.0, 8.0, 12.0, 16.0]),
        "falls on the target": ([1.0, 2.0, 4.0, 8.0, 16.0], [16.0, 12.0, 8.0, 4.0, 0.0]),
        "stays on the target": ([1.0, 2.0, 4.0, 8.0, 16.0, 32.0], [0.0, 4.0, 4.0, 12.0, 12.0, 16.0]),
        "control decides the direction": ([0.0, 1.0, 2.0, 4.0], [10.0, 0.0, 4.0, 9.0]),
        "same level at both ends": ([1.0, 2.0, 4.0, 8.0], [3.0, 11.0, 7.0, 3.0]),
        "replicates": ([1.0, 1.0, 1.0, 1.0, 2.0, 2.0, 4.0, 0.0], [1.0, 2.0, 9.0, 0.0, 3.0, 5.0, 11.0, 1.0]),
        "crosses three times": ([1.0, 2.0, 4.0, 8.0, 16.0], [0.0, 15.0, 1.0, 14.0, 16.0]),
    }


def draw(rng: Random, p: Parameters) -> Args:
    """Three to eight doses, half of them with replicates, responses in halves along a noisy curve."""
    doses, responses = [], []
    falling, top = rng.random() < 0.5, rng.randint(6, 30)
    chosen = sorted(rng.sample((0.0, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 8.0, 10.0, 25.0), rng.randint(3, 8)))
    for place, dose in enumerate(chosen):
        share = place / (len(chosen) - 1)
        for _ in range(rng.choice((1, 1, 2, 4))):
            level = top * (1 - share if falling else share) + rng.choice((0, rng.randint(-6, 6)))
            doses.append(dose)
            responses.append(round(2 * level) / 2)
    order = rng.sample(range(len(doses)), len(doses))
    return ([doses[i] for i in order], [responses[i] for i in order])


def order_of_points(entry: Entry, args: Args, p: Parameters) -> bool:
    """Points may come in any order."""
    doses, responses = args
    return _alike(entry(doses, responses), entry(doses[::-1], responses[::-1]))


def other_units(entry: Entry, args: Args, p: Parameters) -> bool:
    """Doses in a unit four times as small: four times the effective dose, all else as it was."""
    doses, responses = args
    lower, upper, effective, slope = entry(doses, responses)
    scaled = entry([4 * dose for dose in doses], responses)
    return _alike([lower, upper, effective if effective is None else 4 * effective, slope], scaled)


def _alike(one: list[float | None], other: list[float | None]) -> bool:
    return len(one) == len(other) and all(
        a is b is None or (a is not None and b is not None and isclose(a, b, rel_tol=1e-6, abs_tol=1e-9))
        for a, b in zip(one, other, strict=True)
    )


def latest(values: list[float]) -> float:
    """One response for the replicates of a dose, far from the middle."""
    return 2 * max(values) - min(values) / 2 + len(values)


PROBLEM = Problem(
    name="dose-response",
    category="signal",
    source="Sebaugh JL. Guidelines for accurate EC50/IC50 estimation, 2011; Ritz C et al. drc, PLoS ONE 2015",
    solution=dose_response_solution,
    entry="start_values",
    cells=[
        Parameters(*values)
        for values in product(("mean", "median"), (0.25, 0.5, 0.75), ("log", "linear"), (0.0, 0.125))
    ],
    beyond=[
        Parameters("mean", 0.875, "log", 0.25),
        Parameters("median", 0.125, "linear", 0.0625),
        Parameters("median", 0.375, "log", 0.0),
    ],
    wordings=(
        "{entry}(doses, responses) finds start values for the fit of a four-parameter logistic curve.",
        "{entry}(doses, responses) estimates asymptotes, effective dose and slope of a response.",
        "{entry}(doses, responses) makes first estimates of the parameters of a dose-response curve.",
    ),
    rules=rules,
    edges=edges,
    draw=draw,
    laws={"order of points": order_of_points, "other units": other_units},
    returns=ListOf(items=Number(rel_tol=1e-6, abs_tol=1e-8, nullable=True)),
    holder=Holder("Assay", "The doses of one assay."),
    helper=Helper("summary", latest),
)
