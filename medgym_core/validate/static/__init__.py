"""Tier 0: what the source shows without running a task."""

from medgym_core.validate.check import Check

CHECKS: tuple[Check, ...] = ()
"""Sorted by id."""
