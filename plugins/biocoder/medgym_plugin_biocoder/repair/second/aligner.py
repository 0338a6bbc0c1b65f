"""``aligner`` by recursion over beginnings, and by all gaps of all lengths."""

from functools import cache
from itertools import groupby
from typing import Any


def _pair(a: str, b: str, match: int, mismatch: int) -> int:
    return match if a.lower() == b.lower() and a not in "nN" else mismatch


def _best(one: str, other: str, m: int, x: int, opening: int, extending: int, local: bool) -> Any:
    @cache
    def best(i: int, j: int) -> int:
        options = [0] if local or i == j == 0 else []
        if i and j:
            options.append(best(i - 1, j - 1) + _pair(one[i - 1], other[j - 1], m, x))
        options += [best(i - n, j) - opening - extending * (n - 1) for n in range(1, i + 1)]
        options += [best(i, j - n) - opening - extending * (n - 1) for n in range(1, j + 1)]
        return max(options)

    return best


def global_score(one: str, other: str, match: int, mismatch: int, opening: int, extending: int) -> int:
    """As in the package."""
    return int(_best(one, other, match, mismatch, opening, extending, False)(len(one), len(other)))


def local_score(one: str, other: str, match: int, mismatch: int, opening: int, extending: int) -> list[int]:
    """As in the package."""
    best = _best(one, other, match, mismatch, opening, extending, True)
    cells = [(-best(i, j), i, j) for i in range(len(one) + 1) for j in range(len(other) + 1)]
    score, i, j = min(cells)
    return [-score, i, j]


def align(one: str, other: str, match: int, mismatch: int, cost: int) -> list[str]:
    """As in the package."""

    @cache
    def best(i: int, j: int) -> tuple[int, str]:
        if not i and not j:
            return 0, ""
        options = []
        if i and j:
            score, moves = best(i - 1, j - 1)
            options.append((score + _pair(one[i - 1], other[j - 1], match, mismatch), moves + "p"))
        if i:
            options.append((best(i - 1, j)[0] - cost, best(i - 1, j)[1] + "o"))
        if j:
            options.append((best(i, j - 1)[0] - cost, best(i, j - 1)[1] + "t"))
        return max(options, key=lambda option: option[0])

    moves = best(len(one), len(other))[1]
    ours, theirs = iter(one), iter(other)
    top = "".join("-" if move == "t" else next(ours) for move in moves)
    return [top, "".join("-" if move == "o" else next(theirs) for move in moves)]


def identity(top: str, bottom: str, ends: bool) -> float:
    """As in the package."""
    marks = "".join(
        "-" if "-" in (a, b) else "=" if a == b else "x"
        for a, b in zip(top.lower(), bottom.lower(), strict=True)
    )
    both = sum(a == b == "-" for a, b in zip(top, bottom, strict=True)) if ends else 0
    marks = marks if ends else marks.strip("-")
    return (marks.count("=") + both) / len(marks) if marks else 0.0


def cigar(top: str, bottom: str) -> str:
    """As in the package."""
    rows = zip(top.lower(), bottom.lower(), strict=True)
    columns = ["D" if a == "-" else "I" if b == "-" else "X="[a == b] for a, b in rows]
    return "".join(f"{len(list(group))}{letter}" for letter, group in groupby(columns))
