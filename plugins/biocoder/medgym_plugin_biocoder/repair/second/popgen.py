"""``popgen`` with lists of alleles, enumerated pairs and factorials in exact fractions."""

import re
from fractions import Fraction
from itertools import combinations
from math import factorial
from statistics import fmean


def _alleles(calls: list[str]) -> list[int]:
    return [0 + (a != "0") for call in calls for a in re.split(r"[/|]", call) if "." not in call]


def dosages(calls: list[str]) -> list[int | None]:
    """As in the package."""
    split = [re.split(r"[/|]", call) for call in calls]
    if any(len(alleles) != 2 for alleles in split):
        raise ValueError
    return [None if "." in pair else 2 - pair.count("0") for pair in split]


def counts(calls: list[str]) -> list[int]:
    """As in the package."""
    found = dosages(calls)
    return [found.count(number) for number in range(3)]


def minor(sites: list[list[str]], least: float) -> list[int]:
    """As in the package."""
    kept = []
    for place, calls in enumerate(sites):
        alleles = _alleles(calls)
        rare = min(alleles.count(0), alleles.count(1))
        kept += [place] if (rare / len(alleles) if alleles else 0.0) >= least else []
    return kept


def diversity(sites: list[list[str]], length: int) -> float:
    """As in the package."""
    means = []
    for calls in sites:
        pairs = [one != other for one, other in combinations(_alleles(calls), 2)]
        means.append(fmean(pairs) if pairs else 0.0)
    return sum(means) / length


def fixation(one: list[list[str]], other: list[list[str]]) -> float:
    """As in the package."""
    above = below = Fraction(0)
    for ours, theirs in zip(map(_alleles, one), map(_alleles, other), strict=True):
        if ours and theirs:
            p, q = Fraction(sum(ours), len(ours)), Fraction(sum(theirs), len(theirs))
            inner = p * (1 - p) / (len(ours) - 1) + q * (1 - q) / (len(theirs) - 1)
            above += (p - q) ** 2 - inner
            below += p + q - 2 * p * q
    return float(above / below) if below else 0.0


def chi_squared(none: int, one: int, two: int) -> float:
    """As in the package."""
    total = none + one + two
    return total * float(_excess(none, one, two)) ** 2


def _excess(none: int, one: int, two: int) -> Fraction:
    total = none + one + two
    a, b = 2 * none + one, 2 * two + one
    return 1 - Fraction(2 * one * total, a * b) if a * b else Fraction(0)


def inbreeding(none: int, one: int, two: int) -> float:
    """As in the package."""
    return float(_excess(none, one, two))


def exact_p(none: int, one: int, two: int) -> float:
    """As in the package."""
    total, rare = none + one + two, 2 * min(none, two) + one
    weights = {}
    for hets in range(rare % 2, rare + 1, 2):
        homs = (rare - hets) // 2
        rest = total - hets - homs
        weights[hets] = Fraction(2**hets, factorial(hets) * factorial(homs) * factorial(rest))
    return float(sum(w for w in weights.values() if w <= weights[one]) / sum(weights.values()))


def r_squared(one: list[str], other: list[str]) -> float:
    """As in the package."""
    rows = list(zip(dosages(one), dosages(other), strict=True))
    known = [(x, y) for x, y in rows if x is not None and y is not None]
    n = len(known)
    sx, sy = sum(x for x, _ in known), sum(y for _, y in known)
    vx = n * sum(x * x for x, _ in known) - sx * sx
    vy = n * sum(y * y for _, y in known) - sy * sy
    return (n * sum(x * y for x, y in known) - sx * sy) ** 2 / (vx * vy) if vx * vy else 0.0


def d_prime(haplotypes: list[str]) -> float:
    """As in the package."""
    table = {key: haplotypes.count(key) for key in ("00", "01", "10", "11")}
    a, b, c, d = (table[key] for key in ("11", "10", "01", "00"))
    cross = a * d - b * c
    limit = (
        min((a + b) * (b + d), (a + c) * (c + d)) if cross > 0 else min((a + b) * (a + c), (b + d) * (c + d))
    )
    return cross / limit if limit else 0.0
