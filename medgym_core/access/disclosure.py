"""Counts of labelled data that leave: which must be withheld so that none from 1 to 10 is shown or follows.

The rule is that of the Centers for Medicare & Medicaid Services for cells of tables: 1 to 10 is never shown
nor derivable, 0 may be. Parts are withheld whole, and with them as many others as it takes until what is left
of the total is no small count either. So whoever subtracts what is published from the total learns the sum of
several withheld parts, at least 11 or 0, and nothing of any single one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

FEWEST = 11
"""The smallest count that is shown, but for 0."""


def is_safe(counts: Iterable[float]) -> bool:
    """Whether each of ``counts`` may be shown; sums of shares, no whole numbers, count as they are."""
    return all(abs(count) < 1e-9 or count >= FEWEST - 1e-9 for count in counts)


def withheld(total: Sequence[float], parts: Mapping[str, Sequence[float]]) -> frozenset[str]:
    """Names of the ``parts`` to withhold, where ``total`` is published.

    Each part is a row of counts that add up to those of ``total``; what they lack of it counts as one more
    part, which is never published. All parts are withheld if ``total`` may not be published itself. The
    smallest are withheld for the sake of others first, equal ones together: an order among equals would tell.
    """
    if not is_safe(total):
        return frozenset(parts)
    out = {name for name, counts in parts.items() if not is_safe(counts)}
    for size in sorted({sum(counts) for counts in parts.values()} - {0}):
        left = rest(total, (counts for name, counts in parts.items() if name not in out))
        if is_safe(left) and not any(_extreme(count, len(out)) for count in left):
            break
        out |= {name for name, counts in parts.items() if sum(counts) == size}
    return frozenset(out)


def rest(total: Sequence[float], published: Iterable[Sequence[float]]) -> list[float]:
    """What is left of ``total``, count by count."""
    return [whole - sum(counts) for whole, *counts in zip(total, *published, strict=True)]


def _extreme(left: float, parts: int) -> bool:
    """Whether so many small counts add up to ``left`` in one way only, all being 1 or all being 10."""
    return parts > 0 and left in (parts, parts * (FEWEST - 1))
