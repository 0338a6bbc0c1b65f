"""Invented blood pressures."""

from __future__ import annotations

from random import Random


def pressure(rng: Random, low: int, high: int) -> str:
    """Systolic over diastolic in mmHg, such as ``118/77``; the systolic lies between ``low`` and ``high``.

    The diastolic is at least 25 below, and at least 48.
    """
    systolic = rng.randint(low, high)
    return f"{systolic}/{max(48, systolic - rng.randint(25, 70))}"
