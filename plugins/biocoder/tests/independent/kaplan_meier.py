"""Survival in exact fractions; limits on the log and log-log scales themselves."""

from fractions import Fraction
from itertools import accumulate
from math import exp, log


def solve(p, subjects):
    times = sorted({end for _, end, event in subjects if event})
    counts = [count(p, subjects, time) for time in times]
    survivals = list(accumulate([1 - Fraction(d, n) for n, d in counts], lambda one, two: one * two))
    terms = [Fraction(d, n * (n - d)) if n > d else 0 for n, d in counts]
    rows = []
    for time, (n, d), s, variance in zip(times, counts, survivals, accumulate(terms), strict=True):
        rows.append([time, n, d, float(s), *limits(p, float(s), float(variance))])
    return rows


def count(p, subjects, time):
    """Numbers at risk and of events, by sorting everybody to one side of the time."""
    observed = [one for one in subjects if not p.entries or one[0] < time]
    deaths = [one for one in observed if one[1] == time and one[2]]
    ties = [one for one in observed if one[1] == time and not one[2]]
    later = [one for one in observed if one[1] > time]
    return len(deaths) + len(later) + (0 if p.censored_first else len(ties)), len(deaths)


def limits(p, s, variance):
    if s in (0, 1):
        return [None, None]
    error = p.quantile * variance**0.5
    if p.transform == "plain":
        ends = s * (1 - error), s * (1 + error)
    elif p.transform == "log":
        ends = exp(log(s) - error), exp(log(s) + error)
    else:
        centre, half = log(-log(s)), error / log(s)
        ends = exp(-exp(centre - half)), exp(-exp(centre + half))
    return [min(1, max(0, end)) for end in ends]
