"""Pruning with numpy's correlation and a mask of what is alive."""

from fractions import Fraction

import numpy as np


def solve(p, variants):
    table = [np.array([np.nan if x is None else x for x in variant], float) for variant in variants]
    alive = [True] * len(table)
    first = 0
    while first < len(table):
        later = range(first + 1, min(first + p.window, len(table)))
        for second in [index for index in later if alive[first]]:
            if (
                not (alive[first] and alive[second])
                or correlation(p, table[first], table[second]) <= p.threshold
            ):
                continue
            if p.drop_rarer and frequency(variants[first]) < frequency(variants[second]):
                alive[first] = False
            else:
                alive[second] = False
        first += 1
    return [index for index, is_alive in enumerate(alive) if is_alive]


def correlation(p, one, other):
    both = ~(np.isnan(one) | np.isnan(other))
    x, y = one[both], other[both]
    if both.sum() < p.min_pairs or x.min() == x.max() or y.min() == y.max():
        return 0
    return np.corrcoef(x, y)[0, 1] ** 2


def frequency(variant):
    known = [x for x in variant if x is not None]
    share = Fraction(sum(known), 2 * len(known) or 1)
    return min(share, 1 - share) if known else Fraction(0)
