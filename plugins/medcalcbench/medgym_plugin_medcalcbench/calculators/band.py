"""Points of a measurement by the band that it falls into."""

from __future__ import annotations

from collections.abc import Sequence


def at_least(value: float, bands: Sequence[tuple[float, int]], otherwise: int) -> int:
    """Points of the first band whose lower bound ``value`` reaches; bands from the highest bound down."""
    return next((points for bound, points in bands if value >= bound), otherwise)


def above(value: float, bands: Sequence[tuple[float, int]], otherwise: int) -> int:
    """Points of the first band whose lower bound ``value`` exceeds; bands from the highest bound down."""
    return next((points for bound, points in bands if value > bound), otherwise)
