"""``bedtool`` base by base."""

from collections import Counter
from typing import Any


def parse_bed(text: str) -> list[list[Any]]:
    """As in the package."""
    found = []
    for line in text.split("\n"):
        words = line.split()
        if not words or line[0] == "#" or line[:5] == "track" or line[:7] == "browser":
            continue
        contig, start, end = words[0], int(words[1:3][0]), int((words[2:3] or ["x"])[0])
        if not 0 <= start <= end:
            raise ValueError
        padded = [*words, *["."] * 6][:6] if len(words) < 6 else words
        name = words[3] if len(words) >= 4 else "."
        found.append([contig, start, end, name, padded[5] if len(words) >= 6 else "."])
    return found


def slop(text: str, before: int, after: int, sizes: dict[str, int]) -> list[list[Any]]:
    """As in the package."""
    found = []
    for contig, start, end, name, strand in parse_bed(text):
        if strand != "-":
            start, end = start - before, end + after
        else:
            start, end = start - after, end + before
        found.append([contig, sorted([0, start])[1], sorted([sizes[contig], end])[0], name, strand])
    return found


def _bases(intervals: list[list[int]]) -> set[int]:
    return {base for start, end in intervals for base in range(start, end)}


def _runs(bases: set[int]) -> list[list[int]]:
    starts = sorted(base for base in bases if base - 1 not in bases)
    ends = sorted(base + 1 for base in bases if base + 1 not in bases)
    return [[start, end] for start, end in zip(starts, ends, strict=True)]


def merge(intervals: list[list[int]], gap: int = 0) -> list[list[int]]:
    """As in the package."""
    joined = _runs(_bases(intervals))
    found = joined[:1]
    for start, end in joined[1:]:
        if start - found[-1][1] <= gap:
            found[-1] = [found[-1][0], end]
        else:
            found.append([start, end])
    return found


def intersect(ours: list[list[int]], theirs: list[list[int]]) -> list[list[int]]:
    """As in the package."""
    return _runs(_bases(ours) & _bases(theirs))


def subtract(ours: list[list[int]], theirs: list[list[int]]) -> list[list[int]]:
    """As in the package."""
    return _runs(_bases(ours) - _bases(theirs))


def jaccard(ours: list[list[int]], theirs: list[list[int]]) -> float:
    """As in the package."""
    one, other = _bases(ours), _bases(theirs)
    return len(one & other) / max(1, len(one | other))


def pileup(intervals: list[list[int]]) -> list[list[int]]:
    """As in the package."""
    depth = Counter(base for start, end in intervals for base in range(start, end))
    found: list[list[int]] = []
    for base in sorted(depth):
        if found and found[-1][1] == base and found[-1][2] == depth[base]:
            found[-1][1] += 1
        else:
            found.append([base, base + 1, depth[base]])
    return found


def closest(query: list[int], targets: list[list[int]]) -> list[int]:
    """As in the package."""
    ordered: dict[int, list[int]] = {}
    for place, (start, end) in enumerate(targets):
        before, after = query[0] - end, start - query[1]
        ordered.setdefault(sorted([0, before, after])[2], []).append(place)
    return ordered[min(ordered)] if ordered else []
