"""Alignment by recursion over whole gaps, each tried at every length."""

from functools import cache


def solve(p, first, second):
    def gap(size):
        return p.gap_open + p.gap_extend * (size if p.first_extends else size - 1)

    @cache
    def ending(i, j):
        """Best score of an alignment of prefixes that ends exactly there."""
        options = [0] if (i, j) == (0, 0) or p.mode == "local" else []
        if p.mode == "overlap" and 0 in (i, j):
            options.append(0)
        if i and j:
            pair = p.match if first[i - 1] == second[j - 1] else p.mismatch
            options.append(ending(i - 1, j - 1) + pair)
        options += [ending(i - size, j) - gap(size) for size in range(1, i + 1)]
        options += [ending(i, j - size) - gap(size) for size in range(1, j + 1)]
        return max(options)

    places = [(i, j) for i in range(len(first) + 1) for j in range(len(second) + 1)]
    if p.mode == "global":
        places = places[-1:]
    if p.mode == "overlap":
        places = [(i, j) for i, j in places if i == len(first) or j == len(second)]
    return max(ending(i, j) for i, j in places)
