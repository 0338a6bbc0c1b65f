"""Merge genomic intervals."""

from typing import Any

MAX_GAP = 0
STRANDED = True
ONE_BASED = False
MIN_MEMBERS = 1


def distance(end: int, start: int) -> int:
    """Bases between an interval's half-open end and a later one's start."""
    return start - end


def merge_intervals(intervals: list[list[Any]]) -> list[list[Any]]:
    """Merged intervals with the number of their members."""
    clusters: dict[tuple[str, str], list[list[int]]] = {}
    for chrom, start, end, strand in sorted(intervals):
        begin = start - 1 if ONE_BASED else start
        found = clusters.setdefault((chrom, strand if STRANDED else "."), [])
        if found and distance(found[-1][1], begin) <= MAX_GAP:
            found[-1][1] = max(found[-1][1], end)
            found[-1][2] += 1
        else:
            found.append([begin, end, 1])
    merged = []
    for (chrom, strand), found in clusters.items():
        for begin, end, members in found:
            if members >= MIN_MEMBERS:
                merged.append((chrom, begin + 1 if ONE_BASED else begin, end, strand, members))
    return [list(interval) for interval in sorted(merged)]
