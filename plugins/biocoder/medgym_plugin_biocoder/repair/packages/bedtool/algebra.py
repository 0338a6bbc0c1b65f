"""Union, intersection and difference of lists of [start, end] on one contig."""


def merge(intervals: list[list[int]], gap: int = 0) -> list[list[int]]:
    """Intervals, sorted, with those joined that overlap, touch, or lie at most ``gap`` bases apart."""
    joined: list[list[int]] = []
    for start, end in sorted(intervals):
        if joined and start <= joined[-1][1] + gap:
            joined[-1][1] = max(joined[-1][1], end)
        else:
            joined.append([start, end])
    return joined


def intersect(ours: list[list[int]], theirs: list[list[int]]) -> list[list[int]]:
    """The stretches that both have, sorted and merged; what touches shares nothing."""
    ours, theirs = merge(ours), merge(theirs)
    shared = []
    first = second = 0
    while first < len(ours) and second < len(theirs):
        start = max(ours[first][0], theirs[second][0])
        end = min(ours[first][1], theirs[second][1])
        if start < end:
            shared.append([start, end])
        if ours[first][1] < theirs[second][1]:
            first += 1
        else:
            second += 1
    return shared


def subtract(ours: list[list[int]], theirs: list[list[int]]) -> list[list[int]]:
    """The stretches that the first have and the second lack, sorted and merged."""
    left = []
    others = merge(theirs)
    for start, end in merge(ours):
        for low, high in others:
            if high <= start or low >= end:
                continue
            if low > start:
                left.append([start, low])
            start = high
        if start < end:
            left.append([start, end])
    return left
