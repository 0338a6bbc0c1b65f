"""Sizes of sets of intervals, and depth."""

from .algebra import intersect, merge


def length(intervals: list[list[int]]) -> int:
    """Bases that intervals cover, each counted once."""
    return sum(end - start for start, end in merge(intervals))


def jaccard(ours: list[list[int]], theirs: list[list[int]]) -> float:
    """Bases of both over bases of either; 0 if both are empty."""
    shared = length(intersect(ours, theirs))
    either = length(ours) + length(theirs) - shared
    return shared / either if either else 0.0


def pileup(intervals: list[list[int]]) -> list[list[int]]:
    """Depth as [start, end, depth], sorted; neighbours differ in depth, and depth 0 is left out."""
    steps: dict[int, int] = {}
    for start, end in intervals:
        steps[start] = steps.get(start, 0) + 1
        steps[end] = steps.get(end, 0) - 1
    found: list[list[int]] = []
    depth = last = 0
    for place in sorted(place for place, step in steps.items() if step):
        if depth:
            found.append([last, place, depth])
        depth += steps[place]
        last = place
    return found
