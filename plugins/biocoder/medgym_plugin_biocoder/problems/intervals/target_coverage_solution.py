"""Measure how well reads cover target regions."""

from itertools import pairwise

MIN_DEPTH = 2
MIN_QUALITY = 20
UNIQUE = True
AS_SHARE = True


def counted(quality: int) -> bool:
    """Whether a read of this mapping quality counts."""
    return quality >= MIN_QUALITY


def target_coverage(targets: list[list[int]], reads: list[list[int]]) -> list[float]:
    """Bases of each target that are covered deeply enough, or their share."""
    kept = [(start, end) for start, end, quality in reads if counted(quality)]
    if UNIQUE:
        kept = list(dict.fromkeys(kept))
    changes: dict[int, int] = {}
    for start, end in kept:
        changes[start] = changes.get(start, 0) + 1
        changes[end] = changes.get(end, 0) - 1
    places = sorted(changes)
    found: list[float] = []
    for begin, stop in targets:
        depth, covered = 0, 0
        for place, following in pairwise(places):
            depth += changes[place]
            if depth >= MIN_DEPTH:
                covered += max(0, min(stop, following) - max(begin, place))
        found.append(covered / (stop - begin) if AS_SHARE and stop > begin else covered)
    return found
