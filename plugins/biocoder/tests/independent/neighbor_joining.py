"""Neighbour joining by Saitou and Nei's own criterion, the length of the whole tree, in exact fractions."""

from fractions import Fraction
from itertools import combinations


def solve(p, names, distances):
    d = {
        frozenset((one, other)): Fraction(distances[i][j])
        for i, one in enumerate(names)
        for j, other in enumerate(names)
        if i != j
    }
    groups = {name: [name] for name in sorted(names)}
    branches = []
    while len(groups) > 2:
        pairs = list(combinations(sorted(groups), 2))
        least = min(tree_length(groups, d, pair) for pair in pairs)
        best = [pair for pair in pairs if tree_length(groups, d, pair) == least]
        a, b = best[0] if p.tie == "first" else best[-1]
        others = [k for k in groups if k not in (a, b)]
        whole = d[frozenset((a, b))]
        lean = sum(d[frozenset((a, k))] - d[frozenset((b, k))] for k in others) / len(others)
        branches += zip(
            [groups[a], groups[b]], treated(p, (whole + lean) / 2, (whole - lean) / 2), strict=True
        )
        for k in others:
            both = d[frozenset((a, k))] + d[frozenset((b, k))]
            d[frozenset((a, k))] = (both - (whole if p.update == "reduced" else 0)) / 2
        groups[a] = sorted(groups[a] + groups.pop(b))
    if len(groups) == 2:
        last = d[frozenset(groups)]
        branches.append((groups[max(groups)], last if p.negative == "keep" else max(last, 0)))
    single = (1, len(names) - 1)
    return [[who, float(length)] for who, length in branches if p.internal or len(who) in single]


def tree_length(groups, d, pair):
    others = [k for k in groups if k not in pair]
    near = sum(d[frozenset((one, k))] for one in pair for k in others)
    far = sum(d[frozenset(two)] for two in combinations(others, 2))
    return near / (2 * len(others)) + d[frozenset(pair)] / 2 + far / len(others)


def treated(p, first, second):
    if p.negative == "zero":
        return max(first, 0), max(second, 0)
    if p.negative == "shift" and first < 0:
        return 0, max(first + second, 0)
    if p.negative == "shift" and second < 0:
        return max(first + second, 0), 0
    return first, second
