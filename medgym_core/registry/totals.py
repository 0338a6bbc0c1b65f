"""How much there is to play: families, distinct categories, instances."""

from __future__ import annotations

from collections.abc import Iterable

from medgym_core.registry.entry import FamilyEntry
from medgym_sandbox.boundary.frozen import Frozen


class Totals(Frozen):
    """Sums over some families."""

    families: int
    """Families."""
    categories: int
    """Distinct categories, each as often as it counts: those of one name and one description are one,
    whichever families have them.
    """
    instances: int
    """Tasks of the splits that count."""


def total(entries: Iterable[FamilyEntry]) -> Totals:
    """The totals of ``entries``."""
    counted = tuple(entries)
    return Totals(
        families=len(counted),
        categories=sum(
            category.counts for category in {category for entry in counted for category in entry.categories}
        ),
        instances=sum(split.size for entry in counted for split in entry.splits.values() if split.counted),
    )
