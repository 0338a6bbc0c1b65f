"""Start values of a four-parameter logistic curve."""

from itertools import pairwise
from math import exp, log

SUMMARY = "mean"
FRACTION = 0.5
SCALE = "log"
MARGIN = 0.0


def summary(values: list[float]) -> float:
    """One response for the replicates of a dose."""
    if SUMMARY == "mean":
        return sum(values) / len(values)
    ranked = sorted(values)
    return (ranked[(len(ranked) - 1) // 2] + ranked[len(ranked) // 2]) / 2


def crossing(points: list[tuple[float, float]], target: float) -> float | None:
    """The dose at which the line through the points first meets the target."""
    for (dose, response), (next_dose, next_response) in pairwise(points):
        if min(response, next_response) <= target <= max(response, next_response):
            if response == next_response:
                return dose
            share = (target - response) / (next_response - response)
            if SCALE == "log":
                return exp(log(dose) + share * (log(next_dose) - log(dose)))
            return dose + share * (next_dose - dose)
    return None


def steepness(points: list[tuple[float, float]], lower: float, upper: float) -> float | None:
    """Slope of the logits of responses on the logarithms of doses."""
    inside = [
        (log(dose), log((response - lower) / (upper - response)))
        for dose, response in points
        if lower < response < upper
    ]
    if len(inside) < 2:
        return None
    middle = sum(x for x, _ in inside) / len(inside)
    spread = sum((x - middle) ** 2 for x, _ in inside)
    return sum((x - middle) * y for x, y in inside) / spread


def start_values(doses: list[float], responses: list[float]) -> list[float | None]:
    """Lower and upper asymptote, effective dose and slope."""
    if not doses:
        return [None, None, None, None]
    replicates: dict[float, list[float]] = {}
    for dose, response in sorted(zip(doses, responses, strict=True)):
        replicates.setdefault(dose, []).append(response)
    levels = [(dose, summary(values)) for dose, values in replicates.items()]
    smallest, largest = min(level for _, level in levels), max(level for _, level in levels)
    lower = smallest - MARGIN * (largest - smallest)
    upper = largest + MARGIN * (largest - smallest)
    rising = levels[-1][1] >= levels[0][1]
    target = lower + (FRACTION if rising else 1 - FRACTION) * (upper - lower)
    points = [(dose, level) for dose, level in levels if dose > 0]
    return [lower, upper, crossing(points, target), steepness(points, lower, upper)]
